"""The sheets of the rankings beside the individual one, for the office: everybody in full, who counts and who not."""

import pytest
from django.urls import reverse

from tests.exports.figures import PERSON, RANKING, SERIES, no_two_alike
from tests.exports.reading import xlsx_tables

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


def test_every_ranking_has_its_sheet(director, made):
    found = xlsx_tables(director.get(reverse("scoring:results-xlsx", kwargs={"slug": "cup"})))

    assert found["Damen"] == LADIES
    assert found["Mannschaften"] == TEAMS
    assert found["Vereine"] == CLUBS
    no_two_alike(TEAMS)
