"""Creating tournaments and changing their plans; appointing and dismissing.

An event in which nothing was played is withdrawn, brought back, or deleted with all that it has.
"""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import Model

from scoring.history.selectors.verification import verified
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tables.tournaments.models import PlayerClass, Role, Series, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details
from tables.tournaments.services.withdrawing import belonging, delete_event, withdraw_event
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


DETAILS = Details(
    name="Vereinsabend",
    place="Altenburg",
    starts_on=date(2026, 5, 16),
    ends_on=date(2026, 5, 16),
    organiser="SC Herz Dame",
)


def create(details=DETAILS, seatings=("drawn", "drawn", "by-standing"), **more):
    return tournaments.create_tournament(
        details=details, seatings=list(seatings), by=factories.user(), now=EVENING, **more
    )


def change(made, seatings, **changes):
    return tournaments.change_tournament(
        tournament_id=made.pk,
        details=replace(DETAILS, **changes),
        seatings=seatings,
        by=factories.user(),
        now=EVENING,
    )


def seatings_of(made) -> list[str]:
    return list(made.series.order_by("number").values_list("seating", flat=True))


def test_a_tournament_begins_with_its_series_and_its_director():
    made = create()

    assert made.slug == "vereinsabend"
    assert seatings_of(made) == ["drawn", "drawn", "by-standing"]
    assert made.roles.get().user == factories.user()
    assert JournalEntry.objects.get().action == "tournament.created"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Pleißental-Pokal", "pleissental-pokal"),
        ("Vereinsabend", "vereinsabend-2"),
        ("###", "turnier"),
        ("天", "turnier"),
    ],
)
def test_every_tournament_gets_an_address_of_its_own(name, slug):
    create()

    assert create(replace(DETAILS, name=name)).slug == slug


def test_the_same_form_sent_twice_creates_one_tournament():
    key = uuid4()

    assert create(entry_key=key) == create(entry_key=key)
    assert create(entry_key=uuid4()) != create(entry_key=key)
    assert Tournament.objects.count() == 2


def test_planned_series_come_go_and_change():
    made = create()

    change(made, ["drawn"], place="Gera")
    assert seatings_of(made) == ["drawn"]

    change(made, ["drawn", "by-standing", "drawn"])
    assert seatings_of(made) == ["drawn", "by-standing", "drawn"]


def test_what_has_begun_stays():
    made = factories.tournament(entrants=4, series=2, rounds=12)
    factories.running_series(made, published_only=True)

    with pytest.raises(Refused, match="rounds-are-played"):
        change(made, ["drawn", "drawn"], rounds=10)
    with pytest.raises(Refused, match="series-are-drawn"):
        change(made, [], rounds=12)
    change(made, ["drawn", "by-standing"], rounds=12)
    assert seatings_of(made) == ["drawn", "by-standing"]


def appoint(made, username, kind="judge", plays_as=None):
    return people.appoint(
        tournament_id=made.pk, username=username, kind=kind, plays_as=plays_as, by=factories.user(), now=EVENING
    )


class TestPeople:
    def test_appointed_twice_holds_one_office(self):
        made = factories.tournament(entrants=3)
        factories.user("anna")

        appoint(made, "Anna ")
        appoint(made, "anna", plays_as=2)

        assert made.roles.get(kind="judge").plays_as.number == 2

    @pytest.mark.parametrize(
        ("username", "plays_as", "code"), [("nobody", None, "no-such-user"), ("anna", 99, "no-such-entrant")]
    )
    def test_who_does_not_exist_is_not_appointed(self, username, plays_as, code):
        factories.user("anna")

        with pytest.raises(Refused, match=code):
            appoint(factories.tournament(), username, plays_as=plays_as)

    def test_a_new_account_can_sign_in_and_its_name_is_taken(self, client):
        made = factories.tournament()
        facts = {"kind": "judge", "plays_as": None, "by": factories.user(), "now": EVENING}

        people.engage(tournament_id=made.pk, username="anna", password="herz-dame-7", **facts)

        assert client.login(username="anna", password="herz-dame-7")
        with pytest.raises(Refused, match="user-exists"):
            people.engage(tournament_id=made.pk, username="ANNA", password="x", **facts)

    def test_an_account_is_not_made_for_an_entrant_who_does_not_exist(self):
        made = factories.tournament()

        with pytest.raises(Refused, match="no-such-entrant"):
            people.engage(
                tournament_id=made.pk,
                username="anna",
                password="herz-dame-7",
                kind="judge",
                plays_as=9,
                by=factories.user(),
                now=EVENING,
            )
        assert not User.objects.filter(username="anna").exists()

    def test_the_last_director_stays(self):
        made = factories.tournament()
        factories.user("anna")
        role = made.roles.get()

        with pytest.raises(Refused, match="last-director"):
            people.dismiss(tournament_id=role.tournament_id, role_id=role.pk, by=factories.user(), now=EVENING)

        appoint(made, "anna", kind=Role.Kind.DIRECTOR)
        people.dismiss(tournament_id=role.tournament_id, role_id=role.pk, by=factories.user(), now=EVENING)
        assert made.roles.get().user.username == "anna"


WITHDRAW = "/t/cup/office/withdraw/"


PLAN = "/t/cup/office/plan/"


def sent(director, act: str) -> str:
    return director.post(WITHDRAW, {"act": act}, follow=True).content.decode()


def withdrawn(made) -> Tournament:
    return withdraw_event(tournament_id=made.pk, by=factories.user(), now=EVENING)


DOES = {
    "withdraw": withdrawn,
    "delete": lambda made: delete_event(tournament_id=made.pk, by=factories.user()),
}


def rows() -> dict[type[Model], int]:
    return {model: model._base_manager.count() for model, _way in belonging()}


def test_the_public_sees_it_no_more_and_its_officials_do(client, director):
    made = factories.tournament(entrants=4, registration_open=True)

    page = sent(director, "withdraw")

    assert "The event is withdrawn." in page
    assert "It takes place after all" in page
    assert client.get("/t/cup/").status_code == 410
    assert made.name not in client.get("/").content.decode()
    assert made.journal.filter(action="event.withdrawn").count() == 1
    assert withdrawn(made).journal.filter(action="event.withdrawn").count() == 1
    assert verified(made).discrepancies == ()


def test_it_is_brought_back(client, director):
    made = factories.tournament(entrants=4)
    sent(director, "withdraw")

    assert "The event takes place after all." in sent(director, "reinstate")

    assert client.get("/t/cup/").status_code == 200
    assert made.journal.order_by("number").last().action == "event.reinstated"


@pytest.mark.parametrize("state", ["planned", "drawn", "published", "called"])
def test_it_is_deleted_with_everything_it_has_and_nothing_else(director, state):
    factories.tournament(slug="other", director="direktor", entrants=8)
    before, classes = rows(), PlayerClass.objects.count()
    made = factories.tournament(entrants=8, rounds=2)
    if state in {"published", "called"}:
        factories.running_series(made, published_only=state == "published")
    sent(director, "withdraw")

    page = sent(director, "delete")

    assert "Herz-Dame-Cup is deleted." in page
    assert rows() == before
    assert PlayerClass.objects.count() == classes
    assert not Tournament.objects.filter(slug="cup").exists()


def test_first_it_is_withdrawn():
    made = factories.tournament()

    with pytest.raises(Refused, match="not-withdrawn"):
        delete_event(tournament_id=made.pk, by=factories.user())


@pytest.mark.parametrize("act", ["withdraw", "delete"])
def test_what_was_played_stays(director, act):
    series = factories.running_series(factories.tournament(entrants=4))
    Tournament.objects.update(unpublish_on="2020-01-01" if act == "delete" else None)
    factories.enter(factories.list_of(series), None)

    page = sent(director, act)

    assert "Deals are entered at table 1 in series 1" in page
    assert '<a href="/t/cup/office/series/1/">To series 1</a>' in page
    with pytest.raises(Refused, match="event-played"):
        DOES[act](series.tournament)
    assert Series.objects.exists()


def test_every_row_of_an_event_is_known():
    ours = {model for model in apps.get_models() if model._meta.app_label in {"tables", "scoring"}}
    seasons = {"Season", "SeasonMember", "Competition", "SeasonRelease"}
    seasons |= {"SeasonClub", "SeasonHelper", "PlannedEvening", "StrengthConsent"}
    leagues = {"Level", "Day", "Division", "LeagueMember", "LeagueTeam", "RosterPlace"}
    leagues |= {"Match", "MatchTeam", "LineUpPlace", "MatchReport", "Protest"}
    elsewhere = {"User", "Guess", "Club", "ClubKeeper", "Person", "Release"} | seasons | leagues

    assert {model.__name__ for model in ours - {model for model, _way in belonging()}} == elsewhere


def test_the_plan_offers_it(director):
    factories.tournament()

    assert "The event does not take place" in director.get(PLAN).content.decode()
    assert JournalEntry.objects.filter(action="event.withdrawn").count() == 0
