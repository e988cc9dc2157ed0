"""Tournaments made, changed, withdrawn, deleted; who is appointed; the journal; one's own name and password."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client

from scoring.history.selectors.verification import verified
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal.models import JournalEntry
from tables.tournaments.models import PlayerClass, Role, Series, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details, belonging, delete_event, withdraw_event
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.tables.draw.test_draw_swap import text

pytestmark = pytest.mark.django_db

DAY = date(2026, 5, 16)
DETAILS = Details(name="Vereinsabend", place="Altenburg", starts_on=DAY, ends_on=DAY, organiser="SC Herz Dame")


def create(details=DETAILS, seatings=("drawn", "drawn", "by-standing"), **more):
    return tournaments.create_tournament(
        details=details, seatings=list(seatings), by=factories.user(), now=EVENING, **more
    )


def change(made, seatings, **changes):
    return tournaments.change_tournament(
        tournament_id=made.pk, details=replace(DETAILS, **changes), seatings=seatings, by=factories.user(), now=EVENING
    )


def seatings_of(made) -> list[str]:
    return list(made.series.order_by("number").values_list("seating", flat=True))


def test_a_tournament_begins_with_its_series_and_its_director_and_planned_series_come_go_and_change():
    made = create()

    assert made.slug == "vereinsabend"
    assert seatings_of(made) == ["drawn", "drawn", "by-standing"]
    assert made.roles.get().user == factories.user()
    assert JournalEntry.objects.get().action == "tournament.created"

    change(made, ["drawn"], place="Gera")
    assert seatings_of(made) == ["drawn"]

    change(made, ["drawn", "by-standing", "drawn"])
    assert seatings_of(made) == ["drawn", "by-standing", "drawn"]


@pytest.mark.slow
def test_every_tournament_gets_an_address_of_its_own_and_the_same_form_sent_twice_creates_one():
    key = uuid4()
    assert create(entry_key=key) == create(entry_key=key)
    assert create(entry_key=uuid4()) != create(entry_key=key)
    assert Tournament.objects.count() == 2
    slugs = {
        "Pleißental-Pokal": "pleissental-pokal",
        "Vereinsabend": "vereinsabend-3",
        "###": "turnier",
        "天": "turnier-2",
    }
    assert {name: create(replace(DETAILS, name=name)).slug for name in slugs} == slugs


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
    def test_appointed_twice_holds_one_office_and_the_last_director_stays(self):
        made = factories.tournament(entrants=3)
        factories.user("anna")

        appoint(made, "Anna ")
        appoint(made, "anna", plays_as=2)
        assert made.roles.get(kind="judge").plays_as.number == 2

        for username, plays_as, code in (("nobody", None, "no-such-user"), ("anna", 99, "no-such-entrant")):
            with pytest.raises(Refused, match=code):
                appoint(made, username, plays_as=plays_as)

        role = made.roles.get(kind="director")
        facts = {"tournament_id": made.pk, "role_id": role.pk, "by": factories.user(), "now": EVENING}
        with pytest.raises(Refused, match="last-director"):
            people.dismiss(**facts)
        appoint(made, "anna", kind=Role.Kind.DIRECTOR)
        people.dismiss(**facts)
        assert made.roles.get(kind="director").user.username == "anna"

    def test_a_new_account_can_sign_in_its_name_is_taken_and_it_plays_as_somebody_there(self, client):
        made = factories.tournament()
        facts = {"tournament_id": made.pk, "kind": "judge", "by": factories.user(), "now": EVENING}

        with pytest.raises(Refused, match="no-such-entrant"):
            people.engage(username="anna", password="herz-dame-7", plays_as=9, **facts)
        assert not User.objects.filter(username="anna").exists()

        people.engage(username="anna", password="herz-dame-7", plays_as=None, **facts)
        assert client.login(username="anna", password="herz-dame-7")
        with pytest.raises(Refused, match="user-exists"):
            people.engage(username="ANNA", password="x", plays_as=None, **facts)


WITHDRAW = "/t/cup/office/withdraw/"
PLAN = "/t/cup/office/settings/?at=plan"


def sent(director, act: str) -> str:
    return director.post(WITHDRAW, {"act": act}, follow=True).content.decode()


def withdrawn(made) -> Tournament:
    return withdraw_event(tournament_id=made.pk, by=factories.user(), now=EVENING)


DOES = {"withdraw": withdrawn, "delete": lambda made: delete_event(tournament_id=made.pk, by=factories.user())}


def rows() -> dict[type[Model], int]:
    return {model: model._base_manager.count() for model, _way in belonging()}


@pytest.mark.slow
def test_the_public_sees_it_no_more_until_it_is_brought_back_and_its_officials_do(client, director):
    made = factories.tournament(entrants=4, registration_open=True)

    page = sent(director, "withdraw")

    assert "Done." in page
    assert "It takes place after all" in page
    assert client.get("/t/cup/").status_code == 410
    assert made.name not in client.get("/").content.decode()
    assert made.journal.filter(action="event.withdrawn").count() == 1
    assert withdrawn(made).journal.filter(action="event.withdrawn").count() == 1
    assert verified(made).discrepancies == ()

    assert "Done." in sent(director, "reinstate")

    assert client.get("/t/cup/").status_code == 200
    assert made.journal.order_by("number").last().action == "event.reinstated"


@pytest.mark.thorough
def test_it_is_deleted_with_everything_it_has_and_nothing_else(director):
    factories.tournament(slug="other", director="direktor", entrants=8)
    before, classes = rows(), PlayerClass.objects.count()
    factories.running_series(factories.tournament(entrants=8, rounds=2))
    sent(director, "withdraw")

    page = sent(director, "delete")

    assert "“Herz-Dame-Cup” is deleted." in page
    assert rows() == before
    assert PlayerClass.objects.count() == classes
    assert not Tournament.objects.filter(slug="cup").exists()


@pytest.mark.slow
def test_what_was_played_stays_and_first_it_is_withdrawn(director):
    series = factories.running_series(factories.tournament(entrants=4))
    with pytest.raises(Refused, match="not-withdrawn"):
        delete_event(tournament_id=series.tournament_id, by=factories.user())
    factories.enter(factories.list_of(series), None)

    for act in DOES:
        Tournament.objects.update(unpublish_on="2020-01-01" if act == "delete" else None)
        page = sent(director, act)

        assert "Deals are entered at table 1 in series 1" in page
        assert '<a href="/t/cup/office/series/1/">To series 1</a>' in page
        with pytest.raises(Refused, match="event-played"):
            DOES[act](series.tournament)
        assert Series.objects.exists()


def test_every_row_of_an_event_is_known():
    ours = {model for model in apps.get_models() if model._meta.app_label in {"tables", "scoring"}}
    seasons = {"Season", "SeasonMember", "Competition", "SeasonRelease"}
    seasons |= {"SeasonClub", "SeasonHelper", "PlannedEvening", "StrengthConsent", "EarlierResult"}
    leagues = {"Level", "Day", "Division", "LeagueMember", "LeagueTeam", "RosterPlace"}
    leagues |= {"Match", "MatchTeam", "LineUpPlace", "MatchReport", "Protest"}
    elsewhere = {"User", "Guess", "Club", "ClubKeeper", "Person", "Release", "SiteEntry"} | seasons | leagues

    assert {model.__name__ for model in ours - {model for model, _way in belonging()}} == elsewhere


OFFICIALS = "/t/cup/office/settings/?at=people"
JOURNAL = "/t/cup/office/journal/"


@pytest.mark.slow
class TestOfficials:
    @pytest.fixture(autouse=True)
    def cup(self):
        return factories.tournament(entrants=3)

    def test_somebody_is_appointed_and_taken_away_but_not_the_last_director(self, director, cup):
        for act in ("", "crown"):
            assert director.post(OFFICIALS, {"act": act, "username": "anna"}).status_code == 422, act
        own = cup.roles.get()
        answer = director.post(OFFICIALS, {"act": "dismiss", "role": own.pk})
        assert answer.status_code == 422
        assert "Somebody has to direct the tournament." in text(answer)
        assert cup.roles.count() == 1

        anna = factories.user("anna")
        form = {"act": "appoint", "username": "anna", "kind": "judge", "plays_as": "2"}
        assert "Saved." in text(post_seen(director, OFFICIALS, form, follow=True))
        judge = cup.roles.get(kind="judge")
        assert judge.plays_as.number == 2
        assert "Done." in text(director.post(OFFICIALS, {"act": "dismiss", "role": judge.pk}, follow=True))
        assert cup.roles.get() == own

        # Who dismisses himself is led out.
        cup.roles.create(user=anna, kind="director")
        assert director.post(OFFICIALS, {"act": "dismiss", "role": own.pk})["Location"] == "/t/cup/"

    def test_who_cannot_be_appointed_and_an_account_that_cannot_be_made_are_said_beside_the_field(self, director, cup):
        factories.user("anna")
        form = {"act": "appoint", "kind": "judge"}
        form |= seen_at(director, OFFICIALS, form)
        made = {"act": "engage", "kind": "judge"}
        nobody_99 = "There is no entrant with start number 99."
        for sent, wrong in (
            (form | {"username": "nobody"}, {"username": "There is no account “nobody”."}),
            (form | {"username": "anna", "plays_as": "99"}, {"plays_as": nobody_99}),
            (
                form | {"username": "", "plays_as": "x", "kind": "emperor"},
                {
                    "username": "This field is required.",
                    "plays_as": "Enter a whole number.",
                    "kind": "Select a valid choice.",
                },
            ),
            (made | {"username": "DIREKTOR"}, {"username": "“DIREKTOR” cannot be given to a new account."}),
            (made | {"username": "an na"}, {"username": "Enter a valid username."}),
            (
                made | {"username": "a" * 151, "password": "123"},
                {"username": "Ensure this value has at most 150", "password": "This password is too short."},
            ),
            (made | {"username": "berta", "plays_as": "99"}, {"plays_as": nobody_99}),
        ):
            answer = director.post(OFFICIALS, sent)

            assert answer.status_code == 422, wrong
            errors = answer.context[sent["act"]].errors
            assert errors.keys() == wrong.keys()
            assert all(errors[field][0].startswith(said) for field, said in wrong.items()), wrong
        assert (cup.roles.count(), User.objects.count()) == (1, 2)

    def test_a_new_account_gets_a_password_that_is_shown_once_or_holds_as_typed(self, director, cup):
        form = {"act": "engage", "username": "anna", "name": " Anna  Berg ", "kind": "judge"}
        answer = director.post(OFFICIALS, form)

        password = answer.context["password"]
        assert password in text(answer)
        assert "no-store" in answer["Cache-Control"]
        assert Client().login(username="anna", password=password)
        page = text(director.get(OFFICIALS))
        assert password not in page
        assert not JournalEntry.objects.filter(data__icontains=password).exists()
        assert User.objects.get(username="anna").get_full_name() == "Anna Berg"
        assert "Anna Berg" in page

        director.post(OFFICIALS, form | {"username": "berta", "password": " windschiefe garage 7 "})
        assert Client().login(username="berta", password=" windschiefe garage 7 ")


@pytest.mark.slow
class TestJournal:
    def test_acts_are_told_latest_first_and_a_very_long_journal_is_checked_when_asked_for(self, director, monkeypatch):
        made = factories.tournament(entrants=4)
        factories.user("anna")
        assert "Nothing yet." in text(director.get(JOURNAL))
        post_seen(director, OFFICIALS, {"act": "appoint", "username": "anna", "kind": "judge"})
        factories.running_series(made)

        body = text(director.get(JOURNAL))

        assert body.index("Series 1 started") < body.index("Seats of series 1 published") < body.index("anna appointed")
        assert "The chain is whole: all 4 lines fit" in body

        monkeypatch.setattr("tables.journal.views.MOST_CHECKED_AT_ONCE", 1)

        assert "Check the chain" in text(director.get(JOURNAL))
        assert "The chain is whole" in text(director.get(JOURNAL, {"check": "yes"}))

        JournalEntry.objects.filter(number=2).update(at=EVENING.replace(year=2020))

        assert "It is not reliable from line 2 on." in text(director.get(JOURNAL, {"check": "yes"}))


@pytest.mark.slow
class TestPassword:
    def test_one_changes_ones_own_and_what_does_not_fit_is_refused(self, director):
        for old, new, again in (
            ("wrong", "windschiefe-garage-9", "windschiefe-garage-9"),
            ("direktor" * 2, "kurz", "kurz"),
            ("direktor" * 2, "windschiefe-garage-9", "other"),
            ("", "", ""),
        ):
            answer = director.post("/account/", {"old_password": old, "new_password1": new, "new_password2": again})

            assert answer.status_code == 422, old
            assert Client().login(username="direktor", password="direktor" * 2)

        new = {"new_password1": "windschiefe-garage-9", "new_password2": "windschiefe-garage-9"}

        answer = director.post("/account/", {"old_password": "direktor" * 2, **new}, follow=True)

        assert "Saved. Everywhere else you are signed out." in text(answer)
        assert Client().login(username="direktor", password="windschiefe-garage-9")
        assert director.get("/account/").status_code == 200


@pytest.mark.slow
class TestOnesOwnName:
    def test_is_said_changed_and_taken_back_and_refused_where_it_is_too_long(self, director):
        for typed, kept in ((" Vera  Vorsitz ", "Vera Vorsitz"), ("", "")):
            answer = director.post("/account/", {"act": "name", "name": typed}, follow=True)

            assert "Saved." in text(answer)
            assert factories.user().get_full_name() == kept
            assert f'value="{kept}"' in text(answer) or not kept

        answer = director.post("/account/", {"act": "name", "name": "x" * 81})

        assert answer.status_code == 422
        assert "x" * 81 in text(answer)
        assert factories.user().get_full_name() == ""
