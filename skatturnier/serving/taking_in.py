"""What the web server hands over, as a WSGI application takes it.

Whoever connects and says nothing, says half of it, or takes long to read the answer costs a connection and no thread.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import SEEK_END, BytesIO
from multiprocessing import parent_process
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from django.conf import settings
from granian.rsgi import ProtocolClosed, ProtocolError  # type: ignore[attr-defined]  # its names for the public

from skatturnier.laptop import orders
from skatturnier.machine import processes
from skatturnier.middleware import requests
from skatturnier.serving import ACTS, PACE, PATIENCE, PHONES, THREADS, TURNS
from skatturnier.serving.lane import Lane, LaneEnded
from skatturnier.serving.open_pages import Answer, OpenPages, key_of
from skatturnier.serving.secure import SecureDoor

log = logging.getLogger("skatturnier")

IN_MEMORY: Final = 64_000
"""Bytes of a body kept in memory, more than a phone sends; a larger one lies in a file until it was read."""

BLOCK: Final = 1_000_000
"""Bytes of an answer that are handed over at once: every page; of a longer file one block after the other."""

LOOKS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""How somebody asks who only looks."""

LOOKS_AFTER: Final = 0.5
"""Seconds between two looks whether the server is still there."""

GONE: Final = (ProtocolClosed, ProtocolError)
"""What the web server says of somebody who is not there any more."""

NOTHING: Final = [("Content-Length", "0"), ("Connection", "close")]

Started = tuple[int, list[tuple[str, str]]]


class NotRead(Exception):
    """A body that did not come, or not in its time."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class File:
    """A file that is answered: read in blocks as large as they are handed over."""

    def __init__(self, file: IO[bytes], _size: int = 0) -> None:
        self.file = file

    def __iter__(self) -> Iterator[bytes]:
        while block := self.file.read(BLOCK):
            yield block

    def close(self) -> None:
        self.file.close()


class FrontDoor:
    """One process of the site, as the web server calls it."""

    def __init__(
        self, answer: Callable[..., Iterable[bytes]], *, beside: SecureDoor | None = None, lane: Lane | None = None
    ) -> None:
        self.answer, self.beside, self.lane = answer, beside, lane
        self.phones = ThreadPoolExecutor(PHONES, thread_name_prefix="phone")
        self.acts = ThreadPoolExecutor(ACTS, thread_name_prefix="act")
        self.looks = ThreadPoolExecutor(max(1, THREADS - PHONES - ACTS), thread_name_prefix="look")
        self.open_pages = OpenPages()
        self.lying = 0
        """Bytes of bodies that lie in files now."""

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Open the door beside, and end with the server: what outlived it would go on answering beside the next one."""
        sys.setswitchinterval(TURNS)
        if self.beside:
            self.beside.open(self.__rsgi__, loop)
        # Not who is there now: a server that was killed while this process came up is gone already.
        server = parent_process()
        # Read at the start: where there is none this is never looked at again.
        around, data = settings.LAPTOP, Path(settings.DATA_DIR)

        def look() -> None:
            is_server_gone = server and not (server.pid and processes.is_child_of(server.pid))
            if is_server_gone or (around and orders.must_end(around=around, data=data)):
                processes.end()
            else:
                loop.call_later(LOOKS_AFTER, look)

        look()
        if self.lane:
            loop.call_soon(self.lane.open)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Answer what came in by the door beside, once the first one is shut; nobody asks the lane any more."""
        if self.beside:
            self.beside.shut(loop)
        if self.lane:
            self.lane.shut()

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        key = key_of(scope)
        if key and (at_hand := self.open_pages.at_hand(key)):
            status, headers, content, _nothing_more = at_hand
            protocol.response_bytes(status, headers, content)
            return
        environ = _environ(scope)
        try:
            # Where a body ends is said by its length alone: two ways to say it are one too many.
            if "HTTP_TRANSFER_ENCODING" in environ:
                raise NotRead(411)
            body = await self._body(environ, protocol)
        except NotRead as unread:
            protocol.response_empty(unread.status, NOTHING)
            return
        size = body.seek(0, SEEK_END)
        body.seek(0)
        try:
            status, headers, first, rest = await self.open_pages.answer(
                key, environ, lambda: self._asked(environ, body)
            )
        except Exception:
            log.exception("a request could not be answered")
            protocol.response_empty(500, NOTHING)
            return
        finally:
            body.close()
            self.lying -= _lies(size)
        if rest is None:
            protocol.response_bytes(status, headers, first)
        else:
            await self._hand_over(protocol.response_stream(status, headers), first, rest)

    async def _asked(self, environ: dict[str, Any], body: IO[bytes]) -> Answer:
        """Let the site answer, each kind in its place: whoever looks keeps nobody waiting who does something."""
        if environ["REQUEST_METHOD"] in LOOKS:
            threads = self.looks
        elif "HTTP_X_TABLE_KEY" not in environ:
            threads = self.acts
        else:
            if self.lane and self.lane.is_open:
                with suppress(LaneEnded):
                    return await self.lane.answer(environ, body)
                # What has a key counts once, as when the phone sends it again.
                body.seek(0)
            threads = self.phones
        answer: Answer = await self._in(threads, answered, self.answer, environ, body)
        return answer

    async def _hand_over(self, line: Any, block: bytes, rest: "AnswerParts") -> None:
        """Hand over a long answer block by block: a slow reader keeps no thread waiting between two of them."""
        try:
            while block:
                await line.send_bytes(block)
                block = await self._in(self.looks, rest.block)
        except GONE:
            # Whoever leaves in the middle of a file has done nothing wrong.
            pass
        finally:
            await self._in(self.looks, rest.close)

    @staticmethod
    def _in(threads: ThreadPoolExecutor, act: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(threads, act, *given)

    async def _body(self, environ: dict[str, Any], protocol: Any) -> IO[bytes]:
        """Return the body; one that is refused for its size is let pass unread, so that its sender hears why.

        :raises NotRead: (408, 400) if it does not come in its time, or not as long as it was announced; (503) if the
            bodies of all connections are more than the share of this process. A small one is always taken.
        """
        length = requests.announced(environ)
        if not length:
            return BytesIO()
        body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  (closed by whoever asked)
        is_taken = length <= requests.MOST or length <= await self._in(self.acts, requests.most_for, environ)
        came = number = 0
        is_whole = False
        try:
            # Whoever announces more than is taken holds the connection no longer than for what most pages take.
            async with asyncio.timeout(PATIENCE + (length if is_taken else requests.MOST) / PACE):
                async for part in protocol:
                    came += len(part)
                    if is_taken:
                        self.lying += _lies(number + len(part)) - _lies(number)
                        number += len(part)
                        if _lies(number) and self.lying > requests.SHARE:
                            raise NotRead(503)
                        body.write(part)
            is_whole = came >= length
        except TimeoutError:
            raise NotRead(408) from None
        finally:
            if not is_whole:
                self.lying -= _lies(number)
                body.close()
        if not is_whole:
            raise NotRead(400)
        body.seek(0)
        return body


def answered(site: Callable[..., Iterable[bytes]], environ: dict[str, Any], body: IO[bytes]) -> Answer:
    """Return what a site answers: status, headers, the first block of it, and what is left if that is not all."""
    started: list[Started] = []

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
        started[:] = [(int(status.split(" ", 1)[0]), headers)]

    parts = AnswerParts(site({**environ, "wsgi.input": body}, start))
    try:
        first = parts.block()
        if len(first) < BLOCK:
            parts.close()
            return *started[0], first, None
    except BaseException:
        parts.close()
        raise
    return *started[0], first, parts


class AnswerParts:
    """What is left of an answer."""

    def __init__(self, answer: Iterable[bytes]) -> None:
        self.answer, self.parts = answer, iter(answer)

    def block(self) -> bytes:
        data, size = [], 0
        for part in self.parts:
            data.append(part)
            size += len(part)
            if size >= BLOCK:
                break
        return data[0] if len(data) == 1 else b"".join(data)

    def close(self) -> None:
        if close := getattr(self.answer, "close", None):
            close()


def _lies(size: int) -> int:
    return size if size > IN_MEMORY else 0


def _environ(scope: Any) -> dict[str, Any]:
    name, _colon, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **COMMON,
        "REQUEST_METHOD": scope.method,
        # The web server has decoded it; WSGI wants its bytes, each as a letter.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
    }
    for name, value in scope.headers.items():
        if "_" in name:
            # In WSGI it would pass for the one with hyphens, which a proxy has overwritten.
            continue
        plain = name.upper().replace("-", "_")
        key = plain if plain in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{plain}"
        environ[key] = BETWEEN.get(key, ",").join([environ[key], value]) if key in environ else value
    return environ


BETWEEN: Final = {"HTTP_COOKIE": "; "}
"""What stands between the values of a header that came more than once, where it is no comma."""

COMMON: Final[dict[str, Any]] = {
    "SCRIPT_NAME": "",
    "GATEWAY_INTERFACE": "CGI/1.1",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.file_wrapper": File,
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
