"""Abbreviations that end in a full stop: the table behind rules S8 to S10 of `sentences`.

A form is written without its last full stop and compared with its case (`OCT.` ends a sentence,
`Oct.` does not). Each class has an effect and a reason:

- `NEVER`: no sentence ends here unless the text does.
- `NUMBER`: no sentence ends here before a number, a numeral or a single capital.
- `OPENER`: a sentence ends here only before a word that commonly opens one (`openers`).
- `UNIT`: as `NUMBER` when a number stands before the unit (`5 ft. 6 in.`), else an ordinary word.
"""

from dataclasses import dataclass
from enum import Enum

__all__ = ["CLASSES", "AbbreviationClass", "Effect"]


class Effect(Enum):
    """What an abbreviation does to the full stop behind it."""

    NEVER = "never"
    NUMBER = "number"
    OPENER = "opener"
    UNIT = "unit"


@dataclass(frozen=True, slots=True)
class AbbreviationClass:
    """One class of forms: its effect, why, and the forms of each language (`*`: every language)."""

    name: str
    effect: Effect
    reason: str
    forms: dict[str, str]


CLASSES: tuple[AbbreviationClass, ...] = (
    AbbreviationClass(
        "titles",
        Effect.NEVER,
        "A title stands before a name, and a name has a capital.",
        {
            "*": "Dr Drs Prof Profs Mr Mrs Ms Mx Messrs St Mt Ste Gen Col Lt Sgt Capt Cmdr Maj Rev Hon Gov Sen Rep Pres Dipl",
            "de": "Hr Hrn Fr Frl Ing Mag Priv Doz med rer phil habil dent vet hc Dipl.-Ing Dr.-Ing",
            "es": "Sr Sra Sres Sras Srta Srtas Dª Dn Dra Dres Dras Lic Licda Ing Arq Prof Profa Excmo Excma Ilmo Ilma Mons Ud Uds Vd Vds Dna",
            "fr": "M MM Mme Mmes Mlle Mlles Me Mgr Pr Prs Pdt",
            "it": "Sig Sigg Sig.ra Sig.na Sig.re Dott Dott.ssa Dr.ssa Prof.ssa Proff Avv Ing Arch Geom Rag On Egr Gent Spett Mons Dir Amm",
            "pt": "Sr Sra Srs Sras Dra Drs Dras Profa Eng Exmo Exma",
        },
    ),
    AbbreviationClass(
        "connectives",
        Effect.NEVER,
        "The word introduces what follows it.",
        {
            "*": "e.g i.e cf Cf viz vs Vs ca approx Approx incl excl eg ie resp",
            "en": "esp assoc aka a.k.a w.r.t i.a ad.lib q.v",
            "de": "z.B z.b z.T z.Z zB bzw bspw d.h D.h Z.B Z.T u.a U.a u.U i.d.R i.A i.S i.e.S i.w.S m.E o.g o.a s.o s.u sog insb insbes vgl Vgl ggf ggfs evtl evt zzgl abzgl inkl exkl ca Ca"
            " etwa entspr gem lt m.a.W mind max min durchschn einschl bes beispielsw b.B v.a i.Allg u.a.m bez betr gegr geb gest verh kath evang lat griech engl franz dt ehem eigtl sowjet amer",
            "es": "p.ej p.e ej Ej vgr aprox Aprox esp",
            "fr": "p.ex par.ex ex Ex env c.-à-d c.à.d cad notam",
            "it": "ad.es p.es es Es cioè circa ecc.to",
            "pt": "p.ex ex Ex aprox",
        },
    ),
    AbbreviationClass(
        "references",
        Effect.OPENER,
        "The word names a figure, an equation or a work by what follows it.",
        {
            "*": "Fig Figs fig figs Eq Eqs Eqn Eqns eq eqs Ref Refs ref refs Suppl suppl Tab Chr chr Chrs Ser ser Cat Ph Tel tel Abb Abs Art art Arts Núm núm Nº N° nº n° Nr nr Nrs",
            "de": "Abb Abbn Tab Kap Anm Bd Bde Hrsg hrsg Aufl Jg Nrn Ziff Anh s.a S.a Diss",
            "es": "pág págs Pág párr párrf cap Cap fig ed vol tel aptdo apdo",
            "fr": "chap fig éd réf art",
            "it": "pag pagg cap art tav",
            "pt": "pág págs cap art",
        },
    ),
    AbbreviationClass(
        "numbered",
        Effect.NUMBER,
        "The word takes a number; without one it is a word of the language or ends its sentence.",
        {
            "*": "No Nos no nos cat p pp P Pp Vol Vols vol vols Ch ch Chap chap Sec Secs sec Sect sect para paras Para Pat pat Lot lot Rev ver Ver v Ex Exp App app Appx Bldg Rm Bl Hwy Rte art Mm Hs Acc acc Iss iss pt pts Pt",
            "de": "S Nr Bd Str",
            "fr": "p pp vol t",
            "es": "n s ss",
        },
    ),
    AbbreviationClass(
        "months and days",
        Effect.NUMBER,
        "A month takes a day or a year.",
        {
            "*": "Jan Feb Febr Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun",
            "de": "Jän Mrz Mai Juni Juli Okt Dez Mo Di Mi Do Sa So",
            "es": "Ene Abr Ago Set Dic Lun Mié Jue Vie Sáb Dom ene feb abr jun jul ago sep sept oct nov dic",
            "fr": "janv févr avr juil sept oct nov déc",
            "it": "gen genn febbr mag giu lug ago sett ott dic mar Gen Set Ott Dic",
        },
    ),
    AbbreviationClass(
        "authors and lists",
        Effect.OPENER,
        "The form ends a name or a list, and may end the sentence with it.",
        {
            "*": "al etc Etc ff et.al seq ibid Ibid op.cit loc.cit",
            "de": "usw usf u.ä uä u.Ä Mitarb Mio Mrd Tsd Std Min Sek",
            "es": "cols col EE.UU EE UU ss",
            "fr": "coll etc",
            "it": "ecc coll",
            "pt": "cols",
        },
    ),
    AbbreviationClass(
        "companies and places",
        Effect.OPENER,
        "The form ends a name, and the name goes on or the sentence does.",
        {
            "*": "Inc Ltd Co Corp Bros Cos Cie Pty Pvt LLC plc GmbH S.A S.p.A Intl Mfg Jr Sr Esq Ph.D PhD M.D Ph.d B.Sc M.Sc D.Sc D.Phil M.Phil Dr.P.H Blvd Ave Rd Univ Dept Dep Inst Lab Labs Hosp Natl Ctr Assoc Assn Acad Soc Gov Fla Calif Mass Penn Wis Minn Conn Ariz Colo Ill Mich Tenn",
        },
    ),
    AbbreviationClass(
        "taxa",
        Effect.OPENER,
        "A rank or an unnamed species: the name goes on or the sentence ends.",
        {"*": "sp spp ssp subsp var cv pv bv sv biovar serovar subg gen nov f.sp nom comb auct emend"},
    ),
    AbbreviationClass(
        "journals",
        Effect.OPENER,
        "Words of abbreviated journal titles.",
        {
            "*": "Biol Chem Med Engl Natl Acad Sci Proc Clin Exp Immunol Genet Mol Biochem Biophys Physiol Pharmacol Microbiol Neurosci Nat Ann Arch Acta Int Eur Amer Br Brit Rev Res Commun Lett Biotechnol Toxicol Pathol Virol Oncol Dev Cell Endocrinol Psychiatr Surg Pediatr Trans Bull Symp Quant Appl Environ",
        },
    ),
    AbbreviationClass(
        "laboratory",
        Effect.OPENER,
        "An adjective of the bench: its noun follows.",
        {"*": "conc Conc aq sat dil anhyd Calcd calcd equiv temp Temp rel abs avg Avg diam intl orig"},
    ),
    AbbreviationClass(
        "doses",
        Effect.OPENER,
        "A dose form; the frequency follows, or the next sentence.",
        {"*": "tab tabs cap caps inj supp susp amp"},
    ),
    AbbreviationClass(
        "units",
        Effect.UNIT,
        "A unit written with a stop ends a sentence like any word, but not before the next number of the same measure.",
        {"*": "ft in lb lbs oz yd mi hr hrs min mins sec secs wk wks mo mos yr yrs gal qt pt sq fl cu deg"},
    ),
)
