"""The director's page of the hall and its times, and what of it stands on the public pages."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from tables.hall.models import Announcement
from tables.hall.plan import Code, Problem, read, whereabouts
from tables.hall.wording.hall import PROBLEM, hall_plan_problem, where_it_stands
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.forms_as_shown import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGE = "/t/cup/office/hall/"


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2)


def post(director, act, **fields):
    send = partial(post_seen, director) if act in {"plan", "look", "begins"} else director.post
    return send(PAGE, {"act": act, **fields})


class TestWhoMay:
    def test_the_director(self, director, cup):
        assert director.get(PAGE).status_code == 200

    def test_nobody_else(self, client, cup):
        assert client.get(PAGE).status_code in {302, 403}
        client.force_login(factories.judge(cup))
        assert client.get(PAGE).status_code == 403
        assert client.post(PAGE, {"act": "announce", "text": "x"}).status_code == 403

    def test_an_unknown_event_is_not_found(self, director, cup):
        assert director.get("/t/nowhere/office/hall/").status_code == 404


class TestThePlan:
    def test_is_saved_and_drawn(self, director, cup):
        assert post(director, "plan", plan="Stage\n 1  2 . 3").status_code == 302
        cup.refresh_from_db()

        shown = director.get(PAGE).content.decode()

        assert cup.hall_plan == "Stage\n 1  2 . 3"
        assert '<svg class="hall-plan"' in shown

    def test_one_that_cannot_be_read_is_refused_line_by_line_and_kept(self, director, cup):
        response = post(director, "plan", plan="1 2\n2 99999")

        shown = response.content.decode()
        assert response.status_code == 422
        assert "Line 2: table 2 is in the plan twice." in shown
        assert "Line 2: no table has the number 99999." in shown
        assert "1 2\n2 99999</textarea>" in shown

    def test_can_be_looked_at_without_being_saved(self, director, cup):
        response = post(director, "look", plan="1 2 3")
        cup.refresh_from_db()

        assert response.status_code == 200
        assert '<svg class="hall-plan"' in response.content.decode()
        assert cup.hall_plan == ""

    def test_is_drawn_while_it_is_typed(self, director, cup):
        response = director.post(PAGE, {"act": "look", "plan": "1 2 1"}, headers={"HX-Request": "true"})

        assert response.status_code == 200
        assert response.content.decode().strip().startswith('<div id="drawn"')

    def test_says_which_tables_are_missing(self, director, cup):
        factories.running_series(cup)
        post(director, "plan", plan="1")

        assert "Table 2 is played at and is not in the plan." in " ".join(director.get(PAGE).content.decode().split())

    @pytest.mark.parametrize("plan", ["x" * 5000, "\x00\x01 1", "<script>alert(1)</script> 1", "1\u202e2"])
    def test_nothing_that_is_sent_breaks_it(self, director, cup, plan):
        assert post(director, "plan", plan=plan).status_code in {302, 422}
        assert "<script>alert" not in director.get(PAGE).content.decode()


class TestTimes:
    def test_are_saved_and_stand_on_the_page_of_the_event(self, director, client, cup):
        response = post(director, "begins", begins_1="2026-05-16T10:00", begins_2="2026-05-16T13:30")

        assert response.status_code == 302
        assert [f"{timezone.localtime(one.begins_at):%H:%M}" for one in Series.objects.all()] == ["10:00", "13:30"]
        assert "begins at" in client.get("/t/cup/").content.decode()

    def test_on_another_day_are_refused(self, director, cup):
        response = post(director, "begins", begins_1="2031-05-16T10:00", begins_2="")

        assert response.status_code == 422
        assert "That is not on a day of the event." in response.content.decode()

    def test_out_of_order_are_refused(self, director, cup):
        response = post(director, "begins", begins_1="2026-05-16T13:00", begins_2="2026-05-16T10:00")

        assert response.status_code == 422
        assert "cannot begin before" in response.content.decode()

    @pytest.mark.parametrize("typed", ["soon", "99999-99-99T99:99", "2026-03-29T02:30"])
    def test_what_is_no_moment_is_refused(self, director, cup, typed):
        assert post(director, "begins", begins_1=typed, begins_2="").status_code == 422

    def test_of_a_series_that_runs_cannot_be_changed(self, director, cup):
        factories.running_series(cup)
        response = post(director, "begins", begins_1="2026-05-16T10:00", begins_2="")

        assert response.status_code == 302
        assert Series.objects.get(number=1).begins_at is None


class TestAnnouncing:
    def test_stands_on_the_pages_of_the_event_until_it_is_taken_down(self, director, client, cup):
        key = uuid4()
        for _twice in range(2):
            post(director, "announce", text="The buffet is open.", minutes="0", entry_key=key)

        made = Announcement.objects.get()
        assert "The buffet is open." in client.get("/t/cup/").content.decode()
        assert "The buffet is open." in client.get("/t/cup/seats/1/").content.decode()
        assert "Take down: The buffet is open." in director.get(PAGE).content.decode()
        assert post(director, "take_down", number=made.number).status_code == 302
        assert "The buffet is open." not in client.get("/t/cup/").content.decode()

    def test_goes_by_itself(self, director, cup):
        post(director, "announce", text="Soon", minutes="15", entry_key=uuid4())

        until = Announcement.objects.get().until
        assert until is not None
        assert timedelta(minutes=14) < until - timezone.now() <= timedelta(minutes=15)

    @pytest.mark.parametrize(
        "fields",
        [
            {"text": "", "minutes": "0"},
            {"text": "x" * 201, "minutes": "0"},
            {"text": "Hello", "minutes": "7"},
            {"text": "Hello", "minutes": ""},
            {"text": "Hello", "minutes": "0", "entry_key": "no"},
        ],
    )
    def test_what_cannot_be_announced_is_refused_and_kept(self, director, cup, fields):
        response = post(director, "announce", **{"entry_key": uuid4(), **fields})

        assert response.status_code == 422
        assert not Announcement.objects.exists()

    @pytest.mark.parametrize("number", ["", "0", "x", "99", "99999999999999999999"])
    def test_what_is_not_there_is_not_taken_down(self, director, cup, number):
        assert post(director, "take_down", number=number).status_code == 422

    def test_an_unknown_button_does_nothing(self, director, cup):
        assert post(director, "explode").status_code == 422


def test_as_many_queries_for_many_as_for_few(director, cup, django_assert_max_num_queries):
    factories.running_series(cup)
    with django_assert_max_num_queries(16) as counted:
        director.get(PAGE)
    few = len(counted)
    for number in range(6):
        post(director, "announce", text=f"No. {number}", minutes="0", entry_key=uuid4())
    with django_assert_max_num_queries(few):
        director.get(PAGE)


class TestInWords:
    @pytest.mark.parametrize(
        ("plan", "table", "said"),
        [
            ("Stage\n1 2 3\n4 5 6\n7 8 9", 8, "third row from “Stage”, second from the left"),
            ("1 2 3\n4 5 6\nDoor", 6, "first row from “Door”, first from the right"),
            ("1 2 3\n4 5 6", 4, "second row, first from the left"),
            ("1\n2\n3", 2, "second row"),
            ("\n".join(map(str, range(1, 13))), 12, "row 12"),
            (" ".join(map(str, range(1, 14))), 7, "first row, no. 7 from the left"),
        ],
    )
    def test_a_table_is_found_as_one_says_it(self, plan, table, said):
        found = whereabouts(read(plan), table)

        assert found is not None
        assert where_it_stands(found) == said

    def test_every_problem_of_a_plan_has_a_sentence(self):
        assert set(PROBLEM) == set(Code)
        assert all(hall_plan_problem(Problem(code=code, line=2, about="7")).endswith(".") for code in Code)
