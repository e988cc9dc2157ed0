"""A connection that is kept open, as browsers keep theirs; plain HTTP over asyncio."""

import asyncio
import gzip
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from html import unescape

PATIENCE = 30.0
"""Seconds after which nobody waits any longer."""

SHORT = 5_000
"""Bytes of an answer that is read here; a page is only counted."""

A_PAPER = 60.0
"""Seconds after which nobody asks again for a paper that is being made."""

AGAIN = re.compile(rb'http-equiv="refresh" content="\d+; url=([^"]+)"')
"""What the page asks for that says that a paper is being made."""

LOST = (OSError, TimeoutError, EOFError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
"""What a phone meets when an answer does not come."""


@dataclass(slots=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Line:
    """One connection to the site, opened anew when it breaks."""

    port: int
    open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None)

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        """Return the answer.

        :raises OSError: or another of ``LOST``, if there is none.
        """
        fresh = self.open is None
        try:
            return await asyncio.wait_for(self._ask(method, path, headers, body), PATIENCE)
        except LOST:
            self.close()
            if fresh or method != "GET":
                raise
            # It was closed since it was last used: that is no failure, browsers ask again too.
            return await asyncio.wait_for(self._ask(method, path, headers, body), PATIENCE)

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        if self.open and self.open[0].at_eof():
            # The site closed what was not used for a while; browsers notice, and do not talk to nobody.
            self.close()
        if self.open is None:
            self.open = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self.open
        told = {"Host": "127.0.0.1", **headers, **({"Content-Length": str(len(body))} if body else {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        found = {name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in lines)}
        data = await self._body(reader, found)
        if found.get("content-encoding") == "gzip" and len(data) < SHORT:
            data = gzip.decompress(data)
        if found.get("connection") == "close":
            self.close()
        return Answer(int(status.split()[1]), found, data)

    async def _body(self, reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(headers.get("content-length", "0")))
        parts = []
        while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
            parts.append(await reader.readexactly(size))
            await reader.readexactly(2)
        await reader.readexactly(2)
        return b"".join(parts)

    def close(self) -> None:
        """Close it; the next question opens another."""
        if self.open:
            self.open[1].close()
        self.open = None


async def ask_again(ask: Callable[[str], Awaitable[Answer | None]]) -> Answer | None:
    """Return what is answered in the end: the page that says that a paper is being made loads itself again."""
    until, query = time.monotonic() + A_PAPER, ""
    answer = await ask(query)
    while answer and answer.status == 503 and time.monotonic() < until:
        await asyncio.sleep(int(answer.headers.get("retry-after", "1")))
        if address := AGAIN.search(answer.body):
            query = unescape(address[1].decode())
        answer = await ask(query)
    return answer
