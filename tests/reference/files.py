"""The reference lists as they stand in their files, and as they are typed into a page."""

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
