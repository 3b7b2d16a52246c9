"""What the categories share that write their answers themselves."""

from __future__ import annotations

from tekmeria_eval.case import Case, Planted, Sentence
from tekmeria_eval.literature import Issued
from tekmeria_eval.ring import Ring, key
from tekmeria_eval.writing import Draft

OTHER = Ring((key("elsewhere"),))


def forged_of(issued: Issued) -> Planted:
    """The handle that another installation would give the passage."""
    handle = OTHER.handle(issued.handle.partition("~")[0])
    return Planted(handle, verdict="forged", reason="code_mismatch", checked_against=None)


def drafted(verdict: str, draft: Draft, style: str, **named: tuple[str, ...]) -> Case:
    """A case that is audited in one text only."""
    written = draft.done(style, marks=named.get("marks", ()))
    cited = tuple(site.planted for site in written.citations)
    return Case((Sentence("", cited),), verdict, styles=("none",), claims=False, own=(written,))
