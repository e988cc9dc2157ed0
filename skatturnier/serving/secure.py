"""The second door of a process: https beside plain http, to the same site and the same threads.

The web server listens once for a process. A second server would be twice the memory and twice everything a process
keeps, so the same process opens another of its listeners. A connection that says nothing is closed after ten seconds.
"""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self
from urllib.parse import urlsplit

from granian import _futures, _granian, net, rsgi
from granian.constants import HTTPModes, SSLProtocols
from granian.http import HTTP1Settings

from skatturnier.serving import CONNECTIONS, KEEP_ALIVE, ip_of

# What the web server's own processes are made of; it is typed for another version than it is.
worker: Any = _granian.RSGIWorker
futures: Any = _futures
called: Any = rsgi
listening: Any = net

ONE_THREAD: Final = (1, 512, 1, 30)
"""Of the web server, for the connections; and what it has for answers in threads of its own, which ours are not."""

NO_CLIENT_CERTIFICATES: Final[tuple[Any, ...]] = (None, [], False)


@dataclass(slots=True)
class SecureDoor:
    """Where a process listens for https, and with which certificate."""

    host: str
    port: int
    certificate: str
    key: str
    _kept: tuple[Any, ...] = field(default=(), init=False)

    @classmethod
    def from_environment(cls) -> Self | None:
        """Return the door that ``serve`` told its processes of, if it did."""
        listens = urlsplit(os.environ.get("SKATTURNIER_HTTPS_LISTENS", ""))
        if not listens.hostname or not listens.port:
            return None
        certificate, key = (os.environ[f"SKATTURNIER_HTTPS_{what}"] for what in ("CERTIFICATE", "KEY"))
        return cls(listens.hostname, listens.port, certificate, key)

    def open(self, answer: Callable[..., Any], loop: asyncio.AbstractEventLoop) -> None:
        """Listen; whoever comes is answered as at the first door."""
        listener = worker(
            os.getpid(),
            (listening.SocketSpec(ip_of(self.host), self.port, CONNECTIONS), None),
            None,
            *ONE_THREAD,
            CONNECTIONS,
            str(HTTPModes.http1),
            HTTP1Settings(header_read_timeout=KEEP_ALIVE * 1000),
            None,
            False,
            None,
            *(True, self.certificate, self.key, None, str(SSLProtocols.tls12)),
            *NO_CLIENT_CERTIFICATES,
            (None, None),
        )
        signal = _granian.WorkerSignal()
        watched = futures._future_watcher_wrapper(called._callback_wrapper(answer, None))
        scheduler = futures._new_cbscheduler(loop, watched, impl_asyncio=True)
        listener.serve_str(scheduler, loop, signal)
        self._kept = (listener, scheduler, signal)

    def shut(self, loop: asyncio.AbstractEventLoop) -> None:
        _listener, _scheduler, signal = self._kept
        is_shut = asyncio.Event()
        signal.add_cb(lambda: loop.call_soon_threadsafe(is_shut.set))
        signal.set()
        loop.run_until_complete(is_shut.wait())
