"""The tribunal and its panels through their pages; who may open and send what of the appeals."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.disputes.models import Appeal, Panel, TribunalMember
from scoring.disputes.selectors.tribunal import Conflict
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.tribunal import name_member
from scoring.disputes.wording import judge_refusals
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OFFICE = "/t/cup/office/"
TRIBUNAL = f"{OFFICE}tribunal/"
APPEAL = f"{OFFICE}appeals/1/"
PANEL = f"{APPEAL}panel/"
TABLE = "/t/cup/series/1/table/1/appeal/"


@pytest.fixture
def cup():
    made = factories.tournament(entrants=12)
    made.entrants.filter(number=1).update(club="Herz Dame")
    made.entrants.filter(number=5).update(club="Herz Dame")
    return made


@pytest.fixture
def row(cup):
    made = factories.list_of(factories.running_series(cup))
    factories.enter(made, (2, GRAND))
    return made


@pytest.fixture
def appeal(cup, row) -> Appeal:
    return file_appeal(
        series_id=row.table.series_id,
        appellant=3,
        list_id=row.pk,
        deal=1,
        text="Der Grand war verloren.",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )


def signed_in(username: str) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user(username))
    return made


def member(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), **fields}


def named(cup, *numbers: int) -> None:
    for number in numbers:
        name_member(tournament_id=cup.pk, entry_key=uuid4(), by=factories.user(), now=EVENING, plays_as=number)


def somebody(role: str, row) -> Client:
    cup = row.table.series.tournament
    if role == "judge":
        factories.judge(cup)
        return signed_in("richterin")
    if role == "director":
        factories.judge(cup)
        return signed_in("direktor")
    if role == "other director":
        factories.tournament(slug="other", director="fremd")
        return signed_in("fremd")
    made = Client(headers={"accept-language": "en"})
    if role == "table":
        made.get(f"/l/{row.table.key}/")
    if role == "player":
        made.get(f"/p/{cup.entrants.get(number=3).key}/")
    return made


GET = {
    "anonymous": {"appeals": 302, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 403},
    "player": {"appeals": 302, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 403},
    "table": {"appeals": 302, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 200},
    "judge": {"appeals": 200, "appeal": 200, "new": 200, "tribunal": 200, "panel": 403, "table": 403},
    "director": {"appeals": 200, "appeal": 200, "new": 200, "tribunal": 200, "panel": 200, "table": 200},
    "other director": {"appeals": 403, "appeal": 403, "new": 403, "tribunal": 403, "panel": 403, "table": 403},
}
POST = {
    "anonymous": {"appeals": 405, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 403},
    "player": {"appeals": 405, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 403},
    "table": {"appeals": 405, "appeal": 302, "new": 302, "tribunal": 302, "panel": 302, "table": 422},
    "judge": {"appeals": 405, "appeal": 422, "new": 422, "tribunal": 403, "panel": 403, "table": 403},
    "director": {"appeals": 405, "appeal": 403, "new": 422, "tribunal": 422, "panel": 422, "table": 422},
    "other director": {"appeals": 405, "appeal": 403, "new": 403, "tribunal": 403, "panel": 403, "table": 403},
}
ADDRESS = {
    "appeals": f"{OFFICE}appeals/",
    "appeal": APPEAL,
    "new": f"{OFFICE}series/1/appeal/",
    "tribunal": TRIBUNAL,
    "panel": PANEL,
    "table": TABLE,
}


@pytest.mark.thorough(after=4)
@pytest.mark.parametrize("role", GET)
def test_who_may(role, cup, row, appeal):
    named(cup, 9)
    client = somebody(role, row)

    assert {name: client.get(path).status_code for name, path in ADDRESS.items()} == GET[role]
    assert {name: client.post(path).status_code for name, path in ADDRESS.items()} == POST[role]
    assert not Panel.objects.exists()
    assert not Appeal.objects.exclude(verdict="").exists()


class TestTribunal:
    def test_is_named_by_number_account_or_name(self, director, cup):
        factories.judge(cup)
        for said in ({"plays_as": 9}, {"username": "Richterin"}, {"name": "Kurt Wolf", "club": "Solo", "team": "Asse"}):
            assert director.post(TRIBUNAL, member(**said)).status_code == 302

        page = director.get(TRIBUNAL).content.decode()

        assert all(said in page for said in ("Spieler 9", "plays as no. 9", "richterin", "Kurt Wolf", "Solo · Asse"))

    def test_sent_twice_they_are_named_once(self, director, cup):
        sent = member(plays_as=9)

        assert [director.post(TRIBUNAL, sent).status_code for _again in range(2)] == [302, 302]
        assert TribunalMember.objects.count() == 1

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({}, "Who is it?"),
            ({"plays_as": 99, "name": "Kurt Wolf"}, "There is no entrant with start number 99."),
            ({"username": "wer", "name": "Kurt Wolf"}, "There is no account “wer”"),
            ({"plays_as": "x", "name": "Kurt Wolf"}, "whole number"),
            ({"plays_as": 4, "name": "Kurt Wolf"}, "This person is a member of the tribunal already."),
            ({"name": "Kurt Wolf" * 20}, "at most 80"),
        ],
        ids=str,
    )
    def test_what_does_not_do_is_said_and_the_name_kept(self, director, cup, fields, sentence):
        named(cup, 4)

        response = director.post(TRIBUNAL, member(**fields))
        page = response.content.decode()

        assert response.status_code == 422
        assert sentence in page
        assert "name" not in fields or "Kurt Wolf" in page
        assert TribunalMember.objects.count() == 1

    def test_a_form_sent_again_with_somebody_else_is_said(self, director, cup):
        sent = member(plays_as=9)
        director.post(TRIBUNAL, sent)

        response = director.post(TRIBUNAL, sent | {"plays_as": 10})

        assert response.status_code == 422
        assert "sent already with something else" in response.content.decode()

    def test_members_leave(self, director, cup):
        named(cup, 9)

        page = director.post(TRIBUNAL, {"action": "leave", "member": 1}, follow=True).content.decode()

        assert "Spieler 9 has left the tribunal." in page
        assert "Nobody is named." in page

    @pytest.mark.parametrize("number", ["", "7", "x"])
    def test_whoever_is_no_member_does_not_leave(self, director, cup, number):
        named(cup, 9)

        response = director.post(TRIBUNAL, {"action": "leave", "member": number})

        assert response.status_code == 422

    def test_nobody_leaves_while_he_is_to_decide(self, director, cup, appeal):
        named(cup, 9)
        post_seen(director, PANEL, {"entry_key": uuid4(), "members": [1]})

        response = director.post(TRIBUNAL, {"action": "leave", "member": 1})

        assert response.status_code == 422
        assert "This member is to decide an appeal that is open: no. 1." in response.content.decode()

    def test_it_costs_the_same_however_many(self, director, cup, django_assert_num_queries):
        named(cup, 9)
        with CaptureQueriesContext(connection) as few:
            director.get(TRIBUNAL)
        cost = len(few)
        named(cup, 5, 6, 7, 8, 10, 11)

        with django_assert_num_queries(cost):
            director.get(TRIBUNAL)


class TestPanel:
    def test_shows_what_keeps_whom_from_it(self, director, cup, appeal):
        named(cup, 3, 5, 9)

        page = director.get(PANEL).content.decode()

        assert all(judge_refusals.conflict(one) in page for one in (Conflict.TABLE, Conflict.CLUB))
        assert [f'value="{number}" disabled' in page for number in (1, 2, 3)] == [True, True, False]

    def test_refuses_them_with_names(self, director, cup, appeal):
        named(cup, 3, 5, 9)

        response = post_seen(director, PANEL, {"entry_key": uuid4(), "members": [1, 2, 3]})
        page = response.content.decode()

        assert response.status_code == 422
        assert "These may not decide this appeal: Spieler 3 plays at" in page
        assert "Spieler 5 is of the same club" in page
        assert not Panel.objects.exists()

    def test_is_named_and_named_anew(self, director, cup, appeal):
        named(cup, 9, 10)
        sent = {"entry_key": uuid4(), "members": [1]}
        sent |= seen_at(director, PANEL, sent)

        assert [director.post(PANEL, sent).status_code for _again in range(2)] == [302, 302]
        assert "Spieler 9" in director.get(APPEAL).content.decode()
        post_seen(director, PANEL, {"entry_key": uuid4(), "members": [2]})

        assert Panel.objects.count() == 2
        assert "Spieler 10" in director.get(PANEL).content.decode()

    @pytest.mark.parametrize("members", [[], [7], ["x"]], ids=str)
    def test_has_members(self, director, cup, appeal, members):
        named(cup, 9)

        response = post_seen(director, PANEL, {"entry_key": uuid4(), "members": members})

        assert response.status_code == 422
        assert not Panel.objects.exists()

    def test_says_when_nobody_may(self, director, cup, appeal):
        assert "The tribunal has no members yet." in director.get(PANEL).content.decode()
        named(cup, 3)

        assert "None of the members may decide this appeal." in director.get(PANEL).content.decode()

    def test_has_to_be_there_before_the_decision_and_stays_after_it(self, director, cup, row, appeal):
        named(cup, 9)
        judge = somebody("judge", row)
        said = {
            "entry_key": uuid4(),
            "verdict": "dismissed",
            "sentence": "Es bleibt dabei.",
            "reasons": "Bedient war.",
            "clauses": "ISkO 4.2.5",
            "action": "decide",
        }
        early = judge.post(APPEAL, said)
        assert early.status_code == 422
        assert "Name who of the tribunal decides appeal 1 first." in early.content.decode()
        post_seen(director, PANEL, {"entry_key": uuid4(), "members": [1]})
        shown = seen_at(director, PANEL, {"members": [1]})

        page = judge.post(APPEAL, said, follow=True).content.decode()

        assert "Decided by: Spieler 9" in page
        late = director.post(PANEL, {"entry_key": uuid4(), "members": [1], **shown})
        assert late.status_code == 422
        assert "the decision is final" in late.content.decode()

    def test_of_an_appeal_that_is_not_there_is_not_found(self, director, cup):
        assert director.get(PANEL).status_code == 404
        assert director.post(PANEL).status_code == 404

    def test_it_costs_the_same_however_many(self, director, cup, appeal, django_assert_num_queries):
        factories.judge(cup, "spielerin", plays_as=6)
        named(cup, 9)
        with CaptureQueriesContext(connection) as few:
            director.get(PANEL)
        cost = len(few)
        named(cup, 1, 5, 6, 7, 8)

        with django_assert_num_queries(cost):
            director.get(PANEL)
