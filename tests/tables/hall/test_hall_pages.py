"""What the direction lets the hall know: the plan of the hall, when series begin, announcements, and their page.

The plan of a hall is read as it was typed, and a table is found in it as one would say.
"""

import doctest
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tables.acts.services import Refused
from tables.hall import plan as hall_plan
from tables.hall import selectors, services
from tables.hall.models import Announcement
from tables.hall.plan import PlanCode, PlanProblem, read, whereabouts
from tables.hall.wording import PROBLEM, hall_plan_problem, where_it_stands
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at

LATER = EVENING + timedelta(hours=1)


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=3)


def announce(cup, text="The buffet is open.", *, until=None, key=None):
    return services.announce(
        tournament_id=cup.pk, text=text, until=until, entry_key=key or uuid4(), by=factories.user(), now=EVENING
    )


def begins(cup, **series):
    moments = {int(name[1:]): at for name, at in series.items()}
    return services.announce_begin(tournament_id=cup.pk, begins=moments, by=factories.user(), now=EVENING)


def planned(cup, plan):
    return services.change_hall_plan(tournament_id=cup.pk, plan=plan, by=factories.user(), now=EVENING)


def lines(cup) -> list[str]:
    return list(JournalEntry.objects.filter(tournament=cup).order_by("number").values_list("action", flat=True))


@pytest.mark.django_db
@pytest.mark.slow
class TestAnnouncements:
    def test_are_shown_the_latest_first_until_their_time_is_over(self, cup):
        announce(cup, "One")
        announce(cup, "Two", until=LATER)

        assert [one.text for one in selectors.announced(cup, now=EVENING)] == ["Two", "One"]
        assert [one.text for one in selectors.announced(cup, now=LATER)] == ["One"]
        assert [one.text for one in selectors.announced_before(cup, now=LATER)] == ["Two"]

    def test_the_same_form_sent_twice_says_it_once_and_one_of_another_event_is_refused(self, cup):
        key = uuid4()
        assert announce(cup, key=key).pk == announce(cup, key=key).pk
        assert lines(cup) == ["announcement.made"]
        with pytest.raises(Refused, match="sent-elsewhere"):
            announce(factories.tournament(slug="other", director="andere"), key=key)

    def test_nothing_one_that_would_be_over_at_once_and_more_than_anybody_reads_are_refused(self, cup):
        for text in ("", "  \n"):
            with pytest.raises(Refused, match="nothing-to-say"):
                announce(cup, text)
        with pytest.raises(Refused, match="time-has-passed"):
            announce(cup, until=EVENING)
        for number in range(services.MOST_AT_ONCE):
            announce(cup, f"No. {number}")
        with pytest.raises(Refused, match="too-many-announcements"):
            announce(cup, "One more")

    def test_one_is_taken_down_once(self, cup):
        made = announce(cup)
        down = {"tournament_id": cup.pk, "by": factories.user(), "now": LATER}
        for _twice in range(2):
            services.take_down(number=made.number, **down)

        assert not selectors.announced(cup, now=LATER)
        assert lines(cup) == ["announcement.made", "announcement.taken-down"]
        with pytest.raises(Refused, match="no-such-announcement"):
            services.take_down(number=7, **down)

    def test_what_was_said_can_be_taken_out_of_the_journal(self, cup):
        announce(cup, "Anna Berg to the desk, please.")
        entry = JournalEntry.objects.get(tournament=cup)

        assert "Anna Berg" in journal_line(entry)
        entry.data = journal.without_words(entry.data)
        assert "Anna Berg" not in journal_line(entry)


@pytest.mark.django_db
@pytest.mark.slow
class TestBegins:
    def test_are_said_once_and_taken_back_one_after_the_other_and_what_has_begun_stays(self, cup):
        assert begins(cup, s1=EVENING, s2=LATER) == {1: EVENING, 2: LATER}
        assert begins(cup, s1=EVENING, s2=None) == {2: None}
        assert list(Series.objects.values_list("begins_at", flat=True)) == [EVENING, None, None]
        assert begins(cup, s1=EVENING) == {}
        assert lines(cup) == ["series.begin-announced"] * 3
        begins(cup, s1=None)

        with pytest.raises(Refused, match="begins-out-of-order"):
            begins(cup, s1=LATER, s3=EVENING)
        with pytest.raises(Refused, match="no-such-series"):
            begins(cup, s9=LATER)
        factories.running_series(cup)
        with pytest.raises(Refused, match="begun-already"):
            begins(cup, s1=LATER)
        assert not Series.objects.exclude(begins_at=None).exists()


@pytest.mark.django_db
@pytest.mark.slow
def test_the_plan_of_the_hall_is_kept_as_it_was_typed(cup):
    for _twice in range(2):
        planned(cup, "Stage\n 1  2")
    cup.refresh_from_db()

    assert cup.hall_plan == "Stage\n 1  2"
    assert lines(cup) == ["hall.plan-changed"]
    with pytest.raises(Refused, match="hall-plan-wrong"):
        planned(cup, "1 2\n2 3")
    factories.running_series(cup)
    assert selectors.tables_known(cup) == {1, 2}


PAGE = "/t/cup/office/settings/?at=hall"
OFFICE = "/t/cup/office/"
SETTINGS = {"plan", "look", "begins"}


@pytest.fixture
def small():
    return factories.tournament(entrants=8, series=2)


def post(director, act, **fields):
    send = partial(post_seen, director) if act in SETTINGS else director.post
    return send(PAGE if act in SETTINGS else OFFICE, {"act": act, **fields})


@pytest.mark.django_db
@pytest.mark.slow
class TestThePlanOnItsPage:
    def test_can_be_looked_at_without_being_saved_and_is_drawn_while_it_is_typed(self, director, small):
        response = post(director, "look", plan="1 2 3")
        small.refresh_from_db()

        assert response.status_code == 200
        assert '<svg class="hall-plan"' in response.content.decode()
        assert small.hall_plan == ""
        response = director.post(PAGE, {"act": "look", "plan": "1 2 1"}, headers={"HX-Request": "true"})
        assert response.status_code == 200
        assert response.content.decode().strip().startswith('<div id="drawn"')

    @pytest.mark.thorough
    def test_is_saved_drawn_and_says_what_is_wrong_and_missing(self, director, small):
        factories.running_series(small)
        response = post(director, "plan", plan="1 2\n2 99999")
        shown = response.content.decode()
        assert response.status_code == 422
        for said in ("Line 2: table 2 is in the plan twice.", "Line 2: there is no table 99999.", "2 99999</textarea>"):
            assert said in shown

        assert post(director, "plan", plan="Stage\n 1  3").status_code == 302
        small.refresh_from_db()
        assert small.hall_plan == "Stage\n 1  3"
        shown = " ".join(director.get(PAGE).content.decode().split())
        assert '<svg class="hall-plan"' in shown
        assert "Table 2 is played at and is not in the plan." in shown


@pytest.mark.django_db
@pytest.mark.slow
class TestTimes:
    def test_are_saved_and_stand_on_the_page_of_the_event(self, director, client, small):
        seen = seen_at(director, PAGE, {"act": "begins"})
        for first, second, sentence in (
            ("2031-05-16T10:00", "", "That is not on a day of the event."),
            ("2026-05-16T13:00", "2026-05-16T10:00", "cannot begin before"),
            ("soon", "", "Enter a valid date/time."),
            ("99999-99-99T99:99", "", "Enter a valid date/time."),
        ):
            response = director.post(PAGE, {**seen, "act": "begins", "begins_1": first, "begins_2": second})
            assert (response.status_code, sentence in response.content.decode()) == (422, True), first

        response = post(director, "begins", begins_1="2026-05-16T10:00", begins_2="2026-05-16T13:30")

        assert response.status_code == 302
        assert [f"{timezone.localtime(one.begins_at):%H:%M}" for one in Series.objects.all()] == ["10:00", "13:30"]
        assert "begins at" in client.get("/t/cup/").content.decode()
        # That of a series that runs cannot be changed.
        factories.running_series(small)
        assert post(director, "begins", begins_1="2026-05-16T11:00", begins_2="").status_code == 302
        assert f"{timezone.localtime(Series.objects.get(number=1).begins_at):%H:%M}" == "10:00"


@pytest.mark.django_db
@pytest.mark.slow
class TestAnnouncing:
    def test_stands_on_the_pages_of_the_event_until_it_is_taken_down(self, director, client, small):
        key = uuid4()
        for _twice in range(2):
            post(director, "announce", text="The buffet is open.", minutes="0", entry_key=key)

        made = Announcement.objects.get()
        assert "The buffet is open." in client.get("/t/cup/").content.decode()
        assert "The buffet is open." in client.get("/t/cup/seats/1/").content.decode()
        assert "End announcement: The buffet is open." in director.get(OFFICE).content.decode()
        assert post(director, "take_down", number=made.number).status_code == 302
        assert "The buffet is open." not in client.get("/t/cup/").content.decode()

    def test_goes_by_itself_and_what_cannot_be_announced_is_refused(self, director, small):
        for fields in (
            *({"text": "", "minutes": "0"}, {"text": "x" * 201, "minutes": "0"}, {"text": "Hello", "minutes": "7"}),
            *({"text": "Hello", "minutes": ""}, {"text": "Hello", "minutes": "0", "entry_key": "no"}),
        ):
            assert post(director, "announce", **{"entry_key": uuid4(), **fields}).status_code == 422, fields
        for number in ("0", "x", "99", "99999999999999999999"):
            assert post(director, "take_down", number=number).status_code == 422, number
        assert post(director, "explode").status_code == 422
        assert not Announcement.objects.exists()

        post(director, "announce", text="Soon", minutes="15", entry_key=uuid4())
        until = Announcement.objects.get().until
        assert until is not None
        assert timedelta(minutes=14) < until - timezone.now() <= timedelta(minutes=15)


@pytest.mark.django_db
@pytest.mark.slow
def test_as_many_queries_for_many_as_for_few(director, small, django_assert_max_num_queries):
    factories.running_series(small)
    with django_assert_max_num_queries(20) as counted:
        director.get(OFFICE)
    few = len(counted)
    for number in range(6):
        announce(small, f"No. {number}")
    with django_assert_max_num_queries(few):
        director.get(OFFICE)


@pytest.mark.django_db
@pytest.mark.slow
class TestInWords:
    def test_a_table_is_found_as_one_says_it(self):
        for plan, table, said in (
            ("Stage\n1 2 3\n4 5 6\n7 8 9", 8, "row 3 from “Stage”, no. 2 from the left"),
            ("1 2 3\n4 5 6\nDoor", 6, "row 1 from “Door”, no. 1 from the right"),
            ("1 2 3\n4 5 6", 4, "row 2, no. 1 from the left"),
            ("1\n2\n3", 2, "row 2"),
            ("\n".join(map(str, range(1, 13))), 12, "row 12"),
            (" ".join(map(str, range(1, 14))), 7, "row 1, no. 7 from the left"),
        ):
            found = whereabouts(read(plan), table)

            assert found is not None, said
            assert where_it_stands(found) == said

    def test_every_problem_of_a_plan_has_a_sentence(self):
        assert set(PROBLEM) == set(PlanCode)
        assert all(hall_plan_problem(PlanProblem(code=code, line=2, about="7")).endswith(".") for code in PlanCode)


HALL = """Stage
 1  2  3 . 4  5
 6  7  8 . 9 10

Door 11 12 . 13 14
Bar and kitchen"""


def test_the_example_of_the_module_holds():
    assert doctest.testmod(hall_plan).failed == 0


def test_tables_and_words_stand_where_they_were_typed_and_empty_places_stay_empty():
    at = {spot.table: (spot.row, spot.column) for spot in read(HALL).spots if spot.table}

    assert (at[1], at[4], at[10], at[13], len(at)) == ((1, 0), (1, 4), (2, 5), (4, 4), 14)

    # Words are as wide as the hall, or beside tables.
    words = {spot.words: (spot.column, spot.width) for spot in read(HALL).spots if spot.words}
    assert words == {"Stage": (0, 6), "Door": (0, 1), "Bar and kitchen": (0, 6)}

    (words,) = (spot for spot in read("1 2\nEmergency exit 3 4").spots if spot.words)
    assert (words.column, words.width, words.words) == (0, 2, "Emergency exit")

    for empty in (".", "-", "_", "|", "·", "...", "--"):
        assert [(spot.table, spot.column) for spot in read(f"1 {empty} 2").spots] == [(1, 0), (2, 2)], empty
    assert [spot.row for spot in read("1\n\n2").spots] == [0, 2]
    for nothing in ("", "  ", "\n\n", ". . .\n. ."):
        assert (read(nothing).spots, read(nothing).problems) == ((), ())


def test_what_is_wrong_is_said_with_its_line():
    for plan, code, line, about in (
        ("1 2\n3 1", PlanCode.TABLE_TWICE, 2, "1"),
        ("0 1", PlanCode.NO_SUCH_TABLE, 1, "0"),
        ("1\n99999", PlanCode.NO_SUCH_TABLE, 2, "99999"),
        ("\n".join(map(str, range(1, 63))), PlanCode.TOO_MANY_ROWS, 61, ""),
        ("1\n" + " ".join(["."] * 61), PlanCode.TOO_WIDE, 2, ""),
    ):
        (problem,) = read(plan).problems
        assert (problem.code, problem.line, problem.about) == (code, line, about)


def test_a_table_is_found_by_row_and_side_and_one_that_is_not_in_the_plan_nowhere():
    found = whereabouts(read(HALL), 9)
    assert found is not None
    assert (found.row, found.rows, found.from_left, found.from_right) == (2, 3, 4, 2)
    assert (found.in_front, found.at_the_end) == ("Stage", "Bar and kitchen")
    # Words beside the first row stand in front of nothing.
    beside = whereabouts(read("Door 1 2\n3 4"), 3)
    assert beside is not None
    assert (beside.in_front, beside.at_the_end) == ("", "")
    assert whereabouts(read(HALL), 99) is None
    assert whereabouts(read(""), 1) is None


@given(st.text(max_size=400))
def test_whatever_is_typed_can_be_read_and_drawn(plan):
    found = read(plan)

    assert all(0 <= spot.row < found.rows for spot in found.spots)
    assert all(spot.column >= 0 and spot.column + spot.width <= found.columns for spot in found.spots)
    assert all(spot.words or spot.table is not None for spot in found.spots)


@pytest.mark.slow
@given(st.lists(st.lists(st.integers(1, 2000), min_size=1, max_size=12), min_size=1, max_size=12))
def test_every_table_of_a_sound_plan_is_somewhere(rows):
    plan = read("\n".join(" ".join(map(str, row)) for row in rows))

    for number in plan.tables:
        found = whereabouts(plan, number)
        assert found is not None
        assert 1 <= found.row <= found.rows
        if not plan.problems:
            assert found.from_left + found.from_right == len(rows[found.row - 1]) + 1
