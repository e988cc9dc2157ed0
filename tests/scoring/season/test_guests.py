"""Who is in no address book counts in the year too: as a guest, under a number that stays when the name goes."""

from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.privacy import selectors as personal
from scoring.privacy.services import forget_due
from scoring.season.models import EarlierResult, SeasonHelper, SeasonMember
from scoring.season.selectors.played import IN_NO_BOOK
from scoring.season.services import competitions
from tables.acts.addresses import section
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE, sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import seen_in
from tests.support.page_reader import Visitor
from tests.tables.clubs import club_books

DOUBLES = "/clubs/sc-herz-dame/book/doubles/"


@pytest.fixture
def season(db):
    """Two evenings of four, of whom Erik is in no book; Dora left after the first series of the first."""
    made = club_years.season()
    first = club_years.evening(made.club, "eins", *NAMES, "Erik Ernst", "Fips Fein", "Gerd Gut", "Hans Huf")
    second = club_years.evening(made.club, "zwei", *NAMES[:3], "Erik Ernst", day=date(2026, 1, 21))
    acts = {"by": factories.user(), "now": EVENING}
    for one in Person.objects.exclude(name__in=NAMES):
        books.remove_person(club_id=made.club.pk, person_id=one.pk, **acts)
    registration.withdraw(entrant_id=first.entrants.get(name="Fips Fein").pk, **acts)
    club_years.competition(made)
    return club_years.with_events(made, first, second)


def numbers(*names: str) -> list[int]:
    """Return the numbers of the players that entrants of no book are, in their order."""
    found = Entrant.objects.filter(name__in=names, person=None).order_by("pk").values_list("pk", flat=True)
    return [IN_NO_BOOK + one for one in found]


def rows(visitor: Visitor) -> dict[int, str]:
    """Return who stands in the table, by number."""
    return {row.player.number: row.player.name for row in visitor.get(PAGE).context["listing"].table.rows}


@pytest.fixture
def visitor():
    return Visitor().client


@pytest.mark.thorough
def test_everybody_who_played_stands_in_the_table_and_whom_no_book_knows_once_for_each_evening(season, visitor):
    erik = numbers("Erik Ernst")

    found = rows(visitor)

    assert [name for number, name in found.items() if number < IN_NO_BOOK] == sorted(NAMES)
    assert len(found) == len(NAMES) + 5
    assert [found[one] for one in erik] == [f"Erik Ernst (Guest {one - IN_NO_BOOK})" for one in erik]
    # Who left early stands there with what was played.
    assert found[numbers("Fips Fein")[0]] == "Fips Fein"
    assert visitor.get(f"{PAGE}players/{erik[0]}/").status_code == 200
    assert visitor.get(f"{PAGE}players/{IN_NO_BOOK}/").status_code == 404


@pytest.mark.thorough
def test_beside_members_they_are_guests(season, visitor):
    for name in NAMES:
        SeasonMember.objects.create(season=season, person=club_years.person(name), added_at=EVENING)

    page = visitor.get(PAGE)

    assert len(page.context["listing"].table.rows) == len(NAMES)
    assert len(page.context["guests"].table.rows) == 5


@pytest.mark.thorough
def test_two_who_are_one_are_joined_on_the_page_of_doubles_with_all_that_they_played(season, visitor):
    erik, total = numbers("Erik Ernst"), sum(_points("Erik Ernst"))
    competition = season.competitions.get()
    release = competitions.release_table(competition_id=competition.pk, by=factories.user(), now=EVENING)
    keeper = Visitor().sign_in("direktor")
    office = keeper.get(f"{PAGE}office/")

    page = office.link("Merge doubles")
    assert page.url.endswith(DOUBLES)
    done = page.form("person", "stays").send(act="preview").form("seen").send(act="merge")

    erik_now = Person.objects.get(name="Erik Ernst")
    assert "Done." in done.text
    assert [one.person for one in Entrant.objects.filter(name="Erik Ernst")] == [erik_now, erik_now]
    found = {row.player.number: row for row in visitor.get(PAGE).context["listing"].table.rows}
    assert found[erik_now.pk].account.lists == 2
    assert found[erik_now.pk].value == total
    assert visitor.get(f"{PAGE}players/{erik[0]}/")["Location"] == f"{PAGE}players/{erik_now.pk}/"
    # What was released names him by the numbers of then, and he is told so.
    release.refresh_from_db()
    stood = personal.of_person(erik_now)["scoring.SeasonRelease"]
    assert sorted(one["player"] for one in stood) == erik
    for event in Tournament.objects.all():
        assert event.journal.filter(action="book.taken", data__club="sc-herz-dame").exists()
        call_command("verify", event.slug)
    call_command("verify", club=season.club.slug)


def _points(name: str) -> list[int]:
    return [seat.result.performance for seat in Seat.objects.filter(entrant__name=name).select_related("result")]


@pytest.mark.thorough
def test_a_guest_is_joined_with_who_is_in_the_book_and_namesakes_of_one_evening_are_not(season):
    anna = club_years.person("Anna Ast")
    club_years.evening(season.club, "drei", "Anna Ast", "Anna Ast", day=date(2026, 2, 4), closed=0)
    Entrant.objects.filter(tournament__slug="drei").update(person=None)
    keeper = Client(headers={"accept-language": "en"})
    keeper.force_login(factories.user())
    one, other = Entrant.objects.filter(tournament__slug="drei").order_by("pk")

    namesakes = sent("preview", stays=-one.pk, person=[-one.pk, -other.pk])
    assert "they are two people" in keeper.post(DOUBLES, namesakes).content.decode()
    both = sent("preview", stays=anna.pk, person=[anna.pk, -one.pk])
    asked, both = keeper.post(DOUBLES, both), both | {"act": "merge"}
    assert keeper.post(DOUBLES, both | seen_in(asked, both))["Location"].endswith(f"/book/{anna.pk}/")

    one.refresh_from_db()
    assert one.person == anna
    assert not Person.objects.exclude(name__in=NAMES).exists()


def test_names_of_guests_go_six_months_after_their_event_and_the_year_keeps_number_and_points(season, visitor):
    erik, before = numbers("Erik Ernst"), visitor.get(PAGE).context["listing"].table.rows
    values = {row.player.number: row.value for row in before}

    forget_due(now=datetime(2026, 7, 14, tzinfo=UTC))
    assert Entrant.objects.filter(name="Erik Ernst").count() == 2
    forget_due(now=datetime(2026, 7, 16, tzinfo=UTC))

    assert [one.tournament.slug for one in Entrant.objects.filter(name="Erik Ernst")] == ["zwei"]
    assert Entrant.objects.filter(name="Anna Ast").count() == 2
    after = {row.player.number: row for row in visitor.get(PAGE).context["listing"].table.rows}
    assert {number: row.value for number, row in after.items()} == values
    assert after[erik[0]].player.name == f"Guest {erik[0] - IN_NO_BOOK}"
    forget_due(now=datetime(2026, 7, 17, tzinfo=UTC))
    assert Tournament.objects.get(slug="eins").journal.filter(action="entrant.erased").count() == 4


@pytest.mark.thorough
def test_an_event_that_the_direction_keeps_for_longer_keeps_its_guests(season):
    Tournament.objects.filter(slug="eins").update(kept_until=date(2027, 12, 31))

    forget_due(now=datetime(2026, 7, 16, tzinfo=UTC))

    assert Entrant.objects.filter(name="Erik Ernst").count() == 2


class TestEventsOfTheClub:
    """They count in the season that runs, unless somebody says otherwise."""

    @pytest.fixture
    def running(self, db):
        today = timezone.localdate()
        return club_years.season(starts_on=today.replace(month=1, day=1), ends_on=today.replace(month=12, day=31))

    def planned(self, **typed: object) -> Tournament:
        page = Visitor().sign_in("direktor").get(f"{reverse('tables:tournament-new')}?empty=")
        assert "Klubmeisterschaft 2026 (SC Herz Dame)" in page.text
        page.form("name", "place").send(name="Abend", place="Altenburg", organiser="Die Buben", **typed)
        return Tournament.objects.get()

    @pytest.mark.thorough
    def test_from_the_plan_on(self, running):
        assert self.planned(club_id=running.club.pk).season_entries.get().season == running

    def test_but_not_where_that_is_said(self, running):
        made = self.planned(club_id=running.club.pk, outside_seasons="on")
        assert not made.season_entries.exists()

    def test_but_not_on_a_day_without_season(self, running):
        assert not self.planned(club_id=running.club.pk, starts_on="2020-01-01").season_entries.exists()

    @pytest.mark.thorough
    def test_from_when_the_club_is_named_on_and_only_then(self, running):
        made = self.planned(club_id="")
        assert not made.season_entries.exists()
        edit = Visitor().sign_in("direktor").get(section(made.slug, "plan"))

        edit.form("name", "place").send(club_id=running.club.pk)
        assert made.season_entries.get().season == running

        made.season_entries.all().delete()
        again = Visitor().sign_in("direktor").get(section(made.slug, "plan"))
        assert "It counts in no season" not in again.text
        again.form("name", "place").send(place="Leipzig")
        assert not made.season_entries.exists()


class TestWhoRegistersThemselves:
    """They may agree that their name stays: then the club's book knows them."""

    @pytest.fixture
    def event(self, season):
        made = club_years.evening(season.club, "drei", day=date(2026, 2, 4), closed=0)
        Tournament.objects.filter(pk=made.pk).update(registration_open=True, ends_on=timezone.localdate())
        return made

    def register(self, name: str, **more: object) -> Entrant:
        page = Visitor().get("/t/drei/register/")
        page.form("name", "club").send(name=name, **more)
        return Entrant.objects.latest("pk")

    @pytest.mark.thorough
    def test_is_asked_only_where_a_season_counts_the_event(self, season, event):
        assert not Visitor().get("/t/drei/register/").offers("agrees")
        club_years.with_events(season, event)
        assert Visitor().get("/t/drei/register/").offers("agrees")

    def test_comes_into_the_book_who_agrees(self, season, event):
        club_years.with_events(season, event)

        assert self.register("Ida Igel").person is None
        assert self.register("Jan Jung", agrees="on").person == Person.objects.get(name="Jan Jung", club=season.club)
        call_command("verify", club=season.club.slug)

    @pytest.mark.thorough
    def test_is_nobody_of_the_book_by_the_name_alone(self, season, event):
        club_years.with_events(season, event)

        club_books.person(season.club, "Kurt Klug")

        assert self.register("Klug, Kurt", agrees="on").person is None


class TestProbablyTheSame:
    """Whose name has a slip of typing is proposed for joining to whoever keeps the season, and joined only by hand."""

    def alike(self) -> list[str]:
        page = Visitor().sign_in("direktor").get(f"{PAGE}office/")
        return [one.text for one in page.main.all("span", "name") if "·" in one.text]

    def evening(self, season, slug: str, *names: str) -> None:
        made = club_years.evening(season.club, slug, *names, day=date(2026, 2, 4), closed=0)
        Entrant.objects.filter(tournament=made).update(person=None)
        Person.objects.exclude(name__in=NAMES).delete()
        club_years.with_events(season, made)

    def test_they_are_joined_on_the_page_of_doubles(self, season):
        self.evening(season, "drei", "Erik Ernts", "Anna Ast")
        slip = Entrant.objects.get(name="Erik Ernts")
        assert self.alike() == ["Erik Ernst · Erik Ernts"] * 2

        office = Visitor().sign_in("direktor").get(f"{PAGE}office/")
        (link, *_more) = [one for one in office.main.all("a") if one.text == "Compare"]
        page = office.visitor.get(link.attrs["href"])
        form = page.form("person", "stays")
        assert str(-slip.pk) in form.options("person")
        done = form.send(act="preview").form("seen").send(act="merge")

        assert "Done." in done.text
        slip.refresh_from_db()
        assert slip.person is not None

    @pytest.mark.thorough
    def test_a_slip_of_who_stands_in_the_book(self, season):
        self.evening(season, "drei", "Carl Class", "Dora Dorn jun.", "B. Bär")
        assert self.alike() == ["Bert Bär · B. Bär", "Carl Clas · Carl Class"]

    @pytest.mark.thorough
    def test_two_of_one_evening_or_of_two_clubs_are_two(self, season):
        self.evening(season, "drei", "Erik Ernts", "Erik Ernst", "Gerd Gutt")
        Entrant.objects.filter(name="Gerd Gutt").update(club="SC Pik Sieben")
        Entrant.objects.filter(name="Gerd Gut").update(club="SC Herz Dame")
        assert self.alike() == ["Erik Ernst · Erik Ernts"] * 2

    @pytest.mark.thorough
    def test_who_is_told_apart_is_proposed_no_more_on_later_evenings_either_until_that_is_taken_back(self, season):
        self.evening(season, "drei", "Erik Ernts")
        office = Visitor().sign_in("direktor").get(f"{PAGE}office/")
        (link, *_more) = [one for one in office.main.all("a") if one.text == "Compare"]

        done = office.visitor.get(link.attrs["href"]).form("person", "stays").send(act="apart")

        assert "Saved." in done.text
        assert self.alike() == []
        self.evening(season, "vier", "Ernts, Erik")
        assert self.alike() == []
        books.take_over(
            club_id=season.club.pk,
            tournament_id=Tournament.objects.get(slug="drei").pk,
            by=factories.user(),
            now=timezone.now(),
        )
        assert self.alike() == []
        assert season.club.journal.filter(action="book.told-apart").count() == 1

        back = office.visitor.get(DOUBLES).forms("stays")[-1].send(act="again")

        assert "Saved." in back.text
        assert "Erik Ernts · Erik Ernst" in self.alike()
        assert "Different people ·" not in back.text

    @pytest.mark.thorough
    def test_nobody_else_is_told(self, season):
        self.evening(season, "drei", "Carl Class")
        SeasonHelper.objects.create(season=season, user=factories.user("helferin"), may="enter", added_at=EVENING)
        assert "Carl Class" not in Visitor().sign_in("helferin").get(f"{PAGE}office/").text

    @pytest.mark.thorough
    def test_an_earlier_evening_counts_as_one(self, season):
        carl, slip = club_years.person("Carl Clas"), club_books.person(season.club, "Carl Class")
        told = {"season": season, "points": 500, "added_at": EVENING}
        EarlierResult.objects.create(person=slip, day=date(2026, 1, 7), **told)
        assert self.alike() == ["Carl Clas · Carl Class"]
        EarlierResult.objects.create(person=carl, day=date(2026, 1, 7), **told)
        assert self.alike() == []
