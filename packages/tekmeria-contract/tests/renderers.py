"""What readers see of an answer, by two Markdown renderers that no one here wrote: cmark-gfm and remark-gfm.

Both take strike-through from two tildes only, since every handle holds one.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element

HTML5: Any = import_module("html5lib")
CMARK: Any = import_module("cmarkgfm.cmark")
REMARK = Path(__file__).parent / "remark"
PATIENCE_S = 300
_HTML = "{http://www.w3.org/1999/xhtml}"
_BLOCKS = frozenset(
    ("p", "li", "td", "th", "div", "br", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote", "hr", "pre")
) | {"ul", "ol", "table", "section", "details", "summary", "img"}
_UNSEEN = frozenset(
    ("del", "s", "strike", "script", "style", "template", "head", "title", "dialog", "datalist")
)


@dataclass(slots=True)
class Shown:
    """What a reader sees: the ``text`` in its order, the ``code`` of code blocks, the ``notes`` at the end.

    ``links`` are the addresses of links that have a text to click on.
    """

    text: str
    code: str
    notes: str
    links: list[str] = field(default_factory=list[str])

    @property
    def all(self) -> str:
        """Everything that can be read, and where a click leads."""
        return " ".join((self.text, self.code, self.notes, *self.links))


def cmark_gfm(answers: Sequence[str]) -> list[str]:
    """The HTML that GitHub's renderer makes of each answer."""
    known = CMARK.Options
    options: int = (
        known.CMARK_OPT_UNSAFE | known.CMARK_OPT_FOOTNOTES | known.CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    )
    return [CMARK.github_flavored_markdown_to_html(answer, options=options) for answer in answers]


def remark_gfm(npm_ci: Callable[[Path], Path], node: Path) -> Callable[[Sequence[str]], list[str]]:
    """The renderer that most web front ends for language models use."""
    home = npm_ci(REMARK)
    script = home / "render.js"
    script.write_bytes((REMARK / "render.js").read_bytes())

    def render(answers: Sequence[str]) -> list[str]:
        done = subprocess.run(
            [str(node), str(script)],
            input=json.dumps(answers),
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return render


def shown(html: str) -> Shown:
    """What a browser shows of ``html``, less what is struck out."""
    pieces: dict[str, list[str]] = {"text": [], "code": [], "notes": []}
    links: list[str] = []
    # What is left to do, last first: a text with the place it goes to, or an element with that place.
    left: list[tuple[str | Element, str]] = [(HTML5.parseFragment(html), "text")]
    while left:
        one, place = left.pop()
        if isinstance(one, str):
            pieces[place].append(one)
            continue
        name = str(one.tag).removeprefix(_HTML)
        if name in _UNSEEN or callable(one.tag) or is_hidden(one):  # A comment's tag is a function.
            continue
        if name == "li" and "fn-" in (one.get("id") or ""):
            place = "notes"
        elif name == "pre":
            place = "code"
        address = one.get("href") if name == "a" else None
        if address and "".join(one.itertext()).strip():
            links.append(unquote(address))
        inside: list[tuple[str | Element, str]] = [(one.text or "", place)]
        for child in one:
            inside += ((child, place), (child.tail or "", place))
        if name in _BLOCKS:
            inside = [(" ", place), *inside, (" ", place)]
        left += reversed(inside)
    text, code, notes = ("".join(pieces[place]) for place in ("text", "code", "notes"))
    return Shown(text, code, notes, links)


def is_hidden(element: Element) -> bool:
    """Whether the element is hidden or styled out of sight."""
    return element.get("hidden") is not None or "display:none" in (element.get("style") or "")
