"""MathML in running text, by one stated rule (sources.md, Records and passages).

Token elements give their characters without invisible operators. Layout is spelt:

=================  =====================================================================================
``msup msub``      base, then the script as :mod:`tekmeria_sources.scripts` spells it
``msubsup``        base, subscript, superscript
``mmultiscripts``  prescripts before the base (``³He``), each pair lower before upper
``mover``          a single accent becomes the combining mark on the base (``V̇``); else ``base^{over}``
``munder(over)``   ``base_{under}``, ``base_{under}^{over}``
``mfrac``          ``a/b``, operands of more than one token in round brackets
``msqrt mroot``    ``√x``, ``√(x+1)``; ``√[3](x)``
``mfenced``        its fences and separators
``mtable``         cells apart by a space, rows by ``; ``
``semantics``      its first child; annotations are other forms of the same formula
=================  =====================================================================================

Everything else is transparent. White space between elements is layout and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from tekmeria_sources.scripts import spell_script

MATH = "math"
_TOKENS = frozenset({"mi", "mn", "mo", "mtext", "ms"})
_INVISIBLE = re.compile("[\u2061-\u2064\u200b\ufeff]")
_SPACE = re.compile(r"[ \t\r\n]+")
_ONE_TOKEN = re.compile(r"[^\W_]+(?:\.[0-9]+)?|.[\u0300-\u036f\u20d0-\u20ff]?")
_ACCENTS = {
    ".": "\u0307", "˙": "\u0307", "·": "\u0307", "¨": "\u0308", "¯": "\u0304", "‾": "\u0304", "_": "\u0304",
    "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "∼": "\u0303", "→": "\u20d7", "⃗": "\u20d7",
    "´": "\u0301", "`": "\u0300", "ˇ": "\u030c", "˘": "\u0306",
}  # fmt: skip
_SILENT = frozenset({"none", "mprescripts", "mphantom", "annotation", "annotation-xml"})


def render_math(element: Element) -> str:
    """The formula of a ``math`` element, or of any element inside one, as text."""
    name = element.tag.rpartition("}")[2]
    if name in _TOKENS:
        return _token(element, name)
    if name in _SILENT:
        return ""
    layout = _LAYOUTS.get(name)
    return layout(element) if layout is not None else "".join(_children(element))


def _token(element: Element, name: str) -> str:
    text = _SPACE.sub(" ", _INVISIBLE.sub("", "".join(element.itertext())))
    return text if name == "mtext" else text.strip(" ")


def _children(element: Element) -> list[str]:
    return [render_math(child) for child in element]


def _arguments(element: Element, count: int) -> list[str]:
    """The first ``count`` children, missing ones empty; further ones are joined to the last: none is lost."""
    children = _children(element)
    children += [""] * (count - len(children))
    return [*children[: count - 1], "".join(children[count - 1 :])]


def _sup(element: Element) -> str:
    base, script = _arguments(element, 2)
    return base + spell_script(script, "^", base)


def _sub(element: Element) -> str:
    base, script = _arguments(element, 2)
    return base + spell_script(script, "_", base)


def _subsup(element: Element) -> str:
    base, lower, upper = _arguments(element, 3)
    return base + spell_script(lower, "_", base) + spell_script(upper, "^", base)


def _multiscripts(element: Element) -> str:
    names = [child.tag.rpartition("}")[2] for child in element]
    children = _children(element)
    cut = names.index("mprescripts") if "mprescripts" in names else len(names)
    base, after, before = children[:1], children[1:cut], children[cut + 1 :]
    return _pairs(before, "") + "".join(base) + _pairs(after, "".join(base))


def _pairs(scripts: list[str], base: str) -> str:
    return "".join(
        [spell_script(script, "^" if index % 2 else "_", base) for index, script in enumerate(scripts)]
    )


def _over(element: Element) -> str:
    base, over = _arguments(element, 2)
    accent = _ACCENTS.get(over)
    return base + accent if accent and base else base + _braced("^", over)


def _under(element: Element) -> str:
    base, under = _arguments(element, 2)
    return base + _braced("_", under)


def _under_over(element: Element) -> str:
    base, under, over = _arguments(element, 3)
    return base + _braced("_", under) + _braced("^", over)


def _braced(mark: str, content: str) -> str:
    return f"{mark}{{{content}}}" if content else ""


def _fraction(element: Element) -> str:
    upper, lower = _arguments(element, 2)
    return f"{_operand(upper)}/{_operand(lower)}"


def _operand(text: str) -> str:
    return text if _ONE_TOKEN.fullmatch(text) else f"({text})"


def _square_root(element: Element) -> str:
    return "√" + _operand("".join(_children(element)))


def _root(element: Element) -> str:
    radicand, index = _arguments(element, 2)
    return f"√[{index}]({radicand})"


def _fenced(element: Element) -> str:
    separators = element.get("separators", ",").replace(" ", "") or " "
    pieces: list[str] = []
    for index, child in enumerate(_children(element)):
        if index:
            pieces.append(separators[min(index - 1, len(separators) - 1)])
        pieces.append(child)
    return element.get("open", "(") + "".join(pieces) + element.get("close", ")")


def _table(element: Element) -> str:
    return "; ".join(_children(element))


def _row(element: Element) -> str:
    return " ".join(_children(element))


def _first(element: Element) -> str:
    return render_math(element[0]) if len(element) else ""


def _blank(_element: Element) -> str:
    return " "


_LAYOUTS: dict[str, Callable[[Element], str]] = {
    "msup": _sup,
    "msub": _sub,
    "msubsup": _subsup,
    "mmultiscripts": _multiscripts,
    "mover": _over,
    "munder": _under,
    "munderover": _under_over,
    "mfrac": _fraction,
    "msqrt": _square_root,
    "mroot": _root,
    "mfenced": _fenced,
    "mtable": _table,
    "mtr": _row,
    "mlabeledtr": _row,
    "semantics": _first,
    "mspace": _blank,
}
