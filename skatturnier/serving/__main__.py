"""The web server of a site: ``python -m skatturnier.serving HOST PORT``, as ``manage.py serve`` becomes it."""

import os
import sys
import time
from typing import Final

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from skatturnier.machine import processes
from skatturnier.serving import CONNECTIONS, KEEP_ALIVE, WORKERS, ip_of
from skatturnier.watching import logs

CAME_UP: Final = 3.0
"""Seconds after which a site that ends by itself had come up: one that cannot is not started again and again."""

STOPPING: Final = 35
"""Seconds a process may take to answer what it has in hand once the site is stopped; the service allows forty."""


def main(host: str, port: int) -> None:
    """Serve until told to stop; a process that was killed is started anew, however often that happens."""
    begun = time.monotonic()
    try:
        _server(host, port).serve()
    except SystemExit as ended:
        if not ended.code or time.monotonic() - begun < CAME_UP:
            raise
        # Two of its processes were killed within seconds: the server takes that for a site that cannot run.
        processes.become("skatturnier.serving", host, str(port))


def _server(host: str, port: int) -> MPServer:
    return MPServer(
        "skatturnier.serving.entry:application",
        address=ip_of(host),
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=WORKERS,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        http1_settings=HTTP1Settings(header_read_timeout=KEEP_ALIVE * 1000),
        log_level=LogLevels.warning,
        log_dictconfig=logs.of_server(os.environ.get("SKATTURNIER_LOG") or logs.PLAIN),
        respawn_failed_workers=True,
        workers_kill_timeout=STOPPING,
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
