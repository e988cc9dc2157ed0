"""An event in which nothing was played is withdrawn, brought back, or deleted with all that it has."""

import pytest
from django.apps import apps
from django.db.models import Model

from scoring.history.selectors.verification import verified
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tables.tournaments.models import PlayerClass, Series, Tournament
from tables.tournaments.services.withdrawing import belonging, delete_event, withdraw_event
from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.django_db

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


@pytest.mark.thorough(after=1)
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
