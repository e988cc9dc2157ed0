"""A thousand who have the standings open, and ask as ``live.js`` does."""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

from benchmarks.load.talking import LOST, Line

SPECTATORS = 1000
EVERY = 2.0


@dataclass(slots=True)
class Watched:
    """What they met with."""

    waits: list[float] = field(default_factory=list)
    changes: int = 0
    bytes: int = 0
    lost: int = 0
    """Questions without an answer, or with 502 to 504: the page says so and asks again."""

    wrong: list[str] = field(default_factory=list)


async def watch(number: int, path: str, port: int, watched: Watched, until: float, *, every: float = EVERY) -> None:
    """Look at the standings until the time is over."""
    chance = Random(number)
    line, state = Line(port), ""
    await asyncio.sleep(chance.uniform(0, 10))
    while time.monotonic() < until:
        told = {"HX-Request": "true", "Accept-Encoding": "gzip", **({"X-Seen": state} if state else {})}
        asked = time.monotonic()
        try:
            answer = await line.ask("GET", path, told)
        except LOST:
            watched.lost += 1
            await asyncio.sleep(every)
            continue
        watched.waits.append(time.monotonic() - asked)
        if answer.status == 200:
            state = answer.headers["x-seen"]
            watched.changes += 1
            watched.bytes += len(answer.body)
        elif answer.status in (502, 503, 504):
            watched.lost += 1
        elif answer.status != 204:
            watched.wrong.append(str(answer.status))
        await asyncio.sleep(every * (0.5 + 0.15 * chance.random()))
    line.close()
