"""Which version a database needs: one that knows all its migrations, since any other would misread rows."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import cache
from typing import Final

from django.db import DatabaseError, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from skatturnier import VERSION
from tables.journal.models import Release

Migration = tuple[str, str]

MOST_NAMED: Final = 3
"""So many migrations are named; whoever sees them knows which program made them."""


@cache
def own_migrations() -> frozenset[Migration]:
    """Return the migrations of this program; reading them takes longer than asking the database."""
    return frozenset(MigrationLoader(None).disk_migrations)


@cache
def newest() -> frozenset[Migration]:
    """Return the last migrations of this program."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def unknown_among(last: Iterable[Migration]) -> list[Migration]:
    """Return which of these migrations this program does not know, in order."""
    return sorted(frozenset(last) - own_migrations())


def needed_by(alias: str = "default") -> str:
    """Return the version that last brought a database up to date; empty if that is not written there."""
    try:
        with transaction.atomic(using=alias):
            return Release.objects.using(alias).order_by("-pk").values_list("version", flat=True).first() or ""
    except DatabaseError:
        # It was brought here by a version from before versions were written down.
        return ""


def refusal(unknown: Collection[Migration], *, needed: str, what: str = "This database") -> str:
    """Return the sentence by which something newer than the program is refused."""
    named = ", ".join(f"{app}.{name}" for app, name in list(unknown)[:MOST_NAMED])
    more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
    is_told = needed and needed != VERSION
    which = f"Skatturnier {needed} or later" if is_told else f"a version of Skatturnier that knows {named}{more}"
    why = f" It has {named}{more}, which this version does not know." if is_told else ""
    return f"{what} needs {which}; this is {VERSION}.{why} Nothing was changed."


def newer(alias: str = "default") -> str:
    """Return why a database is too new for this program, or "". Raise DatabaseError if it does not answer."""
    unknown = sorted(MigrationRecorder(connections[alias]).applied_migrations().keys() - own_migrations())
    return refusal(unknown, needed=needed_by(alias)) if unknown else ""


def note_version(alias: str, *, now: datetime) -> None:
    """Write down that this version brought a database up to date, if its migrations came so far."""
    connection = connections[alias]
    applied = MigrationRecorder(connection).applied_migrations()
    if newest() <= applied.keys():
        Release.objects.using(alias).get_or_create(version=VERSION, defaults={"migrated_at": now})
