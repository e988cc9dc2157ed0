"""Who else enters something in a season: further clubs with events and members of their own, and helpers."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.privacy import selectors as personal
from scoring.season.models import Season, SeasonHelper
from scoring.season.services import seasons
from tables.clubs.models import Club
from tables.clubs.services import clubs
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.season import club_years
from tests.scoring.season.club_years import OFFICE, PAGE, sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


SHARED = f"{OFFICE}shared/"

MAURER = ("Max Mai", "Nora Nord", "Otto Ost")


@pytest.fixture
def season() -> Season:
    made = club_years.played(evenings=1)
    club_years.competition(made)
    seasons.add_members(season_id=made.pk, people=[club_years.person("Anna Ast").pk], now=EVENING, by=factories.user())
    return made


@pytest.fixture
def neighbour(season) -> Club:
    made = clubs.found_club(details=clubs.ClubDetails(name="Die Maurer"), by=factories.user("nachbar"), now=EVENING)
    club_years.evening(made, "maurer-abend", *MAURER)
    seasons.add_club(season_id=season.pk, club_id=made.pk, now=EVENING, by=factories.user())
    return made


def browser(username: str) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user(username))
    return made


def helper(season: Season, may: SeasonHelper.May) -> Client:
    made = browser("helfer")
    seasons.add_helper(season_id=season.pk, username="HELFER", may=may, now=EVENING, by=factories.user())
    return made


def stands(season: Season) -> tuple[set[str], set[str]]:
    events = {one.tournament.slug for one in season.entries.all()}
    return events, {one.person.name for one in season.members.all()}


class TestFurtherClubs:
    @pytest.mark.thorough
    def test_enter_their_own_events_and_members_and_nobody_takes_anything_out_of_others_hands(
        self, season, neighbour, keeper
    ):
        nachbar, event, own = browser("nachbar"), neighbour.tournaments.get(), season.entries.get().tournament
        max_mai, anna, bert = (club_years.person(name) for name in ("Max Mai", "Anna Ast", "Bert Bär"))
        before = ({"abend-1"}, {"Anna Ast"})
        says(nachbar.get(OFFICE), "Max Mai", lacks=club_years.NAMES)
        assert nachbar.get(f"/clubs/{season.club.slug}/book/").status_code == 403

        nachbar.post(OFFICE, {"act": "remove-event", "number": own.pk})
        nachbar.post(OFFICE, {"act": "remove-member", "number": anna.pk})
        assert nachbar.post(OFFICE, sent("add-members", person=bert.pk)).status_code == 422
        assert stands(season) == before
        added = [sent("add-events", event=event.pk), sent("add-members", person=max_mai.pk)]
        removed = [{"act": f"remove-{what}", "number": one.pk} for what, one in (("event", event), ("member", max_mai))]
        for forms, stood in ((added, ({"abend-1", "maurer-abend"}, {"Anna Ast", "Max Mai"})), (removed, before)):
            assert [nachbar.post(OFFICE, form).status_code for form in forms] == [302, 302]
            assert stands(season) == stood

        says(keeper.get(OFFICE), lacks=(*MAURER, "maurer-abend"))
        assert keeper.post(OFFICE, sent("add-events", event=neighbour.tournaments.get().pk)).status_code == 422

        clubs.add_keeper(club_id=neighbour.pk, username=factories.user().username, by=factories.user(), now=EVENING)
        says(keeper.get(OFFICE), "Max Mai", "Bert Bär")

    def test_leave_with_their_events_and_members(self, season, neighbour, keeper):
        people = [club_years.person("Max Mai").pk]
        club_years.with_events(season, neighbour.tournaments.get())
        seasons.add_members(season_id=season.pk, people=people, now=EVENING, by=factories.user())
        assert browser("nachbar").post(f"{OFFICE}competitions/1/", {"act": "release"}).status_code == 403

        for _twice in range(2):
            assert keeper.post(SHARED, {"act": "remove-club", "number": neighbour.pk}).status_code == 302

        assert stands(season) == ({"abend-1"}, {"Anna Ast"})
        assert browser("nachbar").get(OFFICE).status_code == 403

    def test_are_added_once_only_if_there_are_any_and_taken_over_by_the_next_season(
        self, season, neighbour, monkeypatch
    ):
        acts = {"now": EVENING, "by": factories.user()}
        seasons.add_club(season_id=season.pk, club_id=neighbour.pk, **acts)
        assert season.clubs.get().club == neighbour
        details = club_years.SeasonDetails(name="2027", starts_on=EVENING.date(), ends_on=EVENING.date())
        begun = {"club_id": season.club_id, "details": details, "entry_key": uuid4(), "like": season}
        assert seasons.begin_season(**begun, **acts).clubs.get().club == neighbour

        other = Club.objects.create(name="Dritte", slug="dritte", created_at=EVENING)
        monkeypatch.setattr(seasons, "MOST_CLUBS", 2)
        for club, code in (
            (season.club_id, "club-keeps-season"),
            (9_999, "no-such-club"),
            (other.pk, "too-many-clubs"),
        ):
            assert code_of(seasons.add_club, season_id=season.pk, club_id=club, **acts) == code


class TestHelpers:
    def test_that_enter_add_events_and_members_and_release(self, season):
        helps, bert = helper(season, SeasonHelper.May.ENTER), club_years.person("Bert Bär")
        event = club_years.evening(season.club, "abend-2")

        for where, form in (
            (OFFICE, sent("add-events", event=event.pk)),
            (OFFICE, sent("add-members", person=bert.pk)),
            (f"{OFFICE}competitions/1/", {"act": "release"}),
        ):
            assert helps.post(where, form).status_code == 302, form
        assert stands(season) == ({"abend-1", "abend-2"}, {"Anna Ast", "Bert Bär"})
        assert season.competitions.get().releases.get().released_by.username == "helfer"
        assert helps.get(f"/clubs/{season.club.slug}/book/").status_code == 403

    def test_that_only_release_see_no_book_and_enter_nothing(self, season, keeper):
        helps, before = helper(season, SeasonHelper.May.RELEASE), stands(season)

        says(helps.get(OFFICE), "Summe", lacks="Anna Ast")
        helps.post(OFFICE, {"act": "remove-event", "number": season.entries.get().tournament_id})
        helps.post(OFFICE, {"act": "remove-member", "number": club_years.person("Anna Ast").pk})
        assert helps.post(OFFICE, sent("add-members", person=club_years.person("Bert Bär").pk)).status_code == 422
        assert stands(season) == before
        offered = [">Delete<" in each.get(f"{OFFICE}competitions/1/").content.decode() for each in (helps, keeper)]
        assert offered == [False, True]
        assert helps.post(f"{OFFICE}competitions/1/", {"act": "release"}).status_code == 302

    @pytest.mark.thorough
    def test_do_not_say_what_the_season_is_or_how_it_counts(self, season):
        helps, key = helper(season, SeasonHelper.May.ENTER), season.key
        for where, act in (
            *((OFFICE, act) for act in ("change", "delete", "renew-key")),
            *((f"{OFFICE}competitions/1/", act) for act in ("change", "delete")),
            *((f"{OFFICE}competitions/new/", "change"), (SHARED, "add-helper")),
        ):
            form = sent(act, sure="on", number=1, name="Anders", count="sum", username="helfer", may="enter")
            assert helps.post(where, form).status_code == 403, (where, act)
        season.refresh_from_db()
        assert (season.key, season.competitions.get().name) == (key, "Summe")

    def test_see_a_season_that_is_its_members_alone_and_are_told_what_is_stored_until_the_names_go(self, season):
        Season.objects.update(visibility=Season.Visibility.MEMBERS)
        helps = helper(season, SeasonHelper.May.RELEASE)

        assert helps.get(PAGE).status_code == 200
        assert season.name in text(helps.get("/seasons/"))
        assert browser("fremd").get(PAGE).status_code == 403
        told = personal.of_account(factories.user("helfer"))
        assert told["scoring.SeasonHelper"] == [{"season": season.name, "may": "release"}]
        seasons.forget_season(season_id=season.pk, now=EVENING)
        assert not season.helpers.exists()

    def test_are_named_and_sent_away_by_whoever_keeps_the_season(self, season, keeper, monkeypatch):
        factories.user("helfer")

        for may in ("release", "enter"):
            assert keeper.post(SHARED, sent("add-helper", username="Helfer", may=may)).status_code == 302
        assert season.helpers.get().may == "enter"
        assert "helfer" in text(keeper.get(SHARED))
        nobody = keeper.post(SHARED, sent("add-helper", username="niemand", may="enter"))
        not_taken(nobody, "There is no account “niemand”.", 'value="niemand"')
        monkeypatch.setattr(seasons, "MOST_HELPERS", 1)
        second = {"username": factories.user("zweite").username, "may": "enter", "by": factories.user(), "now": EVENING}
        assert code_of(seasons.add_helper, season_id=season.pk, **second) == "too-many-helpers"

        number = season.helpers.get().pk
        for _twice in range(2):
            assert keeper.post(SHARED, {"act": "remove-helper", "number": number}).status_code == 302
        assert browser("helfer").get(OFFICE).status_code == 403


@pytest.mark.thorough
def test_nobody_keeps_what_a_season_shows_to_its_members_alone(client):
    season = club_years.played()
    club_years.competition(season)
    Season.objects.update(visibility=Season.Visibility.MEMBERS)
    shown = [*(f"table.{ending}" for ending in ("csv", "xlsx", "html", "pdf")), "", "calendar/", "strength/"]
    shown += ["players/1/", "report.json"]
    assert {client.get(PAGE + page).status_code for page in shown} <= {403, 404}

    client.get(f"{PAGE}key/{season.key}/")
    answers = {page: client.get(PAGE + page) for page in shown}

    assert {answer.status_code for answer in answers.values()} <= {200, 404}
    kept = {page: answer["Cache-Control"] for page, answer in answers.items() if answer.status_code == 200}
    assert [*kept][:2] == ["table.csv", "table.xlsx"]
    assert {page: said for page, said in kept.items() if "no-store" not in said} == {}
