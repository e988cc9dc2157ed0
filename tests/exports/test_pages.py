"""What pages show in tables: each column by its heading, for the public, the players and the office."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from django.urls import reverse

from tables.journal.models import JournalEntry
from tests.exports.reading import (
    NONE,
    PERSON,
    RANKING,
    RESULTS,
    SERIES,
    html_tables,
    lines,
    of_series,
    ranked_in,
    shown,
    starts,
    tables,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def figures(row) -> dict[str, str]:
    return {"Won": str(row["won"]), "Lost": str(row["lost"]), "Others’ lost": str(row["others_lost"])}


MOVED = {
    # From the place after series 3 to the one now.
    "15": "+5", "1": "−1", "9": "−4", "12": "+1", "8": "+3", "4": "−4", "13": "",
}  # fmt: skip

PLAYED = {"1": "3/8", "2": "6/6 ✓", "3": "2/6 ✓", "4": "0/6"}
"""How far the tables of series 4 are."""

SHOWN = {row["number"]: row["table"] for row in RESULTS if row["series"] == "4"}


def test_the_standings(client, made):
    (found,) = tables(client, "scoring:standings")

    names = starts(found, "Name")
    assert found == [
        {
            "Rank": row["rank"] or NONE, "Moved": MOVED.get(row["number"], "="), "No.": row["number"],
            "Total": shown(row["total"]),
            **{f"Series {series}": shown(row[f"series_{series}"]) for series in SERIES}, **figures(row),
            "Average": average(row), "Deals": PLAYED[SHOWN[row["number"]]] if row["number"] in SHOWN else NONE,
        }
        for row in RANKING
    ]  # fmt: skip
    for said, row in zip(names, RANKING, strict=True):
        assert said.startswith(PERSON[row["number"]]["public_name"])
        assert PERSON[row["number"]]["public_club"] in said
        assert row["remarks"] in said
        assert ("by lot" in said) is bool(row["by_lot"])


def average(row) -> str:
    """Return the points for each series played, to one digit; halves go away from zero."""
    series = [row[f"series_{series}"] for series in SERIES if row[f"series_{series}"]]
    mean = Decimal(row["total"]) / len(series)
    return shown(str(mean.quantize(Decimal("0.1"), ROUND_HALF_UP)))


def test_the_standings_of_each_series(client, made):
    for series in SERIES:
        (found,) = tables(client, "scoring:standings-series", series=int(series))
        wanted = ranked_in(series)

        names = starts(found, "Name")
        for column in ("Moved", "Average", "Deals"):
            for line in found:
                line.pop(column, None)
        assert found == [
            {
                "Rank": f"{line['rank']}{'=' if line['shared'] else ''}" or NONE,
                "No.": line["number"],
                "Points": shown(line["points"]),
                **figures(line),
            }
            for line in wanted
        ]
        for said, line in zip(names, wanted, strict=True):
            assert said.startswith(PERSON[line["number"]]["public_name"])
            assert PERSON[line["number"]]["public_club"] in said
            assert ("by lot" in said) is bool(line["by_lot"])


def test_the_standings_as_they_stood(director, made):
    begun = JournalEntry.objects.get(action="series.started", data__series=4).number
    (found,) = tables(director, "scoring:rankings", f"?line={begun}")

    names = starts(found, "Name")
    by_number = {row["number"]: row for row in RANKING}
    assert [line["No."] for line in found] == [
        *("1", "9", "6", "2", "7", "15", "4", "12", "10", "3", "8", "11", "5", "14", "13")
    ]
    for said, line in zip(names, found, strict=True):
        row = by_number[line["No."]]
        earned = {series: row[f"series_{series}"] for series in SERIES[:3]}
        assert said.startswith(row["name"])
        assert {f"Series {series}": shown(points) for series, points in earned.items()}.items() <= line.items()
        assert line["Total"] == shown(sum(int(points or 0) for points in earned.values()))
        mine = [one for one in RESULTS if one["number"] == row["number"] and one["series"] != "4"]
        sums = {name: sum(int(one[name] or 0) for one in mine) for name in ("won", "lost", "others_lost")}
        assert figures(sums).items() <= line.items()


def test_a_ranking_of_teams_for_the_public_and_in_the_office(client, made, director):
    (found,) = tables(client, "scoring:ranking", number=2)

    headings = list(found[0])
    assert headings == ["Rank", "Team and players", "Total", *(f"Series {n}" for n in SERIES), "Won", "Lost"]
    assert [tuple(line.values()) for line in found] == [
        ("1", "Die Reizenden", "914", "356", "272", "216", "70", "9", "1"),
        ("", "Anna Berg No. 1 · SC Herz Dame", "404", "104", "200", "70", "30", "", ""),
        ("", "Bernd Krause No. 2 · SC Herz Dame", "354", "100", "140", "74", "40", "", ""),
        ("", "Karo Sieben No. 3", "224", "152", "−104 does not count", "72", "0", "", ""),
        ("", "J. H. substitute No. 10 · SC Herz Dame", "−68", "117 does not count", "−68", "98 does not count",
         "0 does not count", "", ""),
        ("2", "Schneider frei", "472", "124", "100", "184", "64", "6", "4"),
        ("", "Erna Schulz No. 5 · 1. SC Gera", "−90", "116", "−86", "−120", "0", "", ""),
        ("", "Gerda Weiß No. 7 · 1. SC Gera", "294", "−122", "186", "200", "30", "", ""),
        ("", "Ludwig Fuchs No. 12 · Skatfreunde Altenburg", "268", "130", "0", "104", "34", "", ""),
        ("3", "Zu zweit", "381*", "−129", "43.50", "217.50", "249", "6", "4.50"),
        ("", "Horst Brandt No. 8 · Grand Hand Zeitz", "189", "30", "123", "−90", "126", "", ""),
        ("", "No. 11", "65", "−116", "−94", "235", "40", "", ""),
    ]  # fmt: skip

    (found,) = tables(director, "scoring:ranking-office", number=2)

    assert [tuple(line.items()) for line in found] == [
        (("No.", number), ("Team", team), ("Players", players))
        for number, team, players in (
            ("1", "Die Reizenden", "1 Anna Berg, 2 Bernd Krause, 3 Clara Vogt Substitutes: 10 Jürgen Hahn"),
            ("2", "Schneider frei", "5 Erna Schulz, 7 Gerda Weiß, 12 Ludwig Fuchs"),
            ("3", "Zu zweit too few players", "8 Horst Brandt, 11 Karin Öztürk"),
        )
    ]


BY_KIND = "Game | Played | Won | Lost | Hand | Points per game"


def test_a_player(client, made):
    running, course, kinds = tables(client, "scoring:player", number=12)

    assert course == lines(
        ("1", "3", "130", "130"),
        ("2", "7", "0", "130"),
        ("3", "8", "104", "234"),
        ("4", "7", "34", "268"),
        under="Series | Rank | Points in it | Points so far",
    )
    assert kinds == lines(
        ("Hearts", "2", "2", "0", "1", "60.0"),
        ("Clubs", "1", "1", "0", "0", "24.0"),
        ("Null", "1", "0", "1", "0", "−46.0"),
        under=BY_KIND,
    )
    assert running == lines(
        # Series 2: 30 for a lost game of another, then the penalty of 30.
        ("1", "90", "130", "130", "364"),
        ("2", "130", "130", "204", "268"),
        ("3", "130", "160", "234", "268"),
        ("4", "", "130", "234", "268"),
        ("5", "", "", "", "268"),
        ("6", "", "", "", "268"),
        under="Deal | Series 1 | Series 2 | Series 3 | Series 4",
    )


NAMED = "Points | Game | Declarer | Where"


def named(points: str, game: str, name: str, series: int, table: int, deal: int) -> tuple[str, ...]:
    where = f"Series {series}, table {table}, deal {deal}"
    return points, f"{game} {where}", name, where


def test_the_statistics(client, made):
    kinds, grands, dearest, lost, spread, best, *by_series = tables(client, "scoring:statistics")

    assert kinds == lines(
        ("Hearts", "9", "8", "1", "2", "26.7"),
        ("Clubs", "9", "7", "2", "1", "13.3"),
        ("Grand", "8", "7", "1", "2", "78.0"),
        ("Null", "7", "4", "3", "3", "0.1"),
        ("Diamonds", "6", "3", "3", "0", "−15.0"),
        ("Spades", "6", "3", "3", "1", "−14.7"),
        ("passed in", "5", "", "", "", ""),
        under=BY_KIND,
    )
    ouvert = named("264", "Grand ouvert with 4", "Olga Petrowa", 4, 1, 2)
    assert grands == lines(ouvert, under=NAMED)
    assert dearest[:4] == lines(
        ouvert,
        named("120", "Grand with 3, Schneider", "Gerda Weiß", 3, 2, 1),
        named("96", "Grand Hand with 2", "Gerda Weiß", 2, 3, 1),
        named("80", "Hearts Hand, Schwarz announced with 2", "Ludwig Fuchs", 4, 2, 1),
        under=NAMED,
    )
    assert lost[:2] == lines(
        named("−96", "Grand without 1", "Norbert Zöllner", 1, 4, 2),
        named("−90", "Diamonds without 3 overbid", "Dieter Lange", 4, 3, 2),
        under=NAMED,
    )
    assert best[:2] == lines(
        ("235", "No. 11 Series 3, table 4", "2 : 0"),
        ("200", "Anna Berg Series 2, table 1", "2 : 0"),
        under="Points | Name | Won and lost",
    )
    spans = ["−150 … −101", "−100 … −51", "−50 … −1", "0 … 49", "50 … 99", "100 … 149", "150 … 199", "200 … 249"]
    each = [(3, 0, 0, 1, 0, 7, 1, 0), (1, 3, 0, 1, 0, 6, 1, 1), (1, 1, 0, 0, 5, 4, 0, 2), (1, 0, 0, 4, 0, 1, 0, 0)]
    together = tuple(map(sum, zip(*each, strict=True)))
    for found, counts in zip((spread, *by_series), (together, *each), strict=True):
        assert found == lines(*zip(spans, map(str, counts), strict=True), under="Points | Results")


def test_the_statistics_of_a_table(client, made):
    seats, running, kinds, dearest = tables(client, "scoring:table-statistics", series=4, table=1)

    names = starts(seats, "Name")
    rows = [row for row in of_series("4") if row["table"] == "1"]
    assert seats == [{"Seat": row["seat"], "Points": shown(row["performance"]), **figures(row)} for row in rows]
    for said, row in zip(names, rows, strict=True):
        assert said.startswith(row["name"])
        assert f"{row['won']} won, {row['lost']} lost, the others lost {row['others_lost']}" in said
    assert running == lines(
        ("1", "70", "0", "0", "0"),
        ("2", "384", "0", "0", "0"),
        ("3", "414", "−94", "30", "30"),
        under="Deal | Olga Petrowa | Inge Möller | Anna Berg | Gerda Weiß",
    )
    assert kinds == lines(
        ("Hearts", "1", "1", "0", "0", "20.0"),
        ("Spades", "1", "0", "1", "0", "−44.0"),
        ("Grand", "1", "1", "0", "1", "264.0"),
        ("passed in", "0", "", "", "", ""),
        under=BY_KIND,
    )
    assert dearest == lines(
        ("264", "Grand ouvert with 4 Deal 2", "Olga Petrowa", "2"),
        ("20", "Hearts with 1 Deal 1", "Olga Petrowa", "1"),
        under="Points | Game | Declarer | Deal",
    )


def test_the_clubs(client, made):
    (found,) = html_tables(client.get(reverse("tables:clubs")).content.decode())

    assert [tuple(line.values())[1:] for line in found] == [("Altenburg", "1")]
    assert [line["Name"].startswith("SC Herz Dame") for line in found] == [True]
