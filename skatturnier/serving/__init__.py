"""Taking requests in: each is read in full, within its time, before one of the few threads is spent on it.

The web server is granian: it keeps the connections and reads the heads, outside of Python. What it leaves open, bodies
that come slowly or never, ``skatturnier.serving.taking_in`` bounds.
"""

import os
import socket
from typing import Final

WORKERS: Final = int(os.environ.get("SKATTURNIER_WORKERS") or 1 + ((os.cpu_count() or 1) >= 4))
"""Processes that draw pages, each with one beside it that answers phones (``skatturnier.serving.lane``): together as
many as processors, on small machines.

0: ``serve`` goes on as the only one itself.
"""

THREADS: Final = int(os.environ.get("SKATTURNIER_THREADS") or 8)
"""Requests answered at a time per process, most of them waiting for the disk."""

PHONES: Final = max(1, THREADS // 4)
"""Of those, threads for what phones at the tables send where no lane answers them, and a lane's on PostgreSQL: few,
since those who write wait for one another anyway."""

ACTS: Final = max(1, THREADS // 4)
"""Threads for what else is done on the site; the rest is for whoever looks."""

TURNS: Final = 0.0005
"""Seconds after which a thread that computes lets another one compute. An act asks the database some twenty times, and
after each answer it waits so long for whoever draws a page; Python's own five milliseconds make a tenth of a second."""

CONNECTIONS: Final = 2000
"""Connections a process keeps open: a thousand phones, visitors of pages, and what browsers open ahead of time."""

KEEP_ALIVE: Final = 20
"""Seconds until the head of the next question has come, from the first connection on: longer than the pauses of pages,
a table's being fifteen. What is sent at the very moment it is closed would have to be sent again; so a proxy closes
its own first."""

PATIENCE: Final = 30
"""Seconds a body may take whatever its size; a phone's is sent in one of them."""

PACE: Final = 50_000
"""Bytes a second in which the rest of a body must come: slow Wi-Fi, and nobody who merely holds on to the site."""


def ip_of(host: str) -> str:
    """Return the address of a host, which may be a name; everywhere, where none is given."""
    if not host:
        return "0.0.0.0"  # noqa: S104  (an empty host means everywhere)
    return str(socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)[0][4][0])
