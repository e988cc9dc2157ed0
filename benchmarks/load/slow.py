"""Visitors who hold on to the site: silent connections, halves of requests, and papers asked for all at once.

Browsers open connections ahead of time and say nothing; a phone at the edge of the Wi-Fi sends half of what it has to
say. None of it may keep others waiting.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from benchmarks.load.tables import Phone
from benchmarks.load.talking import LOST, Answer, Line, ask_again

SILENT, HALF_HEADS, SLOW_BODIES, PAPERS = 250, 60, 40, 24

WHILE = 20.0
"""Seconds that they hold on; papers are asked for in the middle."""

PAUSE = 0.25
"""Seconds between two questions of those who are to be answered."""


@dataclass(slots=True)
class Held:
    """How long others waited meanwhile, in seconds."""

    health: list[float] = field(default_factory=list)
    entry: list[float] = field(default_factory=list)
    papers: list[float] = field(default_factory=list)
    """What the papers took that were asked for at once."""

    quiet: float = 0.0
    """The longest anybody waited before the papers were asked for."""

    wrong: list[str] = field(default_factory=list)

    @property
    def figure(self) -> str:
        """Return what was measured, in words."""
        papers = f"slowest paper {max(self.papers):.1f} s" if self.papers else "no paper"
        return (
            f"{SILENT} silent, {HALF_HEADS} half heads, {SLOW_BODIES} slow bodies: others wait {self.quiet:.2f} s at "
            f"worst; with {len(self.papers)} PDFs at once /health/ {max(self.health):.2f} s, "
            f"an entry {max(self.entry):.2f} s, {papers}, wrong answers {len(self.wrong)}"
        )


async def hold_on(slug: str, phone: Phone, port: int) -> Held:
    """Hold on to the site, and measure how long others wait."""
    held, until = Held(), time.monotonic() + WHILE
    head = b"GET /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept"
    form = b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n"
    holding = [
        *(_hold(b"", b"", port) for _ in range(SILENT)),
        *(_hold(head, b"-", port) for _ in range(HALF_HEADS)),
        *(_hold(form, b"x", port) for _ in range(SLOW_BODIES)),
    ]
    slow = [asyncio.create_task(one) for one in holding]
    # All of them are there before anybody measures.
    await asyncio.sleep(1)
    papers = [_paper(slug, port, held, WHILE / 2) for _ in range(PAPERS)]
    health = _often(lambda: _healthy(port, held), held.health, until)
    entry = _often(phone.enter, held.entry, until)
    await asyncio.gather(health, entry, *papers)
    for one in slow:
        one.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    held.wrong += [*phone.entered.wrong, *("no answer to an entry" for _ in phone.entered.late)]
    return held


async def _hold(first: bytes, then: bytes, port: int) -> None:
    """Hold a connection, and send a little again and again; opened anew when the site has had enough."""
    while True:
        with contextlib.suppress(OSError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(first)
                while not writer.is_closing():
                    await asyncio.sleep(1)
                    writer.write(then)
                    await writer.drain()
            finally:
                writer.close()
        await asyncio.sleep(PAUSE)


async def _often(ask: Callable[[], Awaitable[object]], waits: list[float], until: float) -> None:
    while time.monotonic() < until:
        asked = time.monotonic()
        await ask()
        waits.append(time.monotonic() - asked)
        await asyncio.sleep(PAUSE)


async def _healthy(port: int, held: Held) -> None:
    _judge(await _get("/health/", port), "/health/", held)


async def _paper(slug: str, port: int, held: Held, pause: float) -> None:
    await asyncio.sleep(pause)
    held.quiet = max([held.quiet, *held.health, *held.entry]) if not held.papers else held.quiet
    path, asked = f"/t/{slug}/standings.pdf", time.monotonic()
    answer = await ask_again(lambda query: _get(path + query, port))
    if _judge(answer, path, held):
        held.papers.append(time.monotonic() - asked)


async def _get(path: str, port: int) -> Answer | None:
    """Ask over a connection of its own, as somebody new does; None where no answer comes."""
    line = Line(port)
    try:
        return await line.ask("GET", path, {"Connection": "close"})
    except LOST:
        return None
    finally:
        line.close()


def _judge(answer: Answer | None, path: str, held: Held) -> bool:
    """Return whether an answer is what was asked for; what else it is, is kept."""
    is_right = answer is not None and answer.status == 200
    if not is_right:
        held.wrong.append(f"{answer.status if answer else 'no answer'} {path}")
    return is_right
