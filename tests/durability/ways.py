"""Ways in which a database fails; each lasts as long as its block, and what was broken works again afterwards."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import OperationalError, connection

WRITING = ("INSERT", "UPDATE", "DELETE")


def file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def failing(starts: tuple[str, ...], *, says: str) -> Iterator[None]:

    def run(execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.replace('"', "").startswith(starts):
            raise OperationalError(says)
        return execute(sql, *rest)

    with connection.execute_wrapper(run):
        yield


@contextmanager
def full_disk() -> Iterator[None]:
    """Leave no page free, and let none be added."""
    with connection.cursor() as cursor:
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        (free,) = cursor.execute("PRAGMA freelist_count").fetchone()
        cursor.execute("CREATE TABLE ballast (room BLOB)")
        cursor.execute("INSERT INTO ballast VALUES (zeroblob(%s))", [(free + 64) * 4096])
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE ballast")


@contextmanager
def disk_error() -> Iterator[None]:
    """Let the system refuse every byte that is written to a file, as a dying disk or an exhausted quota does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only_file() -> Iterator[None]:
    """Open the database so that it can only be read, as SQLite does where the file's rights say so."""
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = f"file:{name}?mode=ro"
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextmanager
def closed_folder() -> Iterator[None]:
    """Let no journal be made beside the database, as in a folder that may only be read."""
    journal = Path(f"{file()}-journal")
    connection.close()
    journal.unlink(missing_ok=True)
    journal.mkdir()
    try:
        yield
    finally:
        connection.close()
        journal.rmdir()


@contextmanager
def read_only_server() -> Iterator[None]:
    """Let PostgreSQL refuse to write, as a server does that stands by for another."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")


@contextmanager
def kept_locked() -> Iterator[None]:
    """Let somebody else hold what every act needs for longer than anybody waits."""
    other, options = connection.copy(), connection.settings_dict["OPTIONS"]
    before = options.copy()
    try:
        other.connect()
        other.set_autocommit(False)
        with other.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("BEGIN IMMEDIATE")
                options["timeout"] = 0.2
            else:
                cursor.execute("LOCK TABLE tables_tournament, django_session, tables_user IN EXCLUSIVE MODE")
                connection.cursor().execute("SET lock_timeout = 200")
        yield
    finally:
        other.close()
        options.clear()
        options.update(before)
        if connection.vendor != "sqlite":
            connection.cursor().execute("SET lock_timeout = 20000")


@contextmanager
def server_gone() -> Iterator[None]:
    """Let nobody answer where the server was; its connections are cut."""
    port = connection.settings_dict["PORT"]
    connection.close()
    connection.settings_dict["PORT"] = 1
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["PORT"] = port


@contextmanager
def io_error() -> Iterator[None]:
    with failing(WRITING, says="disk I/O error"):
        yield


BOTH = [io_error, kept_locked]
ON = {
    "sqlite": [*BOTH, disk_error, read_only_file, closed_folder],
    "postgresql": [*BOTH, read_only_server, server_gone],
}
"""The ways of each database; a disk is full only for what finds no room in the pages there are."""
