"""Mark-up on which renderers disagree, so that nobody can say what a reader sees (contract.md §3: in doubt, visible).

Elements whose content is not mark-up, declarations, processing instructions and CDATA sections are escaped by some
renderers, taken for comments by browsers, and swallow what follows in others; so does a tag that is not closed, and
an element that is struck out or styled out of sight and goes on beyond its block. From the block that holds one on,
all is :data:`~tekmeria_contract.block.DOUBTFUL`: read as written, visible, and citations in it support nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tekmeria_contract.answer import Span
from tekmeria_contract.block import DOUBTFUL, HTML, Block
from tekmeria_contract.comments import CommentReader
from tekmeria_contract.tags import Veil, read_tag

_SWALLOWING = re.compile(
    r"<(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?=[\s/>]|\Z)|<![A-Za-z]|<!\[CDATA\[",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9\-]*+"
    r"(?:\s++[^\s\"'>/=]++(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
_TAG_START = re.compile(r"</?[A-Za-z]")
_ODDITIES = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ufeff"
_ODD = re.compile(f"[{_ODDITIES}]")
_QUOTED = "\"[^\"]*+\"|'[^']*+'"
_ODD_INSIDE = re.compile(
    rf"(?:<[A-Za-z/!?](?:[^<>\"'{_ODDITIES}]|{_QUOTED})*+|\]\((?:[^\])\"'{_ODDITIES}]|{_QUOTED})*+)[{_ODDITIES}]"
)
_ODD_DELIMITERS = re.compile(rf"\n(?=[ \t|:]*+-)[ \t|:\-]*+[{_ODDITIES}]")
_CODE = re.compile(r"`[^`]*+`")
_BOGUS = re.compile(r"<!(?!--)|</(?![A-Za-z])|<\?")


def doubt(text: str, blocks: Sequence[Block]) -> None:
    """Mark the blocks of ``text``, in order, of which nobody can say what a reader sees."""
    doubtful = False
    for block in blocks:
        html = block.markup in (HTML, DOUBTFUL)
        doubtful = doubtful or (block.kind != "code" and swallows(text, block.spans, html))
        if doubtful or (block.kind != "code" and odd(text, block.spans)):
            _mark(block)
    for block in blocks if doubtful else ():
        # Footnotes are shown at the end, behind everything.
        if block.container.footnote is not None:
            _mark(block)


def _mark(block: Block) -> None:
    block.markup = DOUBTFUL
    block.kind = "paragraph" if block.kind == "code" else block.kind


def odd(text: str, spans: Sequence[Span]) -> bool:
    """Whether a tag, a link's target, a definition or a table's delimiters hold what only some take for space."""
    if not spans or _ODD.search(text, spans[0][0], spans[-1][1]) is None:
        return False
    content = "\n".join(text[start:end] for start, end in spans)
    if content.startswith("[") and "]:" in content and _ODD.search(content) is not None:
        return True
    return _ODD_INSIDE.search(content) is not None or _ODD_DELIMITERS.search(content) is not None


def swallows(text: str, spans: Iterable[Span], html: bool) -> bool:
    """Whether the block that stands at ``spans`` of ``text`` makes what follows doubtful."""
    content = "\n".join(text[start:end] for start, end in spans)
    if "<" not in content:
        return False
    if _SWALLOWING.search(content) is not None:
        return True
    if html:
        return _BOGUS.search(content) is not None or _unclosed(content) or _veiled(content)
    instruction = content.find("<?")
    if instruction >= 0 and content.find(">", instruction) >= 0:
        return True
    return _veiled(_CODE.sub("``", content))


def _unclosed(content: str) -> bool:
    """Whether a tag or comment of an HTML block is not closed inside it."""
    comments = CommentReader(content, html=True)
    at = 0
    while (at := content.find("<!--", at)) >= 0:
        comment = comments.read(at)
        if comment is None:
            return True
        at = comment.end
    at = 0
    while (begin := _TAG_START.search(content, at)) is not None:
        tag = _TAG.match(content, begin.start())
        if tag is None:
            return True
        at = tag.end()
    return False


def _veiled(content: str) -> bool:
    """Whether an element that is not shown, or shown struck out, goes on beyond the block."""
    veil = Veil()
    for begin in _TAG_START.finditer(content):
        tag = read_tag(content, begin.start())
        if tag is not None:
            veil.pass_tag(tag, begin.start())
    return veil.open
