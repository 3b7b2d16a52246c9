"""Handles where a reader of the rendered answer sees none (contract.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tekmeria_eval.case import Case, Planted
from tekmeria_eval.categories.drafts import drafted, forged_of
from tekmeria_eval.material import Material, Planter, genuine
from tekmeria_eval.writing import Draft


def _hidden(name: str, doc: str, write: Callable[[Draft, Planted], Draft]) -> Planter:
    """A handle where a reader sees none: a forged one fails the answer, a genuine one supports nothing."""

    def plant(material: Material) -> Iterator[Case]:
        for issued in material.round(material.literature.unflagged):
            forged = material.random.random() < 0.5
            planted = forged_of(issued) if forged else genuine(issued)
            planted = replace(planted, notes=("inside_code",))
            draft = Draft().sentence(material.prose()).add("\n\n")
            draft = write(draft, planted).add("\n\n").sentence(material.prose())
            yield drafted("fail" if forged else "warn", draft, name)

    plant.__name__ = name
    plant.__doc__ = doc
    return plant


def _in_fence(draft: Draft, planted: Planted) -> Draft:
    return draft.add("```python\nprint(").cite(planted, None, hidden=True).add(")\n```")


def _in_comment(draft: Draft, planted: Planted) -> Draft:
    return draft.add("<!-- ").cite(planted, None, hidden=True).add(" -->")


def _struck_out(draft: Draft, planted: Planted) -> Draft:
    return draft.add("~~This was said before ").cite(planted, None, hidden=True).add(".~~")


def hidden_in_quote(material: Material) -> Iterator[Case]:
    """A quote that is never closed spoils its citation and hides nothing of what follows."""
    for issued in material.round(material.literature.unflagged):
        broken = Planted(
            issued.handle,
            verdict="malformed",
            reason="unclosed_quote",
            checked_against=None,
            broken="unclosed_quote",
        )
        first, second = material.proses(2)
        draft = Draft().add(first[:-1] + " ")
        draft.placed.append(
            replace(Draft().sentence(first).placed[0], text=None, status="invalid_only", span=(0, 1))
        )
        draft.cite(broken, 0, ("[", ' "as the authors say. '))
        draft.sentence(second, forged_of(issued), known=False)
        yield drafted("fail", draft, "unclosed")


PLANTERS = (
    _hidden("hidden_in_code", "A handle in fenced code.", _in_fence),
    _hidden("hidden_in_comment", "A handle in an HTML comment.", _in_comment),
    _hidden("hidden_by_strike", "A handle in struck-out text.", _struck_out),
    hidden_in_quote,
)
