"""Who is in no address book counts in the year too: as a guest, under a number that stays when the name goes."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.privacy.services import forget_due
from scoring.season.models import SeasonHelper
from scoring.season.selectors.played import IN_NO_BOOK
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.tables.clubs import club_books


@pytest.fixture
def season(db):
    """Two evenings of four, of whom Erik is in no book; Dora left after the first series of the first."""
    made = club_years.season()
    first = club_years.evening(made.club, "eins", *NAMES, "Erik Ernst", "Fips Fein")
    second = club_years.evening(made.club, "zwei", *NAMES[:3], "Erik Ernst", day=date(2026, 1, 21))
    acts = {"by": factories.user(), "now": EVENING}
    for one in Person.objects.exclude(name__in=NAMES):
        books.remove_person(club_id=made.club.pk, person_id=one.pk, **acts)
    registration.withdraw(entrant_id=first.entrants.get(name="Fips Fein").pk, **acts)
    club_years.competition(made)
    return club_years.with_events(made, first, second)


def numbers(name: str) -> list[int]:
    found = Entrant.objects.filter(name=name, person=None).order_by("pk").values_list("pk", flat=True)
    return [IN_NO_BOOK + one for one in found]


def rows(visitor: Client) -> dict[int, Any]:
    return {row.player.number: row for row in visitor.get(PAGE).context["listing"].table.rows}


@pytest.fixture
def visitor():
    return Visitor().client


@pytest.mark.slow
def test_names_of_guests_go_six_months_after_their_event_and_the_year_keeps_number_and_points(season, visitor):
    erik, before = numbers("Erik Ernst"), rows(visitor)
    # Everybody who played stands in the table, whom no book knows once for each evening, and who left early.
    names = {number: row.player.name for number, row in before.items()}
    assert len(names) == len(NAMES) + 3
    assert [names[one] for one in erik] == [f"Erik Ernst (Guest {one - IN_NO_BOOK})" for one in erik]
    assert names[numbers("Fips Fein")[0]] == "Fips Fein"
    assert visitor.get(f"{PAGE}players/{erik[0]}/").status_code == 200
    assert visitor.get(f"{PAGE}players/{IN_NO_BOOK}/").status_code == 404

    one = Tournament.objects.filter(slug="eins")
    until = one.get().kept_until
    # What the direction keeps for longer keeps its guests.
    for kept_until, day, left in (
        (until, 14, ["eins", "zwei"]),
        (date(2027, 12, 31), 16, ["eins", "zwei"]),
        (until, 16, ["zwei"]),
    ):
        one.update(kept_until=kept_until)
        forget_due(now=datetime(2026, 7, day, tzinfo=UTC))
        assert [erik.tournament.slug for erik in Entrant.objects.filter(name="Erik Ernst").order_by("pk")] == left
    assert Entrant.objects.filter(name="Anna Ast").count() == 2
    after = rows(visitor)
    assert {number: row.value for number, row in after.items()} == {one: row.value for one, row in before.items()}
    assert after[erik[0]].player.name == f"Guest {erik[0] - IN_NO_BOOK}"
    forget_due(now=datetime(2026, 7, 17, tzinfo=UTC))
    assert Tournament.objects.get(slug="eins").journal.filter(action="entrant.erased").count() == 2


@pytest.mark.slow
def test_an_event_of_a_club_counts_in_the_season_that_runs_unless_that_is_said_or_its_day_has_none(db):
    today = timezone.localdate()
    running = club_years.season(starts_on=today.replace(month=1, day=1), ends_on=today.replace(month=12, day=31))
    page = Visitor().sign_in("direktor").get(f"{reverse('tables:tournament-new')}?empty=")
    assert "Klubmeisterschaft 2026 (SC Herz Dame)" in page.text

    for name, typed, counts in (
        ("Eins", {}, True),
        ("Zwei", {"outside_seasons": "on"}, False),
        ("Drei", {"starts_on": "2020-01-01"}, False),
    ):
        asked = {"name": name, "place": "Altenburg", "organiser": "Die Buben", "club_id": running.club.pk, **typed}
        page.form("name", "place").send(values=asked | {"entry_key": str(uuid4())})
        assert Tournament.objects.get(name=name).season_entries.exists() is counts, name


@pytest.mark.slow
def test_who_registers_comes_into_the_book_by_agreeing_where_a_season_counts_the_event(season):
    event = club_years.evening(season.club, "drei", day=date(2026, 2, 4), closed=0)
    Tournament.objects.filter(pk=event.pk).update(registration_open=True, ends_on=timezone.localdate())

    def registered(name, **more):
        Visitor().get("/t/drei/register/").form("name", "club").send(name=name, **more)
        return Entrant.objects.latest("pk").person

    assert not Visitor().get("/t/drei/register/").offers("agrees")
    club_years.with_events(season, event)
    assert registered("Ida Igel") is None
    assert registered("Jan Jung", agrees="on") == Person.objects.get(name="Jan Jung", club=season.club)
    club_books.person(season.club, "Kurt Klug")
    assert registered("Klug, Kurt", agrees="on") is None  # nobody is of the book by the name alone
    call_command("verify", club=season.club.slug)


@pytest.mark.slow
def test_a_name_with_a_slip_is_proposed_to_whoever_keeps_the_season_and_joined_by_hand_on_the_page_of_doubles(season):
    names = ("Carl Class", "Dora Dorn jun.", "B. Bär", "Erik Ernts", "Erik Ernst")
    made = club_years.evening(season.club, "drei", *names, day=date(2026, 2, 4), closed=0)
    Entrant.objects.filter(tournament=made).update(person=None)
    Person.objects.exclude(name__in=NAMES).delete()
    club_years.with_events(season, made)
    slip = Entrant.objects.get(name="Erik Ernts")
    SeasonHelper.objects.create(season=season, user=factories.user("helferin"), may="enter", added_at=EVENING)
    assert "Carl Class" not in Visitor().sign_in("helferin").get(f"{PAGE}office/").text

    office = Visitor().sign_in("direktor").get(f"{PAGE}office/")
    found = [one.text for one in office.main.all("span", "name") if "·" in one.text]
    # Not two of one evening.
    assert sorted(found) == ["Bert Bär · B. Bär", "Carl Clas · Carl Class", *["Erik Ernst · Erik Ernts"] * 2]
    links = [one.attrs["href"] for one in office.main.all("a") if one.text == "Compare"]
    form = office.visitor.get(links[found.index("Erik Ernst · Erik Ernts")]).form("person", "stays")
    assert str(-slip.pk) in form.options("person")
    done = form.send(act="preview").form("seen").send(act="merge")

    assert "Done." in done.text
    slip.refresh_from_db()
    assert slip.person is not None
