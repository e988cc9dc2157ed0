"""Which database the site stands on: PostgreSQL by ``DATABASE_URL``, else a file in the data folder."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

PATIENCE = 20
"""Seconds an act waits for its turn before it is refused and nothing of it is stored."""

KEPT_OPEN = 60
"""Seconds a connection lives: opening one costs three times as much as what an open page asks for."""

GIVEN_UP = 5
"""Seconds a server is asked for a connection before the site says that it cannot read its data."""

ASKED_OFTEN = 5
"""How many times a connection asks something before the server keeps how that is answered."""

POSTGRESQL = ("postgres", "postgresql")


def database(url: str, *, file: Path) -> dict[str, Any]:
    """Return Django's settings of the database at an address, else of the file. Raise ImproperlyConfigured."""
    if not url:
        return _in_a_file(file)
    scheme = urlsplit(url).scheme
    if scheme == "sqlite":
        return _in_a_file(Path(environ.Env.db_url_config(url)["NAME"]))
    if scheme in POSTGRESQL:
        return _on_postgresql(url)
    raise ImproperlyConfigured(f"DATABASE_URL begins with “{scheme}”; this site knows postgres://… and sqlite:///…")


def _in_a_file(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "skatturnier.sqlite3",
        "NAME": file,
        "CONN_MAX_AGE": KEPT_OPEN,
        # Only these settings keep an acknowledged deal through a power cut (docs/decisions/0003).
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": PATIENCE,
            # fullfsync is for Macs, whose disks else say "written" too early; elsewhere it does nothing.
            "init_command": "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON;",
        },
    }


def _on_postgresql(url: str) -> dict[str, Any]:
    values: dict[str, Any] = environ.Env.db_url_config(url)
    options: dict[str, Any] = values.setdefault("OPTIONS", {})
    # What a user or a database was told elsewhere does not count here: an acknowledged act is on the disk.
    text = f"-c lock_timeout={PATIENCE}s -c synchronous_commit=on"
    options["options"] = f"{options.get('options', '')} {text}".strip()
    # Planning a query takes the server longer than answering it.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", ASKED_OFTEN)
    # A server that has gone from the network is given up as soon as one that is too busy.
    options.setdefault("connect_timeout", GIVEN_UP)
    options.setdefault("tcp_user_timeout", PATIENCE * 1000)
    return {
        **values,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": KEPT_OPEN,
        # The server may have been restarted since the last request.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
