"""What phones at the tables send is answered by a process of its own, beside each that answers pages.

Whoever enters a deal keeps all others from writing until it is stored, and asks the database some twenty times
meanwhile. Where pages are drawn it would wait each time until whoever draws lets it go on, and the processors would be
shared between the two. Here nothing else computes, and whoever draws steps back.

Until it is there, and where it has ended, the process beside it answers.
"""

import asyncio
import json
import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from struct import Struct
from typing import IO, Any, Final

from skatturnier.machine import processes
from skatturnier.serving import WORKERS

log = logging.getLogger("skatturnier")

IS_WANTED: Final = WORKERS > 0 and sys.platform != "win32"
"""Whether there is one: not on a laptop whose site is a single process."""

PROCESS: Final = "skatturnier.serving.lane_process"
"""What it runs."""

LENGTHS: Final = Struct(">III")
"""What stands before each question and each answer: its number, and the bytes of its head, in JSON, and of its body."""

PAUSE: Final = 10.0
"""Seconds until it is begun again where it ended before it took a question."""

Answer = tuple[int, list[tuple[str, str]], bytes, None]


class LaneEnded(Exception):
    """What answers phones ended before it had answered; nobody knows whether the act is stored."""


class Lane:
    """That process, as seen from the one beside it, in whose loop all of this is called."""

    def __init__(self) -> None:
        self.starter = ThreadPoolExecutor(1, thread_name_prefix="lane")
        # A thread keeps the priority of the moment it began in, and so does what it starts.
        self.starter.submit(threading.get_ident)
        self.numbers = count()
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.questions: asyncio.WriteTransport | None = None
        """Where they are written, once it is there."""

        self.running: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin it, and begin it again whenever it has ended."""
        self.running = asyncio.create_task(self._run())

    def shut(self) -> None:
        """Let it end once it has answered: it finds that nobody asks it any more."""
        if self.running:
            self.running.cancel()

    @property
    def is_open(self) -> bool:
        """Whether it takes questions."""
        return self.questions is not None

    async def answer(self, environ: dict[str, Any], body: IO[bytes]) -> Answer:
        """Return what it answers. Raise LaneEnded."""
        if self.questions is None:
            raise LaneEnded
        number = next(self.numbers) % 2**32
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        # What is no text is the same in every process.
        asked = {name: value for name, value in environ.items() if isinstance(value, str)}
        self.questions.write(packed(number, asked, body.read()))
        try:
            return await future
        finally:
            self.waiting.pop(number, None)

    async def _run(self) -> None:
        while True:
            try:
                await self._run_once()
            except (OSError, EOFError, ValueError) as error:
                log.warning("What answers the phones has ended. It is started anew. (%s)", type(error).__name__)
            if not self.is_open:
                await asyncio.sleep(PAUSE)
            self.questions = None

    async def _run_once(self) -> None:
        """Hear its answers until it ends.

        :raises EOFError: when it has ended; ValueError if it says nonsense, OSError if it cannot begin.
        """
        loop = asyncio.get_running_loop()
        process = await loop.run_in_executor(self.starter, processes.start_to_ask, PROCESS)
        answers = asyncio.StreamReader()
        hearing, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(answers), process.stdout)
        asking, _protocol = await loop.connect_write_pipe(asyncio.Protocol, process.stdin)
        try:
            await self._heard(answers)
            self.questions = asking
            while True:
                await self._heard(answers)
        except ValueError:
            process.kill()
            raise
        finally:
            asking.close()
            hearing.close()
            self.starter.submit(process.wait)
            for future in self.waiting.values():
                if not future.done():
                    future.set_exception(LaneEnded())

    async def _heard(self, answers: asyncio.StreamReader) -> None:
        """Hand the next answer to whoever waits for it. Raise EOFError when there is none any more."""
        number, head, body = LENGTHS.unpack(await answers.readexactly(LENGTHS.size))
        status, headers = json.loads(await answers.readexactly(head))
        content = await answers.readexactly(body)
        if (future := self.waiting.get(number)) and not future.done():
            future.set_result((status, [(name, value) for name, value in headers], content, None))


def packed(number: int, head: object, body: bytes) -> bytes:
    """Return a question, or an answer, as it goes over the pipe."""
    said = json.dumps(head).encode()
    return LENGTHS.pack(number, len(said), len(body)) + said + body
