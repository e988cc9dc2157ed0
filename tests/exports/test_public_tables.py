"""The public tables, each column by its heading: everybody is named as they want to be shown."""

import pytest

from tests.exports.reading import (
    MARKS,
    PERSON,
    RANKING,
    SERIES,
    cross,
    csv_table,
    get,
    html_tables,
    no_two_alike,
    number_of,
    ranked_in,
    remarks,
    tables,
    xlsx_tables,
)
from tests.support.evening import ENTRANTS, TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def shown(number: str) -> dict[str, str]:
    person = PERSON[number]
    return {"Start number": number, "Name": person["public_name"], "Club": person["public_club"]}


def marks(number: str) -> dict[str, str]:
    return {heading: cross(PERSON[number][name]) for heading, name in MARKS.items()}


def standings():
    return [
        {
            "Rank": row["rank"], **shown(row["number"]), **marks(row["number"]),
            **{f"Series {series}": row[f"series_{series}"] for series in SERIES}, "Total": row["total"],
            "Won": row["won"], "Lost": row["lost"], "Lost by the others": row["others_lost"],
            "Points by the direction": row["penalty"] and "-" + row["penalty"], "Remarks": row["remarks"],
        }
        for row in RANKING
    ]  # fmt: skip


def standings_of(series: str):
    return [
        {
            "Rank": str(line["rank"]), **shown(line["number"]), **marks(line["number"]),
            f"Series {series}": str(line["points"]),
            "Total": str(line["points"]), "Won": str(line["won"]), "Lost": str(line["lost"]),
            "Lost by the others": str(line["others_lost"]),
            "Points by the direction": line["penalty"] and "-" + line["penalty"],
            "Remarks": "excluded" if line["number"] == "13" else remarks(line),
        }
        for line in ranked_in(series)
    ]  # fmt: skip


def seats(series: int):
    return [
        {"Table": str(table), "Seat": str(seat), **shown(number_of(name))}
        for (of, table), names in sorted(TABLES.items())
        if of == series
        for seat, name in enumerate(names, start=1)
    ]


def entrants():
    return [
        {**shown(row["number"]), **marks(row["number"]), "Remarks": "excluded" if row["number"] == "13" else ""}
        for row in ENTRANTS
    ]


LADIES = [
    # The best two of each series; whoever is hidden is named as they want.
    ("1", "Gerda Weiß", "", "-122", "186", "200", "30", "386", "2", "0", ""),
    ("2", "Anna Berg", "", "104", "200", "70", "30", "304", "3", "0", ""),
    ("3", "No. 11", "", "-116", "-94", "235", "40", "275", "2", "0", ""),
    ("4", "Inge Möller", "", "136", "116", "122", "-94", "258", "2", "0", ""),
    ("5", "Karo Sieben", "", "152", "-104", "72", "0", "224", "2", "0", ""),
    ("6", "Erna Schulz", "", "116", "-86", "-120", "0", "116", "1", "0", ""),
]
TEAMS = [
    # Series 2: 200 + 140 - 68, no. 10 for no. 3.
    ("1", "Die Reizenden", "1 Anna Berg, 2 Bernd Krause, 3 Karo Sieben, 10 J. H. (substitute)",
     "356", "272", "216", "70", "914", "9", "1", ""),
    ("2", "Schneider frei", "5 Erna Schulz, 7 Gerda Weiß, 12 Ludwig Fuchs",
     "124", "100", "184", "64", "472", "6", "4", ""),
    # Two of three: half as much again.
    ("3", "Zu zweit", "8 Horst Brandt, 11 No. 11",
     "-129", "43.5", "217.5", "249", "381", "6", "4.5", "scaled up: somebody was missing"),
]  # fmt: skip
CLUBS = [
    # The best two of each club, by all they have: 404 + 354, 280 + 189, 268 + 120, 294 - 90; the others are named too.
    ("1", "SC Herz Dame", "1 Anna Berg, 2 Bernd Krause, 10 J. H.", "204", "340", "144", "70", "758", "7", "0", ""),
    ("2", "Grand Hand Zeitz", "8 Horst Brandt, 9 Inge Möller, 14 Norbert Zöllner",
     "166", "239", "32", "32", "469", "5", "2", ""),
    ("3", "Skatfreunde Altenburg", "12 Ludwig Fuchs, 4 Dieter Lange",
     "282", "-104", "176", "34", "388", "5", "2", "1 more, who are not named here"),
    ("4", "1. SC Gera", "5 Erna Schulz, 7 Gerda Weiß", "-6", "100", "80", "30", "204", "3", "3", ""),
]  # fmt: skip
HEADINGS = ("Rank", "Name", "Players", *(f"Series {series}" for series in SERIES), "Total", "Won", "Lost", "Remarks")


def beside(lines):
    return [dict(zip(HEADINGS, line, strict=True)) for line in lines]


def test_the_standings_as_a_page_to_upload(client, made):
    page = get(client, "scoring:standings-html").text

    total, *_each, ladies, teams, clubs = html_tables(page)
    # What is empty in every line is left out; minus is a minus.
    assert total == [
        {name: text.replace("-", "−") if name != "Name" else text for name, text in line.items()}
        for line in standings()
    ]
    assert [len(one) for one in (ladies, teams, clubs)] == [len(LADIES), len(TEAMS), len(CLUBS)]
    assert ("Players" in ladies[0], "<script" in page, "http" in page) == (False, False, False)


def test_the_standings_as_a_workbook_and_as_csv(client, made):
    found = xlsx_tables(get(client, "scoring:standings-xlsx"))

    expected = {"Standings": standings(), **{f"Series {series}": standings_of(series) for series in SERIES}}
    expected |= {"Damen": beside(LADIES), "Mannschaften": beside(TEAMS), "Vereine": beside(CLUBS)}
    assert (found, [*found]) == (expected, [*expected])
    no_two_alike(standings())

    assert csv_table(get(client, "scoring:standings-csv")) == standings()
    assert csv_table(get(client, "scoring:standings-csv", asked="?series=3")) == standings_of("3")
    assert csv_table(get(client, "scoring:standings-csv", asked="?ranking=2")) == [
        # A file of text has two decimals wherever a figure is not whole.
        {heading: f"{said}0" if said.endswith(".5") else said for heading, said in line.items()}
        for line in beside(TEAMS)
    ]


def test_the_seats_and_who_takes_part(client, made):
    for series in (1, 2, 3, 4):
        csv, xlsx = (get(client, f"scoring:series-seats-{ending}", series=series) for ending in ("csv", "xlsx"))

        assert csv_table(csv) == seats(series)
        assert xlsx_tables(xlsx) == {f"Seats, series {series}": seats(series)}
        no_two_alike(seats(series))

    assert csv_table(get(client, "scoring:public-entrants-csv")) == entrants()
    assert xlsx_tables(get(client, "scoring:public-entrants-xlsx")) == {"Entrants": entrants()}
    no_two_alike(entrants())


def test_the_fragment_for_pages_of_clubs(client, made):
    (total,), (teams,) = (tables(client, "scoring:embed", asked) for asked in ("?rows=4", "?ranking=2"))

    assert total == [
        {"Rank": row["rank"], "Name": f"{row['name']} {PERSON[row['number']]['public_club']}".strip(),
         "Points": row["total"]}
        for row in RANKING[:4]
    ]  # fmt: skip
    assert teams[1] == {"Rank": "2", "Name": "Schneider frei Erna Schulz, Gerda Weiß, Ludwig Fuchs", "Points": "472"}
