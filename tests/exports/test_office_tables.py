"""The tables of the office and the sheets of every ranking, each column by its heading, for Excel and LibreOffice."""

from datetime import datetime

import pytest

from scoring.lists.models import GameListRow
from tests.exports.reading import (
    GAME,
    MARKS,
    PERSON,
    RANKING,
    SERIES,
    STATE,
    count,
    counting_deals,
    cross,
    csv_table,
    get,
    no_two_alike,
    number_of,
    of_series,
    remarks,
    seated,
    xlsx_tables,
)
from tests.support.evening import ENTRANTS, TABLES, at, versions

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TOTALS = {row["number"]: row for row in RANKING}

HEADINGS = (
    *("Rank", "Team", "Start number", "Name", "Club"),
    *(f"Series {series}" for series in SERIES),
    *("Total", "Won", "Lost", "Does not count", "Remarks"),
)


def of_player(number: str) -> tuple[str, ...]:
    return number, PERSON[number]["name"], PERSON[number]["club"]


def earned(number: str) -> tuple[str, ...]:
    return tuple(TOTALS[number][f"series_{series}"] for series in SERIES)


def beside(*lines: tuple[str, ...]):
    return [dict(zip(HEADINGS, line, strict=True)) for line in lines]


LADIES = beside(
    ("1", "", *of_player("7"), *earned("7"), "386", "2", "0", "series 1, 4", ""),
    ("2", "", *of_player("1"), *earned("1"), "304", "3", "0", "series 3, 4", ""),
    ("3", "", *of_player("11"), *earned("11"), "275", "2", "0", "series 1, 2", ""),
    ("4", "", *of_player("9"), *earned("9"), "258", "2", "0", "series 2, 4", ""),
    ("5", "", *of_player("3"), *earned("3"), "224", "2", "0", "series 2, 4", ""),
    ("6", "", *of_player("5"), *earned("5"), "116", "1", "0", "series 2, 3", ""),
)

TEAMS = beside(
    ("1", "Die Reizenden", "", "", "", "356", "272", "216", "70", "914", "9", "1", "", ""),
    ("", "Die Reizenden", *of_player("1"), *earned("1"), "404", "", "", "", ""),
    ("", "Die Reizenden", *of_player("2"), *earned("2"), "354", "", "", "", ""),
    # In series 2 no. 10 played for no. 3: 152 + 72 + 0.
    ("", "Die Reizenden", *of_player("3"), *earned("3"), "224", "", "", "series 2", ""),
    ("", "Die Reizenden", *of_player("10"), *earned("10"), "-68", "", "", "series 1, 3, 4", "substitute"),
    ("2", "Schneider frei", "", "", "", "124", "100", "184", "64", "472", "6", "4", "", ""),
    ("", "Schneider frei", *of_player("5"), *earned("5"), "-90", "", "", "", ""),
    ("", "Schneider frei", *of_player("7"), *earned("7"), "294", "", "", "", ""),
    ("", "Schneider frei", *of_player("12"), *earned("12"), "268", "", "", "", ""),
    ("3", "Zu zweit", "", "", "", "-129", "43.5", "217.5", "249", "381", "6", "4.5", "", "scaled up"),
    ("", "Zu zweit", *of_player("8"), *earned("8"), "189", "", "", "", ""),
    ("", "Zu zweit", *of_player("11"), *earned("11"), "65", "", "", "", ""),
)

CLUBS = beside(
    ("1", "SC Herz Dame", "", "", "", "204", "340", "144", "70", "758", "7", "0", "", ""),
    ("", "SC Herz Dame", *of_player("1"), *earned("1"), "404", "", "", "", ""),
    ("", "SC Herz Dame", *of_player("2"), *earned("2"), "354", "", "", "", ""),
    ("", "SC Herz Dame", *of_player("10"), *earned("10"), "0", "", "", "series 1, 2, 3, 4", ""),
    ("2", "Grand Hand Zeitz", "", "", "", "166", "239", "32", "32", "469", "5", "2", "", ""),
    ("", "Grand Hand Zeitz", *of_player("8"), *earned("8"), "189", "", "", "", ""),
    ("", "Grand Hand Zeitz", *of_player("9"), *earned("9"), "280", "", "", "", ""),
    ("", "Grand Hand Zeitz", *of_player("14"), *earned("14"), "0", "", "", "series 1", ""),
    ("3", "Skatfreunde Altenburg", "", "", "", "282", "-104", "176", "34", "388", "5", "2", "",
     "players who do not show their club: 1"),
    ("", "Skatfreunde Altenburg", *of_player("12"), *earned("12"), "268", "", "", "", ""),
    ("", "Skatfreunde Altenburg", *of_player("4"), *earned("4"), "0", "", "", "series 1, 2, 3, 4", ""),
    ("4", "1. SC Gera", "", "", "", "-6", "100", "80", "30", "204", "3", "3", "", ""),
    ("", "1. SC Gera", *of_player("5"), *earned("5"), "-90", "", "", "", ""),
    ("", "1. SC Gera", *of_player("7"), *earned("7"), "294", "", "", "", ""),
)  # fmt: skip


def clock(moment: datetime) -> str:
    """Return a moment as the clock in the hall showed it: two hours before Greenwich."""
    return str(datetime(2026, 5, 16, moment.hour + 2, moment.minute))


def ranking():
    return [
        {
            "Rank": row["rank"], "Start number": row["number"], "Name": row["name"],
            "Club": PERSON[row["number"]]["club"], "Team": PERSON[row["number"]]["team"],
            **{heading: cross(PERSON[row["number"]][name]) for heading, name in MARKS.items()},
            **{f"Series {series}": row[f"series_{series}"] for series in SERIES}, "Total": row["total"],
            "Won": row["won"], "Lost": row["lost"], "Lost by the others": row["others_lost"], "Lot": row["lot"],
            "Points by the direction": row["penalty"] and "-" + row["penalty"], "Remarks": row["remarks"],
        }
        for row in RANKING
    ]  # fmt: skip


def series(number: str):
    return [
        {
            "Table": row["table"], "Seat": row["seat"], "Start number": row["number"], "Name": row["name"],
            "Game points": row["game_points"], "Won": row["won"], "Lost": row["lost"],
            "Lost by the others": row["others_lost"], "Performance": row["performance"],
            "List": STATE[row["state"]], "Points by the direction": row["penalty"] and "-" + row["penalty"],
            "Remarks": remarks(row),
        }
        for row in of_series(number)
    ]  # fmt: skip


def seats():
    return [
        {
            "Series": str(series), "Table": str(table), "Seat": str(seat), "Start number": number_of(name),
            "Name": name, "Club": PERSON[number_of(name)]["club"], "Team": PERSON[number_of(name)]["team"],
        }
        for (series, table), names in sorted(TABLES.items())
        for seat, name in enumerate(names, start=1)
    ]  # fmt: skip


def entrants():
    return [
        {
            "Start number": row["number"], "Name": row["name"], "Club": row["club"], "Team": row["team"],
            **{heading: cross(row[name]) for heading, name in MARKS.items()}, "Paid": cross(row["paid"]),
            "Present": cross(row["present"]), "Withdrawn": "x" if row["number"] == "14" else "",
            "Member number": "", "Year of birth": "", "District": "", "E-mail for seats and announcements": "",
        }
        for row in ENTRANTS
    ]  # fmt: skip


def deals():
    return [
        {
            "Series": row["series"], "Table": row["table"], "Deal": row["deal"],
            "Dealer": str(seated(row)[row["dealer"]]), "Declarer": str(seated(row).get(row["declarer"], "")),
            "Start number": number_of(row["declarer"]) if row["declarer"] else "", "Name": row["declarer"],
            "Game": GAME.get(row["game"], ""), "Matadors": count(row), "Hand": cross(row["hand"]),
            "Schneider announced": cross(row["schneider_announced"]),
            "Schwarz announced": cross(row["schwarz_announced"]), "ouvert": cross(row["ouvert"]),
            "Schneider": cross(row["schneider"]), "Schwarz": cross(row["schwarz"]), "Bid": row["bid"],
            "Overbid": cross(row["result"] == "overbid"),
            "Result": {"won": "won", "passed": "passed in"}.get(row["result"], "lost"), "Points": row["points"],
            "By a judge": cross(place(row) == (4, 1, 1)), "Corrections": str(len(entered(row)) - 1),
        }
        for row in counting_deals()
    ]  # fmt: skip


def place(row) -> tuple[int, int, int]:
    return int(row["series"]), int(row["table"]), int(row["deal"])


def entered(row):
    return versions(int(row["series"]), int(row["table"]))[int(row["deal"])]


BY_JUDGE = "So gilt das Spiel."

CORRECTIONS = [
    ("1", "2", "3", "Erna Schulz: Clubs with 1", "24", at(1, 11), at(1, 12), "Schneider vergessen"),
    ("2", "1", "4", "Anna Berg: Spades with 2", "33", at(2, 13), at(2, 54), "Pik war mit einem"),
    ("3", "1", "1", "Inge Möller: Grand with 3", "96", at(3, 4), at(3, 53), "Der Grand zählt mit zweien."),
    ("3", "3", "1", "Clara Vogt: Spades with 1", "22", at(3, 6), at(3, 54), "Pik war mit zweien"),
    ("3", "3", "2", "Dieter Lange: Clubs Hand with 1, Schneider", "48", at(3, 9), at(3, 10), BY_JUDGE),
    ("4", "1", "1", "Inge Möller: Hearts with 1", "20", at(4, 4), at(4, 5), "Karten falsch verteilt"),
    ("4", "1", "1", "Inge Möller: Hearts with 1", "20", at(4, 5), at(4, 6), BY_JUDGE),
]


def corrections():
    headings = ("Series", "Table", "Deal", "Entry", "Points", "Entered", "Corrected", "Reason")
    return [dict(zip(headings, (*row[:5], clock(row[5]), clock(row[6]), row[7]), strict=True)) for row in CORRECTIONS]


SHORT = {(4, 3): "Saal muss schließen"}
TYPED = {(2, 4)}
UNSIGNED = {(4, 1), (4, 4)}


def lists():
    rows = GameListRow.objects.select_related("table__series")
    hashes = {(row.table.series.number, row.table.number): row.signed_hash for row in rows}
    states = {(row["series"], row["table"]): row["state"] for number in SERIES for row in of_series(number)}
    return [
        {
            "Series": str(series), "Table": str(table), "Seats": str(len(names)),
            "Deals": "3" if (series, table) in TYPED else str(len(versions(series, table))),
            "State": STATE[states[str(series), str(table)]], "Hash": hashes[series, table], "Void since": "",
            "Signed": "" if (series, table) in UNSIGNED
                      else clock(at(series, 35 if (series, table) in TYPED else 40 + table)),
            "Fewer deals because": SHORT.get((series, table), ""),
        }
        for (series, table), names in sorted(TABLES.items())
    ]  # fmt: skip


def results():
    """Return the sheets of the results: everybody in full, who counts and who not."""
    of_series = {f"Series {number}": series(number) for number in SERIES}
    return {
        "Ranking": ranking(),
        **of_series,
        "Damen": LADIES,
        "Mannschaften": TEAMS,
        "Vereine": CLUBS,
        "Lists": lists(),
    }


def test_the_results(director, made):
    assert xlsx_tables(get(director, "scoring:results-xlsx")) == results()
    assert csv_table(get(director, "scoring:results-csv")) == ranking()
    no_two_alike(ranking())
    no_two_alike([row for number in SERIES for row in series(number)])
    no_two_alike(lists(), but=["Void since"])
    no_two_alike(TEAMS)


def test_the_seats_and_the_entrants(director, made):
    assert xlsx_tables(get(director, "scoring:seats-xlsx")) == {"Seats": seats()}
    assert csv_table(get(director, "scoring:seats-csv")) == seats()
    no_two_alike(seats())

    made.entrants.filter(number=3).update(member_number="DE-3")
    made.entrants.filter(number=5).update(birth_year=1991)
    made.entrants.filter(number=6).update(district="LV 8", email="six@example.org")
    expected = entrants()
    expected[2]["Member number"], expected[4]["Year of birth"], expected[5]["District"] = "DE-3", "1991", "LV 8"
    expected[5]["E-mail for seats and announcements"] = "six@example.org"
    assert xlsx_tables(get(director, "tables:entrants-xlsx")) == {"Entrants": expected}
    assert csv_table(get(director, "tables:entrants-csv")) == expected
    no_two_alike(expected)


def test_the_deals_and_what_was_corrected(director, made):
    found = xlsx_tables(get(director, "scoring:deals-xlsx"))

    assert found["Deals"] == deals()
    assert csv_table(get(director, "scoring:deals-csv")) == deals()
    assert found["Corrections"] == corrections()
    no_two_alike(deals())
    no_two_alike(corrections())
