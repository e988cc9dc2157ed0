"""A director who prints the ranking, looks at the board, and has all score sheets made now and then."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.load.talking import LOST, Line, ask_again

PAUSE = 20.0
RUNS = 120.0
"""Seconds between two runs of all score sheets."""

MET = 8
"""Connections, one after another, by which each process of a site is met: all but surely."""

AT_ONCE = 4 * 8
"""Connections at once by which each thread of two processes is met, eight in each."""

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
FIELD = re.compile(rb'<input type="hidden" name="(\w+)" value="([^"]*)"')


@dataclass(slots=True)
class Printed:
    """What the director met with."""

    files: int = 0
    runs: int = 0
    slowest: float = 0.0
    pages: list[float] = field(default_factory=list)
    """Seconds that each page of the office took while the hall plays."""

    lost: int = 0
    wrong: list[str] = field(default_factory=list)


async def print_before(slug: str, session: str, port: int, printed: Printed) -> None:
    """Ask each process, and each of its threads, for what the director asks for: what one takes first is no growth."""
    cookie = {"Cookie": f"sessionid={session}", "Accept-Encoding": "identity"}
    standings, *pages = _looked_at(slug)
    await asyncio.gather(*(_meet(Line(port), pages * 2, cookie, printed) for _ in range(AT_ONCE)))
    for _ in range(MET):
        await _meet(Line(port), [standings], cookie, printed)


async def _meet(line: Line, paths: list[str], cookie: dict[str, str], printed: Printed) -> None:
    for path in paths:
        await _fetch(line, path, cookie, printed)
    line.close()


async def print_now_and_then(slug: str, session: str, port: int, printed: Printed, until: float) -> None:
    """Work at the office until the time is over."""
    office, line = f"/t/{slug}/office/", Line(port)
    cookie = {"Cookie": f"sessionid={session}", "Accept-Encoding": "identity"}
    last_run = 0.0
    while time.monotonic() < until:
        for path in _looked_at(slug):
            asked = time.monotonic()
            await _fetch(line, path, cookie, printed)
            if path.startswith(office):
                printed.pages.append(time.monotonic() - asked)
        if time.monotonic() - last_run > RUNS:
            last_run = time.monotonic()
            await _run(line, f"{office}print/?kind=sheets", cookie, printed)
        await asyncio.sleep(min(PAUSE, max(0.0, until - time.monotonic())))
    line.close()


def _looked_at(slug: str) -> list[str]:
    office = f"/t/{slug}/office/"
    return [f"/t/{slug}/standings.pdf", f"{office}series/1/", office]


async def _fetch(line: Line, path: str, headers: dict[str, str], printed: Printed) -> bytes:
    asked = time.monotonic()
    try:
        answer = await ask_again(lambda query: line.ask("GET", path + query, headers))
    except LOST:
        answer = None
    if answer is None:
        printed.lost += 1
        return b""
    printed.slowest = max(printed.slowest, time.monotonic() - asked)
    if answer.status == 200:
        printed.files += 1
    elif answer.status in (502, 503, 504):
        printed.lost += 1
    else:
        printed.wrong.append(f"{answer.status} {path}")
    return answer.body


async def _run(line: Line, path: str, headers: dict[str, str], printed: Printed) -> None:
    page = await _fetch(line, path, headers, printed)
    token = TOKEN.search(page)
    if not token:
        return
    fields = {
        "csrfmiddlewaretoken": token[1],
        "kind": b"sheets",
        "series": b"1",
        "fill": b"entered",
        "language": b"de",
        "format": b"pdf",
        **dict(FIELD.findall(page)),
    }
    cookie = {**headers, "Cookie": f"{headers['Cookie']}; csrftoken={token[1].decode()}"}
    told = {**cookie, "Content-Type": "application/x-www-form-urlencoded"}
    try:
        answer = await line.ask("POST", path, told, urlencode(fields).encode())
    except LOST:
        printed.lost += 1
        return
    if answer.status in (302, 303):
        printed.runs += 1
    else:
        printed.wrong.append(f"print run {answer.status}")
