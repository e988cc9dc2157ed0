"""What a thousand open pages ask at the same time is asked of the site once, and none of them waits in a thread."""

import asyncio
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from skatturnier.watching import counters
from skatturnier.watching.logs import NOTHING_NEW, SOMETHING_NEW

EVENT: Final = re.compile(r"/t/([-\w]+)/(?!office/)")
"""The address of what everybody may see of an event; pages of its office know states of their own."""

FOR_EVERYBODY: Final = "skatturnier.for_everybody"
"""The name, in the environment of a request, of what the site sets where its answer is the same for all who ask it."""

HOLDS: Final = 0.1
"""Seconds an answer holds for whoever asks the same: no page is told a state so much later."""

MOST: Final = 200
"""Answers that are remembered, of a hundred kilobytes each at most."""

DEPENDS_ON: Final = frozenset(
    {
        "host",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-seen",
        "accept-language",
        "accept-encoding",
        "if-none-match",
    }
)
"""What the answer to an open page depends on besides its address. Its cookies are none of that but for the language."""

TELLING: Final = frozenset({"hx-request", "cookie", "content-length", "transfer-encoding"})
"""What else is read of its head: whether an open page asks, in which language, and that it brings nothing."""

Key = tuple[str, ...]
Answer = tuple[int, list[tuple[str, str]], bytes, Any]


@dataclass(frozen=True, slots=True)
class Remembered:
    """An answer that is the same for everybody who asks this."""

    answer: Answer
    until: float
    """When it holds no longer, on the clock that only goes forward."""


class OpenPages:
    """What the pages that are open now ask of one process."""

    def __init__(self) -> None:
        self.remembered: OrderedDict[Key, Remembered] = OrderedDict()
        self.asked: dict[Key, asyncio.Future[Answer | None]] = {}

    def at_hand(self, key: Key) -> Answer | None:
        """Return an answer that still holds: most who ask get theirs so, before anything else is made of a request."""
        begun = time.perf_counter()
        remembered = self.remembered.get(key)
        if remembered and remembered.until > time.monotonic():
            return _counted(remembered.answer, begun)
        return None

    async def answer(self, key: Key | None, environ: dict[str, Any], ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what the site answers, ``ask`` being how to hear it; others who ask the same hear it with this one."""
        if key is None:
            return await ask()
        if key in self.asked:
            begun = time.perf_counter()
            shared = await asyncio.shield(self.asked[key])
            return _counted(shared, begun) if shared else await ask()
        return await self._first(key, environ, ask)

    async def _first(self, key: Key, environ: dict[str, Any], ask: Callable[[], Awaitable[Answer]]) -> Answer:
        future = self.asked[key] = asyncio.get_running_loop().create_future()
        shared = None
        for_everybody = environ[FOR_EVERYBODY] = threading.Event()
        try:
            answer = await ask()
            if for_everybody.is_set() and answer[3] is None:
                shared = answer
                self.remembered[key] = Remembered(answer, time.monotonic() + HOLDS)
                self.remembered.move_to_end(key)
                if len(self.remembered) > MOST:
                    self.remembered.popitem(last=False)
        finally:
            # Whoever waits with an answer that failed, or is for one person alone, asks for themselves.
            del self.asked[key]
            future.set_result(shared)
        return answer


def key_of(scope: Any) -> Key | None:
    """Return what an open page asks, as the web server tells it; None for any other request."""
    if scope.method != "GET" or not EVENT.match(scope.path):
        return None
    told: dict[str, str] = {}
    for name, value in scope.headers.items():
        if name in DEPENDS_ON or name in TELLING:
            told[name] = f"{told[name]}; {value}" if name in told else value
    if "hx-request" not in told or "content-length" in told or "transfer-encoding" in told:
        return None
    asked = (scope.scheme, scope.path, scope.query_string, _language(told.get("cookie", "")))
    return (*asked, *(told.get(name, "") for name in DEPENDS_ON))


def _language(cookies: str) -> str:
    begins = f"{settings.LANGUAGE_COOKIE_NAME}="
    return next((pair for pair in map(str.strip, cookies.split(";")) if pair.startswith(begins)), "")


def _counted(answer: Answer, begun: float) -> Answer:
    route = NOTHING_NEW if answer[0] == 204 else SOMETHING_NEW
    counters.count(method="GET", route=route, status=answer[0], seconds=time.perf_counter() - begun)
    return answer
