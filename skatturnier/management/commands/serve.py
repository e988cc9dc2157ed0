"""Serve the site for a hall: database and static files in order, then the web server."""

import contextlib
import hashlib
import os
import platform
import shutil
import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import Tags
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from skatturnier import LATER, addresses, keeper, versions, welcome
from skatturnier.backups import serving, to_file
from skatturnier.https import NotUsable, door
from skatturnier.https.door import Door
from skatturnier.machine import files, memory, processes
from skatturnier.serving import CONNECTIONS, WORKERS
from skatturnier.watching import health, logs
from tables.accounts.models import User
from tables.accounts.services.accounts import await_first_account
from tables.tournaments.selectors import tournaments

UNUSED = ["htmax-*", "htmx-4*", "ext"]
"""What ``django_htmx`` brings beside the htmx of our pages: more than half of what would have to be compressed."""


class Command(BaseCommand):
    help = "Serve the site: migrate, collect static files, say what to open, run until Ctrl-C."
    # The database is looked at below; that every address is sound is what `check` reads all of them for.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1", help="default: HOST or 127.0.0.1")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000, help="default: PORT or 8000")
        parser.add_argument("--no-migrate", action="store_true", help="start only on a database that is up to date")
        parser.add_argument("--demo", action="store_true", help="load the demo if the database is empty")

    def handle(self, *_args: Any, host: str, port: int, demo: bool, no_migrate: bool, **_options: Any) -> None:
        if not addresses.is_free(host, port):
            raise CommandError(
                f"Port {port} of {host} is not free. Another one: PORT={port + 1}, before the same command"
            )
        files.take_back(Path(settings.DATA_DIR))
        secure = _secure_door(host, port)
        self._check_database()
        _bring_up_to_date(only_check=no_migrate)
        collect_static_files()
        if demo and tournaments.last_tournament() is None and not User.objects.exists():
            call_command("simulate", verbosity=0)
        # Where several machines share the database each would have a word of its own: there the account comes first.
        word = "" if no_migrate else await_first_account()
        _tell(host, port, secure)
        os.environ["SKATTURNIER_DEMO"] = "on" if tournaments.is_demo() else "off"
        if settings.LOG == logs.PLAIN and not settings.LAPTOP:
            # Keys and passwords of the demo are for the person in front of it, not for a log.
            to_phones = not addresses.is_loopback(host)
            site = addresses.address_to_open(host, port)
            self.stdout.write(welcome.text(site, word=word, to_phones=to_phones, secure=secure))
            self.stdout.flush()
        connections.close_all()
        serving.hold(Path(settings.DATA_DIR))
        _keep_house()
        _count_together(port)
        # Beside its connections a process has the files of the program, the database and what it is sent open.
        memory.allow_files((3 if secure else 2) * CONNECTIONS)
        if not WORKERS:
            # Read only where it is needed: the web server is.
            from skatturnier.serving import within

            within.serve(host, port)
            return
        memory.share()
        processes.become("skatturnier.serving", host, str(port))

    def _check_database(self) -> None:
        """Refuse a database that could lose something; the error tells that of a later version from all else."""
        try:
            self.check(tags=[Tags.database], databases=["default"])
        except SystemCheckError as fault:
            with contextlib.suppress(DatabaseError):
                fault.returncode = LATER if versions.newer() else fault.returncode
            raise


def _secure_door(host: str, port: int) -> Door | None:
    """Return how the site is served over https, if it is. Raise CommandError if that cannot be."""
    try:
        if not door.is_wanted(host, is_behind_tls=settings.TLS):
            return None
        beside = door.port_beside(port)
        if not addresses.is_free(host, beside):
            raise CommandError(
                f"Port {beside} of {host}, for https, is not free. Before the same command, another one:"
                f" SKATTURNIER_HTTPS_PORT={beside + 1}; or plain http alone: SKATTURNIER_HTTPS=off"
            )
        names = [*_hosts(host), *addresses.allowed_hosts(host)]
        return door.opened(Path(settings.DATA_DIR), host=host, port=beside, names=names, now=timezone.now())
    except NotUsable as why:
        raise CommandError(str(why)) from None


def _hosts(host: str) -> list[str]:
    text = os.environ.get("SKATTURNIER_HOSTS", "")
    return [part.strip() for part in text.split(",")] if text else addresses.allowed_hosts(host)


def _tell(host: str, port: int, secure: Door | None) -> None:
    names, at = _hosts(host), addresses.in_address(host or addresses.EVERYWHERE[0])
    values = {"LISTENS": f"http://{at}:{port}", "HTTPS_LISTENS": "", "HTTPS_URL": "", "HTTPS_AUTHORITY": ""}
    if secure:
        values |= {"HTTPS_LISTENS": f"https://{at}:{secure.port}", "HTTPS_URL": secure.site}
        values |= {"HTTPS_CERTIFICATE": str(secure.certificate), "HTTPS_KEY": str(secure.key)}
        values["HTTPS_AUTHORITY"] = str(secure.authority or "")
        if not secure.authority:
            # Phones know who vouches for it: everybody may be led there.
            os.environ.setdefault("SKATTURNIER_SITE_URL", secure.site)
            names.append(addresses.in_address(urlsplit(secure.site).hostname or ""))
    values["HOSTS"] = ",".join(dict.fromkeys(names))
    os.environ |= {f"SKATTURNIER_{name}": value for name, value in values.items()}
    if not addresses.is_loopback(host):
        # The codes on the tables are for phones, even when the director's laptop says 127.0.0.1.
        os.environ.setdefault("SKATTURNIER_SITE_URL", addresses.address_to_open(host, port))


def _bring_up_to_date(*, only_check: bool) -> None:
    """Migrate the database once. Raise CommandError if it may only be checked, or cannot be copied before."""
    if health.migrations() == health.OK:
        # To find nothing to do, `migrate` takes longer than everything else of a start.
        if not only_check:
            versions.note_version(DEFAULT_DB_ALIAS, now=timezone.now())
    elif only_check:
        raise CommandError("The database is not up to date. On one machine, once: manage.py migrate")
    else:
        _copy_as_it_is()
        call_command("migrate", verbosity=0)


def _copy_as_it_is() -> None:
    """Copy a database of an earlier version aside: that version refuses what this one makes of it."""
    if connection.vendor != "sqlite" or not MigrationRecorder(connection).applied_migrations():
        return
    try:
        to_file.copy_aside(Path(settings.DATABASES["default"]["NAME"]), Path(settings.DATA_DIR), now=timezone.now())
    except (OSError, sqlite3.Error) as error:
        raise CommandError(
            f"The data are of an earlier version, and could not be copied before that changes: {error}. "
            "Nothing was changed."
        ) from error


def _keep_house() -> None:
    """Keep house beside the site in a process of its own; where several machines share a database, only where told."""
    text = os.environ.get("SKATTURNIER_HOUSE") or ("on" if connection.vendor == "sqlite" else "off")
    os.environ["SKATTURNIER_KEEPS_HOUSE"] = "off" if text == "off" else "on"
    if text != "off":
        keeper.is_expected(Path(settings.DATA_DIR))
        # This process becomes the web server; the new one ends with it.
        processes.start_beside("django", "keep_house", "--beside", str(os.getpid()), folder=Path(settings.BASE_DIR))


def _count_together(port: int) -> None:
    """Let the processes add up what they count: in files of this run, on this machine."""
    if settings.METRICS_TOKEN:
        folder = Path(settings.DATA_DIR) / "metrics" / f"{platform.node()}-{port}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def collect_static_files() -> None:
    """Collect the static files unless they are the ones collected last."""
    fresh = _fingerprint()
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != fresh:
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
        stamp.write_text(fresh, encoding="ascii")


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(f"{name} {storage.size(name)} {storage.get_modified_time(name)}\n".encode())
    return digest.hexdigest()
