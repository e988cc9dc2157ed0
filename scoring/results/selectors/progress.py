"""How far the players of a series are, about whose lists something is open, and whether results are as the
lists say.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import connection
from django.db.models import Count, Q, Sum

from scoring.lists.models import DealRow, GameListRow, SeatResult, TotalsRow
from scoring.lists.selectors.counting import NO_ORDERS, RESULT, Counts, counted, figures, given_by, orders_in
from scoring.lists.selectors.house import is_to_a_target
from scoring.results.selectors.standings import HIDDEN
from scoring.rules.game_list.sums import tallied
from tables.draw.models import Seat
from tables.prepared import Prepared
from tables.tournaments.models import Series, Tournament

DISPUTES = """
    SELECT 1, a.series_id, l.table_id
    FROM scoring_appeal AS a LEFT JOIN scoring_gamelistrow AS l ON l.id = a.game_list_id
    WHERE a.tournament_id = %s AND a.verdict = ''
    UNION ALL
    SELECT 0, o.series_id, l.table_id
    FROM scoring_objection AS o LEFT JOIN scoring_gamelistrow AS l ON l.id = o.game_list_id
    WHERE o.tournament_id = %s AND o.outcome = ''
"""
"""Asked for each page that is drawn: put together anew it would cost six times the answer."""

STILL_TO_END = (Series.Status.PUBLISHED, Series.Status.RUNNING)


class Playing(NamedTuple):
    """How far somebody's list is."""

    deals: int
    length: int | None  # deals of the list; None where it goes on until somebody reaches a target
    signed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """What is still open about some series."""

    players: Mapping[int, Playing] = field(default_factory=dict)  # by entrant, while a series is at play
    lists: int = 0  # how many lists these series have
    signed: int = 0
    appeals: int = 0  # how many appeals nobody has decided yet
    disputed: frozenset[int] = frozenset()  # the entrants at whose table an appeal or an objection is open


SERIES: Final = Prepared(lambda tournament: Series.objects.filter(tournament=tournament).order_by("number"))


def seated_series(tournament: Tournament) -> tuple[Series, ...]:
    """Return the series whose seats the public knows; whatever goes through ``tournament.series`` asks no more."""
    fetched: Any = tournament.series.all()
    fetched._result_cache = SERIES(tournament.pk, belonging_to={"tournament": tournament})
    vars(tournament)["_prefetched_objects_cache"] = {"series": fetched}
    return tuple(series for series in fetched if series.status not in HIDDEN)


def still_open(tournament: Tournament, series: Iterable[Series]) -> Open:
    """Return what is open about these series: in one query, three while one is played, one more for a dispute."""
    shown = {each_series.pk for each_series in series}
    appeals, tables = _disputes(tournament, shown)
    players: dict[int, Playing] = {}
    lists: dict[int, bool] = {}
    ending = [each_series for each_series in series if each_series.status in STILL_TO_END]
    if ending:
        rows = Seat.objects.filter(
            series__in=[each_series.pk for each_series in ending], table__game_list__isnull=False
        )
        played = _played(ending)
        endless = {each_series.pk for each_series in ending if is_to_a_target(each_series.profile)}
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
        players=players, lists=len(lists), signed=sum(lists.values()), appeals=appeals, disputed=frozenset(disputed)
    )


def _played(series: Iterable[Series]) -> dict[int, int]:
    valid = DealRow.objects.filter(
        game_list__table__series__in=[each_series.pk for each_series in series], voided_at=None
    ).order_by()
    return dict(valid.values_list("game_list_id").annotate(entered=Count("pk")))


def _disputes(tournament: Tournament, series: set[int]) -> tuple[int, set[int]]:
    with connection.cursor() as cursor:
        cursor.execute(DISPUTES, [tournament.pk, tournament.pk])
        here = [row for row in cursor.fetchall() if row[1] in series]
    return sum(row[0] for row in here), {row[2] for row in here if row[2]}


Result: TypeAlias = tuple[int, int, int, int, int, str, int]  # what is stored of a seat, as in ``RESULT``


NOTHING = (0, 0, 0)  # points, games won and lost of a seat that was never declarer
Sums: TypeAlias = tuple[int, int, int]  # points, games won and lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount:
    """What counts by the entries."""

    lists: int  # lists that were counted
    wrong: Mapping[int, tuple[int, Result]]  # by seat what has to be stored and is not: its list, its result


def recount(tournament: Tournament) -> Recount:
    """Count everything anew, in nine queries a series, and some more for each list that takes more than sums.

    What an entry is worth is taken as it is stored: whether the rules say so too is for ``verified`` to find.
    """
    lists = 0
    wrong: dict[int, tuple[int, Result]] = {}
    for series in tournament.series.order_by("number"):
        stored, entered, ordered = _stored(series), _entered(series), _ordered(series)
        for game_list, seats in _seats(series).items():
            lists += 1
            fresh = ordered.get(game_list) or _as_played(entered.get(game_list, {}), seats=len(seats))
            # Before the first entry nothing is stored, unless the direction ordered something.
            is_begun = game_list in entered or game_list in ordered
            for seat, result in zip(seats, fresh, strict=True):
                cells = stored.get(seat)
                if cells != result and (is_begun or cells):
                    wrong[seat] = game_list, result
    return Recount(lists=lists, wrong=wrong)


def _stored(series: Series) -> dict[int, Result]:
    results = SeatResult.objects.filter(seat__series=series).order_by()
    return {row[0]: row[1:] for row in results.values_list("seat", *RESULT)}


def _seats(series: Series) -> dict[int, list[int]]:
    seats: dict[int, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(series=series).order_by("table__number", "place")
    for seat, game_list in rows.values_list("pk", "table__game_list"):
        seats[game_list].append(seat)
    return seats


def _entered(series: Series) -> dict[int, dict[int, Sums]]:
    sums: dict[int, dict[int, Sums]] = defaultdict(dict)
    of_series = Q(game_list__table__series=series, voided_at=None)
    # Whoever won got points, whoever lost paid some: a constraint of the rows (ISkO 5.4).
    entries = DealRow.objects.filter(of_series).order_by().values_list("game_list", "declarer")
    added = entries.annotate(
        brought=Sum("points"), gained=Count("pk", filter=Q(points__gt=0)), paid=Count("pk", filter=Q(points__lt=0))
    )
    for game_list, declarer, *column in added:
        sums[game_list][declarer or 0] = tuple(column)
    typed = TotalsRow.objects.filter(of_series).order_by()
    for game_list, place, *column in typed.values_list("game_list", "place", "game_points", "won", "lost"):
        sums[game_list][place] = tuple(column)
    return sums


def _as_played(sums: Mapping[int, Sums], *, seats: int) -> list[Result]:
    points, won, lost = zip(*(sums.get(place, NOTHING) for place in range(1, seats + 1)), strict=True)
    return [(*figures(tally, seats=seats), Counts.AS_PLAYED.value, 0) for tally in tallied(points, won, lost)]


def _ordered(series: Series) -> dict[int, list[Result]]:
    orders = orders_in(series)
    is_plain = Q(profile="", presence=[], chairs=[])
    rows = GameListRow.objects.filter(table__series=series).filter(Q(pk__in=orders) | ~is_plain)
    return {
        row.pk: [
            (*figures(one.tally, seats=row.table.size), one.why.value, one.penalty)
            for one in counted(row, given_by(row), orders.get(row.pk, NO_ORDERS))
        ]
        for row in rows.select_related("table__series")
    }
