"""Writing a report of an event: lists as the rules have them become parts of the document, and it gets its hashes."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.report.checks import hashes_of, places_of
from scoring.report.reading import FORMAT, VERSION
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import TotalsList, totals_tallies
from scoring.rules.notation.messages import written
from scoring.rules.results.ranking import Result


class SeatCounts(NamedTuple):
    """What counts for a seat after decisions, whatever was played."""

    total: int
    won: int
    lost: int


def list_part(
    game_list: GameList,
    *,
    series: int,
    table: int,
    numbers: Sequence[int],
    counts: Mapping[int, SeatCounts] | None = None,
    is_short: bool = False,
) -> dict[str, Any]:
    """Return a list with its deals and results.

    ``counts`` is what counts after decisions, by number; who is not in it has what was played. ``is_short`` says that
    a decision or the clock ended it before its last deal.
    """
    part: dict[str, Any] = {
        "series": series,
        "table": table,
        "rounds": game_list.rounds,
        "seats": list(numbers),
        "deals": [deal_part(deal) for deal in game_list.deals],
        "results": _results(tallies(game_list), numbers, counts or {}),
    }
    if is_short:
        part["short"] = True
    if game_list.is_of_a_house:
        part["profile"] = game_list.profile
    if game_list.presence:
        part["presence"] = [
            {"from_round": presence.from_round, "seats": list(presence.seats)} for presence in game_list.presence
        ]
    return part


def totals_part(
    totals: TotalsList,
    *,
    series: int,
    table: int,
    numbers: Sequence[int],
    counts: Mapping[int, SeatCounts] | None = None,
) -> dict[str, Any]:
    """Return a list of which only the results are known, from paper; ``counts`` as in ``list_part``."""
    values = {} if totals.passed is None else {"passed": totals.passed}
    return {
        "series": series,
        "table": table,
        "rounds": totals.rounds,
        "seats": list(numbers),
        "results": _results(totals_tallies(totals), numbers, counts or {}),
        **values,
    }


def _results(earned: Sequence[Tally], numbers: Sequence[int], counts: Mapping[int, SeatCounts]) -> list[dict[str, int]]:
    return [
        _result(number, tally, seats=len(numbers), counts=counts.get(number))
        for number, tally in zip(numbers, earned, strict=True)
    ]


def _result(number: int, tally: Tally, *, seats: int, counts: SeatCounts | None) -> dict[str, int]:
    """Return the result of a seat; what a decision did to it is left out where it did nothing."""
    played = SeatCounts(rating(tally, seats=seats).performance, tally.won, tally.lost)
    counted = counts or played
    decided = {"deducted": (played.total - counted.total, 0)}
    decided |= {"counted_won": (counted.won, played.won), "counted_lost": (counted.lost, played.lost)}
    return {
        "number": number,
        "game_points": tally.game_points,
        "won": tally.won,
        "lost": tally.lost,
        "others_lost": tally.opponents_lost,
        "total": counted.total,
        **{name: value for name, (value, usual) in decided.items() if value != usual},
    }


def event_report(
    *,
    written_by: str,
    event: Mapping[str, Any],
    entrants: Iterable[Mapping[str, Any]],
    lists: Iterable[Mapping[str, Any]],
    lots: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """Return the whole report of an event, ranking and hashes included (SkWO 5.2).

    An entrant whose ``excluded`` (SkWO 4.3) or ``fills_in`` is true has no place; ``brought`` are the points with which
    somebody started.
    """
    parts = [dict(values) for values in lists]
    people = [dict(entrant) for entrant in entrants]
    out = {person["number"] for person in people if person.get("excluded") or person.get("fills_in")}
    report = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "event",
        "written_by": written_by,
        "event": dict(event),
        "entrants": people,
        "lists": parts,
        "ranking": _ranking(parts, lots, out, {person["number"]: person.get("brought", 0) for person in people}),
    }
    return sealed(report)


def season_report(*, written_by: str, season: Mapping[str, Any], table: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the whole report of a season: what ``scoring.season.table`` is asked, and what it answers."""
    head = {"format": FORMAT, "version": VERSION, "kind": "season", "written_by": written_by}
    return sealed({**head, "season": dict(season), "table": [dict(row) for row in table]})


def sealed(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report with the hashes it must have."""
    parts = {name: part for name, part in report.items() if name != "hashes"}
    return {**parts, "hashes": hashes_of(parts)}


def deal_part(deal: Deal) -> dict[str, Any]:
    """Return a deal with what there is to say of it: nothing, if it was passed in."""
    part = {name: value for name, value in written(deal).items() if value not in (None, "")}
    return {**part, "overruled": True} if deal.overruled else part


def _ranking(
    lists: Iterable[Mapping[str, Any]],
    lots: Mapping[int, int] | None,
    out: Container[int],
    brought: Mapping[int, int],
) -> list[dict[str, int]]:
    earned = (
        Result(
            entrant=results["number"],
            performance=results["total"],
            won=results.get("counted_won", results["won"]),
            lost=results.get("counted_lost", results["lost"]),
        )
        for part in lists
        for results in part["results"]
    )
    return [
        {
            "place": place.rank,
            "number": place.result.entrant,
            "total": place.result.performance,
            "won": place.result.won,
            "lost": place.result.lost,
        }
        for place in places_of(earned, out=out, brought=brought, lots=lots)
    ]
