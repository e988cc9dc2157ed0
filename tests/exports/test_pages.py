"""What pages show in tables, held against the evening: for the public, the players, the office and the hall."""

import re
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from itertools import product

import pytest
from django.urls import reverse

from tables.intake.__main__ import answer
from tables.intake.outcome import IntakeRefused, Refusal
from tables.journal.models import JournalEntry
from tests.exports.reading import (
    MARKS,
    NONE,
    PERSON,
    RANKING,
    RESULTS,
    SERIES,
    get,
    html_tables,
    lines,
    of_series,
    ranked_in,
    shown,
    starts,
    tables,
)
from tests.support.evening import ENTRANTS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def figures(row) -> dict[str, str]:
    return {"Won": str(row["won"]), "Lost": str(row["lost"]), "Others’ lost": str(row["others_lost"])}


MOVED = {"15": "+5", "1": "−1", "9": "−4", "12": "+1", "8": "+3", "4": "−4", "13": ""}
"""From the place after series 3 to the one now."""

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
    are_named(names, RANKING)
    assert [row["number"] for said, row in zip(names, RANKING, strict=True) if row["remarks"] not in said] == []


def are_named(names, rows) -> None:
    """Say that everybody is named as they want to be, and whose place only a lot decided."""
    for said, row in zip(names, rows, strict=True):
        assert said.startswith(PERSON[row["number"]]["public_name"])
        assert PERSON[row["number"]]["public_club"] in said
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

        are_named(starts(found, "Name"), wanted)
        beside = {"Moved", "Average", "Deals"}
        assert [{name: said for name, said in line.items() if name not in beside} for line in found] == [
            {
                "Rank": f"{line['rank']}{'=' if line['shared'] else ''}" or NONE, "No.": line["number"],
                "Points": shown(line["points"]), **figures(line),
            }
            for line in wanted
        ]  # fmt: skip


def test_the_standings_as_they_stood(director, made):
    begun = JournalEntry.objects.get(action="series.started", data__series=4).number
    (found,) = tables(director, "scoring:rankings", f"?line={begun}")

    names = starts(found, "Name")
    by_number = {row["number"]: row for row in RANKING}
    assert " ".join(line["No."] for line in found) == "1 9 6 2 7 15 4 12 10 3 8 11 5 14 13"
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

    assert list(found[0]) == ["Rank", "Team and players", "Total", *(f"Series {n}" for n in SERIES), "Won", "Lost"]
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

    assert list(found[0]) == ["No.", "Team", "Players"]
    assert found == lines(
        ("1", "Die Reizenden", "1 Anna Berg, 2 Bernd Krause, 3 Clara Vogt Substitutes: 10 Jürgen Hahn"),
        ("2", "Schneider frei", "5 Erna Schulz, 7 Gerda Weiß, 12 Ludwig Fuchs"),
        ("3", "Zu zweit too few players", "8 Horst Brandt, 11 Karin Öztürk"),
        under="No. | Team | Players",
    )


BY_KIND = "Game | Played | Won | Lost | Hand | Points per game"


def test_a_player(client, made):
    running, course, kinds = tables(client, "scoring:player", number=12)

    assert course == lines(
        ("1", "3", "130", "130"), ("2", "7", "0", "130"), ("3", "8", "104", "234"), ("4", "7", "34", "268"),
        under="Series | Rank | Points in it | Points so far",
    )  # fmt: skip
    assert kinds == lines(
        ("Hearts", "2", "2", "0", "1", "60.0"),
        ("Clubs", "1", "1", "0", "0", "24.0"),
        ("Null", "1", "0", "1", "0", "−46.0"),
        under=BY_KIND,
    )
    # Series 2: 30 for a lost game of another, then the penalty of 30.
    assert running == lines(
        ("1", "90", "130", "130", "364"), ("2", "130", "130", "204", "268"), ("3", "130", "160", "234", "268"),
        ("4", "", "130", "234", "268"), ("5", "", "", "", "268"), ("6", "", "", "", "268"),
        under="Deal | Series 1 | Series 2 | Series 3 | Series 4",
    )  # fmt: skip


NAMED = "Points | Game | Declarer | Where"


def named(points: str, game: str, name: str, series: int, table: int, deal: int) -> tuple[str, ...]:
    where = f"Series {series}, table {table}, deal {deal}"
    return points, f"{game} {where}", name, where


def test_the_statistics(client, made):
    kinds, grands, dearest, lost, spread, best, *by_series = tables(client, "scoring:statistics")

    assert kinds == lines(
        ("Hearts", "9", "8", "1", "2", "26.7"), ("Clubs", "9", "7", "2", "1", "13.3"),
        ("Grand", "8", "7", "1", "2", "78.0"), ("Null", "7", "4", "3", "3", "0.1"),
        ("Diamonds", "6", "3", "3", "0", "−15.0"), ("Spades", "6", "3", "3", "1", "−14.7"),
        ("passed in", "5", "", "", "", ""), under=BY_KIND,
    )  # fmt: skip
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
        ("1", "70", "0", "0", "0"), ("2", "384", "0", "0", "0"), ("3", "414", "−94", "30", "30"),
        under="Deal | Olga Petrowa | Inge Möller | Anna Berg | Gerda Weiß",
    )  # fmt: skip
    assert kinds == lines(
        ("Hearts", "1", "1", "0", "0", "20.0"), ("Spades", "1", "0", "1", "0", "−44.0"),
        ("Grand", "1", "1", "0", "1", "264.0"), ("passed in", "0", "", "", "", ""), under=BY_KIND,
    )  # fmt: skip
    assert dearest == lines(
        ("264", "Grand ouvert with 4 Deal 2", "Olga Petrowa", "2"),
        ("20", "Hearts with 1 Deal 1", "Olga Petrowa", "1"),
        under="Points | Game | Declarer | Deal",
    )


def test_the_clubs(client, made):
    ((found,),) = html_tables(client.get(reverse("tables:clubs")).text)

    assert (*found.values(),)[1:] == ("Altenburg", "1")
    assert found["Name"].startswith("SC Herz Dame")


def test_the_entrants(client, made):
    (found,) = tables(client, "tables:entrants")

    names = [row["public_name"] + " excluded" * (row["number"] == "13") for row in ENTRANTS]
    assert found == [
        {"No.": row["number"], "Name": name, "Club": row["public_club"]}
        for row, name in zip(ENTRANTS, names, strict=True)
    ]


GIVEN = {
    # What the entries give, and what counts of it: a series at zero, penalty points.
    (1, "4"): {"game_points": "-46", "won": "0", "lost": "1", "total": "-96 0"},
    (2, "12"): {"total": "30 0"},
}


def test_the_lists_of_ones_own(player, made):
    for series in (1, 2, 3, 4):
        (found,) = tables(player, "scoring:own-list", number=1, series=series)
        table = next(row["table"] for row in of_series(str(series)) if row["number"] == "1")
        rows = [row for row in of_series(str(series)) if row["table"] == table]

        names = starts(found, "Name")
        given = [row | GIVEN.get((series, row["number"]), {}) for row in rows]
        assert found == [
            {
                "Game points": shown(row["game_points"]), "Won": row["won"], "Lost": row["lost"],
                "Total": shown(row.get("total", row["performance"])),
            }
            for row in given
        ]  # fmt: skip
        # Whoever sat at a table knows who sat there.
        assert all(said.startswith(row["name"]) for said, row in zip(names, rows, strict=True))


def test_a_correction(director, made):
    (found,) = tables(director, "scoring:case", kind="correction", number=2)

    assert found == lines(
        ("1 · Jürgen Hahn", "98", "98"),
        ("2 · Clara Vogt the lower score counts (SkWO 7.2.5)", "83", "72"),
        ("3 · Dieter Lange", "110", "110"),
        under="Player | In the list | Counts",
    )


def test_the_desk_the_officials_and_the_classes(director, made):
    page = get(director, "tables:desk").text
    (found,) = html_tables(page)

    names = starts(found, "Name")
    latest = list(reversed(ENTRANTS))
    assert found == [
        {
            "No.": row["number"], "Club": row["club"], "Team": row["team"], "Paid": f"Paid No. {row['number']}",
            "Present": "" if row["number"] in ("13", "14") else f"Present No. {row['number']}",
        }
        for row in latest
    ]  # fmt: skip
    for said, row in zip(names, latest, strict=True):
        assert said.startswith(row["name"])
        assert [word for word in MARKS if f" {word}" in said] == [word for word in MARKS if row[MARKS[word]]]
    toggles = [part.split(">")[0] for part in page.split("<button")]
    pressed = {word for part in toggles if 'aria-pressed="true"' in part for word in part.split('"') if "-" in word}
    for mark in ("paid", "present"):
        wanted = {f"{mark}-{row['number']}" for row in ENTRANTS if row[mark] and row["number"] not in ("13", "14")}
        assert {one for one in pressed if one.startswith(f"{mark}-")} - {f"{mark}-13", f"{mark}-14"} == wanted

    classes, officials = tables(director, "scoring:settings")

    said = [(line["User name"], line["Office"], line["Plays as"]) for line in officials]
    assert said == [("direktor (you)", "Director", NONE), ("richterin", "Judge", NONE)]
    assert [tuple(line.values())[:2] for line in classes] == [
        (said, str(sum(bool(row[mark]) for row in ENTRANTS)))
        for said, mark in (("Ladies L", "lady"), ("Juniors J Age –20", "junior"), ("Seniors S Age 64–", "senior"))
    ]


def test_the_address_book(director, made):
    (book,) = tables(director, "tables:book", club="sc-herz-dame")
    (coming,) = tables(director, "tables:add", "?at=book")
    anna = made.entrants.get(number=1).person_id
    (events,) = tables(director, "tables:book-person", club="sc-herz-dame", number=anna)

    # By the last name, where one looks for it.
    assert [tuple(line.values())[1:] for line in book] == [
        ("Fritz Alt Seniors Skat Gera", "Skat Gera", "", "0"),
        ("Anna Berg Ladies Herz Dame", "Herz Dame", "Herz 1", "1"),
    ]
    assert list(book[0])[1:] == ["Name", "Club", "Team", "Events"]
    assert [(line["Name"], line["Club"]) for line in coming] == [
        ("Fritz Alt Seniors Skat Gera", "Skat Gera"),
        ("Anna Berg Ladies Herz Dame is no. 1", "Herz Dame"),
    ]
    assert [(line["No."], line["Registered as"]) for line in events] == [("1", "Anna Berg, SC Herz Dame")]
    assert events[0]["Event"].startswith("Abend der Fünfzehn")


def said_in(page: str) -> str:
    """Return what a page says, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_screen_of_the_hall_the_seats_and_a_seat_of_ones_own(client, made):
    with_arrows = said_in(get(client, "scoring:hall-now").text)
    said = re.sub(r" [▲▼]\d+", "", with_arrows)

    assert "Olga Petrowa – 110 139 414 ▲5 663" in with_arrows
    for row in RANKING[:-1]:
        person = PERSON[row["number"]]
        earned = " ".join(shown(row[f"series_{series}"]) for series in SERIES)
        who = " ".join(part for part in (row["rank"], person["public_name"], person["public_club"]) if part)
        assert f" {who} {earned} {shown(row['total'])} " in said
    teams, ladies = "1 Die Reizenden Anna Berg, Bernd Krause, Karo Sieben, J. H. 914", "1 Gerda Weiß 1. SC Gera 386"
    assert [line for line in (teams, ladies, "2 of 4 lists signed") if line not in said] == []

    said = said_in(client.get(reverse("scoring:my-seat", kwargs={"slug": "cup", "number": 12})).content.decode())
    seats = said_in(client.get(reverse("tables:seats", kwargs={"slug": "cup", "series": 4})).content.decode())

    assert "Table 2 1 Bernd Krause No. 2 2 Frank Peters No. 6 3 Ludwig Fuchs No. 12 Table 3" in seats
    assert "Series 4 Table 2 Seat 3" in said
    assert "1 Bernd Krause No. 2 2 Frank Peters No. 6 3 Ludwig Fuchs No. 12" in said
    assert "268 Points · provisional 7 place of 14 3 : 1 games won and lost" in said
    for series, table, seat, points in ((1, 4, 1, 130), (2, 1, 4, 0), (3, 2, 1, 104), (4, 2, 3, 34)):
        assert f"Series {series} Table {table}, seat {seat} {points}" in said


def file_of(browser, made, name, language):
    address = reverse(name, kwargs={"slug": made.slug})
    sent = browser.get(address, headers={"accept-language": language})
    return b"".join(sent.streaming_content) if sent.streaming else sent.content


def test_people_come_back_as_they_are(made, director, is_thorough):
    """Of each kind of file in one language, and in each language from one kind, with --thorough all of them."""
    endings, languages = ("xlsx", "csv", "clipboard"), ("de", "en", "es")
    for name in ("tables:entrants", "scoring:results", "scoring:seats"):
        for (at, ending), (turn, language) in product(enumerate(endings), enumerate(languages)):
            if is_thorough or (at + turn) % 3 == 0:
                _come_back(made, director, name, ending, language)


def _come_back(made, director, name, ending, language):
    data = file_of(director, made, f"{name}-{ending.replace('clipboard', 'csv')}", language)
    if ending == "clipboard":
        data = data.decode("utf-8-sig").replace(";" if b";" in data[:200] else ",", "\t").replace('"', "").encode()

    rows = [row for row in answer(data, f"list.{ending}", year=2026)["rows"] if row["state"] != "left-out"]

    with_class = name != "scoring:seats"
    there = {one.number: one for one in made.entrants.all()}
    assert rows
    for row in rows:
        entrant = there[row["number"]]
        classes = ", ".join(sorted(entrant.classes)) if with_class else ""
        told = {"name": entrant.name, "club": entrant.club, "team": entrant.team, "class": classes}
        assert row == row | told | {"state": "taken", "paid": None}
        if name == "tables:entrants":
            assert (row["birth_year"], row["member_number"]) == (entrant.birth_year, entrant.member_number)
    assert len(rows) == len({row["number"] for row in rows})
    missing = {*there} - {row["number"] for row in rows}
    assert all(there[number].withdrawn_at or there[number].excluded_at or not there[number].name for number in missing)


def test_files_without_people_are_refused_by_name(made, director, is_thorough):
    of_deals, of_money = ("deals-xlsx", "deals-csv"), ("account-xlsx", "money-journal-xlsx", "money-journal-csv")
    codes = dict.fromkeys(of_deals, Refusal.OUR_DEALS) | dict.fromkeys(of_money, Refusal.OUR_MONEY)
    for name, code in codes.items():
        # With --thorough in every language; headings are the same in both kinds of file.
        for language in ("de", "en", "es") if is_thorough else {"xlsx": ("de",), "csv": ("es",)}[name[-4:].strip("-")]:
            file = file_of(director, made, f"scoring:{name}", language)
            with pytest.raises(IntakeRefused) as refused:
                answer(file, f"list.{name.rpartition('-')[2]}", year=2026)
            assert refused.value.code is code, (name, language)


def test_names_that_are_hidden_are_asked_about(made, director):
    for shown_as in ("initials", "number"):
        made.entrants.update(shown_as=shown_as)

        rows = answer(file_of(director, made, "scoring:public-entrants-csv", "de"), "list.csv", year=2026)["rows"]

        asked = [row for row in rows if row["state"] != "left-out"]
        assert asked
        assert all(row["why"][:1] == ["names-shortened"] for row in asked), asked
