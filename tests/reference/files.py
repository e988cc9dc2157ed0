"""The reference lists and the event of fourteen as they stand in their files, and as they are typed into a page."""

import csv
import re
from pathlib import Path
from typing import Any

from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played

Row = dict[str, str]

HERE = Path(__file__).parent
FIXTURES = HERE.parent.parent / "fixtures" / "reference"
FLAGS = ("hand", "schneider", "schneider_announced", "schwarz", "schwarz_announced", "ouvert")
PRODUCT = re.compile(r"(\d+) x (\d+) = (\d+)")
LETTER = {"clubs": "c", "spades": "p", "hearts": "h", "diamonds": "k", "grand": "g", "null": "n"}
"""The letters by which a game is typed, from both languages."""


def rows(name: str, *, folder: Path = HERE) -> list[Row]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def matadors(row: Row) -> int | None:
    """Return "without 2" as -2."""
    if not row["matadors"]:
        return None
    sign, count = row["matadors"].split()
    return {"with": 1, "without": -1}[sign] * int(count)


def played(row: Row) -> Played | None:
    """Return what the rules are asked about."""
    if row["result"] == "passed":
        return None
    flags = {name: row[name] == "yes" for name in FLAGS}
    reached = {name: flags.pop(name) for name in ("schneider", "schwarz")}
    return Played(
        contract=Contract(game=Game(row["game"]), **flags),
        matadors=matadors(row),
        won=row["result"] == "won",
        bid=int(row["bid"]) if row["bid"] else None,
        overbid=row["result"] == "overbid",
        **reached,
    )


def product(row: Row) -> tuple[int, int, int] | None:
    """Return the last product of the computation: multiples, base value, value."""
    found = PRODUCT.findall(row["computation"])
    return tuple(map(int, found[-1])) if found else None  # type: ignore[return-value]


def button(row: Row) -> str:
    """Return the button pressed at the table."""
    return "outcome=" + {"won": "won", "lost": "lost", "overbid": "lost", "passed": "passed"}[row["result"]]


def tapped(row: Row, *, seat: int | None) -> dict[str, Any]:
    """Return what is filled in at the table before the button is pressed."""
    if row["result"] == "passed":
        return {}
    filled: dict[str, Any] = {"declarer": seat, "game": row["game"]}
    if row["matadors"]:
        filled["matadors"] = matadors(row)
    filled |= {name: True for name in FLAGS if row[name]}
    if row["bid"]:
        filled |= {"bid": row["bid"], "overbid": True}
    return filled


def typed(row: Row, *, seat: int | None) -> str:
    """Return the line as it is typed from paper."""
    if row["result"] == "passed":
        return "-"
    count = matadors(row)
    announced = (
        "o" if row["ouvert"] else "wa" if row["schwarz_announced"] else "sa" if row["schneider_announced"] else ""
    )
    line = f"{seat}{LETTER[row['game']]}{'' if count is None else count}{'h' if row['hand'] else ''}{announced}"
    line += "w" if row["schwarz"] else "s" if row["schneider"] else ""
    return line + {"won": "", "lost": "-", "overbid": f"b{row['bid']}"}[row["result"]]


ENTRANTS = rows("fourteen_entrants.csv")
DEALS = rows("fourteen_deals.csv")
TOTALS = rows("fourteen_totals.csv")
RESULTS = rows("fourteen_results.csv")
RANKING = rows("fourteen_ranking.csv")

NUMBER = {row["name"]: int(row["number"]) for row in ENTRANTS}
TABLES = {
    (int(row["series"]), int(row["table"])): [row[f"seat_{n}"] for n in range(1, 5) if row[f"seat_{n}"]]
    for row in rows("fourteen_seats.csv")
}


def deals_of(series: int, table: int) -> list[Row]:
    """Return a table's deals with everything that was ever entered."""
    return _of(DEALS, series, table)


def totals_of(series: int, table: int) -> list[Row]:
    """Return what was typed of a table's paper list; nothing where it was kept deal by deal."""
    return _of(TOTALS, series, table)


def results_of(series: int, table: int, *, before_appeal: bool = False) -> list[Row]:
    """Return the line under the list for each player, as decided in the end or as it was signed."""
    found = _of(RESULTS, series, table)
    if before_appeal and (series, table) == (3, 1):
        # Inge Möller's Grand stood there with 3: 96 instead of 72.
        found[1] = {**found[1], "performance": "146"}
    return found


def shown(points: int | str) -> str:
    """Return points as a page shows them, with a true minus sign."""
    return str(points).replace("-", "−")


def _of(lines: list[Row], series: int, table: int) -> list[Row]:
    return [row for row in lines if (row["series"], row["table"]) == (str(series), str(table))]
