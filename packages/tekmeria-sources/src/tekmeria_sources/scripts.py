"""How a superscript or subscript is spelt in plain text (sources.md, Records and passages)."""

from __future__ import annotations

import re

_CHARACTERS = "0123456789+-−‐‑–=()"
SUPERSCRIPTS = dict(zip(_CHARACTERS, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁻⁻⁼⁽⁾", strict=True))
SUBSCRIPTS = dict(zip(_CHARACTERS, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₋₋₌₍₎", strict=True))

_SIGNS = r"+\-−‐‑–"
_ONLY_SCRIPT = re.compile(rf"[0-9{_SIGNS}=()]+|[{_SIGNS}](?:/[{_SIGNS}])+")
_LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
_DIGITS_THEN_LETTERS = re.compile(r"[0-9]+[^\W\d_]+")
_NEEDS_BRACES = re.compile(rf"[0-9{_SIGNS}=()\[\]]")


def spell_script(content: str, mark: str, before: str = "") -> str:
    """Spell ``content`` as a superscript (``mark`` ``^``) or subscript (``_``) that follows the text
    ``before``.

    White space at the ends of ``content`` stays outside. The cases, in order:

    1. digits, signs, ``=`` and round brackets, or signs joined by slashes: the Unicode forms;
    2. letters and digits: digits in the Unicode forms, letters plain; for a superscript only when digits come
       first and it is no exponent, that is no letter or digit stands before it (``⁹⁹mTc``);
    3. no digit, sign or bracket (``max``, ``®``, ``fl/fl``): plain;
    4. anything else: in braces, ``^{n-1}``, ``_{1/2}``.
    """
    core = content.strip()
    if not core:
        return content
    start = content.index(core)
    return content[:start] + _spell_core(core, mark, before + content[:start]) + content[start + len(core) :]


def _spell_core(core: str, mark: str, before: str) -> str:
    table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS
    if _ONLY_SCRIPT.fullmatch(core) or _reads_per_character(core, mark, before):
        return "".join([table.get(character, character) for character in core])
    if not _NEEDS_BRACES.search(core):
        return core
    return f"{mark}{{{core}}}"


def _reads_per_character(core: str, mark: str, before: str) -> bool:
    if mark == "_":
        return _LETTERS_AND_DIGITS.fullmatch(core) is not None
    return _DIGITS_THEN_LETTERS.fullmatch(core) is not None and not before[-1:].isalnum()
