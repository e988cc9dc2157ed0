"""How far the players of a series are, and about whose lists something is open: what stands beside their places."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Prefetch, Value, prefetch_related_objects

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.house import is_to_a_target
from scoring.results.selectors.public_state import HIDDEN
from tables.draw.models import Seat
from tables.tournaments.models import Series, Tournament

STILL_TO_END = (Series.Status.PUBLISHED, Series.Status.RUNNING)


class Playing(NamedTuple):
    """How far somebody's list is."""

    deals: int
    length: int | None
    """How many deals the list has in all; None where it goes on until somebody reaches a target."""

    signed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """What is still open about some series."""

    players: Mapping[int, Playing] = field(default_factory=dict)
    """By entrant, where a series is still to end: how far their list is."""

    lists: int = 0
    """How many lists these series have."""

    signed: int = 0
    appeals: int = 0
    """How many appeals nobody has decided yet."""

    disputed: frozenset[int] = frozenset()
    """The entrants at whose table an appeal or an objection is open."""


def seated_series(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose seats the public knows; whatever goes through ``tournament.series`` asks no more."""
    prefetch_related_objects([tournament], Prefetch("series", Series.objects.order_by("number")))
    return tuple(series for series in tournament.series.all() if series.status not in HIDDEN)


def still_open(tournament: Tournament, series: Iterable[Series]) -> Open:
    """Return what is open about these series: in one query, three while one is played, one more for a dispute.

    Of a list of results only all deals count as played once they are in.
    """
    shown = {one.pk for one in series}
    appeals, tables = _disputes(tournament, shown)
    players: dict[int, Playing] = {}
    lists: dict[int, bool] = {}
    ending = [one for one in series if one.status in STILL_TO_END]
    if ending:
        rows = Seat.objects.filter(series__in=[one.pk for one in ending], table__game_list__isnull=False)
        played = _played(ending)
        endless = {one.pk for one in ending if is_to_a_target(one.profile)}
        for entrant, row, signed_at, rounds, size, kind, of in rows.order_by("series__number").values_list(
            "entrant_id",
            "table__game_list__pk",
            "table__game_list__signed_at",
            "table__game_list__rounds",
            "table__size",
            "table__game_list__kind",
            "series_id",
        ):
            length = rounds * size
            done = length if kind == GameListRow.Kind.TOTALS else played.get(row, 0)
            lists[row] = signed_at is not None
            players[entrant] = Playing(done, None if of in endless else length, signed_at is not None)
    disputed = Seat.objects.filter(table__in=tables).values_list("entrant_id", flat=True) if tables else ()
    return Open(
        players=players,
        lists=len(lists),
        signed=sum(lists.values()),
        appeals=appeals,
        disputed=frozenset(disputed),
    )


def _played(series: Iterable[Series]) -> dict[int, int]:
    valid = DealRow.objects.filter(game_list__table__series__in=[one.pk for one in series], voided_at=None).order_by()
    return dict(valid.values_list("game_list_id").annotate(entered=Count("pk")))


def _disputes(tournament: Tournament, series: set[int]) -> tuple[int, set[int]]:
    """Return how many appeals are open in these series, and the tables with an open appeal or objection."""
    said = ("series_id", "game_list__table_id")
    appeals = tournament.appeals.filter(verdict="").order_by()
    objections = tournament.objections.filter(outcome="").order_by()
    found = appeals.annotate(appeal=Value(1)).values_list("appeal", "pk", *said)
    rows = list(found.union(objections.annotate(appeal=Value(0)).values_list("appeal", "pk", *said), all=True))
    here = [row for row in rows if row[2] in series]
    return sum(row[0] for row in here), {row[3] for row in here if row[3]}
