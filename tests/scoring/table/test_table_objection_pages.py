"""A judge called from the table: with one tap, or with what is disputed."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Objection
from scoring.disputes.services import objections
from scoring.lists.models import Call
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.objections_and_rulings import raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]
JUDGE = f"{TABLE}objection/"


def text_of(response) -> str:
    return response.content.decode()


def tap(client: Client, key: object = None, **fields: object):
    return client.post(JUDGE, {"entry_key": key or uuid4(), **fields}, follow=True)


class TestOneTap:
    @pytest.mark.parametrize("path", [TABLE, f"{TABLE}deal/1/", JUDGE])
    def test_the_button_stands_on_every_page_of_the_table(self, at_table, row, path):
        factories.enter(row, (2, GRAND))

        text = text_of(at_table.get(path))

        assert "Judge to table 1" in text
        assert 'name="entry_key"' in text

    def test_nothing_but_the_key_calls_a_judge(self, at_table, row):
        text = text_of(tap(at_table))

        assert "A judge is called to table 1." in text
        assert "A judge has been called at 19:00." in text
        assert Objection.objects.get().game_list == row

    def test_tapped_by_two_one_judge_comes(self, at_table, row):
        tap(at_table)
        tap(at_table)

        assert Objection.objects.count() == 1

    def test_the_list_says_it_too_and_leads_there(self, at_table, row):
        tap(at_table)

        text = text_of(at_table.get(TABLE))

        assert "A judge has been called at 19:00." in text
        assert f'href="{JUDGE}" id="judge"' in text

    @pytest.mark.thorough
    @pytest.mark.parametrize("number", [2, 3])
    def test_and_how_many_there_are(self, at_table, row, number):
        for deal in range(1, number + 1):
            tap(at_table, kind="revoke", text=f"Nummer {deal}")

        assert f"{number} objections: A judge has been called at 19:00." in text_of(at_table.get(TABLE))
        latest = Objection.objects.order_by("number").last()
        objections.take_on(objection_id=latest.pk, by=factories.judge(row.table.series.tournament), now=EVENING)
        assert f"{number} objections: richterin is on the way to you." in text_of(at_table.get(TABLE))

    def test_and_who_is_on_the_way(self, at_table, row):
        objections.take_on(objection_id=raised(row).pk, by=factories.judge(row.table.series.tournament), now=EVENING)

        assert "richterin is on the way to you." in text_of(at_table.get(TABLE))
        assert "richterin is on the way to you." in text_of(at_table.get(JUDGE))

    def test_a_button_left_open_whose_judge_is_gone_calls_nobody_and_says_so(self, at_table, row):
        key = uuid4()
        tap(at_table, key)
        objections.settle(
            objection_id=Objection.objects.get().pk, by=factories.judge(row.table.series.tournament), now=EVENING
        )

        text = text_of(tap(at_table, key))

        assert "What this button called a judge for is over." in text
        assert Objection.objects.count() == 1

    @pytest.mark.parametrize("key", ["", "x"])
    def test_without_a_key_nothing_is_done(self, at_table, row, key):
        assert at_table.post(JUDGE, {"entry_key": key}).status_code == 422
        assert not Objection.objects.exists()


class TestSaying:
    def test_what_is_disputed_can_be_said_at_once(self, at_table, row):
        factories.enter(row, (2, GRAND))

        tap(at_table, kind="revoke", deal=1, place=3, text="Pik nicht bedient")

        made = Objection.objects.get()
        assert (made.kind, made.deal, made.place, made.text) == ("revoke", 1, 3, "Pik nicht bedient")

    def test_the_address_chooses_the_deal(self, at_table, row):
        factories.enter(row, (2, GRAND), (3, GRAND))

        assert '<option value="1" selected>' in text_of(at_table.get(f"{JUDGE}?deal=1"))

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("deal", ["0", "999", "x", "-1", "9" * 40])
    def test_an_address_that_chooses_nothing_is_no_error(self, at_table, row, deal):
        assert at_table.get(JUDGE, {"deal": deal}).status_code == 200

    def test_the_deal_in_hand_can_be_disputed(self, at_table, row):
        tap(at_table, kind="bidding", deal=1)

        assert Objection.objects.get().deal == 1

    @pytest.mark.parametrize("fields", [{"kind": "x"}, {"deal": 5}, {"place": 5}, {"text": "a" * 2001}], ids=str)
    def test_what_cannot_be_is_refused_and_the_words_kept(self, at_table, row, fields):
        response = at_table.post(JUDGE, {"entry_key": uuid4(), "text": "Meine Worte", **fields})

        assert response.status_code == 422
        assert "text" in fields or "Meine Worte" in text_of(response)
        assert not Objection.objects.exists()

    def test_sent_twice_it_is_one(self, at_table, row):
        key = uuid4()
        for _again in range(2):
            tap(at_table, key, kind="lead", text="Falsch ausgespielt")

        assert Objection.objects.count() == 1

    def test_a_seat_that_says_it_is_shown_with_its_name(self, at_table, row):
        assert "Seat 3, Spieler 3" in text_of(tap(at_table, kind="claim", place=3))


class TestTakingBack:
    def test_the_phone_that_called_takes_it_back(self, at_table, row):
        tap(at_table)

        text = text_of(at_table.post(JUDGE, {"withdraw": 1}, follow=True))

        assert "The call was taken back." in text
        assert Objection.objects.get().outcome == "withdrawn"
        assert not Call.objects.filter(settled_at=None).exists()

    def test_another_phone_does_not(self, at_table, row):
        raised(row)

        assert 'name="withdraw"' not in text_of(at_table.get(JUDGE))
        response = at_table.post(JUDGE, {"withdraw": 1})
        assert response.status_code == 422
        assert "Only whoever raised an objection" in text_of(response)

    def test_nor_one_who_has_an_account_and_no_office_here(self, at_table, row):
        raised(row)
        at_table.force_login(factories.user("irgendwer"))
        at_table.get(f"/l/{row.table.key}/")

        assert at_table.post(JUDGE, {"withdraw": 1}).status_code == 422

    @pytest.mark.parametrize("number", ["7", "x", ""])
    def test_what_is_not_there_is_not_taken_back(self, at_table, row, number):
        assert at_table.post(JUDGE, {"withdraw": number}).status_code == 422

    def test_nor_on_the_page_of_the_calls(self, at_table, row):
        raised(row)
        call = Call.objects.get()

        assert "Status of the call" in text_of(at_table.get(f"{TABLE}calls/"))
        at_table.post(f"{TABLE}calls/", {"taken_back": call.pk})

        assert Objection.objects.get().outcome == ""


class TestOver:
    def test_what_was_decided_can_be_read_at_the_table(self, at_table, row):
        ruled(row, factories.judge(row.table.series.tournament), objection=raised(row, kind="revoke"))

        text = text_of(at_table.get(JUDGE))

        assert "Das Spiel ist einfach verloren." in text
        assert "ISkO 4.2.3" in text
        assert "Raised(" not in text
        assert "Judge to table 1" in text

    def test_a_page_that_waits_asks_again_for_its_state_alone(self, at_table, row):
        tap(at_table)
        text = text_of(at_table.get(JUDGE))
        seen = text.split('"X-Seen": "')[1].split('"')[0]

        assert at_table.get(JUDGE, headers={"HX-Request": "true", "X-Seen": seen}).status_code == 204
        objections.take_on(
            objection_id=Objection.objects.get().pk, by=factories.judge(row.table.series.tournament), now=EVENING
        )
        answer = text_of(at_table.get(JUDGE, headers={"HX-Request": "true", "X-Seen": seen}))
        assert "is on the way" in answer
        assert "<title>" not in answer


@pytest.mark.thorough
def test_the_queries_do_not_grow_with_what_was_raised(at_table, row, django_assert_num_queries):
    judge = factories.judge(row.table.series.tournament)
    for _again in range(3):
        ruled(row, judge, objection=raised(row, kind="lead", place=1))
        with django_assert_num_queries(9):
            at_table.get(JUDGE)


class TestOnTheBoard:
    BOARD = "/t/cup/office/series/1/"

    def test_a_call_for_a_judge_leads_to_its_objection(self, director, row):
        raised(row)

        text = text_of(director.get(self.BOARD))

        assert "The table asks for a judge" in text
        assert "/office/objections/1/" in text
        assert 'value="done"' not in text

    def test_the_board_does_not_settle_it(self, director, row):
        raised(row)

        text = text_of(
            director.post(f"{self.BOARD}calls/", {"call": Call.objects.get().pk, "action": "done"}, follow=True)
        )

        assert "The objection ends on its own page." in text
        assert Objection.objects.get().outcome == ""

    def test_the_board_costs_no_more_for_it(self, director, row, django_assert_num_queries):
        with django_assert_num_queries(23):
            director.get(self.BOARD)
        raised(row, place=1, kind="claim")
        with django_assert_num_queries(23):
            director.get(self.BOARD)

    def test_the_office_counts_it(self, director, row):
        raised(row)

        assert 'href="/t/cup/office/objections/1/"' in text_of(director.get("/t/cup/office/"))


class TestAccess:
    def test_without_the_key_nothing_is_shown_or_done(self, client, row):
        assert client.get(JUDGE).status_code == 403
        assert client.post(JUDGE, {"entry_key": uuid4()}).status_code == 403
        assert not Objection.objects.exists()

    def test_a_judge_has_his_own_page_for_it(self, client, row):
        client.force_login(factories.judge(row.table.series.tournament))

        assert client.get(JUDGE).status_code == 403

    def test_the_director_calls_for_the_table(self, director, row):
        tap(director, kind="list")

        assert Objection.objects.get().raised_by == factories.user()

    def test_nor_the_key_of_another_table(self, client):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        client.get(f"/l/{factories.list_of(series, 2).table.key}/")

        assert client.get(JUDGE).status_code == 403

    def test_a_renewed_key_closes_it(self, at_table, row):
        row.table.key = "neu"
        row.table.save()

        assert at_table.post(JUDGE, {"entry_key": uuid4()}).status_code == 403

    def test_a_table_that_is_not_there_is_not_found(self, director, row):
        assert director.get("/t/cup/series/1/table/9/objection/").status_code == 404

    def test_other_methods_are_not_taken(self, at_table, row):
        assert at_table.put(JUDGE).status_code == 405

    def test_without_a_token_nothing_is_done(self, row):
        guarded = Client(enforce_csrf_checks=True)
        guarded.get(f"/l/{row.table.key}/")

        assert guarded.post(JUDGE, {"entry_key": uuid4()}).status_code == 403
