"""What a club played before comes in as a table, and the year is as it would be worked out by hand."""

import io
from datetime import date

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from scoring.season.models import EarlierResult
from scoring.season.reading import RowFlaw, read_results
from scoring.season.rules.standings import Reason
from tables.clubs.models import Person
from tables.draw.models import Seat
from tables.intake.outcome import MOST_ENTRANTS
from tables.journal.models import SiteEntry
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, OFFICE, PAGE
from tests.support.page_reader import Page, Visitor
from tests.tables.clubs import club_books

LONG = """Datum;Name;Punkte;Gewonnen;Verloren;Serien
09.01.2026;Anna Ast;1200;12;2;1
09.01.2026;Bert Bär;1200;;;1
09.01.2026;Neu Nessel;-40;3;9;1
10.1.26;Anna Ast;1500;;;2
10.1.26;Bert Bär;700;9;3;1
10.1.26;Bert Bär;600;8;3;1
"""

WIDE = """Vereinsmeisterschaft 2026
Name;09.01.;10.01.;Summe
Anna Ast;1200;1500;2700
Bert Bär;1200;;1200
Summe;2400;1500;3900
"""


@pytest.fixture
def season(db):
    made = club_years.season()
    for name in NAMES:
        club_books.person(made.club, name)
    club_years.competition(made)
    return made


@pytest.fixture
def keeper():
    return Visitor().sign_in("direktor")


def entered(keeper: Visitor, text: str) -> Page:
    """Send a table as text: first it is looked through, then taken."""
    page = keeper.get(OFFICE).link("Earlier evenings").form("lines").send(lines=text, act="look")
    return page.form("lines").send(act="take") if page.offers("lines", "act=take") else page


def table(competition: int = 1) -> list[tuple[int | None, str, str]]:
    rows = Visitor().client.get(f"{PAGE}?competition={competition}").context["listing"].table.rows
    return [(row.place, row.player.name, str(row.value)) for row in rows]


@pytest.mark.slow
def test_a_table_counts_from_when_it_is_entered_on_and_once_and_the_club_s_chain_tells_it(season, keeper):
    page = keeper.get(OFFICE).link("Earlier evenings").form("lines").send(lines=LONG, act="look")
    assert not EarlierResult.objects.exists()
    assert "Nothing is entered yet" in page.text
    assert "Saved." in page.form("lines").send(act="take").text

    assert table() == [(1, "Anna Ast", "2700"), (2, "Bert Bär", "2500"), (3, "Neu Nessel", "-40")]
    assert Person.objects.get(name="Neu Nessel").club == season.club
    again = entered(keeper, LONG)
    assert (again.status, "are in this season already. Nothing was entered." in again.errors[0]) == (422, True)
    assert EarlierResult.objects.count() == 6
    keeper.get(f"{OFFICE}earlier/").forms("day")[0].send(act="remove")
    *_before, added, removed = SiteEntry.objects.filter(club=season.club).order_by("number")
    assert (added.action, removed.action) == ("season.earlier-added", "season.earlier-removed")
    call_command("verify", club=season.club.slug)


@pytest.mark.slow
def test_more_lines_than_anybody_has_none_and_an_unclear_name_are_refused(season, keeper):
    many = "Datum;Name;Punkte\n" + "09.01.2026;Anna Ast;1\n" * (MOST_ENTRANTS + 1)
    form = keeper.get(f"{OFFICE}earlier/").form("lines")
    refused = form.send(lines=many, act="look")
    assert (refused.status, bool(refused.errors)) == (422, True)
    assert "No result was found" in form.send(lines="Datum;Name;Punkte\n", act="look").text

    club_books.person(season.club, "Anna Ast", plays_for="SC Pik")
    unclear = entered(keeper, "Datum;Name;Punkte;Verein\n09.01.2026;Anna Ast;12;SC Herz\n")
    assert "Line 2: in the address book several people are called “Anna Ast”" in unclear.errors[-1]
    assert not EarlierResult.objects.exists()


@pytest.mark.thorough
def test_what_is_not_known_is_marked_and_named_where_a_tie_needs_it(season, keeper):
    entered(keeper, "Datum;Name;Punkte;Gew;Verl\n09.01.2026;Anna Ast;1200;12;2\n09.01.2026;Bert Bär;1200;;\n")

    page = keeper.get(PAGE)

    assert [(place, name) for place, name, _value in table()] == [(1, "Anna Ast"), (1, "Bert Bär")]
    assert page.text.count("games won and lost would decide, and are not known") == 2
    assert page.text.count("games of 1 result not known") == 1


@pytest.mark.slow
def test_a_total_of_several_lists_counts_where_the_rule_allows(season, keeper):
    club_years.competition(season, "Schnitt", "average")
    club_years.competition(season, "Beste", "best", best=1)
    club_years.competition(season, "Abende", "best", best=1, whole_evenings=True)
    entered(keeper, LONG)

    assert table(2)[:2] == [(1, "Anna Ast", "900"), (2, "Bert Bär", "2500/3")]
    assert table(3)[:2] == [(1, "Anna Ast", "1200"), (1, "Bert Bär", "1200")]
    assert table(4)[:2] == [(1, "Anna Ast", "1500"), (2, "Bert Bär", "1300")]
    anna = Visitor().client.get(f"{PAGE}?competition=3").context["listing"].table.rows[0].account
    assert {out.reason for out in anna.dropped} == {Reason.SEVERAL_LISTS}
    # A report could not say it.
    assert Visitor().client.get(f"{PAGE}report.json").status_code == 404


@pytest.mark.slow
def test_evenings_on_the_site_and_before_it_are_one_year_and_a_wrong_sum_is_asked(season, keeper):
    wrong = keeper.get(f"{OFFICE}earlier/").form("lines").send(lines=WIDE.replace("2700", "2800"), act="take")
    assert wrong.status == 422
    assert "Line 3: the table says 2800 in total, its results come to 2700." in wrong.errors[-1]
    assert not EarlierResult.objects.exists()
    wrong.form("lines").send(sure="on", act="look").form("lines").send(act="take")
    evening = club_years.evening(season.club, "abend", *NAMES)
    club_years.with_events(season, evening)
    played = Seat.objects.get(entrant__tournament=evening, entrant__name="Anna Ast").result.performance

    assert {name: value for _place, name, value in table()}["Anna Ast"] == str(2700 + played)
    days = [one.starts_on for one in Visitor().client.get(PAGE).context["listing"].table.evenings]
    assert days == [date(2026, 1, 9), date(2026, 1, 10), date(2026, 1, 14)]
    assert "Earlier evening" in keeper.get(f"{PAGE}players/{club_years.person('Anna Ast').pk}/").text
    refused = entered(keeper, "Datum;Name;Punkte\n14.01.2026;Anna Ast;12\n")
    assert "“Abend abend” is in this season already" in refused.errors[0]


@pytest.mark.slow
def test_a_workbook_is_read_and_can_be_mended_as_text(season, keeper):
    book = openpyxl.Workbook()
    for row in (["Datum", "Name", "Punkte"], [date(2026, 1, 9), "Anna Ast", 1200], [date(2025, 1, 9), "Bert Bär", 1]):
        book.active.append(row)
    held = io.BytesIO()
    book.save(held)

    file = SimpleUploadedFile("jahr.xlsx", held.getvalue())
    page = keeper.get(f"{OFFICE}earlier/").form("lines").send(file=file, act="look")

    assert "is not within the season" in page.errors[-1]
    mended = page.form("lines").holds()["lines"][0].replace("2025-01-09", "2026-01-16")
    page.form("lines").send(lines=mended, act="look").form("lines").send(act="take")
    assert [one.day for one in EarlierResult.objects.all()] == [date(2026, 1, 9), date(2026, 1, 16)]


def test_points_and_days_are_read_as_people_and_spreadsheets_write_them():
    for text, points in (
        ("Datum;Name;Pkt.\nFr 01.02.;Anna;1.200", [1200]),
        ("Datum;Name;Punkte\n01.02.26;Anna;1200.0\n01.02.26;Bert;1 200,00\n01.02.26;Cleo;- 40", [1200, 1200, -40]),
        ("Name;Fr. 01.02.;Freitag, 8.2.2026\nAnna;1200;1'300", [1200, 1300]),
    ):
        read = looked_through(text)
        assert ([one.points for one in read.results], read.faults) == (points, ())


def looked_through(text):
    lines = [(number, row.split(";")) for number, row in enumerate(text.split("\n"), start=1)]
    return read_results(lines, starts=date(2026, 1, 1), ends=date(2026, 12, 31))


def test_what_is_wrong_is_said_with_its_line():
    days = {"31.02.2026": RowFlaw.NO_DAY, "gestern": RowFlaw.NO_DAY, "01.02.2025": RowFlaw.OTHER_DAY}
    numbers = ("viel", "1000001", "1200.5", "12.50")
    for text, flaw, line in (
        ("", RowFlaw.NO_HEADINGS, 1),
        ("Anna;1200", RowFlaw.NO_HEADINGS, 1),
        ("Datum;Name;Punkte", RowFlaw.NO_RESULTS, 1),
        ("Name;31.02.\nAnna;5", RowFlaw.NO_DAY, 1),
        *((f"Datum;Name;Punkte\n{day};Anna;5", flaw, 2) for day, flaw in days.items()),
        ("Datum;Name;Punkte\n01.02.2026;Anna;", RowFlaw.NO_POINTS, 2),
        *((f"Datum;Name;Punkte\n01.02.2026;Anna;{one}", RowFlaw.NO_NUMBER, 2) for one in numbers),
        ("Datum;Name;Punkte;Listen\n01.02.2026;Anna;10;0", RowFlaw.NO_NUMBER, 2),
        ("Datum;Name;Punkte\n01.02.2026;;10", RowFlaw.NO_NAME, 2),
        ("Name;01.02.;Summe\nAnna;10;11", RowFlaw.WRONG_SUM, 2),
        ("Name;01.02.\nAnna;10\nSumme;11", RowFlaw.WRONG_SUM, 3),
    ):
        read = looked_through(text)
        assert [(one.flaw, one.line) for one in read.faults] == [(flaw, line)], text
        assert (flaw is RowFlaw.WRONG_SUM) is not bool(read.wrong)
