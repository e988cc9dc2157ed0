"""What a backup is held against: the heads of all chains of the journal, and a hash of each event's standings."""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, Subquery

from scoring.history.selectors.problems import Discrepancy
from scoring.history.selectors.verification import outside_verified, verified
from scoring.results.selectors.standings import standings
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
