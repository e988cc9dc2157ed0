"""The places for which there are prizes: start numbers by place, of each list of prizes (SkWO 5.2)."""

from collections.abc import Iterable, Sequence

from scoring.money import mapping
from scoring.money.models import PrizeListRow
from scoring.money.reckon.awards import Award, PrizeList, awards
from scoring.money.reckon.plans import Size
from scoring.money.reckon.played import best_table, by_place
from scoring.money.selectors.played import lists_of
from scoring.money.selectors.pots import pots_of
from scoring.results.selectors.rankings import lines_of, series_of
from scoring.results.selectors.standings import standings
from tables.draw.models import Table
from tables.people.selectors import participants
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked, started


def prize_lists_of(tournament: Tournament) -> list[PrizeListRow]:
    """Return the lists of prizes, in their order."""
    return list(tournament.prize_lists.select_related("ranking"))


def placed(row: PrizeListRow) -> list[list[int]]:
    """Return who comes where for a list of prizes, by start number, whoever wins the first one first.

    A team is known by whoever leads it. For the last place comes only who had a seat in every series.
    """
    if row.winners == PrizeListRow.Winners.TABLE:
        return _at_best_table(row)
    places = _ranked(row)
    return places[::-1] if row.winners == PrizeListRow.Winners.LAST else places


def _at_best_table(row: PrizeListRow) -> list[list[int]]:
    out = set(row.tournament.entrants.exclude(is_ranked()).values_list("number", flat=True))
    lists = lists_of(row.tournament)
    best = best_table(played for (series, _table), played in lists.items() if row.series in (None, series))
    return [[seat.number] for seat in by_place(best) if seat.number not in out] if best else []


def _ranked(row: PrizeListRow) -> list[list[int]]:
    tournament = row.tournament
    if row.ranking:
        lines = lines_of(row.ranking, series_of(row.ranking))
        return _by_place((line.rank, line.members[0].entrant.number) for line in lines if line.members)
    only = None
    if row.series:
        only = Series.objects.filter(tournament=tournament, number=row.series).first()
        if only is None:
            return []
    lines_all = standings(tournament, only=only, with_hidden=True).lines
    is_last = row.winners == PrizeListRow.Winners.LAST
    return _by_place(
        (line.rank, line.entrant.number)
        for line in lines_all
        if (not row.of_class or row.of_class in line.entrant.classes) and not (is_last and None in line.by_series)
    )


def is_final(row: PrizeListRow) -> bool:
    """Test whether nothing can change the places a list of prizes is for any more.

    A series that is closed is final enough for prizes that no later charge changes: a correction gives them anew.
    """
    if row.tournament.released_at:
        return True
    if not row.series or row.plan["kind"] == "share":
        return False
    return row.tournament.series.filter(number=row.series, status=Series.Status.CLOSED).exists()


def size_of(tournament: Tournament) -> Size:
    """Return how large a field is: who started (SkWO 4.3), and the tables of the first series.

    Until the first series is closed some tables may not have begun: then whoever takes part is counted. Whoever fills
    in never is.
    """
    is_told = tournament.series.filter(status=Series.Status.CLOSED).exists()
    counted = tournament.entrants.filter(started()) if is_told else participants(tournament).filter(fills_in=False)
    return Size(
        entrants=counted.distinct().count(),
        tables=Table.objects.filter(series__tournament=tournament, series__number=1).count(),
    )


def lists_with_places(rows: Sequence[PrizeListRow]) -> list[PrizeList]:
    """Return lists of prizes with who stands where as things are now."""
    return [mapping.to_prize_list(row, placed(row)) for row in rows]


def won_now(tournament: Tournament, rows: Sequence[PrizeListRow]) -> tuple[Award, ...]:
    """Return who would win what of these lists if it ended now, by list and place."""
    lists = lists_with_places(rows)
    pots = {pot.name: pot.taken for pot in pots_of(tournament).pots}
    # A pot that nothing goes to any more gives nothing.
    named = {one.plan.pot: 0 for one in lists if one.plan.pot is not None}
    return awards(lists, pots=named | pots, size=size_of(tournament))


def _by_place(ranked: Iterable[tuple[int, int]]) -> list[list[int]]:
    places: dict[int, list[int]] = {}
    for rank, number in ranked:
        places.setdefault(rank, []).append(number)
    return [places[rank] for rank in sorted(places)]
