"""The event of fourteen as it stands in its files; its ``README.md`` says what is in them."""

from tests.reference.files import Row, rows

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
