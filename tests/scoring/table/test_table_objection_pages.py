"""A judge called from the table: with one tap, or with what is disputed."""

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.disputes.models import Objection
from scoring.disputes.services import objections
from scoring.lists.models import Call
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.objections_and_rulings import raised, ruled
from tests.support.ruling_pages import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]
JUDGE = f"{TABLE}objection/"


def tap(client: Client, key: object = None, **fields: object):
    return client.post(JUDGE, {"entry_key": key or uuid4(), **fields}, follow=True)


class TestOneTap:
    def test_from_every_page_of_the_table_nothing_but_the_key_calls_one_judge(self, at_table, row):
        factories.enter(row, (2, GRAND))
        for path in (TABLE, f"{TABLE}deal/1/", JUDGE):
            text = text_of(at_table.get(path))
            assert ("Judge to table 1" in text, 'name="entry_key"' in text) == (True, True), path
        for key in ("", "x"):
            assert at_table.post(JUDGE, {"entry_key": key}).status_code == 422
        assert not Objection.objects.exists()

        for _two in range(2):
            text = text_of(tap(at_table))

        assert "A judge is called to table 1." in text
        assert "A judge has been called at 19:00." in text
        assert Objection.objects.get().game_list == row
        text = text_of(at_table.get(TABLE))
        assert "A judge has been called at 19:00." in text
        assert f'href="{JUDGE}" id="judge"' in text

    def test_the_list_says_how_many_there_are_and_who_is_coming_and_asks_for_its_state_alone(self, at_table, row):
        for deal in (1, 2):
            raised(row, kind="revoke", text=f"Nummer {deal}")
        assert "2 objections: A judge has been called at 19:00." in text_of(at_table.get(TABLE))
        seen = text_of(at_table.get(JUDGE)).split('"X-Seen": "')[1].split('"')[0]
        asks = {"HX-Request": "true", "X-Seen": seen}
        assert at_table.get(JUDGE, headers=asks).status_code == 204
        latest = Objection.objects.order_by("number").last()
        objections.take_on(objection_id=latest.pk, by=factories.judge(row.table.series.tournament), now=EVENING)

        assert "2 objections: richterin is on the way to you." in text_of(at_table.get(TABLE))
        answer = text_of(at_table.get(JUDGE, headers=asks))
        assert ("richterin is on the way to you." in answer, "<title>" in answer) == (True, False)

    def test_a_button_left_open_whose_judge_is_gone_calls_nobody_and_says_so(self, at_table, row):
        key = uuid4()
        tap(at_table, key)
        judge = factories.judge(row.table.series.tournament)
        objections.settle(objection_id=Objection.objects.get().pk, by=judge, now=EVENING)

        assertContains(tap(at_table, key), "What this button called a judge for is over.")

        assert Objection.objects.count() == 1


def test_what_is_disputed_can_be_said_at_once(at_table, row):
    factories.enter(row, (2, GRAND), (3, GRAND))
    assert '<option value="1" selected>' in text_of(at_table.get(f"{JUDGE}?deal=1"))
    for deal in ("0", "x", "9" * 40):
        assert at_table.get(JUDGE, {"deal": deal}).status_code == 200
    for fields in ({"kind": "x"}, {"deal": 5}, {"place": 5}, {"text": "a" * 2001}):
        response = at_table.post(JUDGE, {"entry_key": uuid4(), "text": "Meine Worte", **fields})
        assert (response.status_code, "text" in fields or "Meine Worte" in text_of(response)) == (422, True), fields
    assert not Objection.objects.exists()

    key = uuid4()
    for _again in range(2):
        said = tap(at_table, key, kind="revoke", deal=1, place=3, text="Pik nicht bedient")
        assertContains(said, "Seat 3, Spieler 3")

    made = Objection.objects.get()
    assert (made.kind, made.deal, made.place, made.text) == ("revoke", 1, 3, "Pik nicht bedient")
    # The deal in hand can be disputed.
    tap(at_table, kind="bidding", deal=3)
    assert Objection.objects.order_by("number").last().deal == 3


class TestTakingBack:
    def test_the_phone_that_called_takes_it_back(self, at_table, row):
        tap(at_table)
        for number in ("7", "x", ""):
            assert at_table.post(JUDGE, {"withdraw": number}).status_code == 422

        assertContains(at_table.post(JUDGE, {"withdraw": 1}, follow=True), "The call was taken back.")

        assert Objection.objects.get().outcome == "withdrawn"
        assert not Call.objects.filter(settled_at=None).exists()

    def test_another_phone_does_not_nor_on_the_page_of_the_calls(self, at_table, row):
        raised(row)

        assert 'name="withdraw"' not in text_of(at_table.get(JUDGE))
        assertContains(at_table.post(JUDGE, {"withdraw": 1}), "Only whoever raised an objection", status_code=422)
        assert "Status of the call" in text_of(at_table.get(f"{TABLE}calls/"))
        at_table.post(f"{TABLE}calls/", {"taken_back": Call.objects.get().pk})

        # Nor does one who has an account and no office here.
        at_table.force_login(factories.user("irgendwer"))
        at_table.get(f"/l/{row.table.key}/")
        assert at_table.post(JUDGE, {"withdraw": 1}).status_code == 422
        assert Objection.objects.get().outcome == ""


def test_what_was_decided_can_be_read_at_the_table(at_table, row):
    ruled(row, factories.judge(row.table.series.tournament), objection=raised(row, kind="revoke"))
    text = text_of(at_table.get(JUDGE))
    for said in ("Das Spiel ist einfach verloren.", "ISkO 4.2.3", "Judge to table 1"):
        assert said in text


def test_on_the_board_a_call_for_a_judge_leads_to_its_objection(director, row, django_assert_num_queries):
    board = "/t/cup/office/series/1/"
    with django_assert_num_queries(23):
        director.get(board)
    raised(row, place=1, kind="claim")

    with django_assert_num_queries(23):
        text = text_of(director.get(board))

    assert "The table asks for a judge" in text
    assert ("/office/objections/1/" in text, 'value="done"' in text) == (True, False)
    done = director.post(f"{board}calls/", {"call": Call.objects.get().pk, "action": "done"}, follow=True)
    assert "The objection ends on its own page." in text_of(done)
    assert Objection.objects.get().outcome == ""
    # The office counts it, and calls for the table itself.
    assert 'href="/t/cup/office/objections/1/"' in text_of(director.get("/t/cup/office/"))
    tap(director, kind="list")
    assert Objection.objects.get(number=2).raised_by == factories.user()


def test_without_a_token_nothing_is_done(row):
    guarded = Client(enforce_csrf_checks=True)
    guarded.get(f"/l/{row.table.key}/")
    assert guarded.post(JUDGE, {"entry_key": uuid4()}).status_code == 403
