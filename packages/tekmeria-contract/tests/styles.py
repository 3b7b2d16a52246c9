"""The styles in which hosts cite, each with what is cited by it (contract.md §5, facts of the field)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

QUOTES = (
    *("reduced the risk of death", "was 0.74 (95% CI, 0.65 to 0.85)", "lower in women; higher in men"),
    *("no benefit [in men] was seen", "fewer admissions, more falls", "the patients' own risk fell"),
)
PAIRS = ('"{}"', "“{}”", "«{}»", "„{}“", "『{}』")


class Dealer(Protocol):
    """Who deals the handles of an answer, and its chances."""

    random: random.Random

    def handle(self, scheme: str = "") -> str:
        """A handle, of ``scheme`` if one is named."""
        ...


@dataclass
class Styled:
    """A citation mark as written, and what is cited by it: handle, quotation, state."""

    text: str
    cites: list[tuple[str | None, str | None, str]]


def _plain(form: str, mend: Callable[[str], str] = str) -> Callable[[Dealer], Styled]:
    """A style of one handle: ``form`` with the handle, changed by ``mend``, in the place of ``{}``."""

    def write(dealer: Dealer) -> Styled:
        handle = dealer.handle()
        return Styled(form.replace("{}", mend(handle)), [(handle, None, "ok")])

    return write


def _several(form: str, joint: str) -> Callable[[Dealer], Styled]:
    def write(dealer: Dealer) -> Styled:
        handles = [dealer.handle() for _ in range(dealer.random.randint(2, 3))]
        return Styled(form.replace("{}", joint.join(handles)), [(handle, None, "ok") for handle in handles])

    return write


def _quoted(form: str, times: int = 1) -> Callable[[Dealer], Styled]:
    def write(dealer: Dealer) -> Styled:
        handle, quotes = dealer.handle(), dealer.random.sample(QUOTES, times)
        text = form.replace("{}", handle)
        for quote in quotes:
            text = text.replace("Q", dealer.random.choice(PAIRS).format(quote), 1)
        return Styled(text, [(handle, quote, "ok") for quote in quotes])

    return write


def _broken(
    form: str, change: Callable[[str], str], reason: str, named: bool = True
) -> Callable[[Dealer], Styled]:
    """A malformed citation; the handle that it names, if ``named``, is as it was changed."""

    def write(dealer: Dealer) -> Styled:
        changed = change(dealer.handle("pmid"))
        return Styled(form.replace("{}", changed), [(changed if named else None, None, reason)])

    return write


def _percent(handle: str) -> str:
    return handle.replace(":", "%3A").replace("/", "%2F")


def _upper(handle: str) -> str:
    scheme, _, rest = handle.partition(":")
    body, _, code = rest.rpartition("~")
    return f"{scheme.upper()}:{body}~{code.upper()}"


def _bodied(handle: str) -> str:
    return handle.rpartition("~")[0]


Style = Callable[[Dealer], Styled]
"""Writes one citation mark."""

BRACKETED: tuple[Style, ...] = (
    *map(
        _plain,
        (
            "[{}]",
            "[ {} ]",
            "([{}])",
            "({})",
            "`{}`",
            "[`{}`]",
            "`[{}]`",
            "**[{}]**",
            "*({})*",
            "<{}>",
            "{{}}",
        ),
    ),
    *map(
        _plain,
        ("[[{}]]", "［{}］", "（{}）", "【{}】", "〔{}〕", "\\[{}\\]", "&#91;{}&#93;", "&lbrack;{}&rbrack;"),
    ),
    *map(_plain, ("[see {}]", "(cf. {})", "[source: {}]", "<sup>[{}]</sup>", "\\cite{{}}", "[^{}]", "^[{}]")),
    *map(
        _plain, ("[PubMed](evidence://{})", "([source](evidence://passage/{}))", "<evidence://{}>", "[1]({})")
    ),
    *(_plain("([PubMed](evidence://{}))", _percent), _plain("[{}](https://example.org/x)")),
    *(
        _plain("[{}]", _upper),
        _plain("[{}]", lambda h: h.replace(":", ": ", 1)),
        _plain("[{}]", lambda h: h.replace("/", "/\n")),
    ),
    *(_plain("[{}]", lambda h, t=t: h.replace("~", t)) for t in ("∼", "～", "˜", "\\~", "&#126;", "%7E", "")),
    _plain("[{}]", lambda h: h.replace("/", "/\u200b")),
    *(_several("[{}]", joint) for joint in (", ", "; ", " and ", " & ", " ", " | ", "\n")),
    *(_several("[{}]", joint) for joint in ("][", "], [", "] [")),
    *(_several("({})", joint) for joint in ("; ", "; cf. ", ", see also ")),
    _several("([{}])", "], ["),
    *map(_quoted, ("[{} Q]", "[{}: Q]", "[{} — Q]", "[{}, Q]", "[Q {}]", "[Q: {}]", "({} Q)", "[`{}` Q]")),
    *(_quoted("[{} Q Q]", 2), _quoted("[{}: Q; Q]", 2)),
    *(_broken("[{}]", _bodied, "no_code"), _broken("[{}]", lambda h: h[:-1], "code_length")),
    *(
        _broken("[{}]", lambda h: h + "x", "code_length"),
        _broken("[{}]", lambda h: h[:-1] + "o", "code_character"),
    ),
    *(
        _broken("[{}]", lambda h: "р" + h[1:], "not_ascii", named=False),
        _broken("[{}]", lambda h: h.partition("/")[0], "no_path"),
    ),
)
"""Styles that end with a mark of their own."""

OPEN: tuple[Style, ...] = (
    *map(_plain, ("{}", "evidence://{}", "[{}", "[{})", "{}]", "【{}]", "[trial]({}]")),
)
"""Bare handles and wrong closers: they end with the handle, or with a bracket that does not fit."""
