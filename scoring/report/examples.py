"""Examples to try another program by: the grid of all games with what they cost, and events made by chance."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from scoring.report.writing import deal_part, event_report, list_part
from scoring.rules.checks import problems
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.judging import different_games
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.model import Entrant
from tables.seating.records.record import fingerprint

EVENTS: Final = 20
"""Examples in the table: seeds 1 to this."""

GAMES: Final = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def exactness() -> Iterator[str]:
    """Yield the table, a line each, in Markdown.

    A hash is that of the report's page: SHA-256 of the value as JSON. Of the grid it is taken of the points alone, in
    the order of its lines.
    """
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


PASSED_IN: Final = 12
"""One deal in so many is passed in."""

LOST: Final = 5
"""One game in so many is lost."""

TABLES: Final = 5
"""Tables of the largest event, at least."""


def grid() -> Iterator[dict[str, Any]]:
    """Yield a line for every game that the rules allow, won and lost, with the points it gives the declarer.

    Each stands there without a bid, with the highest bid that it covers, and with the next one, which it does not.
    """
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
