"""The table of exactness: what the grid and the first examples come to, by which programs can be told exact or not."""

import json
from collections.abc import Iterator
from typing import Any, Final

from scoring.report.examples import example, grid
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
        deals = sum(len(one["deals"]) for one in report["lists"])
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
