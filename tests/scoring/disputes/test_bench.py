"""The bench: what waits for the judges at all tables, since when, who goes, and what is not theirs to decide."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from scoring.disputes.models import Objection
from scoring.disputes.selectors import bench
from scoring.disputes.services import objections, queries
from scoring.disputes.services.appeals import file_appeal
from scoring.office.services import state_end
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.objections_and_rulings import raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def cup():
    return factories.tournament(entrants=12)


@pytest.fixture
def series(cup):
    return factories.running_series(cup)


def later(minutes: float):
    return EVENING + timedelta(minutes=minutes)


def appeal(series, table: int, **fields):
    row = factories.list_of(series, table)
    said = {"series_id": series.pk, "list_id": row.pk, "deal": None, "text": "Nein.", "entry_key": uuid4(), "by": None}
    return file_appeal(**said | {"appellant": 4 * table, "now": EVENING} | fields)


def test_those_nobody_has_taken_on_come_first_then_the_oldest(cup, series):
    first = raised(factories.list_of(series, 1))
    raised(factories.list_of(series, 2), kind="claim", now=later(1))
    raised(factories.list_of(series, 3), kind="lead", now=later(2))
    objections.take_on(objection_id=first.pk, by=factories.judge(cup), now=later(3))

    waiting = bench.bench(cup, now=later(4)).objections

    assert [one.objection.number for one in waiting] == [2, 3, 1]
    assert [one.since for one in waiting] == [later(1), later(2), later(3)]
    assert [seat.entrant.number for seat in waiting[0].seats] == [5, 6, 7, 8]


def test_what_is_over_waits_no_longer(cup, series):
    judge = factories.judge(cup)
    ruled(factories.list_of(series), judge, objection=raised(factories.list_of(series)))
    objections.withdraw(objection_id=raised(factories.list_of(series)).pk, by=judge, now=EVENING)

    assert bench.bench(cup, now=EVENING).objections == ()


def test_appeals_stand_with_their_clock(cup, series):
    appeal(series, 1)
    (open_one,) = bench.bench(cup, now=EVENING).appeals
    assert (open_one.closes, open_one.is_closing) == (None, True)
    factories.close_series(series)
    cup = state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

    def clock(minutes):
        (waiting,) = bench.bench(cup, now=later(minutes)).appeals
        return waiting.closes, waiting.is_closing

    assert clock(14.9) == (later(15), True)
    assert clock(15) == (later(15), False)


def test_the_queries_do_not_grow_with_what_waits(cup, series, django_assert_num_queries):
    def counted(expected):
        with django_assert_num_queries(expected):
            bench.bench(cup, now=EVENING)

    raised(factories.list_of(series, 1))
    appeal(series, 1)
    counted(5)
    for table in (1, 2, 3):
        raised(factories.list_of(series, table), kind="claim")
        appeal(series, table)
    counted(5)


BENCH = "/t/cup/office/bench/"

OBJECTION = "/t/cup/office/objections/1/"


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING + timedelta(minutes=4), tick=False):
        yield


@pytest.fixture
def judge(cup) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(cup))
    return made


def page(client: Client, **headers: str) -> str:
    return client.get(BENCH, headers=headers).content.decode()


def appeal_filed(series, table: int, **fields):
    said = {"series_id": series.pk, "list_id": factories.list_of(series, table).pk, "deal": None, "text": "Nein."}
    return file_appeal(**said, entry_key=uuid4(), by=None, appellant=4 * table, now=EVENING, **fields)


def test_what_was_settled_stands_below_whatever_it_is_called(judge, series):
    raised(factories.list_of(series, 1))
    raised(factories.list_of(series, 2))
    objections.withdraw(objection_id=Objection.objects.get(number=1).pk, by=factories.user(), now=EVENING)

    text = page(judge)

    opened, _heading, settled = text.partition('id="done"')
    assert "no. 2, series 1" in " ".join(opened.split())
    assert "Objection 1" in settled
    assert "Objection 2" not in settled


def test_nothing_waits(judge, series):
    text = page(judge)

    assert "Nothing is open: no table waits for a judge." in text
    assert "Nothing yet." in text


def test_a_call_stands_with_its_table_and_its_clock(judge, series):
    raised(factories.list_of(series, 2), kind="revoke", deal=1, place=3, text="Herz nicht bedient")

    text = page(judge)

    assert '<span class="table-number">2</span>' in text
    assert "Revoke" in text
    assert "deal 1" in text
    assert "4 minutes ago" in text
    assert "Seat 3, Spieler 7" in text
    assert "Herz nicht bedient" in text
    assert 'value="take-on"' in text


def test_who_waits_long_stands_out(judge, series):
    raised(factories.list_of(series, 1))
    assert "is-urgent" not in page(judge)

    with time_machine.travel(EVENING + timedelta(minutes=5), tick=False):
        assert "is-urgent" in page(judge)


def test_one_tap_says_who_goes(judge, series):
    raised(factories.list_of(series, 1))

    answer = judge.post(OBJECTION, {"action": "take-on", "bench": "1"}, follow=True)

    assert answer.redirect_chain == [("/t/cup/office/bench/", 302)]
    text = answer.content.decode()

    assert "You are on your way" in text
    assert "richterin set out just now" in text
    assert 'value="take-on"' not in text
    assert "/office/objections/1/rule/" in text


def test_a_judge_who_plays_there_sees_why_he_may_not(cup, series):
    player = Client(headers={"accept-language": "en"})
    player.force_login(factories.judge(cup, "spieler", plays_as=5))
    raised(factories.list_of(series, 2))
    raised(factories.list_of(series, 1))

    text = page(player)

    assert text.count("You play at this table yourself") == 1
    assert text.count('value="take-on"') == 1


def test_appeals_and_queries_stand_beside(cup, judge, series):
    appeal_filed(series, 1)
    factories.close_series(series)
    queries.post_result(tournament_id=cup.pk, series=1, by=factories.user(), now=EVENING)
    queries.raise_query(
        tournament_id=cup.pk,
        series=1,
        entrant=3,
        text="Mir fehlen 50 Punkte",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )

    text = page(judge)

    assert "Appeal 1" in text
    assert "Nobody is named to decide it yet" in text
    assert "Query 1" in text
    assert "Mir fehlen 50 Punkte" in text


def test_the_search_leads_to_the_decisions(judge, series):
    assert 'action="/t/cup/office/decisions/"' in page(judge)


class TestAskingAgain:
    def test_an_open_bench_is_sent_nothing_while_nothing_happens(self, judge, series):
        raised(factories.list_of(series, 1))
        seen = page(judge).split('"X-Seen": "')[-1].split('"')[0]

        answer = judge.get(BENCH, headers={"X-Seen": seen, "HX-Request": "true"})

        assert (answer.status_code, answer.content) == (204, b"")

    @pytest.mark.parametrize("later", [0, 1])
    def test_it_is_sent_anew_with_every_act_and_every_minute(self, judge, series, later):
        seen = page(judge).split('"X-Seen": "')[-1].split('"')[0]
        if not later:
            raised(factories.list_of(series, 1))

        with time_machine.travel(EVENING + timedelta(minutes=4 + later), tick=False):
            answer = judge.get(BENCH, headers={"X-Seen": seen, "HX-Request": "true"})

        assert answer.status_code == 200
        assert b"<title>" not in answer.content
        assert "HX-Request" in answer["Vary"]

    def test_asking_costs_little(self, judge, series, django_assert_max_num_queries):
        seen = page(judge).split('"X-Seen": "')[-1].split('"')[0]

        with django_assert_max_num_queries(5):
            judge.get(BENCH, headers={"X-Seen": seen, "HX-Request": "true"})


def test_the_queries_of_the_page_do_not_grow_with_what_waits(judge, series, django_assert_num_queries):
    def counted():
        with django_assert_num_queries(21):
            page(judge)

    raised(factories.list_of(series, 1), kind="claim", place=1)
    appeal_filed(series, 1)
    counted()
    for table in (1, 2, 3):
        raised(factories.list_of(series, table), kind="claim", place=1)
        appeal_filed(series, table)
    counted()


def test_an_objection_in_the_hall_has_no_table(cup, judge, series):
    objections.raise_objection(
        series_id=series.pk, kind="conduct", text="Lärm", entry_key=uuid4(), by=factories.user(), now=EVENING
    )

    assert "The hall" in page(judge)


def test_hostile_words_stay_text(judge, series):
    raised(factories.list_of(series, 1), kind="conduct", text="<script>alert(1)</script>")

    assert "<script>alert" not in page(judge)


class TestAccess:
    def test_the_public_and_a_table_are_asked_to_sign_in(self, client, series):
        assert client.get(BENCH)["Location"].startswith("/sign-in/")
        client.get(f"/l/{factories.list_of(series).table.key}/")
        assert client.get(BENCH)["Location"].startswith("/sign-in/")

    def test_a_director_of_another_event_is_kept_out(self, client, series):
        factories.tournament(slug="other", director="fremd")
        client.force_login(factories.user("fremd"))

        assert client.get(BENCH).status_code == 403

    def test_where_a_judge_is_named_the_director_looks_and_does_not_go(self, director, series):
        factories.judge(series.tournament)
        raised(factories.list_of(series, 1))

        text = page(director)

        assert "A judge is wanted" in text
        assert 'value="take-on"' not in text

    def test_nothing_is_posted_here(self, judge, series):
        assert judge.post(BENCH).status_code == 405

    def test_an_unknown_event_is_not_found(self, judge):
        assert judge.get("/t/nirgends/office/bench/").status_code == 404

    def test_before_any_seat_is_published_there_is_nothing_to_object_to(self, judge):
        assert "New objection" not in page(judge)
