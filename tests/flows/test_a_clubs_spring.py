"""A club's spring: three evenings from a table, four played on the site, the year worked out by hand after each."""

from datetime import date
from uuid import uuid4

import pytest
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

BEFORE = """Name;09.01.;16.01.;23.01.;Summe
Anna Ast;1000;500;;1500
Bert Bär;800;;;800
Carl Clas;;900;;900
Dora Dorn;;;1200;1200
"""

LIST = factories.totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4))
"""Every list ends like this; by SkWO 5.2 the seats earn 2107, 300, 166 and 342."""


@pytest.fixture
def keeper(db):
    club = club_books.club()
    for name in ("Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn"):
        club_books.person(club, name)
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
    assert year() == [
        "1. Bert Bär 5480",
        "2. Anna Ast 4549",
        "3. Dora Dorn 3815",
        "4. Carl Clas 1874",
        "5. Gustav 342",
    ]

    play(evening("Abend 4", date(2026, 4, 24), "Gustav", "Hanna", "Anna Ast", "Bert Bär"), 1)
    best = ["1. Bert Bär 5822", "2. Anna Ast 4715", "3. Dora Dorn 3815"]
    assert year() == [*best, "4. Gustav 2107", "5. Carl Clas 1874", "6. Gustav 342", "7. Hanna 300"]

    doubles = keeper.get(f"{PAGE}office/").link("Merge doubles").form("person", "stays").send(act="preview")
    doubles.form("seen").send(act="merge")
    assert year() == [*best, "4. Gustav 2449", "5. Carl Clas 1874", "6. Hanna 300"]
    assert [one.season.slug for one in left.season_entries.all()] == ["klubmeisterschaft-2026"]
    call_command("verify", club="sc-herz-dame")
