"""Writing a report of an event: lists as the rules have them become parts of the document, and it gets its hashes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.report.checks import hashes_of
from scoring.report.reading import FORMAT, VERSION
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import TotalsList, totals_tallies
from scoring.rules.notation.messages import written
from scoring.rules.results.ranking import Result, ranked


def list_part(
    game_list: GameList,
    *,
    series: int,
    table: int,
    numbers: Sequence[int],
    deducted: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """Return a list with its deals and results; ``deducted`` are points that decisions took, by number."""
    part: dict[str, Any] = {
        "series": series,
        "table": table,
        "rounds": game_list.rounds,
        "seats": list(numbers),
        "deals": [_deal(deal) for deal in game_list.deals],
        "results": _results(tallies(game_list), numbers, deducted or {}),
    }
    if game_list.is_of_a_house:
        part["profile"] = game_list.profile
    if game_list.presence:
        part["presence"] = [{"from_round": one.from_round, "seats": list(one.seats)} for one in game_list.presence]
    return part


def totals_part(
    totals: TotalsList, *, series: int, table: int, numbers: Sequence[int], deducted: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """Return a list of which only the results are known, from paper."""
    return {
        "series": series,
        "table": table,
        "rounds": totals.rounds,
        "seats": list(numbers),
        "results": _results(totals_tallies(totals), numbers, deducted or {}),
    }


def _results(earned: Sequence[Tally], numbers: Sequence[int], taken: Mapping[int, int]) -> list[dict[str, int]]:
    return [
        {
            "number": number,
            "game_points": tally.game_points,
            "won": tally.won,
            "lost": tally.lost,
            "others_lost": tally.opponents_lost,
            "total": rating(tally, seats=len(numbers)).performance - taken.get(number, 0),
            **({"deducted": taken[number]} if taken.get(number) else {}),
        }
        for number, tally in zip(numbers, earned, strict=True)
    ]


def event_report(
    *,
    written_by: str,
    event: Mapping[str, Any],
    entrants: Iterable[Mapping[str, Any]],
    lists: Iterable[Mapping[str, Any]],
    lots: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """Return the whole report of an event, ranking and hashes included (SkWO 5.2)."""
    parts = [dict(one) for one in lists]
    report = {
        "format": FORMAT,
        "version": VERSION,
        "kind": "event",
        "written_by": written_by,
        "event": dict(event),
        "entrants": [dict(one) for one in entrants],
        "lists": parts,
        "ranking": _ranking(parts, lots),
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


def _deal(deal: Deal) -> dict[str, Any]:
    return {**written(deal), "overruled": True} if deal.overruled else written(deal)


def _ranking(lists: Iterable[Mapping[str, Any]], lots: Mapping[int, int] | None) -> list[dict[str, int]]:
    earned: dict[int, list[Mapping[str, int]]] = defaultdict(list)
    for one in lists:
        for result in one["results"]:
            earned[result["number"]].append(result)
    places = ranked(
        (
            Result(
                entrant=number,
                performance=sum(one["total"] for one in results),
                won=sum(one["won"] for one in results),
                lost=sum(one["lost"] for one in results),
            )
            for number, results in earned.items()
        ),
        lots=lots,
    )
    return [
        {
            "place": place.rank,
            "number": place.result.entrant,
            "total": place.result.performance,
            "won": place.result.won,
            "lost": place.result.lost,
        }
        for place in places
    ]
