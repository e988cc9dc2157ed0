"""What is known of the draws of a tournament, and which of their records everybody may read."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.draw.models import Draw
from tables.draw.selectors.draws import draws_of
from tables.journal.models import LengthWithin
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

SHOWN = ("number", "name", "club", "team", "pseudonym", "shown_as")
"""What of an entrant says how the public sees them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """A draw without what makes its record long."""

    number: int
    method: str
    """One of the methods of ``tables.seating``."""

    covers: range
    """The numbers of the series that it gave seats to, whatever became of it."""

    drawn_at: datetime
    drawn_by: str
    diced: str
    """What the hall added, or nothing."""

    because: str
    """Why seats given out gave way to these, or nothing."""

    absent: tuple[int, ...]
    late: tuple[int, ...]
    changes: tuple[Mapping[str, Any], ...]
    discarded_at: datetime | None
    discarded_because: str
    is_open: bool
    """Whether everybody may read its record: it tells nothing of seats that are not published."""


def protocols_of(tournament: Tournament) -> list[Protocol]:
    """Return all draws of a tournament in order, the discarded ones included, in two queries.

    A record opens the sealed number, and whoever has that can compute every draw made from it. So a record is open when
    all its series are published, and all series of draws in force that were made from the same number.
    """
    series = list(tournament.series.values_list("number", "published_at", "draw__number"))
    published = {number for number, published_at, _draw in series if published_at}
    in_force = {draw for _number, _published_at, draw in series if draw}
    rows = list(
        draws_of(tournament)
        .annotate(before=LengthWithin("record", "history"))
        .values("number", "drawn_at", "discarded_at", "discarded_because", "before", *_PARTS)
    )
    covers = {row["number"]: _covered(row) for row in rows}
    sealed = {
        row["record__lots__secret"]
        for row in rows
        if row["number"] in in_force and not published.issuperset(covers[row["number"]])
    } - {None}
    return [
        _protocol(
            row,
            covers[row["number"]],
            is_open=published.issuperset(covers[row["number"]]) and row["record__lots__secret"] not in sealed,
        )
        for row in rows
    ]


def is_open(draw: Draw) -> bool:
    """Test whether everybody may read the record of a draw."""
    return any(protocol.is_open for protocol in protocols_of(draw.tournament) if protocol.number == draw.number)


def entrants_of(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entrant]:
    """Return who has these start numbers, by number, with what the public sees of them."""
    entrants = tournament.entrants.filter(number__in=set(numbers))
    return {entrant.number: entrant for entrant in entrants.only(*SHOWN)}


def draw_of(series: Series) -> Draw | None:
    """Return the draw that the seats of a series come from, with its record."""
    return series.draw


def file_of(draw: Draw) -> bytes:
    """Return the record of a draw as the file that anyone can check."""
    return json.dumps(draw.record, separators=(",", ":"), ensure_ascii=True).encode("ascii")


_PARTS = (
    "record__method",
    "record__options__series",
    "record__lots__secret",
    "record__lots__public",
    "record__drawn",
    "record__absent",
    "record__late",
    "record__changes",
)


def _covered(row: Mapping[str, Any]) -> range:
    # A series is drawn only when all before it are closed, so what was played says which series comes next.
    first = row["before"] + 1
    return range(first, first + row["record__options__series"])


def _protocol(row: Mapping[str, Any], covers: range, *, is_open: bool) -> Protocol:
    drawn = row["record__drawn"] or {}
    return Protocol(
        number=row["number"],
        method=row["record__method"],
        covers=covers,
        drawn_at=row["drawn_at"],
        drawn_by=drawn.get("by", ""),
        diced=row["record__lots__public"] or "",
        because=drawn.get("reason", ""),
        absent=tuple(row["record__absent"] or ()),
        late=tuple(row["record__late"] or ()),
        changes=tuple(row["record__changes"] or ()),
        discarded_at=row["discarded_at"],
        discarded_because=row["discarded_because"],
        is_open=is_open,
    )
