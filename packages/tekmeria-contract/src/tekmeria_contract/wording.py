"""Published word lists by which sentences are told apart (contract.md §3, §5)."""

from __future__ import annotations

import re

REFERENCE_HEADINGS = re.compile(
    r"(?:[0-9]{1,2}[.)][ ]*)?(?:(?:cited|key|main|numbered)[ ])?(?:references?|sources?|notes?|footnotes?|endnotes?|"
    r"bibliography|citations?|evidence|works[ ]cited|literature(?:[ ]cited)?|(?:sources|references)[ ]cited|"
    r"referencias?|fuentes?|bibliograf[ií]a|notas?|r[ée]f[ée]rences?|bibliographie|quellen(?:angaben|verzeichnis)?|"
    r"literatur(?:verzeichnis)?|referenzen|einzelnachweise|anmerkungen|refer[êe]ncias|fontes|bibliografia|"
    r"参考文献|参考资料|资料来源|来源|引用|引用文献|参考資料|出典|脚注|注释|注)",
    re.IGNORECASE,
)
REFERENCE_LABELS = re.compile(
    r"[\[(`*_<]{0,3}(?:see(?:[ ]also)?|cf\.?|source|sources|ref\.?|reference|citation|cite|evidence|pubmed|pmc|"
    r"europe[ ]pmc|clinicaltrials\.gov|dailymed|openfda|crossref|来源|出典|fuente|quelle|voir|siehe)\b",
    re.IGNORECASE,
)
LINK_LABELS = re.compile(
    r"(?:\[?[0-9]{1,3}\]?|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[*†‡§¶↗🔗→#]|(?:the[ ]|this[ ]|see[ ](?:the[ ])?|full[ ])?"
    r"(?:source|sources|ref|reference|references|pubmed|pmc|pmid|pmcid|doi|link|study|trial|paper|article|evidence|"
    r"citation|cite|cited|here|label|abstract|record|text|passage|europe[ ]pmc|medline|clinicaltrials\.gov|"
    r"clinical[ ]trials|dailymed|fda|openfda|fda[ ]label|drug[ ]label|crossref|registry|details|more|view|quelle|"
    r"fuente|来源|出典|参考|文献|原文)(?:[ ]?[0-9]{1,3})?)",
    re.IGNORECASE,
)
DETERMINERS = re.compile(
    r"(?:^|[^\w])(?:the|this|that|these|those|an?|one|each|every|both|our|their|its|same|another|el|la|los|las|un|una"
    r"|este|esta|le|les|une|ce|cette|der|die|das|den|dem|des|ein|eine|einer|diese[rsmn]?|of|in)$",
    re.IGNORECASE,
)
AUTHOR_YEAR = re.compile(
    r"[A-ZÀ-Þ][\w'’\-]+(?:[ ](?:et[ ]al\.?|and[ ][A-Z][\w'’\-]+|&[ ][A-Z][\w'’\-]+))?,?[ ]\(?(?:19|20)[0-9]{2}[a-z]?\)?"
)
DISCLAIMERS = re.compile(
    r"(?:(?:this|it|the[ ](?:above|following))[ ](?:information[ ]|answer[ ]|summary[ ]|content[ ])?(?:is|does)[ ])?"
    r"(?:not(?:[ ]constitute)?[ ](?:a[ ]substitute[ ]for[ ](?:professional[ ])?)?medical[ ]advice(?:,?[ ]diagnosis,?[ ]or[ ]treatment)?"
    r"|for[ ](?:informational|educational|information)(?:[ ](?:and|or)[ ](?:informational|educational))?[ ]purposes[ ]only"
    r"|(?:please[ ])?(?:always[ ])?(?:consult|talk[ ]to|ask)[ ](?:your|a|an?[ ]qualified)[ ](?:own[ ])?(?:doctor|physician|clinician|pharmacist|"
    r"health(?:[ ]?care)?[ ](?:provider|professional))(?:[ ](?:or|and)[ ](?:pharmacist|doctor|physician))?"
    r"(?:[ ]before[ ](?:starting|stopping|changing|taking)[ ](?:any[ ])?(?:treatment|medication|medicine|medicines|medications))?"
    r"|no[ ]es[ ]consejo[ ]m[ée]dico|keine[ ]medizinische[ ]beratung|ceci[ ]n[’']est[ ]pas[ ]un[ ]avis[ ]m[ée]dical"
    r"|不构成医疗建议|非医疗建议|医学的助言ではありません)[.!。]?",
    re.IGNORECASE,
)
INTERROGATIVES = re.compile(
    r"(?:[¿\"'“(]*)(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|"
    r"will|may|might|has|have|had|shall|must|am|isn['’]t|aren['’]t|doesn['’]t|don['’]t|didn['’]t|"
    r"qu[ée]|cu[áa]l(?:es)?|qui[ée]n(?:es)?|cu[áa]ndo|d[óo]nde|por[ ]qu[ée]|c[óo]mo|cu[áa]nt[oa]s?|"
    r"quel(?:le)?s?|qui|quand|o[ùu]|pourquoi|comment|combien|est-ce|"
    r"was|welche[rsnm]?|wer|wann|wo|warum|wie|wieso|ist|sind|hat|haben|kann|k[öo]nnen|soll(?:te)?|darf|wird|"
    r"o[ ]que|qual|quais|quem|quando|onde|por[ ]que)\b",
    re.IGNORECASE,
)
NUMBERED_NOUNS = re.compile(
    r"\b(?:type|phase|stage|grade|class|group|arm|step|part|section|chapter|table|figure|fig\.|question|option|level|"
    r"tier|appendix|typ|stadium|tipo|fase|phase|stade|grado)[ -]?(?:[0-9]{1,2}[a-z]?)(?:[ ]?(?:[-–/]|and|or|und|y|et)[ ]?[0-9]{1,2})?\b",
    re.IGNORECASE,
)
