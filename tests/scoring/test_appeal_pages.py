"""Appeals through their pages."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Appeal
from tests import factories
from tests.factories import GRAND

pytestmark = pytest.mark.django_db
TABLE = "/t/cup/series/1/table/1/appeal/"
APPEALS = "/t/cup/office/appeals/"


@pytest.fixture
def row():
    made = factories.running_list(seats=4, rounds=1)
    factories.enter(made, (2, GRAND))
    return made


@pytest.fixture
def judge(row) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(row.table.series.tournament))
    return made


def appeal(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), "appellant": 3, "deal": 1, "text": "Der Grand war verloren.", **fields}


def decision(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), "verdict": "upheld", "reasons": "60 Augen, ISkO 5.2.2", **fields}


def file(client: Client, row, **fields: object) -> None:
    client.get(f"/l/{row.table.key}/")
    assert client.post(TABLE, appeal(**fields)).status_code == 302


def test_a_player_appeals_at_the_table(client, row):
    client.get(f"/l/{row.table.key}/")

    page = client.post(TABLE, appeal(), follow=True).content.decode()

    assert "Appeal no. 1 is logged, in time." in page


def test_sent_twice_it_is_logged_once(client, row):
    client.get(f"/l/{row.table.key}/")
    sent = appeal()

    for _again in range(2):
        client.post(TABLE, sent)

    assert Appeal.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"text": "  "}, "in writing"),
        ({"deal": 4}, "no deal 4"),
        ({"appellant": 99}, "Select a valid choice"),
        ({"deal": "x"}, "whole number"),
    ],
    ids=str,
)
def test_what_is_missing_is_said_and_the_text_kept(client, row, fields, sentence):
    client.get(f"/l/{row.table.key}/")

    response = client.post(TABLE, appeal(**{"text": "Meine Begründung", **fields}))

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert "text" in fields or "Meine Begründung" in response.content.decode()


def test_the_director_takes_an_appeal_down(director, row):
    response = director.post("/t/cup/office/series/1/appeal/", appeal(table=1), follow=True)

    assert "Appeal no. 1 is logged." in response.content.decode()


def test_a_table_that_is_not_there_is_named(director, row):
    response = director.post("/t/cup/office/series/1/appeal/", appeal(table=9))

    assert response.status_code == 422
    assert "no such table" in response.content.decode()


def test_a_judge_decides_and_corrects_the_deal(client, judge, row):
    file(client, row)
    ordered = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost", "corrects": "on"}

    page = judge.post(f"{APPEALS}1/", decision(**ordered), follow=True).content.decode()

    assert "The appeal is upheld" in page
    assert row.deals.get(voided_at=None).points == -144


def test_decided_twice_is_answered_with_a_sentence(client, judge, row):
    file(client, row)
    judge.post(f"{APPEALS}1/", decision())

    response = judge.post(f"{APPEALS}1/", decision(verdict="dismissed"))

    assert response.status_code == 422
    assert "the decision is final" in response.content.decode()
    assert Appeal.objects.get().verdict == "upheld"


def test_a_director_who_is_no_judge_reads_but_does_not_decide(client, director, row):
    file(client, row)

    assert director.get(f"{APPEALS}1/").status_code == 200
    assert director.post(f"{APPEALS}1/", decision()).status_code == 403
    assert not Appeal.objects.get().verdict


def test_an_order_the_rules_refuse_decides_nothing(client, judge, row):
    file(client, row)
    ordered = {"number": 1, "declarer": 1, "game": "grand", "matadors": 9, "outcome": "won", "corrects": "on"}

    response = judge.post(f"{APPEALS}1/", decision(**ordered))

    assert response.status_code == 422
    assert "ISkO 3.2.7" in response.content.decode()
    assert not Appeal.objects.get().verdict


def test_both_lists_are_shown(client, judge, row):
    file(client, row)
    file(client, row, deal="")
    judge.post(f"{APPEALS}1/", decision())

    page = judge.get(APPEALS).content.decode()

    assert "No. 1" in page
    assert "No. 2" in page


@pytest.mark.parametrize("path", [APPEALS, f"{APPEALS}1/", "/t/cup/office/series/1/appeal/"])
def test_the_public_has_to_sign_in(client, row, path):
    assert "/sign-in/" in client.get(path)["Location"]


def test_an_appeal_that_is_not_there_is_not_found(judge):
    assert judge.get(f"{APPEALS}7/").status_code == 404
