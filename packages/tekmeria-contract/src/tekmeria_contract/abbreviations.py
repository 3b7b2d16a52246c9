"""Abbreviations that end in a full stop: the table behind rule S8 of `sentences`.

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
            "*": (
                "Dr Drs dr prof Prof Profs Mr Mrs Ms Mx Messrs St Mt Ste Gen Col Lt Sgt Capt Cmdr Maj Rev"
                " Hon Gov Sen Dipl"
            ),
            "de": "Fa Hr Hrn Fr Frl Ing Mag Priv Doz med rer phil habil dent vet Dipl.-Ing Dr.-Ing",
            "es": (
                "Sr Sra Sres Sras Srta Srtas Dª Dn Dra Dres Dras Lic Licda Ing Arq Profa Excmo Excma Ilmo"
                " Ilma Mons Ud Uds Vd Vds"
            ),
            "fr": "M MM Mme Mmes Mlle Mlles Me Mgr Pr Prs Pdt",
            "it": (
                "sig sigg sig.ra sig.na dott avv ing arch geom rag Sig Sigg Sig.ra Sig.na Sig.re Dott"
                " Dott.ssa Dr.ssa Prof.ssa Proff Avv Ing Arch Geom Rag On Egr Gent Spett Mons"
            ),
            "pt": "Sr Sra Srs Sras Dra Drs Dras Profa Eng Exmo Exma",
        },
    ),
    AbbreviationClass(
        "connectives",
        Effect.NEVER,
        "The word introduces what follows it.",
        {
            "*": (
                "e.g i.e E.g I.e cf Cf viz vs Vs ca approx Approx incl excl eg ie resp a.k.a w.r.t q.v i.a"
                " esp assoc"
            ),
            "de": (
                "z.B Z.B zB bzw Bzw bspw Bspw d.h D.h z.T Z.T z.Z Z.Z zzt u.a U.a u.U i.d.R d.R I.d.R i.A"
                " i.S i.e.S i.w.S m.E o.g O.g s.o s.u sog insb insbes Insbes vgl Vgl ggf Ggf ggfs evtl Evtl"
                " evt zzgl abzgl inkl Inkl exkl ca Ca entspr gem lt Lt m.a.W mind max min durchschn einschl"
                " bes v.a V.a i.Allg bez betr gegr geb gest verh kath evang lat griech engl franz dt ehem"
                " eigtl allg Allg zit tgl jährl stdl wöchentl mdl schriftl"
            ),
            "es": "p.ej P.ej p.e ej Ej vgr aprox Aprox izq dcha dcho",
            "fr": "p.ex P.ex par.ex ex Ex env Env c.-à-d c.à.d cad notam",
            "it": "ad.es p.es P.es es Es",
            "pt": "p.ex P.ex ex Ex aprox Aprox",
        },
    ),
    AbbreviationClass(
        "references",
        Effect.NEVER,
        "The word names a figure, an equation or a work by what follows it.",
        {
            "*": (
                "Fig Figs FIG FIGS fig figs Eq Eqs Eqn Eqns eq eqs Ref Refs ref refs Suppl suppl Chr chr"
                " Chrs Tel tel Núm núm Nº N° nº n° Nr nr"
            ),
            "de": "Abb Abbn Tab Kap Anm Bd Bde Hrsg hrsg Aufl Jg Nrn Ziff Anh s.a S.a Diss",
            "es": "pág págs Pág Págs párr párrf Cap Figs aptdo apdo art Art arts",
            "fr": "chap Chap éd réf réfs art Art al",
            "it": "pag pagg Pag art Art artt tav",
            "pt": "pág págs art Art",
        },
    ),
    AbbreviationClass(
        "numbered",
        Effect.NUMBER,
        "The word takes a number or a code; without one it is a word of the language or ends its sentence.",
        {
            "*": (
                "No Nos NO no nos p pp P Pp Vol Vols vol vols Ch ch Chap chap Sec Secs Sect sect para paras"
                " Para Pat pat Lot lot Rev Ver ver Exp App app Appx Bldg Rm Hwy art Mm Hs Acc acc Iss iss Cat"
                " cat Nrs sp spp Tab cap"
            ),
            "de": "S Bd Str",
            "fr": "t",
            "es": "ss",
        },
    ),
    AbbreviationClass(
        "months and days",
        Effect.NUMBER,
        "A month takes a day or a year.",
        {
            "*": (
                "Jan Feb Febr Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri"
                " Sat Sun"
            ),
            "de": "Jän Mrz Okt Dez Mo Di Mi Do Sa So",
            "es": "Ene Abr Ago Set Dic Lun Mié Jue Vie Sáb Dom ene feb abr jun jul ago sep sept oct nov dic",
            "fr": "janv févr avr juil sept oct nov déc",
            "it": "gen genn febbr mag giu lug ago sett ott dic mar Gen Set Ott Dic",
            "pt": "fev abr mai jun jul ago set out nov dez",
        },
    ),
    AbbreviationClass(
        "names that end",
        Effect.OPENER,
        "The form ends a name, a quantity or a degree, and may end the sentence with it.",
        {
            "*": (
                "al Inc Ltd Co Corp Bros Cos Cie Pty Pvt plc Intl Mfg Jr Sr Esq Ph.D PhD M.D B.Sc M.Sc D.Sc"
                " D.Phil Blvd Ave Rd Univ Dept Dep Inst Hosp Natl Ctr Assn Soc et.al ibid Ibid op.cit loc.cit"
                " Calif Mass Penn Wis Minn Conn Ariz Colo"
            ),
            "de": "Mitarb Mio Mrd Tsd u.ä u.Ä o.ä Ä o.Ä u.v.m u.a.m Chr Jh Jhd",
            "es": "cols col EE.UU EE UU",
            "fr": "coll",
            "it": "coll Amm Dir",
            "pt": "cols",
        },
    ),
    AbbreviationClass(
        "taxa",
        Effect.OPENER,
        "A rank in a name: the name goes on.",
        {"*": "ssp subsp var cv pv bv sv biovar serovar ser subg nov f.sp nom comb auct emend"},
    ),
    AbbreviationClass(
        "journals",
        Effect.OPENER,
        "Words of abbreviated journal titles.",
        {
            "*": (
                "Biol Chem Med Engl Acad Sci Proc Clin Immunol Genet Mol Biochem Biophys Physiol Pharmacol"
                " Microbiol Neurosci Nat Ann Arch Int Eur Amer Br Brit Res Commun Lett Biotechnol Toxicol"
                " Pathol Virol Oncol Dev Endocrinol Psychiatr Surg Pediatr Trans Bull Symp Quant Appl Environ"
            ),
        },
    ),
    AbbreviationClass(
        "laboratory and doses",
        Effect.OPENER,
        "An adjective of the bench or a dose form: its noun or the frequency follows.",
        {
            "*": (
                "conc Conc aq dil anhyd Calcd calcd equiv temp Temp rel avg Avg diam intl orig tab tabs caps"
                " inj supp susp"
            ),
        },
    ),
    AbbreviationClass(
        "units",
        Effect.UNIT,
        "A unit with a stop ends a sentence like any word, but not before the next number of its measure.",
        {"*": "ft in lb lbs oz yd mi hr hrs min mins sec secs wk wks mo mos yr yrs gal qt pt sq fl cu deg"},
    ),
)
