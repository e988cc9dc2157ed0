"""Writing a report of an event: lists as the rules have them become parts of the document, and it gets its hashes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scoring.report.checks import hashes_of, places_of
from scoring.report.reading import FORMAT, VERSION
from scoring.rules.checks import problems
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import TotalsList, totals_tallies
from scoring.rules.judging import different_games
from scoring.rules.notation.messages import written
from scoring.rules.results.ranking import Result
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant
from tables.seating.records.record import fingerprint


class SeatCounts(NamedTuple):
    """What counts for a seat after decisions, whatever was played."""

    total: int
    won: int
    lost: int


def list_part(
    game_list: GameList | TotalsList,
    *,
    series: int,
    table: int,
    numbers: Sequence[int],
    counts: Mapping[int, SeatCounts] | None = None,
    is_short: bool = False,
) -> dict[str, Any]:
    """Return a list with its deals and results; of one from paper only the results are known."""
    more: dict[str, Any] = {}
    if isinstance(game_list, TotalsList):
        earned = totals_tallies(game_list)
        if game_list.passed is not None:
            more["passed"] = game_list.passed
    else:
        earned = tallies(game_list)
        more["deals"] = [deal_part(deal) for deal in game_list.deals]
        if is_short:
            more["short"] = True
        if game_list.is_of_a_house:
            more["profile"] = game_list.profile
        if game_list.presence:
            more["presence"] = [
                {"from_round": presence.from_round, "seats": list(presence.seats)} for presence in game_list.presence
            ]
    results = [
        _result(number, tally, seats=len(numbers), counts=(counts or {}).get(number))
        for number, tally in zip(numbers, earned, strict=True)
    ]
    where = {"series": series, "table": table, "rounds": game_list.rounds, "seats": list(numbers)}
    return {**where, **more, "results": results}


def _result(number: int, tally: Tally, *, seats: int, counts: SeatCounts | None) -> dict[str, int]:
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
    """Return the whole report of an event, ranking and hashes included (SkWO 5.2)."""
    parts, people = list(lists), list(entrants)
    earned = (
        Result(
            entrant=results["number"],
            performance=results["total"],
            won=results.get("counted_won", results["won"]),
            lost=results.get("counted_lost", results["lost"]),
        )
        for part in parts
        for results in part["results"]
    )
    out = {person["number"] for person in people if person.get("excluded") or person.get("fills_in")}
    brought = {person["number"]: person.get("brought", 0) for person in people}
    ranking = [
        {"place": place.rank, "number": number, "total": total, "won": won, "lost": lost}
        for place in places_of(earned, out=out, brought=brought, lots=lots)
        for number, total, won, lost in [place.result]
    ]
    content = {"event": event, "entrants": people, "lists": parts, "ranking": ranking}
    return sealed({**_head("event", written_by), **content})


def season_report(*, written_by: str, season: Mapping[str, Any], table: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the whole report of a season: what ``scoring.season.table`` is asked, and what it answers."""
    return sealed({**_head("season", written_by), "season": season, "table": table})


def _head(kind: str, written_by: str) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "kind": kind, "written_by": written_by}


def sealed(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report with the hashes it must have."""
    parts = {name: part for name, part in report.items() if name != "hashes"}
    return {**parts, "hashes": hashes_of(parts)}


def deal_part(deal: Deal) -> dict[str, Any]:
    """Return a deal with what there is to say of it: nothing, if it was passed in."""
    part = {name: value for name, value in written(deal).items() if value not in (None, "")}
    return {**part, "overruled": True} if deal.overruled else part


EVENTS: Final = 20  # examples in the table: seeds 1 to this
GAMES: Final = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def exactness() -> Iterator[str]:
    """Yield the table, a line each, in Markdown."""
    lines = list(grid())
    yield "| grid | lines | won | lost | overbid | sum of points | SHA-256 of the points |"
    yield "|---|---|---|---|---|---|---|"
    for game in GAMES:
        yield _row(game, [line for line in lines if line["deal"]["game"] == game])
    yield _row("all", lines)
    yield ""
    yield "| event | entrants | series | lists | deals | points of the first | `hashes.report` |"
    yield "|---|---|---|---|---|---|---|"
    for seed in range(1, EVENTS + 1):
        report = example(str(seed))
        deals = sum(len(lists["deals"]) for lists in report["lists"])
        first = report["ranking"][0]["total"]
        counts = (len(report["entrants"]), report["event"]["series"], len(report["lists"]), deals, first)
        yield f"| {seed} | {' | '.join(map(str, counts))} | `{report['hashes']['report']}` |"


def _row(name: str, lines: list[dict[str, Any]]) -> str:
    deals = [line["deal"] for line in lines]
    overbid = sum(deal.get("overbid", False) for deal in deals)
    won = sum(deal.get("won", False) and not deal.get("overbid", False) for deal in deals)
    points = [line["points"] for line in lines]
    counts = (len(lines), won, len(lines) - won - overbid, overbid, sum(points))
    return f"| {name} | {' | '.join(map(str, counts))} | `{fingerprint(points)}` |"


def files() -> Iterator[tuple[str, str]]:
    """Yield what is published to try another program by: name and text of each file."""
    yield "grid.jsonl", "".join(json.dumps(line) + "\n" for line in grid())
    for seed in range(1, EVENTS + 1):
        yield f"event-{seed}.json", json.dumps(example(str(seed))) + "\n"


PASSED_IN: Final = 12  # one deal in so many is passed in
LOST: Final = 5  # one game in so many is lost
TABLES: Final = 5  # tables of the largest event, at least


def grid() -> Iterator[dict[str, Any]]:
    """Yield a line for every game that the rules allow, won and lost, with the points it gives the declarer."""
    for game in different_games():
        for won in (True, False):
            outcome = replace(game, won=won)
            for bid in _bids(book(outcome).value):
                played = replace(outcome, bid=bid, overbid=bid is not None and bid > book(outcome).value)
                if not _refused(played):
                    yield {"deal": deal_part(Deal(number=1, declarer=1, played=played)), "points": book(played).points}


def example(seed: str) -> dict[str, Any]:
    """Return the report of an event made by chance, the same for the same seed; all in it is in order."""
    chance = Chance(seed, purpose="example")
    people = (3, 4, 6, 7, 8, *range(9, 4 * TABLES + 1))
    entrants = [Entrant(number=number) for number in range(1, people[chance.below(len(people))] + 1)]
    series = 1 + chance.below(3)
    plan = draw(entrants, series=series, seed=seed).series
    lists = [
        list_part(_game_list(len(numbers), chance), series=number, table=table, numbers=numbers)
        for number, tables in enumerate(plan, start=1)
        for table, numbers in enumerate(tables, start=1)
    ]
    return event_report(
        written_by="scoring.report",
        event={"name": f"Example {seed}", "date": "2026-01-14", "series": series, "rules": "isko-2002"},
        entrants=[{"number": entrant.number} for entrant in entrants],
        lists=lists,
    )


def _game_list(seats: int, chance: Chance) -> GameList:
    blank = GameList(seats=seats, rounds=(9, 12)[chance.below(2)])
    deals = tuple(_deal(number, blank, chance) for number in range(1, blank.length + 1))
    return replace(blank, deals=deals)


def _deal(number: int, game_list: GameList, chance: Chance) -> Deal:
    if not chance.below(PASSED_IN):
        return Deal(number=number)
    players = game_list.players_of(number)
    games = different_games()
    while True:
        played = replace(games[chance.below(len(games))], won=bool(chance.below(LOST)))
        bids = _bids(book(played).value)
        bid = bids[chance.below(len(bids))]
        played = replace(played, bid=bid, overbid=bid is not None and bid > book(played).value)
        if not _refused(played):
            return Deal(number=number, declarer=players[chance.below(len(players))], played=played)


def _bids(value: int) -> list[int | None]:
    covered = [bid for bid in BIDS if bid <= value]
    beyond = [bid for bid in BIDS if bid > value]
    return [None, *covered[-1:], *beyond[:1]]


def _refused(played: Played) -> bool:
    return any(problem.severity == "error" for problem in problems(played))
