"""The database as it is at one moment, in a file, with what it says of itself at that very moment."""

import hashlib
import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from scoring.history.selectors.problems import Discrepancy
from scoring.history.selectors.verification import outside_verified, verified
from scoring.results.selectors.standings import standings
from skatturnier.backups import postgresql
from skatturnier.backups.packing import POSTGRESQL, SQLITE
from skatturnier.backups.standing import RowFinding
from tables.clubs.models import Club
from tables.journal.chain import START_OF_CHAIN, lines_of
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament

NAMED: Final = 3
"""So many discrepancies of an event are named; ``manage.py verify`` names them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last line of an event's journal."""

    number: int
    hash: str
    at: datetime | None


def heads() -> dict[str, Head]:
    """Return the head of every event's journal by the event's address, in one query."""
    last = JournalEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    tournaments = Tournament.objects.annotate(
        last_number=Subquery(last.values("number")[:1]),
        last_hash=Subquery(last.values("hash")[:1]),
        last_at=Subquery(last.values("at")[:1]),
    ).values_list("slug", "last_number", "last_hash", "last_at")
    return {
        slug: Head(number=number or 0, hash=line or START_OF_CHAIN, at=at)
        for slug, number, line, at in tournaments.order_by("pk")
    }


def chains() -> dict[str, Head]:
    """Return the head of the chain of every club and of the site by its name."""
    values = {}
    for club in [*Club.objects.order_by("pk"), None]:
        last = lines_of(club).order_by("-number").values_list("number", "hash", "at").first()
        if last:
            number, line, at = last
            values[f"club {club.slug}" if club else "site"] = Head(number=number, hash=line, at=at)
    return values


def chain_finding(name: str) -> RowFinding | None:
    """Return what does not fit of what a club keeps, or of the accounts of the site; the chain included."""
    slug = name.removeprefix("club ")
    return _finding(name, outside_verified(Club.objects.get(slug=slug) if slug != name else None))


def standings_hash(slug: str) -> str:
    """Return a hash over the ranking of an event as the office sees it: places, points, lots, no names."""
    found_standings = standings(Tournament.objects.get(slug=slug), with_hidden=True)
    values = {
        "series": [(series.number, series.status) for series in found_standings.series],
        "lines": [
            (
                line.rank,
                line.entrant.number,
                line.total,
                line.by_series,
                line.won,
                line.lost,
                line.others_lost,
                line.lot,
                line.penalty,
            )
            for line in found_standings.lines
        ],
        "excluded": [
            (line.entrant.number, line.total, line.by_series, line.others_lost) for line in found_standings.excluded
        ],
    }
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()


def standings_hashes(slugs: Collection[str]) -> dict[str, str]:
    """Return the hash of the standings of each of these events."""
    return {slug: standings_hash(slug) for slug in slugs}


def finding(slug: str) -> RowFinding | None:
    """Return what of an event does not fit when everything is computed anew, its journal's chain included."""
    return _finding(slug, verified(Tournament.objects.get(slug=slug)).discrepancies)


def _finding(of: str, discrepancies: Sequence[Discrepancy]) -> RowFinding | None:
    first = tuple(asdict(discrepancy) for discrepancy in discrepancies[:NAMED])
    return RowFinding(of=of, count=len(discrepancies), first=first) if discrepancies else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """A database in a file."""

    name: str
    path: Path
    heads: dict[str, Head]
    standings: dict[str, str]
    """Of the events that moved since the last backup."""

    damage: tuple[str, ...] = ()
    """What is damaged on the site and not in the copy, which was written anew."""

    chains: dict[str, Head] = field(default_factory=dict)


def dump(folder: Path, *, heads: Mapping[str, str]) -> Dump:
    """Put the database into a file; ``heads`` are those of the last backup by event. Raise BackupFailed if it fails."""
    return (_of_postgresql if connection.vendor == "postgresql" else _of_sqlite)(folder, heads)


def _of_sqlite(folder: Path, values: Mapping[str, str]) -> Dump:
    """Copy the file page by page, which holds up nobody for long, then ``VACUUM`` the copy, without deleted rows."""
    raw, path = folder / "raw.sqlite3", folder / SQLITE
    raw.touch(mode=0o600)
    path.touch(mode=0o600)
    with closing(sqlite3.connect(raw)) as target:
        # Nothing is written here: the transaction is IMMEDIATE and only keeps the moment.
        with transaction.atomic():
            heads, standings, chains = _said(values)
            with closing(
                sqlite3.connect(f"{Path(connection.settings_dict['NAME']).resolve().as_uri()}?mode=ro", uri=True)
            ) as source:
                source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        damage = _damage(target)
        # Officials sign in again where it is restored; whoever has the file is signed in nowhere.
        target.execute("DELETE FROM django_session")
        target.commit()
        target.execute("VACUUM INTO ?", [str(path)])
    raw.unlink()
    return Dump(name=SQLITE, path=path, heads=heads, standings=standings, damage=damage, chains=chains)


def _damage(copied: sqlite3.Connection) -> tuple[str, ...]:
    """Return what is damaged in a copy page by page, and so on the site: written anew, it may be sound again."""
    try:
        values = [text for (text,) in copied.execute("PRAGMA integrity_check") if text != "ok"]
    except sqlite3.DatabaseError as error:
        values = [str(error)]
    return tuple(f"The site's own file is damaged, restore this backup ({text[:200]})." for text in values[:1])


def _of_postgresql(folder: Path, values: Mapping[str, str]) -> Dump:
    path = folder / POSTGRESQL
    path.touch(mode=0o600)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_export_snapshot(), current_setting('server_version_num')::int / 10000")
            snapshot, server = cursor.fetchone()
        heads, standings, chains = _said(values)
        postgresql.run(
            postgresql.program("pg_dump", server=server),
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--exclude-schema={postgresql.ASIDE}*",
            "--exclude-table-data=*.django_session",
            f"--snapshot={snapshot}",
            f"--file={path}",
            to=connection.settings_dict,
        )
    return Dump(name=POSTGRESQL, path=path, heads=heads, standings=standings, chains=chains)


def _said(values: Mapping[str, str]) -> tuple[dict[str, Head], dict[str, str], dict[str, Head]]:
    ends = heads()
    moved = [slug for slug, head in ends.items() if values.get(slug) != head.hash]
    return ends, standings_hashes(moved), chains()
