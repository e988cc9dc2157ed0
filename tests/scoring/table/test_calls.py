"""What the tables call for, answered on the board."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import Call
from scoring.lists.services import phones
from scoring.table.services import calls as table_calls
from tables.acts.services.refusals import Refused
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.board_read import BOARD, page, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CALLS = f"{BOARD}calls/"
MINE, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def series():
    return running()


@pytest.fixture
def row(series):
    return factories.list_of(series)


@pytest.fixture
def help_wanted(row) -> Call:
    return table_calls.call(
        list_id=row.pk, kind="help", place=None, text="", device=MINE, entry_key=uuid4(), now=EVENING
    )


@pytest.fixture
def take_over(row) -> Call:
    """A phone that asks for the list which another keeps."""
    phones.keep(list_id=row.pk, device=MINE, copy="first", by=None, now=EVENING)
    return phones.ask_to_take_over(list_id=row.pk, device=OTHER, copy="first", entry_key=uuid4(), now=EVENING)


def answer(client: Client, call: Call | int, action: str = "done"):
    return client.post(CALLS, {"call": call.pk if isinstance(call, Call) else call, "action": action}, follow=True)


def test_a_call_is_settled(director, help_wanted):
    text = answer(director, help_wanted).content.decode()

    help_wanted.refresh_from_db()
    assert help_wanted.granted
    assert help_wanted.settled_by == factories.user()
    assert "Table 1: the call is settled." in text
    assert "The table needs help" not in page(director)


def test_settled_twice_it_counts_once(director, help_wanted):
    answer(director, help_wanted)
    acts = help_wanted.game_list.table.series.tournament.journal.count()

    assert answer(director, help_wanted).status_code == 200
    assert help_wanted.game_list.table.series.tournament.journal.count() == acts


def test_another_phone_keeps_the_list_when_the_direction_says_so(director, row, take_over):
    text = answer(director, take_over, "grant").content.decode()

    assert row.phones.get(keeps="first").device == OTHER
    assert "Table 1: the other phone keeps the list now." in text


def test_or_the_first_goes_on_keeping_it(director, row, take_over):
    text = answer(director, take_over, "no").content.decode()

    assert row.phones.get(keeps="first").device == MINE
    assert "the list stays with the phone that keeps it" in text


def test_a_list_that_was_signed_in_the_meantime_is_not_handed_over(director, series, row, take_over):
    factories.play_series(series)

    assert "The list is signed." in answer(director, take_over, "grant").content.decode()


@pytest.mark.parametrize("fields", [{}, {"call": "x", "action": "done"}, {"call": 1, "action": "burn"}])
def test_what_is_no_answer_is_said_to_be_none(director, series, fields):
    response = director.post(CALLS, fields, follow=True)

    assert "This call is not known here." in response.content.decode()


def test_a_call_of_another_series_is_not_found(director, series):
    other = factories.running_series(factories.tournament(slug="other", entrants=4))
    foreign = table_calls.call(
        list_id=factories.list_of(other).pk,
        kind="help",
        place=None,
        text="",
        device=MINE,
        entry_key=uuid4(),
        now=EVENING,
    )

    assert answer(director, foreign).status_code == 404
    assert answer(director, 12345).status_code == 404


class TestAccess:
    def test_the_public_is_asked_to_sign_in(self, client, help_wanted):
        response = client.post(CALLS, {"call": help_wanted.pk, "action": "done"})

        assert response["Location"].startswith("/sign-in/")

    def test_neither_a_judge_nor_a_stranger_answers(self, client, help_wanted, series):
        factories.tournament(slug="other", director="fremd")
        for user in (factories.judge(series.tournament), factories.user("fremd")):
            client.force_login(user)
            assert answer(client, help_wanted).status_code == 403

    def test_nor_does_the_table_itself(self, client, help_wanted, row):
        client.get(f"/l/{row.table.key}/")

        assert client.post(CALLS, {"call": help_wanted.pk, "action": "done"}).status_code == 302
        help_wanted.refresh_from_db()
        assert help_wanted.settled_at is None

    def test_it_is_only_ever_posted(self, director, series):
        assert director.get(CALLS).status_code == 405

    def test_without_a_token_nothing_is_done(self, help_wanted):
        guarded = Client(enforce_csrf_checks=True)
        guarded.force_login(factories.user())

        assert answer(guarded, help_wanted).status_code == 403


@pytest.fixture
def leaves(row) -> Call:
    return table_calls.call(
        list_id=row.pk, kind="leaves", place=3, text="", device=MINE, entry_key=uuid4(), now=EVENING
    )


def test_a_player_leaves_when_the_direction_says_so(director, row, leaves):
    shown = page(director)
    assert "A player leaves the table" in shown
    assert "It would hold from round 1 on." in shown

    text = answer(director, leaves, "grant").content.decode()

    row.refresh_from_db()
    assert row.presence == [[1, [1, 2, 4]]]
    assert "Table 1: so it is from the next round on." in text


def test_or_stays(director, row, leaves):
    text = answer(director, leaves, "no").content.decode()

    row.refresh_from_db()
    assert row.presence == []
    assert "Table 1: everything stays as it is." in text


def test_and_is_back(director, row, leaves):
    answer(director, leaves, "grant")
    back = table_calls.call(
        list_id=row.pk, kind="returns", place=3, text="", device=MINE, entry_key=uuid4(), now=EVENING
    )
    answer(director, back, "grant")

    row.refresh_from_db()
    assert row.presence == []


def test_the_table_alone_lets_nobody_leave(leaves):
    with pytest.raises(Refused, match="only-the-direction"):
        table_calls.settle_call(call_id=leaves.pk, granted=True, by=None, now=EVENING)


def test_that_two_are_too_few_is_said_and_the_call_stays(director, row, leaves):
    answer(director, leaves, "grant")
    second = table_calls.call(
        list_id=row.pk, kind="leaves", place=2, text="", device=MINE, entry_key=uuid4(), now=EVENING
    )
    text = answer(director, second, "grant").content.decode()

    second.refresh_from_db()
    assert "Skat takes three" in text
    assert second.settled_at is None
