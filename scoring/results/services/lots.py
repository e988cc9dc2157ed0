"""Lots: drawn once for those whom the rules leave equal, and kept (SkWO 5.2)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeVar

from scoring.results.models import Lot, Ranking, RankingLot
from scoring.results.selectors.earned import results_of
from scoring.results.selectors.rankings import rankings_of, series_of, ties_without_lot
from scoring.rules.results.ranking import tied
from tables.accounts.models import User
from tables.journal import chain as journal
from tables.seating import Chance
from tables.tournaments.models import Series, Tournament

Drawer = TypeVar("Drawer")
OF_THE_EVENT = "lots"  # what chance is asked for when the lots of the players are drawn
LOTS = 1_000_000


def draw_missing(tournament: Tournament, *, seed: str, now: datetime) -> dict[str, int]:
    """Give a lot to every player whom a ranking leaves equal to another, and return the new ones; a lot stays (SkWO
    5.2).
    """
    all_series = list(tournament.series.order_by("number"))
    equals = {
        entrant
        for at, series in enumerate(all_series, start=1)
        if series.status == Series.Status.CLOSED
        for results in (results_of([series], is_total=False), results_of(all_series[:at]))
        for group in tied(results)
        for entrant in group
    }
    numbers = [number for ranking in decided(tournament) for number in _tied_players(ranking)]
    equals |= set(tournament.entrants.filter(number__in=numbers).values_list("pk", flat=True))
    return give(tournament, equals, seed=seed, now=now)


def give(tournament: Tournament, entrants: Iterable[int], *, seed: str, now: datetime) -> dict[str, int]:
    """Give a lot of the event to those of the entrants who have none; return the new ones by start number."""
    owned = dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))
    needing = sorted(set(entrants) - owned.keys())
    fresh = _fresh(needing, taken=set(owned.values()), seed=seed, purpose=OF_THE_EVENT)
    Lot.objects.bulk_create(
        Lot(tournament=tournament, entrant_id=entrant, number=number, drawn_at=now) for entrant, number in fresh.items()
    )
    start_numbers = dict(tournament.entrants.filter(pk__in=needing).values_list("pk", "number"))
    return {str(start_numbers[entrant]): number for entrant, number in fresh.items()}


def settle_rankings(tournament: Tournament, *, seed: str, by: User, now: datetime) -> None:
    """Draw the lots that are missing in all rankings that are decided; the journal has a line for each."""
    for ranking in decided(tournament):
        draw_in(ranking, seed=seed, by=by, now=now)


def draw_in(ranking: Ranking, *, seed: str, by: User, now: datetime) -> int:
    """Draw the lots that are missing in one ranking whose series are closed; return how many there were."""
    codes = ties_without_lot(ranking, [series.number for series in series_of(ranking)])
    if not codes:
        return 0
    tournament = ranking.tournament
    values: dict[str, object] = {"ranking": ranking.number, "seed": seed}
    if ranking.is_of_players:
        tied_here = tournament.entrants.filter(number__in=_numbers(codes)).values_list("pk", flat=True)
        values["lots"] = give(tournament, tied_here, seed=seed, now=now)
    else:
        taken = set(ranking.lots.values_list("number", flat=True))
        fresh = _fresh(sorted(codes), taken=taken, seed=seed, purpose=f"{OF_THE_EVENT} of ranking {ranking.number}")
        RankingLot.objects.bulk_create(
            RankingLot(ranking=ranking, competitor=code, number=number, drawn_at=now) for code, number in fresh.items()
        )
        values["drawn"] = _without_clubs(fresh)
    journal.record("ranking.lots-drawn", tournament=tournament, by=by, at=now, **values)
    return len(codes)


def decided(tournament: Tournament) -> list[Ranking]:
    """Return the rankings that the public sees and whose series are all closed."""
    rankings = rankings_of(tournament)
    return [
        ranking for ranking in rankings if all(series.status == Series.Status.CLOSED for series in series_of(ranking))
    ]


def _tied_players(ranking: Ranking) -> list[int]:
    if not ranking.is_of_players:
        return []
    return _numbers(ties_without_lot(ranking, [series.number for series in series_of(ranking)]))


def _without_clubs(lots: Mapping[str, int]) -> dict[str, int]:
    """Return lots for the journal: a club goes by its place in the alphabet, in which the lots were drawn too."""
    return {
        f"club:{at}" if code.startswith("club:") else code: lot
        for at, (code, lot) in enumerate(sorted(lots.items()), start=1)
    }


def _numbers(codes: Iterable[str]) -> list[int]:
    return [int(code.removeprefix("entrant:")) for code in codes]


def _fresh(drawers: Iterable[Drawer], *, taken: set[int], seed: str, purpose: str) -> dict[Drawer, int]:
    chance = Chance(seed, purpose=purpose)
    lots: dict[Drawer, int] = {}
    for drawer in drawers:
        number = 1 + chance.below(LOTS)
        while number in taken:
            number = 1 + chance.below(LOTS)
        taken.add(number)
        lots[drawer] = number
    return lots
