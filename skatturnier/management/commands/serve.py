"""Serve the site for a hall: database and static files in order, then gunicorn."""

import hashlib
import os
import resource
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from skatturnier import addresses, welcome
from tables import selectors

WORKERS = 2
"""Processes: one answers while the other computes. SQLite lets one write at a time anyway."""

THREADS = 8
"""Requests in hand per process, most of them waiting for the disk or for a phone's bad connection."""

KEEP_ALIVE = 5
"""Seconds a phone's connection waits for the next question: an open page of standings asks every two."""

CONNECTIONS = 2000
"""Connections a process keeps open: a thousand phones in a hall, and those that come for a page."""


class Command(BaseCommand):
    help = "Serve the site: migrate, collect static files, say what to open, run until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="default: HOST or 127.0.0.1")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000, help="default: PORT or 8000")
        parser.add_argument("--demo", action="store_true", help="load the demo if there is no tournament yet")

    def handle(self, *_args: Any, host: str, port: int, demo: bool, **_options: Any) -> None:
        if not addresses.is_free(host, port):
            raise CommandError(f"Port {port} of {host} is not free. Another one: PORT={port + 1} make run")
        call_command("migrate", verbosity=0)
        collect_static_files()
        if demo and not selectors.tournaments().exists():
            call_command("simulate", verbosity=0)
        site = addresses.address_to_open(host, port)
        os.environ.setdefault("SKATTURNIER_HOSTS", ",".join(addresses.allowed_hosts(host)))
        if not addresses.is_loopback(host):
            # The codes on the tables are for phones, even when the director's laptop says 127.0.0.1.
            os.environ.setdefault("SKATTURNIER_SITE_URL", site)
        self.stdout.write(welcome.text(site, to_phones=not addresses.is_loopback(host)))
        self.stdout.flush()
        connections.close_all()
        _allow_files(WORKERS * CONNECTIONS)
        os.execv(sys.executable, [sys.executable, *_gunicorn(host, port)])  # noqa: S606  (our own arguments)


def _allow_files(wanted: int) -> None:
    """Let each process have so many connections and files open, as far as this machine allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def collect_static_files() -> None:
    """Collect the static files unless they are the ones collected last."""
    fresh = _fingerprint()
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != fresh:
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(fresh, encoding="ascii")


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(f"{name} {storage.size(name)} {storage.get_modified_time(name)}\n".encode())
    return digest.hexdigest()


def _gunicorn(host: str, port: int) -> list[str]:
    return [
        "-m",
        "gunicorn",
        "skatturnier.wsgi:application",
        f"--bind={addresses.in_address(host) or '0.0.0.0'}:{port}",  # noqa: S104  (an empty host means everywhere)
        f"--workers={WORKERS}",
        "--reuse-port",
        f"--threads={THREADS}",
        "--worker-class=gthread",
        f"--keep-alive={KEEP_ALIVE}",
        f"--worker-connections={CONNECTIONS}",
        "--log-level=warning",
    ]
