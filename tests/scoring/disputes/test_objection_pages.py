"""The bench with all that waits for the judges, and objections at the desk and at their hands, through their pages."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.disputes.models import Objection, Statement
from scoring.disputes.selectors import bench
from scoring.disputes.services import objections
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.objections_and_rulings import raised, ruled
from tests.support.ruling_pages import signed_in, text_of
from tests.support.tribunal_acts import appeal_about

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]


@pytest.fixture
def cup():
    return factories.tournament(entrants=12)


@pytest.fixture
def series(cup):
    return factories.running_series(cup)


def later(minutes: float):
    return EVENING + timedelta(minutes=minutes)


def test_those_nobody_has_taken_on_come_first_then_the_oldest_and_what_is_over_waits_no_longer(cup, series):
    judge, first = factories.judge(cup), raised(factories.list_of(series, 1))
    second = raised(factories.list_of(series, 2), kind="claim", now=later(1))
    raised(factories.list_of(series, 3), kind="lead", now=later(2))
    objections.take_on(objection_id=first.pk, by=judge, now=later(3))

    waiting = bench.seated_objections(cup)

    assert [objection.number for objection, _seats in waiting] == [2, 3, 1]
    assert [seat.entrant.number for seat in waiting[0][1]] == [5, 6, 7, 8]
    ruled(factories.list_of(series), judge, objection=first)
    objections.withdraw(objection_id=second.pk, by=judge, now=EVENING)
    assert [objection.number for objection, _seats in bench.seated_objections(cup)] == [3]


BENCH = "/t/cup/office/bench/"


@pytest.fixture
def judge(cup) -> Client:
    return signed_in(factories.judge(cup))


def page(client: Client) -> str:
    """Return the bench four minutes later."""
    with time_machine.travel(later(4), tick=False):
        return client.get(BENCH).content.decode()


def test_a_call_stands_with_its_table_and_its_clock_and_one_tap_says_who_goes(judge, series):
    raised(factories.list_of(series, 2), kind="revoke", deal=1, place=3, text="Herz nicht bedient")

    text = page(judge)

    assert '<span class="table-number">2</span>' in text
    for words in ("Revoke", "Deal 1", "4 minutes ago", "Seat 3, Spieler 7", "Herz nicht bedient", 'value="take-on"'):
        assert words in text, words
    # Who waits long stands out.
    assert "is-urgent" not in text
    with time_machine.travel(later(5), tick=False):
        assert "is-urgent" in judge.get(BENCH).content.decode()
    answer = judge.post(OBJECTION, {"action": "take-on", "bench": "1"}, follow=True)
    assert answer.redirect_chain == [(BENCH, 302)]
    text = answer.content.decode()
    for words in ("Saved.", "richterin set out just now", '/office/objections/1/?rule"'):
        assert words in text
    assert 'value="take-on"' not in text


def test_a_judge_who_plays_there_sees_why_he_may_not(cup, series):
    player = signed_in(factories.judge(cup, "spieler", plays_as=5))
    for table in (2, 1):
        raised(factories.list_of(series, table))

    text = page(player)

    assert (text.count("You play at this table yourself"), text.count('value="take-on"')) == (1, 1)


def test_an_open_bench_is_sent_anew_with_every_act_and_minute_alone(judge, series, django_assert_max_num_queries):
    for minutes in (0, 1):
        asks = {"X-Seen": page(judge).split('"X-Seen": "')[-1].split('"')[0], "HX-Request": "true"}
        with django_assert_max_num_queries(5), time_machine.travel(later(4), tick=False):
            answer = judge.get(BENCH, headers=asks)
        assert (answer.status_code, answer.content) == (204, b"")
        if not minutes:
            raised(factories.list_of(series, 1))
        with time_machine.travel(later(4 + minutes), tick=False):
            answer = judge.get(BENCH, headers=asks)
        assert (answer.status_code, b"<title>" in answer.content) == (200, False)
        assert "HX-Request" in answer["Vary"]


def test_where_a_judge_is_named_the_director_looks_and_does_not_go(director, series):
    factories.judge(series.tournament)
    raised(factories.list_of(series, 1))

    text = page(director)

    assert ("A judge is wanted" in text, 'value="take-on"' in text) == (True, False)
    assert "Named as judges, and so those who decide: richterin" in text_of(director.get(OBJECTION))
    for sent in ({"action": "take-on"}, statement()):
        assert director.post(OBJECTION, sent).status_code == 403
    # What the table says is settled without one.
    assert "Settled at the table" in text_of(director.post(OBJECTION, {"action": "settle"}, follow=True))


@pytest.mark.thorough
def test_the_queries_do_not_grow_with_what_waits(cup, judge, series, django_assert_num_queries):
    for tables in ((1,), (1, 2, 3)):
        for table in tables:
            raised(factories.list_of(series, table), kind="claim", place=1)
            appeal_about(factories.list_of(series, table), appellant=4 * table)
        with django_assert_num_queries(3):
            bench.seated_objections(cup)
        with django_assert_num_queries(19):
            page(judge)


OBJECTION = "/t/cup/office/objections/1/"
NEW = "/t/cup/office/objections/new/?series=1"


@pytest.fixture
def row(series):
    """The list of table 1, of which two deals are entered."""
    made = factories.list_of(series)
    factories.enter(made, (2, GRAND), (3, GRAND))
    return made


def statement(**fields: object) -> dict[str, object]:
    said = {"kind": "revoke", "deal": 2, "place": 3, "facts": "Herz nicht bedient", "claim": "Verloren"}
    return {"action": "state", "entry_key": uuid4(), "answer": "Nein", **said, **fields}


class TestReading:
    def test_it_stands_with_the_list_it_is_about_and_what_was_done(self, judge, row, django_assert_max_num_queries):
        raised(row, kind="claim", deal=1, place=2, text="Alle Stiche gehören mir")
        for _however_long_the_list in range(2):
            with django_assert_max_num_queries(19):
                text = text_of(judge.get(OBJECTION))
            here = ("Table 1: Claim", "Seat 2, Spieler 2", "Alle Stiche gehören mir", "Nobody is on the way yet")
            for said in (*here, "Grand with 2", "Objection 1 raised"):
                assert said in text
            factories.fill(row)

    def test_of_a_call_the_statement_stands_open_and_one_in_the_hall_has_no_list(self, judge, row):
        raised(row)
        assert '<details class="fold dispute" id="statement" open>' in text_of(judge.get(OBJECTION))
        raised(row, list_id=None, kind="conduct", device="", by=factories.user())

        text = text_of(judge.get("/t/cup/office/objections/2/"))

        assert ("In the hall: Conduct" in text, 'name="deal"' in text) == (True, False)
        assert "The hall" in page(judge)


class TestActs:
    def test_what_he_finds_is_written_down_once_and_the_words_of_the_table_stay(self, judge, row):
        raised(row, text="Da stimmt was nicht")
        sent = statement()

        for _twice in range(2):
            text = text_of(judge.post(OBJECTION, sent, follow=True))
            assert not [said for said in ("written down", "Herz nicht bedient") if said not in text]

        assert (Statement.objects.count(), Objection.objects.get().text) == (1, "Da stimmt was nicht")
        # Of a list on paper any deal is named.
        row.deals.all().delete()
        judge.post(OBJECTION, statement(deal=4))
        assert Statement.objects.order_by("pk").last().deal == 4

    def test_what_cannot_be_is_refused_and_the_words_kept(self, judge, row):
        raised(row)
        for fields in ({"kind": "murder"}, {"deal": 9}, {"place": 5}, {"entry_key": "x"}, {"facts": "a" * 3000}):
            response = judge.post(OBJECTION, statement(**{"claim": "Mein Stich", **fields}))
            assert (response.status_code, "Mein Stich" in text_of(response)) == (422, True), fields
        for action in ("", "burn"):
            assert judge.post(OBJECTION, {"action": action}).status_code == 404
        assert not Statement.objects.exists()

    def test_what_was_decided_stands_in_it_and_is_not_ended_otherwise(self, judge, cup, row):
        ruled(row, factories.judge(cup, "zweite"), objection=raised(row))

        text = text_of(judge.get(OBJECTION))

        found = [said in text for said in ("Das Spiel ist einfach verloren.", "/office/decisions/1/", 'value="settle"')]
        assert found == [True, True, False]
        response = judge.post(OBJECTION, {"action": "settle"})
        assertContains(response, "Somebody else has changed this in the meantime.", status_code=422)


class TestNew:
    def test_the_desk_takes_it_down_from_a_start_number_or_the_table_alone_once_or_about_the_hall(self, director, row):
        sent = {"entry_key": uuid4(), "player": 3, "deal": 2, "kind": "list", "text": "Falsch gerechnet"}

        assertContains(director.post(NEW, sent, follow=True), "Saved.")

        made = Objection.objects.get()
        assert (made.game_list, made.place, made.deal, made.raised_by) == (row, 3, 2, factories.user())
        sent = {"entry_key": uuid4(), "table": 1, "kind": "lead"}
        for _twice in range(2):
            assert director.post(NEW, sent)["Location"] == OBJECTION.replace("1", "2")
        assert director.post(NEW, sent | {"kind": "claim"}).status_code == 422
        director.post(NEW, {"entry_key": uuid4(), "kind": "conduct", "text": "Rauch"})
        assert [one.game_list for one in Objection.objects.order_by("number")] == [row, row, None]

    def test_what_does_not_fit_is_said_and_the_words_kept(self, director, row):
        for fields, sentence in (
            ({"table": 9}, "no such table"),
            ({"player": 99}, "Nobody with this start number"),
            ({"table": 9, "player": 1}, "No. 1 does not play at table 9"),
            ({"deal": 2}, "At which table was the deal?"),
            ({"table": 1, "deal": 99}, "There is no deal 99"),
            ({"table": "x", "kind": "x"}, "Select a valid choice"),
        ):
            response = director.post(NEW, {"entry_key": uuid4(), "text": "Meine Worte", **fields})
            assert (response.status_code, sentence in text_of(response)) == (422, True), fields
            assert "Meine Worte" in text_of(response), fields
        assert not Objection.objects.exists()

    def test_before_the_seats_are_published_it_says_why_not(self, director):
        factories.tournament(slug="cup2", series=1)

        answer = director.post("/t/cup2/office/objections/new/?series=1", {"entry_key": uuid4()})

        assertContains(answer, "have not been published", status_code=422)
        assert "New objection" not in text_of(director.get("/t/cup2/office/bench/"))
