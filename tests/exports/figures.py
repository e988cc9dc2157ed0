"""The figures of the evening as they stand in their files, worked out by hand, and what several of them come to."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.exports.reading import Cells
from tests.reference.files import Row, matadors, rows
from tests.support.evening import ENTRANTS, NUMBER, TABLES, versions

RESULTS = rows("evening_results.csv")
RANKING = rows("evening_ranking.csv")
PERSON = {row["number"]: row for row in ENTRANTS}
SERIES = ("1", "2", "3", "4")
MARKS = {"Ladies": "lady", "Juniors": "junior", "Seniors": "senior"}
SIGNED_AT = {(series, table): f"{table}" for series, table in TABLES}

GAME = {
    "diamonds": "Diamonds",
    "hearts": "Hearts",
    "spades": "Spades",
    "clubs": "Clubs",
    "grand": "Grand",
    "null": "Null",
}
STATE = {"signed": "signed", "open": "in play", "waiting": "not begun"}
WHY = {"zeroed": "the series counts zero", "lower": "the lower score counts (SkWO 7.2.5)", "": ""}


def cross(said: str) -> str:
    """Return a mark as a table has it."""
    return "x" if said else ""


def points(row: Row) -> str:
    """Return what comes into the ranking of a result: nothing played is 0, penalty points are off."""
    return str(int(row["performance"] or 0) - int(row["penalty"] or 0))


def of_series(series: str) -> list[Row]:
    """Return the results of a series, seat by seat."""
    return [row for row in RESULTS if row["series"] == series]


def ranked_in(series: str) -> list[dict[str, Any]]:
    """Return the ranking of one series (SkWO 5.2): points, then games won, then games lost, then lots."""
    lots = {row["number"]: row["lot"] for row in RANKING}
    lines: list[dict[str, Any]] = []
    for row in of_series(series):
        figures = {name: int(row[name] or 0) for name in ("won", "lost", "others_lost")}
        lines.append({**row, **figures, "points": int(points(row)), "lot": lots[row["number"]]})
    out = [line | {"rank": "", "shared": False, "by_lot": False} for line in lines if line["number"] == "13"]
    groups: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
    for line in lines:
        if line["number"] != "13":
            groups.setdefault((-line["points"], -line["won"], line["lost"]), []).append(line)
    places: list[dict[str, Any]] = []
    for _merit, equals in sorted(groups.items()):
        first, have_lots = len(places) + 1, len(equals) > 1 and all(line["lot"] for line in equals)
        equals.sort(key=lambda line: (int(line["lot"]) if have_lots else 0, int(line["number"])))
        for at, line in enumerate(equals):
            shared = len(equals) > 1 and not have_lots
            places.append(line | {"rank": first + at * have_lots, "shared": shared, "by_lot": have_lots})
    return places + out


def remarks(row: Mapping[str, Any], *, series: str = "") -> str:
    """Return what has to be said beside a result."""
    said = ["excluded"] if row["number"] == "13" and series != "seat" else []
    penalty = f"{row['penalty']} penalty points off" if row["penalty"] else ""
    return "; ".join(one for one in (*said, WHY[row["counts"]], penalty) if one)


def counting_deals() -> Iterable[Row]:
    """Yield the deals that count, table by table."""
    for series, table in sorted(TABLES):
        yield from (entered[-1] for entered in versions(series, table).values())


def seated(row: Row) -> dict[str, int]:
    """Return who sits where at the table of a deal."""
    return {name: at for at, name in enumerate(TABLES[int(row["series"]), int(row["table"])], start=1)}


def count(row: Row) -> str:
    """Return the matadors as a table has them: without 2 is -2."""
    found = matadors(row)
    return "" if found is None else str(found)


def no_two_alike(table: Cells, *, but: Iterable[str] = ()) -> None:
    """Say that no two columns could be taken for each other: figures that are the same show no swap."""
    columns = {name: tuple(row[name] for row in table) for name in table[0] if name not in but}
    for name, values in columns.items():
        assert any(values), f"nothing ever stands under {name}"
        same = [other for other, theirs in columns.items() if other != name and theirs == values]
        assert not same, f"{name} cannot be told from {same}"


def number_of(name: str) -> str:
    """Return the start number of somebody, as text."""
    return str(NUMBER[name])
