"""The web server in the process that prepared the site: on a laptop a second one would double the time of each start.

What dies with it is the whole site: whoever started it starts it anew (``skatturnier.laptop``).
"""

import asyncio
import importlib
import os
from typing import Any, Final

from django.conf import settings
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from skatturnier.machine import processes
from skatturnier.serving import CONNECTIONS, KEEP_ALIVE, ip_of
from skatturnier.watching import logs

TOLD: Final = (
    "ALLOWED_HOSTS", "SITE_URL", "LISTENS", "HTTPS_LISTENS", "HTTPS_URL", "HTTPS_AUTHORITY", "LISTS_URL", "DEMO",
    "KEEPS_HOUSE", "CSRF_TRUSTED_ORIGINS",
)  # fmt: skip
"""Settings that ``serve`` finds out and tells the processes of the site: this one has read them before."""


class Answering:
    """The site as the server of one process calls it; that is still at work when it says that it ends."""

    def __init__(self, entry: Any) -> None:
        self.__rsgi__, self.__rsgi_init__ = entry.__rsgi__, entry.__rsgi_init__


def serve(host: str, port: int) -> None:
    """Serve until told to stop; what is in hand is answered first."""
    fresh = importlib.reload(importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"]))
    for name in TOLD:
        setattr(settings, name, getattr(fresh, name))
    from skatturnier.serving.entry import application

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    server = Server(
        Answering(application),
        address=ip_of(host),
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        websockets=False,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        http1_settings=HTTP1Settings(header_read_timeout=KEEP_ALIVE * 1000),
        # It warns of itself, as not yet tried enough: it is the server of the other processes, without them.
        log_level=LogLevels.error,
        log_dictconfig=logs.of_server(settings.LOG),
    )
    processes.when_told(lambda: loop.call_soon_threadsafe(server.stop))
    try:
        loop.run_until_complete(server.serve())
    finally:
        application.__rsgi_del__(loop)
        loop.close()
