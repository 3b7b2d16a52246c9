"""Plans are sent at each host's pace, tried again where that may help, and equal ones once (sources.md)."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from contextlib import closing

import anyio
import pytest

from tekmeria_sources.errors import (
    BodyError,
    HttpStatusError,
    RateLimitedError,
    UnreachableError,
    UpstreamError,
)
from tekmeria_sources.plan import Plan
from tekmeria_sources.sending import ATTEMPTS, Sending
from tekmeria_sources.sqlite_store import MEMORY, SqliteStore

pytestmark = pytest.mark.anyio


def plan(number: int = 0) -> Plan:
    return Plan("pubmed", "a.example", f"/{number}", (("id", "1"),), "text/xml")


class Scripted:
    """A sender that answers what the script says, an error of it by raising it."""

    def __init__(
        self, *script: bytes | UpstreamError, before: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self.script = list(script)
        self.sent: list[Plan] = []
        self._before = before

    def prepare(self) -> None:
        """There is nothing to make."""

    async def send(self, plan: Plan) -> bytes:
        self.sent.append(plan)
        if self._before is not None:
            await self._before()
        answer = self.script.pop(0)
        if isinstance(answer, UpstreamError):
            raise answer
        return answer

    async def close(self) -> None:
        """There is nothing to release."""


class Own:
    """Turns that are noted and cost no time."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, int]] = []

    async def turn(self, host: str, most: int) -> float:
        self.taken.append((host, most))
        return 0.0


LIMITED = RateLimitedError("fewer", source="pubmed", retry_after=0.0)
PASSING = [
    LIMITED,
    HttpStatusError(503, source="pubmed"),
    UnreachableError("reset", source="pubmed", code="truncated", retryable=True),
]
LASTING = [HttpStatusError(404, source="pubmed"), BodyError("not XML", source="pubmed")]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tekmeria_sources.sending.FIRST_WAIT_S", 0.0)


@pytest.mark.parametrize("error", PASSING, ids=lambda error: error.code)
async def test_what_may_pass_is_tried_again(error: UpstreamError) -> None:
    sender = Scripted(error, b"body")
    assert await Sending(sender, Own(), {}).send(plan()) == b"body"
    assert len(sender.sent) == 2


@pytest.mark.parametrize("error", PASSING, ids=lambda error: error.code)
async def test_what_does_not_pass_is_the_error_in_the_end(error: UpstreamError) -> None:
    sender = Scripted(*[error] * ATTEMPTS)
    with pytest.raises(UpstreamError) as raised:
        await Sending(sender, Own(), {}).send(plan())
    assert raised.value is error
    assert sender.script == []


@pytest.mark.parametrize("error", LASTING, ids=lambda error: error.code)
async def test_what_will_not_pass_is_not_tried_again(error: UpstreamError) -> None:
    sender = Scripted(error, b"body")
    with pytest.raises(UpstreamError):
        await Sending(sender, Own(), {}).send(plan())
    assert len(sender.sent) == 1


async def test_no_attempt_is_waited_for_beyond_the_deadline() -> None:
    sender = Scripted(RateLimitedError("fewer", source="pubmed", retry_after=math.inf), b"body")
    with anyio.fail_after(30), pytest.raises(RateLimitedError):
        await Sending(sender, Own(), {}).send(plan())


async def test_every_attempt_takes_a_turn_at_its_host() -> None:
    turns = Own()
    await Sending(Scripted(LIMITED, b"body"), turns, {"a.example": 3}).send(plan())
    assert turns.taken == [("a.example", 3)] * 2


@pytest.mark.beside("a turn is taken for the instant of sending")
async def test_nothing_is_made_between_a_turn_and_its_request() -> None:
    order = list[str]()

    class Slow(Scripted):
        def prepare(self) -> None:
            order.append("made")

        async def send(self, plan: Plan) -> bytes:
            order.append("sent")
            return await super().send(plan)

    class Taken(Own):
        async def turn(self, host: str, most: int) -> float:
            order.append("turn")
            return await super().turn(host, most)

    await Sending(Slow(b"body"), Taken(), {"a.example": 3}).send(plan())
    assert order == ["made", "turn", "sent"]


async def test_turns_are_waited_for() -> None:
    with closing(SqliteStore(MEMORY)) as store:
        clock, starts = iter([1000.0, 1000.0, 1000.0]), list[float]()

        class Shared:
            async def turn(self, host: str, most: int) -> float:
                return store.turn(host, most, next(clock)) / 100

        async def note() -> None:
            starts.append(anyio.current_time())

        sending = Sending(Scripted(b"1", b"2", b"3", before=note), Shared(), {"a.example": 2})
        for number in range(3):
            await sending.send(plan(number))
        assert starts[2] - starts[0] >= 0.0099


async def test_equal_requests_at_once_are_one_and_others_their_own() -> None:
    free = anyio.Event()
    sender = Scripted(b"one", b"other", before=free.wait)
    sending, answers = Sending(sender, Own(), {}), list[bytes]()

    async def ask(number: int) -> None:
        answers.append(await sending.send(plan(number)))

    async with anyio.create_task_group() as tasks:
        for _ in range(50):
            tasks.start_soon(ask, 1)
        tasks.start_soon(ask, 2)
        await anyio.wait_all_tasks_blocked()
        free.set()
    assert len(sender.sent) == 2
    assert answers.count(b"one") == 50


async def test_an_error_is_everybodys_who_waited_and_nobodys_who_comes_later() -> None:
    free = anyio.Event()
    sending = Sending(Scripted(LASTING[0], b"body", before=free.wait), Own(), {})
    errors: list[UpstreamError] = []

    async def ask() -> None:
        try:
            await sending.send(plan())
        except UpstreamError as error:
            errors.append(error)

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        free.set()
    assert len(errors) == 5
    assert await sending.send(plan()) == b"body"


async def test_a_cancelled_call_leaves_the_request_to_the_next_who_waits() -> None:
    free = anyio.Event()
    sender = Scripted(b"body", before=free.wait)
    sending, answers = Sending(sender, Own(), {}), list[bytes]()

    async def ask() -> None:
        answers.append(await sending.send(plan()))

    async with anyio.create_task_group() as tasks, anyio.create_task_group() as first:
        first.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        tasks.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        first.cancel_scope.cancel()
        free.set()
    assert answers == [b"body"]
    assert len(sender.sent) == 2
