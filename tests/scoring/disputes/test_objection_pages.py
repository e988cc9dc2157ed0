"""Objections at the desk and at the judges' hands, through their pages."""

from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from scoring.disputes.models import Objection, Statement
from scoring.disputes.services import objections
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.objections_and_rulings import raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OBJECTION = "/t/cup/office/objections/1/"
NEW = "/t/cup/office/series/1/objection/"


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING, tick=False):
        yield


@pytest.fixture
def row():
    made = factories.running_list(seats=4, rounds=2)
    factories.enter(made, (2, GRAND), (3, GRAND))
    return made


@pytest.fixture
def cup(row):
    return row.table.series.tournament


@pytest.fixture
def judge(cup) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(cup))
    return made


def text_of(response) -> str:
    return response.content.decode()


def statement(**fields: object) -> dict[str, object]:
    said = {
        "kind": "revoke",
        "deal": 2,
        "place": 3,
        "facts": "Herz nicht bedient",
        "claim": "Verloren",
        "answer": "Nein",
    }
    return {"action": "state", "entry_key": uuid4(), **said, **fields}


class TestReading:
    def test_it_stands_with_the_list_it_is_about_and_what_was_done(self, judge, row):
        raised(row, kind="claim", deal=1, place=2, text="Alle Stiche gehören mir")

        text = text_of(judge.get(OBJECTION))

        assert "Table 1: Claim" in text
        assert "Seat 2, Spieler 2" in text
        assert "Alle Stiche gehören mir" in text
        assert "Nobody is on the way yet" in text
        assert "Grand with 2" in text
        assert "Objection 1 raised" in text

    def test_of_a_call_the_statement_stands_open(self, judge, row):
        raised(row)

        assert '<details class="fold dispute" id="statement" open>' in text_of(judge.get(OBJECTION))

    def test_one_in_the_hall_has_no_list(self, judge, row):
        objections.raise_objection(
            series_id=row.table.series_id, kind="conduct", entry_key=uuid4(), by=factories.user(), now=EVENING
        )

        text = text_of(judge.get(OBJECTION))

        assert "In the hall: Conduct" in text
        assert 'name="deal"' not in text

    def test_what_was_decided_stands_in_it(self, judge, cup, row):
        ruled(row, factories.judge(cup, "zweite"), objection=raised(row))

        text = text_of(judge.get(OBJECTION))

        assert "Das Spiel ist einfach verloren." in text
        assert "/office/decisions/1/" in text
        assert 'value="settle"' not in text

    def test_one_that_is_not_there_is_not_found(self, judge):
        assert judge.get("/t/cup/office/objections/7/").status_code == 404

    def test_the_queries_do_not_grow_with_the_list(self, judge, row, django_assert_max_num_queries):
        raised(row, deal=1)
        for _again in range(2):
            with django_assert_max_num_queries(18):
                judge.get(OBJECTION)
            factories.fill(row)


class TestActs:
    def test_a_judge_goes_and_says_so_once(self, judge, row):
        raised(row)

        for _again in range(2):
            assert "You are on your way" in text_of(judge.post(OBJECTION, {"action": "take-on"}, follow=True))

        assert row.table.series.tournament.journal.filter(action="objection.taken-on").count() == 1

    def test_a_second_judge_reads_that_another_one_goes(self, judge, cup, row):
        objections.take_on(objection_id=raised(row).pk, by=factories.judge(cup, "zweite"), now=EVENING)

        response = judge.post(OBJECTION, {"action": "take-on"})

        assert response.status_code == 422
        assert "Another judge is on the way already" in text_of(response)
        assert "zweite set out" in text_of(response)

    def test_what_he_finds_is_written_down_and_the_words_of_the_table_stay(self, judge, row):
        raised(row, text="Da stimmt was nicht")

        text = text_of(judge.post(OBJECTION, statement(), follow=True))

        assert "written down" in text
        assert "Herz nicht bedient" in text
        assert Objection.objects.get().text == "Da stimmt was nicht"

    def test_sent_twice_it_is_one_statement(self, judge, row):
        raised(row)
        sent = statement()

        for _again in range(2):
            assert judge.post(OBJECTION, sent).status_code == 302

        assert Statement.objects.count() == 1

    @pytest.mark.parametrize(
        "fields",
        [{"kind": "murder"}, {"deal": 9}, {"deal": "x"}, {"place": 5}, {"entry_key": "x"}, {"facts": "a" * 3000}],
    )
    def test_what_cannot_be_is_refused_and_the_words_kept(self, judge, row, fields):
        raised(row)

        response = judge.post(OBJECTION, statement(**{"claim": "Mein Stich", **fields}))

        assert response.status_code == 422
        assert "Mein Stich" in text_of(response)
        assert not Statement.objects.exists()

    @pytest.mark.parametrize(
        ("action", "said", "outcome"),
        [("settle", "is settled at the table", "settled"), ("withdraw", "is withdrawn", "withdrawn")],
    )
    def test_it_ends_without_a_decision(self, judge, row, action, said, outcome):
        raised(row)

        assert said in text_of(judge.post(OBJECTION, {"action": action}, follow=True))
        assert Objection.objects.get().outcome == outcome

    def test_what_is_over_is_not_ended_otherwise(self, judge, cup, row):
        ruled(row, factories.judge(cup, "zweite"), objection=raised(row))

        response = judge.post(OBJECTION, {"action": "settle"})

        assert response.status_code == 422
        assert "is settled already" in text_of(response)

    def test_a_judge_does_not_settle_at_his_own_table(self, cup, row):
        raised(row)
        player = Client(headers={"accept-language": "en"})
        player.force_login(factories.judge(cup, "spieler", plays_as=2))

        for sent in ({"action": "take-on"}, {"action": "settle"}, statement()):
            response = player.post(OBJECTION, sent)
            assert response.status_code == 422
            assert "Nobody decides about their own table" in text_of(response)
        assert "You play at this table yourself" in text_of(player.get(OBJECTION))

    @pytest.mark.parametrize("action", ["", "burn"])
    def test_nobody_knows_other_acts(self, judge, row, action):
        raised(row)

        assert judge.post(OBJECTION, {"action": action}).status_code == 404

    def test_the_list_can_be_signed_when_it_is_settled(self, judge, row):
        raised(row)
        factories.fill(row)
        judge.post(OBJECTION, {"action": "settle"})

        factories.confirm_and_sign(row)

        assert row.results.count() == 4


class TestNew:
    def test_the_desk_takes_it_down_from_a_start_number(self, director, row):
        sent = {"entry_key": uuid4(), "player": 3, "deal": 2, "kind": "list", "text": "Falsch gerechnet"}

        text = text_of(director.post(NEW, sent, follow=True))

        made = Objection.objects.get()
        assert "Objection no. 1 is taken down." in text
        assert (made.game_list, made.place, made.deal, made.raised_by) == (row, 3, 2, factories.user())

    def test_the_table_alone_is_enough(self, judge, row):
        judge.post(NEW, {"entry_key": uuid4(), "table": 1})

        assert Objection.objects.get().game_list == row

    def test_and_nothing_at_all_is_about_the_hall(self, judge, row):
        judge.post(NEW, {"entry_key": uuid4(), "kind": "conduct", "text": "Rauch"})

        assert Objection.objects.get().game_list is None

    def test_sent_twice_it_is_taken_down_once(self, judge, row):
        sent = {"entry_key": uuid4(), "table": 1, "kind": "lead"}
        for _again in range(2):
            assert judge.post(NEW, sent)["Location"] == OBJECTION

        assert Objection.objects.count() == 1

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"table": 9}, "no such table"),
            ({"player": 99}, "Nobody with this start number"),
            ({"table": 9, "player": 1}, "No. 1 does not play at table 9"),
            ({"deal": 2}, "At which table was the deal?"),
            ({"table": 1, "deal": 99}, "There is no deal 99"),
            ({"table": "x"}, "whole number"),
            ({"kind": "x"}, "Select a valid choice"),
        ],
        ids=str,
    )
    def test_what_does_not_fit_is_said_and_the_words_kept(self, director, row, fields, sentence):
        response = director.post(NEW, {"entry_key": uuid4(), "text": "Meine Worte", **fields})

        assert response.status_code == 422
        assert sentence in text_of(response)
        assert "Meine Worte" in text_of(response)
        assert not Objection.objects.exists()

    def test_a_key_that_came_with_other_words_is_refused(self, director, row):
        key = uuid4()
        director.post(NEW, {"entry_key": key, "table": 1, "kind": "lead"})

        assert director.post(NEW, {"entry_key": key, "table": 1, "kind": "claim"}).status_code == 422

    def test_before_the_seats_are_published_it_says_why_not(self, director):
        factories.tournament(slug="cup2", series=1)

        response = director.post("/t/cup2/office/series/1/objection/", {"entry_key": uuid4()})

        assert response.status_code == 422
        assert "have not been published" in text_of(response)


class TestAccess:
    @pytest.mark.parametrize("path", [OBJECTION, NEW])
    def test_the_public_and_the_table_have_to_sign_in(self, client, row, path):
        raised(row)
        for _who in ("public", "table"):
            assert client.get(path)["Location"].startswith("/sign-in/")
            assert client.post(path, {"action": "settle"})["Location"].startswith("/sign-in/")
            client.get(f"/l/{row.table.key}/")

    @pytest.mark.parametrize("path", [OBJECTION, NEW])
    def test_a_director_of_another_event_is_kept_out(self, client, row, path):
        raised(row)
        factories.tournament(slug="other", director="fremd")
        client.force_login(factories.user("fremd"))

        assert client.get(path).status_code == 403
        assert client.post(path, {"action": "settle"}).status_code == 403

    def test_where_a_judge_is_named_the_director_notes_what_the_table_says_and_no_more(self, director, row):
        factories.judge(row.table.series.tournament)
        raised(row)

        assert "Named as judges, and so those who decide: richterin" in text_of(director.get(OBJECTION))
        assert director.post(OBJECTION, {"action": "take-on"}).status_code == 403
        assert director.post(OBJECTION, statement()).status_code == 403
        assert director.post(OBJECTION, {"action": "settle"}).status_code == 302

    def test_a_judge_of_another_event_is_kept_out(self, client, row):
        raised(row)
        other = factories.tournament(slug="other", director="fremd")
        client.force_login(factories.judge(other, "fremde"))

        assert client.post(OBJECTION, {"action": "take-on"}).status_code == 403
