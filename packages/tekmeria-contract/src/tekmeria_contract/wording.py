"""Published lists of words by which sentences, labels and links are told apart (contract.md §3, §5).

They are compared without regard to case. Every list is closed: what is not in it is a claim, or prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACELESS = "\u2e80"
"""From here on scripts set no space between words, so that a word may end anywhere."""


def alternatives(words: Iterable[str]) -> str:
    """A regular expression for any of ``words``, the longest first, each to its end as a word."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word) + (r"(?!\w)" if word[-1].isalnum() and word[-1] < _SPACELESS else "")
        for word in ordered
    )


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split("|"))


def _any(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"(?:{alternatives(words)})", re.IGNORECASE)


REFERENCE_HEADINGS = _listed(
    "references|reference|references cited|cited references|key references|reference list|sources|"
    "source|sources cited|key sources|notes|note|footnotes|footnote|endnotes|bibliography|citations|"
    "works cited|literature|literature cited|evidence|evidence cited|referencias|fuentes|notas|"
    "bibliografía|bibliografia|références|sources citées|bibliographie|quellen|quellenangaben|"
    "quellenverzeichnis|literatur|literaturverzeichnis|referenzen|einzelnachweise|anmerkungen|"
    "referências|fontes|参考文献|参考资料|资料来源|来源|引用|引用文献|参考資料|出典|脚注|注释|注"
)
"""Headings and label lines under which a list defines numbers."""

SIGNALS = _listed(
    "see|see also|cf|cf.|e.g.|e.g.,|per|via|from|in|source|sources|ref|ref.|refs|refs.|reference|"
    "references|cite|cited|cites|citation|citations|evidence|quote|quoted|quotes|handle|handles|"
    "passage|passages|siehe|vgl|vgl.|voir|véase|fuente|fuentes|quelle|quellen|参见|参考|来源|引用|出典"
)
"""Words that go with a citation in its bracket."""

ENTRY_LABELS = _listed(
    "see|see also|cf|cf.|source|sources|ref|ref.|reference|citation|cite|evidence|pubmed|pmc|"
    "europe pmc|clinicaltrials.gov|dailymed|openfda|crossref|来源|出典|fuente|quelle|voir|siehe"
)
"""Words with which an entry of the references may begin."""

LINK_LABELS = _listed(
    "source|sources|ref|reference|references|pubmed|pmc|pmid|pmcid|doi|link|study|trial|paper|article|"
    "evidence|citation|cite|cited|here|label|abstract|record|text|full text|passage|europe pmc|medline|"
    "clinicaltrials.gov|clinical trials|dailymed|fda|openfda|fda label|drug label|crossref|registry|"
    "details|more|view|quelle|fuente|来源|出典|参考|文献|原文"
)
"""Link texts that name what they lead to and say nothing."""

DETERMINERS = _listed(
    "the|this|that|these|those|a|an|one|each|every|both|our|their|its|same|another|of|el|la|los|las|un|"
    "una|este|esta|le|les|une|ce|cette|der|die|das|den|dem|des|ein|eine|einer|dieser|diese|dieses"
)
"""Words after which a link text is part of the sentence."""

DISCLAIMERS = _listed(
    "not medical advice|this is not medical advice|this does not constitute medical advice|"
    "this information is not medical advice|this answer is not medical advice|"
    "this summary is not medical advice|this is not a substitute for professional medical advice|"
    "not a substitute for professional medical advice|this is not a substitute for medical advice|"
    "not a substitute for medical advice|for informational purposes only|for information only|"
    "for educational purposes only|for informational and educational purposes only|"
    "this information is for educational purposes only|"
    "this information is for informational purposes only|"
    "this summary is for informational purposes only|this answer is for informational purposes only|"
    "consult your doctor|please consult your doctor|always consult your doctor|ask your doctor|"
    "consult a doctor|consult a physician|consult your physician|please consult your physician|"
    "consult a healthcare professional|please consult a healthcare professional|"
    "consult a qualified healthcare professional|please consult a qualified healthcare professional|"
    "always consult a healthcare professional|consult your healthcare provider|"
    "please consult your healthcare provider|talk to your doctor|consult your doctor or pharmacist|"
    "no es consejo médico|esto no es consejo médico|keine medizinische beratung|"
    "dies ist keine medizinische beratung|ceci n'est pas un avis médical|não é aconselhamento médico|"
    "不构成医疗建议|本内容不构成医疗建议|非医疗建议|医学的助言ではありません"
)
"""Sentences that are no claims, compared without outer marks and the final stop."""

INTERROGATIVES = _listed(
    "what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|"
    "will|may|might|has|have|had|shall|must|am|qué|que|cuál|cuáles|quién|quiénes|cuándo|dónde|por qué|"
    "cómo|cuánto|cuánta|cuántos|cuántas|quel|quelle|quels|quelles|qui|quand|où|pourquoi|comment|"
    "combien|est-ce|qu'est-ce|welche|welcher|welches|welchen|wer|wann|wo|warum|wie|wieso|ist|sind|hat|"
    "haben|kann|können|soll|sollte|darf|wird|o que|qual|quais|quem|quando|onde|por que"
)
"""Words with which a question begins; a negative one (``isn't``) expects assent, so it states."""

ASSERTING_TAGS = _listed("对吗|是吗|对吧|是吧|不是吗|ですよね|でしょう|だよね|ではないか|ではありませんか")
"""Ends of CJK questions that ask for assent to what they state."""

NUMBERED_NOUNS = _listed(
    "type|phase|stage|grade|class|group|arm|step|part|section|chapter|table|figure|fig.|question|"
    "option|level|tier|appendix|typ|stadium|tipo|fase|stade|grado"
)
"""Words whose number is a name and no figure: ``type 2``, ``phase III``, ``Table 1``."""

REFERENCE_HEADING = re.compile(
    rf"(?:[0-9]{{1,2}}[.)][ ]*)?(?:{alternatives(REFERENCE_HEADINGS)})", re.IGNORECASE
)
SIGNAL = rf"(?:(?:{alternatives(SIGNALS)})[ ]*[:：]?[ ]*)"
ENTRY_LABEL = re.compile(rf"[\[(`*_<]{{0,3}}(?:{alternatives(ENTRY_LABELS)})", re.IGNORECASE)
LINK_LABEL = re.compile(
    r"(?:\[?[0-9]{1,3}\]?|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|[*†‡§¶↗🔗→#]"
    rf"|(?:(?:the|this|see|see[ ]the)[ ])?(?:{alternatives(LINK_LABELS)})(?:[ ][0-9]{{1,3}})?)",
    re.IGNORECASE,
)
AFTER_DETERMINER = re.compile(rf"(?<!\w)(?:{alternatives(DETERMINERS)})$", re.IGNORECASE)
AUTHOR_YEAR = re.compile(
    r"[A-ZÀ-Þ][\w'’\-]+(?:[ ](?:et[ ]al\.?|(?:and|&)[ ][A-Z][\w'’\-]+))?,?[ ]\(?(?:19|20)[0-9]{2}[a-z]?\)?"
)
DISCLAIMER = _any(DISCLAIMERS)
ASKS = re.compile(
    rf"[¿\"'“(]*(?:(?:and|but|so|then|now)[ ])?(?:{alternatives(INTERROGATIVES)})", re.IGNORECASE
)
ASKS_ASSENT = re.compile(rf"(?:{alternatives(ASSERTING_TAGS)})[?？]+$")
NUMBERED_NOUN = re.compile(
    rf"\b(?:{alternatives(NUMBERED_NOUNS)})[ -]?[0-9]{{1,2}}[a-z]?"
    r"(?:[ ]?(?:[-–/]|and|or|und|y|et)[ ]?[0-9]{1,2})?\b",
    re.IGNORECASE,
)
