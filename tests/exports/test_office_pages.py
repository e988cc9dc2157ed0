"""The pages of the office, of lists and of the hall, held against the evening by their headings."""

import re
from html import unescape
from itertools import product

import pytest
from django.urls import reverse

from tables.intake.__main__ import answer
from tables.intake.outcome import IntakeRefused, Refusal
from tests.exports.reading import (
    MARKS,
    NONE,
    PERSON,
    RANKING,
    SERIES,
    html_tables,
    lines,
    of_series,
    shown,
    starts,
    tables,
)
from tests.support.evening import ENTRANTS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_entrants(client, made):
    (found,) = tables(client, "tables:entrants")

    assert found == [
        {
            "No.": row["number"],
            "Name": row["public_name"] + (" excluded" if row["number"] == "13" else ""),
            "Club": row["public_club"],
        }
        for row in ENTRANTS
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
                "Game points": shown(row["game_points"]),
                "Won": row["won"],
                "Lost": row["lost"],
                "Total": shown(row.get("total", row["performance"])),
            }
            for row in given
        ]
        for said, row in zip(names, rows, strict=True):
            # Whoever sat at a table knows who sat there.
            assert said.startswith(row["name"])


def test_a_correction(director, made):
    (found,) = tables(director, "scoring:case", kind="correction", number=2)

    assert found == lines(
        ("1 · Jürgen Hahn", "98", "98"),
        ("2 · Clara Vogt the lower score counts (SkWO 7.2.5)", "83", "72"),
        ("3 · Dieter Lange", "110", "110"),
        under="Player | In the list | Counts",
    )


def test_the_desk_the_officials_and_the_classes(director, made):
    response = director.get(reverse("tables:desk", kwargs={"slug": "cup"}))
    (found,) = html_tables(response.content.decode())

    names = starts(found, "Name")
    latest = list(reversed(ENTRANTS))
    assert found == [
        {
            "No.": row["number"],
            "Club": row["club"],
            "Team": row["team"],
            "Paid": f"Paid No. {row['number']}",
            "Present": "" if row["number"] in ("13", "14") else f"Present No. {row['number']}",
        }
        for row in latest
    ]
    for said, row in zip(names, latest, strict=True):
        assert said.startswith(row["name"])
        assert [word for word in MARKS if f" {word}" in said] == [word for word in MARKS if row[MARKS[word]]]
    toggles = [part.split(">")[0] for part in response.content.decode().split("<button")]
    pressed = {word for part in toggles if 'aria-pressed="true"' in part for word in part.split('"') if "-" in word}
    for mark in ("paid", "present"):
        wanted = {f"{mark}-{row['number']}" for row in ENTRANTS if row[mark] and row["number"] not in ("13", "14")}
        assert {one for one in pressed if one.startswith(f"{mark}-")} - {f"{mark}-13", f"{mark}-14"} == wanted

    classes, officials = tables(director, "scoring:settings")

    assert [(line["User name"], line["Office"], line["Plays as"]) for line in officials] == [
        ("direktor (you)", "Director", NONE),
        ("richterin", "Judge", NONE),
    ]
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
    with_arrows = said_in(client.get(reverse("scoring:hall-now", kwargs={"slug": "cup"})).content.decode())
    said = re.sub(r" [▲▼]\d+", "", with_arrows)

    assert "Olga Petrowa – 110 139 414 ▲5 663" in with_arrows
    for row in RANKING[:-1]:
        person = PERSON[row["number"]]
        earned = " ".join(shown(row[f"series_{series}"]) for series in SERIES)
        who = " ".join(part for part in (row["rank"], person["public_name"], person["public_club"]) if part)
        assert f" {who} {earned} {shown(row['total'])} " in said
    for line in ("1 Die Reizenden Anna Berg, Bernd Krause, Karo Sieben, J. H. 914", "1 Gerda Weiß 1. SC Gera 386"):
        assert line in said
    assert "2 of 4 lists signed" in said

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
        assert row["state"] == "taken", row
        assert (row["name"], row["club"], row["team"]) == (entrant.name, entrant.club, entrant.team)
        assert row["class"] == (", ".join(sorted(entrant.classes)) if with_class else "")
        assert row["paid"] is None
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
