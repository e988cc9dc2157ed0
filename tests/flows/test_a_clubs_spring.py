"""A club's spring: three evenings from a table, four played on the site, the year worked out by hand after each.

And what it costs whoever does it: the clicks and keys of the same spring, every step through the pages.
"""

import io
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import openpyxl
import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from scoring.office.services.end import drop_unplayed
from scoring.paper_desk.services import take_results
from scoring.results.services.series import close_series
from tables.clubs.models import Person
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tables.tournaments.services.tournaments import Details, create_tournament
from tests.scoring.season.club_years import PAGE
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.tables.clubs import club_books

pytestmark = pytest.mark.thorough

BEFORE = """Name;09.01.;16.01.;23.01.;Summe
Anna Ast;1000;500;;1500
Bert Bär;800;;;800
Carl Clas;;900;;900
Dora Dorn;;;1200;1200
"""

LIST = factories.totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4))
"""Every list ends like this; by SkWO 5.2 the seats earn 2107, 300, 166 and 342."""


NAMES = ("Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn")
PARTS = ("game_points", "won", "lost")
NOTHING: Mapping[str, Any] = MappingProxyType({})


@pytest.fixture
def club(db):
    made = club_books.club()
    for name in NAMES:
        club_books.person(made, name)
    return made


@pytest.fixture
def keeper(club):
    visitor = Visitor().sign_in("direktor")
    page = visitor.get("/clubs/sc-herz-dame/seasons/new/")
    days = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    page.form("name", "count").send(name="Klubmeisterschaft 2026", **days)
    return visitor


def evening(name: str, day: date, *names: str, series: int = 1) -> Tournament:
    """Return an evening of the club that is to be played; who stands in the book is that person."""
    club_id = Person.objects.first().club_id
    details = Details(name=name, place="Altenburg", starts_on=day, ends_on=day, organiser="Verein", club_id=club_id)
    acts = {"by": factories.user(), "now": EVENING}
    made = create_tournament(details=details, seatings=["drawn"] * series, entry_key=uuid4(), **acts)
    people = {one.name: one for one in Person.objects.all()}
    for number, player in enumerate(names, start=1):
        Entrant.objects.create(
            tournament=made,
            number=number,
            name=player,
            person=people.get(player),
            present=number <= 4,
            registered_at=EVENING,
        )
    return made


def play(event: Tournament, number: int) -> None:
    """Play a series: its only list is taken from paper."""
    series = factories.running_series(event, number)
    acts = {"by": factories.user(), "now": EVENING}
    take_results(list_id=factories.list_of(series).pk, totals=LIST, passed=0, seen=None, **acts)
    close_series(series_id=series.pk, lot_seed="lots", **acts)


def year() -> list[str]:
    """Return the table of the year as anybody sees it."""
    rows = Visitor().client.get(PAGE).context["listing"].table.rows
    return [f"{row.place}. {row.player.name.split(' (')[0]} {row.value}" for row in rows]


def test_the_year_follows_by_itself(keeper):
    acts = {"by": factories.user(), "now": EVENING}
    page = keeper.get(f"{PAGE}office/").link("Earlier evenings").form("lines").send(lines=BEFORE, act="look")
    page.form("lines").send(act="take")
    assert year() == ["1. Anna Ast 1500", "2. Dora Dorn 1200", "3. Carl Clas 900", "4. Bert Bär 800"]

    play(evening("Abend 1", date(2026, 4, 3), "Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn"), 1)
    assert year() == ["1. Anna Ast 3607", "2. Dora Dorn 1542", "3. Bert Bär 1100", "4. Carl Clas 1066"]

    shortened = evening("Abend 2", date(2026, 4, 10), "Dora Dorn", "Carl Clas", "Bert Bär", "Anna Ast", series=2)
    play(shortened, 1)
    drop_unplayed(tournament_id=shortened.pk, because="Stromausfall", **acts)
    assert year() == ["1. Anna Ast 3949", "2. Dora Dorn 3649", "3. Carl Clas 1366", "4. Bert Bär 1266"]

    left = evening("Abend 3", date(2026, 4, 17), "Bert Bär", "Anna Ast", "Dora Dorn", "Carl Clas", "Gustav", series=2)
    play(left, 1)
    registration.withdraw(entrant_id=left.entrants.get(name="Dora Dorn").pk, **acts)
    left.entrants.filter(name="Gustav").update(present=True)
    play(left, 2)
    assert year() == ["1. Bert Bär 5480", "2. Anna Ast 4549", "3. Dora Dorn 3815", "4. Carl Clas 1874", "5. Gustav 342"]

    play(evening("Abend 4", date(2026, 4, 24), "Gustav", "Hanna", "Anna Ast", "Bert Bär"), 1)
    best = ["1. Bert Bär 5822", "2. Anna Ast 4715", "3. Dora Dorn 3815"]
    assert year() == [*best, "4. Gustav 2107", "5. Carl Clas 1874", "6. Gustav 342", "7. Hanna 300"]

    doubles = keeper.get(f"{PAGE}office/").link("Merge doubles").form("person", "stays").send(act="preview")
    doubles.form("seen").send(act="merge")
    assert year() == [*best, "4. Gustav 2449", "5. Carl Clas 1874", "6. Hanna 300"]
    assert [one.season.slug for one in left.season_entries.all()] == ["klubmeisterschaft-2026"]
    call_command("verify", club="sc-herz-dame")


COSTS = {
    "season": (2, 20),
    "three evenings from a workbook": (5, 0),
    "evening 1": (20, 44),
    "evening 2": (13, 22),
    "evening 3, somebody comes under a slip of typing": (15, 31),
    "evening 4": (13, 22),
    "the slip put right": (3, 0),
}
"""What a step may cost: clicks, and keys. A file is two clicks; what the page has filled in is no key.

It is counted from the page of the club, of the plan, of the evening before, or of the season on.
"""


class Hand:
    """Whoever keeps the club, by the pages alone; of each step it is counted what it costs."""

    def __init__(self) -> None:
        self.step = ""
        self.clicks: Counter[str] = Counter()
        self.keys: Counter[str] = Counter()

    def begins(self, step: str, at: str) -> None:
        """Begin a step on a page, signed in."""
        self.step = step
        self.page = Visitor().sign_in("direktor").get(at)

    def goes(self, *links: str) -> None:
        """Follow links one after the other, in the head of a page too."""
        for text in links:
            self.clicks[self.step] += 1
            found = {one.attrs["href"] for one in self.page.root.all("a") if text in (one.text, one.own_text)}
            assert len(found) == 1, f"{len(found)} links {text!r} at {self.page.url}"
            self.page = self.page.visitor.get(urljoin(self.page.url, found.pop()))

    def sends(self, *names: str, press: str = "", chosen: Mapping[str, Any] = NOTHING, **typed: Any) -> None:
        """Fill in the form that has these fields and press a button: what is chosen is a click each, a file two."""
        self.clicks[self.step] += 1 + sum(len(one) if isinstance(one, list) else 1 for one in chosen.values())
        self.clicks[self.step] += 2 * sum(hasattr(one, "read") for one in typed.values())
        self.keys[self.step] += sum(len(str(one)) for one in typed.values() if not hasattr(one, "read"))
        self.page = self.page.form(*names).send(press, {**chosen, **typed})
        assert (self.page.status, any(self.page.errors)) == (200, False), self.page.errors

    def plays(self) -> None:
        """Let all be present, draw, take the only list from paper, and close the series."""
        self.sends("mark=all present on", press="mark=all present on", chosen={"sure": True})
        self.goes("Series 1", "Draw series 1")
        self.sends("public")
        self.sends("action=publish", press="action=publish")
        self.sends("action=start", press="action=start")
        self.goes("Paper lists")
        results = [(f"s{seat}-{part}", getattr(one, part)) for seat, one in enumerate(LIST, start=1) for part in PARTS]
        self.sends("s1-won", **dict(results))
        self.sends("action=close", press="action=close")


def test_what_it_costs(club):
    evenings = 4
    hand = Hand()
    with time_machine.travel(datetime(2026, 4, 3, 19, tzinfo=UTC), tick=False) as clock:
        hand.begins("season", "/clubs/sc-herz-dame/")
        hand.goes("New season")
        hand.sends("name", "count", name="Klubmeisterschaft 26")

        hand.begins("three evenings from a workbook", "/seasons/klubmeisterschaft-26/office/")
        hand.goes("Earlier evenings")
        hand.sends("lines", press="act=look", file=workbook(BEFORE))
        hand.sends("lines", press="act=take")
        assert "Saved." in hand.page.text

        hand.begins("evening 1", "/new/")
        hand.goes("Empty")
        plan = {"name": "Abend 1", "place": "Altenburg", "organiser": "Verein"}
        hand.sends("name", "place", chosen={"club_id": club.pk, "series": 1}, **plan)
        hand.goes("Add several")
        hand.sends("person", chosen={"person": hand.page.form("person").options("person")})
        hand.plays()

        for number in range(2, evenings + 1):
            clock.shift(timedelta(days=7))
            step = next(one for one in COSTS if one.startswith(f"evening {number}"))
            hand.begins(step, f"/t/abend-{number - 1}/office/")
            hand.goes("Plan the next event")
            hand.sends("name", "starts_on")
            usual = hand.page.form("person").holds()["person"]
            if number == 3:
                dora = str(Entrant.objects.get(name="Dora Dorn", tournament__slug="abend-2").pk)
                hand.clicks[step] += 2
                hand.page.form("person").send(person=[one for one in usual if one != dora])
                hand.begins(step, "/t/abend-3/office/entrants/")
                hand.sends("name", "entry_key", name="Dora Dron")
            else:
                hand.sends("person")
            hand.plays()

        hand.begins("the slip put right", "/seasons/klubmeisterschaft-26/office/")
        hand.goes("Compare")
        hand.sends("person", "stays", press="act=preview")
        hand.sends("seen", press="act=merge")

    rows = Visitor().client.get("/seasons/klubmeisterschaft-26/").context["listing"].table.rows
    assert {row.player.name: row.account.lists for row in rows} == {
        "Anna Ast": 2 + evenings,
        **dict.fromkeys(("Bert Bär", "Carl Clas", "Dora Dorn"), 1 + evenings),
    }
    costs = {step: (hand.clicks[step], hand.keys[step]) for step in COSTS}
    dear = {step: cost for step, cost in costs.items() if cost[0] > COSTS[step][0] or cost[1] > COSTS[step][1]}
    assert dear == {}


def workbook(table: str) -> SimpleUploadedFile:
    """Return a table as a club keeps it."""
    book = openpyxl.Workbook()
    for line in table.splitlines():
        book.active.append([int(cell) if cell.isdigit() else cell for cell in line.split(";")])
    content = io.BytesIO()
    book.save(content)
    return SimpleUploadedFile("abende.xlsx", content.getvalue())
