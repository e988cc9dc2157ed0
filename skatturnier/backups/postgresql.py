"""PostgreSQL's own programs, and databases that live only as long as a check."""

import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql

from skatturnier.backups.file_names import BackupFailed

PLACES = Path("/usr/lib/postgresql")

CHECK = "skatturnier_check_"
"""How the databases begin that a backup is looked at in."""

LEFT_AFTER = 6 * 3600
"""Seconds after which nobody looks at one any more."""

STAMP = "%Y%m%dt%H%M%Sz"

ASIDE = "before_restore_"
"""How the schemas begin that a restore put aside."""


def program(name: str, *, server: int) -> Path:
    """Return where a program of PostgreSQL not older than the server lies. Raise BackupFailed if nowhere."""
    pairs = [(_version(path.parent.parent.name), path) for path in PLACES.glob(f"*/bin/{name}")]
    fits = [path for version, path in sorted(pairs, reverse=True) if version >= server]
    on_path = shutil.which(name)
    if not fits and not on_path:
        raise BackupFailed(
            f"{name} is missing: backups of PostgreSQL need its client programs, of version {server} or newer "
            f"(on Debian and Ubuntu: apt install postgresql-client-{server})."
        )
    return fits[0] if fits else Path(str(on_path))


def _version(text: str) -> int:
    match = re.match(r"\d+", text)
    return int(match[0]) if match else 0


def run(path: Path, *arguments: str, to: Mapping[str, Any]) -> None:
    """Run a program on a database, the password kept out of its arguments. Raise BackupFailed with what it says."""
    done = subprocess.run(  # noqa: S603  (our own arguments)
        [path, *arguments], env={**os.environ, **_environment(to)}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupFailed(f"{path.name} failed: {done.stderr.strip()[-500:]}")


def load(path: Path, *, to: Mapping[str, Any]) -> None:
    """Load a dump into an empty database, as a whole or not at all. Raise BackupFailed if that fails."""
    with connect(to) as connection:
        server = connection.info.server_version // 10000
    run(
        program("pg_restore", server=server),
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        "--exit-on-error",
        f"--dbname={to['NAME']}",
        str(path),
        to=to,
    )


def connect(to: Mapping[str, Any], *, name: str | None = None) -> "psycopg.Connection[Any]":
    """Return a connection in which each statement counts at once. Raise BackupFailed if there is no such database."""
    values = {
        "host": to.get("HOST"),
        "port": to.get("PORT"),
        "user": to.get("USER"),
        "password": to.get("PASSWORD"),
        **{name: value for name, value in to.get("OPTIONS", {}).items() if name.startswith("ssl")},
    }
    try:
        return psycopg.connect(
            dbname=name or to["NAME"], autocommit=True, **{key: value for key, value in values.items() if value}
        )
    except psycopg.OperationalError as error:
        raise BackupFailed(f"The database does not answer: {str(error).strip()}") from error


def url(to: Mapping[str, Any], *, name: str | None = None) -> str:
    """Return the address of a database given by its settings."""
    who = f"{quote(to.get('USER') or '', safe='')}:{quote(to.get('PASSWORD') or '', safe='')}"
    where = f"{quote(to.get('HOST') or '', safe='')}:{to.get('PORT') or 5432}"
    asked = urlencode({name: value for name, value in to.get("OPTIONS", {}).items() if name.startswith("ssl")})
    return f"postgres://{who}@{where}/{quote(name or to['NAME'], safe='')}" + (f"?{asked}" if asked else "")


@contextmanager
def for_a_while(to: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give an empty database beside this one for a while. Raise BackupFailed if the account may not create one."""
    name = f"{CHECK}{int(time.time())}_{secrets.token_hex(4)}"
    with connect(to) as connection:
        _drop_left(connection)
        try:
            # Not from template1: what somebody keeps there would be in the way.
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(sql.Identifier(name))
            )
        except psycopg.errors.InsufficientPrivilege:
            raise BackupFailed(
                f"The backup cannot be checked: the account {to.get('USER')} may not create a database to restore it "
                f"into (ALTER ROLE {to.get('USER')} CREATEDB allows it)."
            ) from None
        try:
            yield {**to, "NAME": name}
        finally:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def drop_put_aside(to: Mapping[str, Any], *, before: datetime) -> None:
    """Drop what restores put aside before a moment."""
    with connect(to) as connection:
        for (schema,) in connection.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", [ASIDE]
        ).fetchall():
            moment = datetime.strptime(schema.removeprefix(ASIDE), STAMP).replace(tzinfo=UTC)
            if moment < before:
                connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))


def _drop_left(connection: "psycopg.Connection[Any]") -> None:
    """Drop what a check left that was killed: it holds everything the site knows."""
    values = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [CHECK]).fetchall()
    for (name,) in values:
        begun = name.removeprefix(CHECK).partition("_")[0]
        if begun.isdigit() and time.time() - int(begun) > LEFT_AFTER:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _environment(to: Mapping[str, Any]) -> dict[str, str]:
    options = to.get("OPTIONS", {})
    values = {
        "PGHOST": to.get("HOST"),
        "PGPORT": to.get("PORT"),
        "PGUSER": to.get("USER"),
        "PGPASSWORD": to.get("PASSWORD"),
        "PGDATABASE": to.get("NAME"),
        "PGSSLMODE": options.get("sslmode"),
        "PGSSLROOTCERT": options.get("sslrootcert"),
    }
    return {name: str(value) for name, value in values.items() if value}
