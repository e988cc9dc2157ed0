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

HEADERS: Final = (
    "HTTP_HOST",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_SEEN",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
)
"""What the answer to an open page depends on besides its address. Its cookies are none of that but for the language."""

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

    async def answer(self, environ: dict[str, Any], ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what the site answers, ``ask`` being how to hear it; others who ask the same hear it with this one."""
        key = key_of(environ)
        if key is None:
            return await ask()
        begun = time.perf_counter()
        remembered = self.remembered.get(key)
        if remembered and remembered.until > time.monotonic():
            return _counted(remembered.answer, begun)
        if key in self.asked:
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


def key_of(environ: dict[str, Any]) -> Key | None:
    """Return what an open page asks; None for any other request."""
    if environ["REQUEST_METHOD"] != "GET" or "HTTP_HX_REQUEST" not in environ or not EVENT.match(environ["PATH_INFO"]):
        return None
    asked = (environ["wsgi.url_scheme"], environ["PATH_INFO"], environ["QUERY_STRING"], _language(environ))
    return (*asked, *(environ.get(name, "") for name in HEADERS))


def _language(environ: dict[str, Any]) -> str:
    begins = f"{settings.LANGUAGE_COOKIE_NAME}="
    pairs = (pair.strip() for pair in environ.get("HTTP_COOKIE", "").split(";"))
    return next((pair for pair in pairs if pair.startswith(begins)), "")


def _counted(answer: Answer, begun: float) -> Answer:
    route = NOTHING_NEW if answer[0] == 204 else SOMETHING_NEW
    counters.count(method="GET", route=route, status=answer[0], seconds=time.perf_counter() - begun)
    return answer
