"""Whole days through the pages, on which every act fails before it succeeds: it is said, and nothing is left."""

import copy
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import resolve

from scoring.lists.models import DealRow
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.durability import ways
from tests.durability.ways import WRITING
from tests.flows import test_judging as judging
from tests.flows.test_a_whole_day import day
from tests.flows.test_judging import clock, cup, director, judge
from tests.scoring.table.phones_seen import GRAND, Phone
from tests.support import factories
from tests.support import remembered_worlds as worlds

pytestmark = [pytest.mark.slow, pytest.mark.proof("failed-write"), pytest.mark.database]

OFTEN = 2
"""How often one act of one page is tried so."""

OF_ITSELF = "django_session"
"""What the framework stores after the act."""


class Writes:
    """Counts what an act writes; the one with the number ``fails`` fails."""

    def __init__(self, *, fails: int = 0) -> None:
        self.count, self.fails = 0, fails

    def __call__(self, execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.startswith(WRITING) and OF_ITSELF not in sql:
            self.count += 1
            if self.count == self.fails:
                raise OperationalError("database or disk is full")
        return execute(sql, *rest)


class Doubt:
    """Posts as the clients of tests do, but not before it has seen each act fail."""

    def __init__(self) -> None:
        self.tried: Counter[tuple[str, ...]] = Counter()
        self.problems: list[str] = []

    @property
    def pages(self) -> set[str]:
        """The names of the addresses whose acts failed and said so."""
        return {name for name, *_ in self.tried}

    def see(self, client: Client, path: str, data: Any, rest: dict[str, Any]) -> None:
        name = resolve(urlsplit(path).path).view_name
        pressed = {**data} if isinstance(data, Mapping) else {}
        act = (name, *(str(pressed.get(field, "")) for field in ("act", "action")))
        if self.tried[act] >= OFTEN:
            return
        count = Writes()
        with transaction.atomic():
            self._post(client, path, data, rest, count)
            transaction.set_rollback(True)
        if not count.count:
            return
        before = repr(worlds._rows())
        answer = self._post(client, path, data, rest, Writes(fails=count.count))
        self.tried[act] += 1
        if answer.status_code != 503 or "Retry-After" not in answer.headers:
            self.problems.append(f"{act}: {answer.status_code}")
        if repr(worlds._rows()) != before:
            self.problems.append(f"{act}: something is left")

    @staticmethod
    def _post(client: Client, path: str, data: Any, rest: dict[str, Any], writes: Writes) -> Any:
        other = Client(enforce_csrf_checks=client.handler.enforce_csrf_checks, raise_request_exception=False)
        other.defaults, other.cookies = client.defaults, copy.deepcopy(client.cookies)
        # A test's own transaction stands around the act's: it would count as broken, too.
        with transaction.atomic(), connection.execute_wrapper(writes):
            answer = POST(other, path, copy.deepcopy(data), **{**rest, "follow": False})
            transaction.set_rollback(False)
        return answer


POST = Client.post


@contextmanager
def doubting() -> Iterator[Doubt]:
    doubt = Doubt()

    def post(client: Client, path: str, data: Any = None, **rest: Any) -> Any:
        doubt.see(client, path, data or {}, rest)
        return POST(client, path, data, **rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "post", post)
        yield doubt


__all__ = ["clock", "cup", "day", "director", "judge"]


ENOUGH = 12
"""Pages on which something is done on any day."""

DISPUTES = [
    judging.TestARuling.test_is_shown_before_it_counts_and_then_counts,
    judging.TestAnAppeal.test_against_a_ruling_turns_the_ranking_back_and_holds_the_release,
    judging.TestAQuery.test_about_a_posted_result_is_answered_and_put_right,
    judging.TestTheDirection.test_sets_a_series_to_zero_and_the_others_keep_everything,
    judging.TestThePlayer.test_sees_his_list_and_what_was_changed_in_it_and_nobody_elses,
]


@pytest.fixture(autouse=True)
def _quiet(caplog):
    caplog.set_level(logging.CRITICAL, logger="django.request")


@pytest.mark.django_db
@pytest.mark.thorough
def test_on_a_day_no_act_that_fails_is_acknowledged_or_leaves_anything(day, prove):
    with doubting() as doubt:
        day.create()
        day.engage_judge()
        day.register()
        day.mark_present()
        day.at("9:50")
        day.draw(1, public="altenburg")
        day.at("10:00")
        day.play_series(1, day.start(1))

    assert doubt.problems == []
    assert len(doubt.pages) > ENOUGH
    prove(f"{len(doubt.tried)} acts of {len(doubt.pages)} pages on a day: each failed first, 503, nothing left")


@pytest.mark.django_db
@pytest.mark.thorough
@pytest.mark.parametrize("story", DISPUTES, ids=lambda story: story.__qualname__.partition(".")[0])
def test_in_a_dispute_no_act_that_fails_is_acknowledged_or_leaves_anything(story, request):
    _itself, *wanted = story.__code__.co_varnames[: story.__code__.co_argcount]
    owner = getattr(judging, story.__qualname__.partition(".")[0])
    with doubting() as doubt:
        story(owner(), **{name: request.getfixturevalue(name) for name in wanted})

    assert doubt.problems == []
    assert doubt.pages


INSERTED = ["scoring_dealrow", "scoring_seatresult", "tables_journalentry", "scoring_phone"]
WRITES = [*(f"INSERT INTO {table}" for table in INSERTED), "UPDATE scoring_gamelistrow"]


@pytest.fixture
def phone() -> Phone:
    made = Phone(factories.running_list(rounds=12))
    made.client.raise_request_exception = False
    return made


def whole_list(phone: Phone) -> list[dict[str, Any]]:
    return [phone.deal(number, {**GRAND, "declarer": number % 4 + 1}) for number in range(1, 49)]


def assert_goes_on(phone: Phone, deals: list[dict[str, Any]]) -> None:
    assert phone.states(*deals) == ["saved"] * len(deals)
    assert DealRow.objects.count() == len(deals)
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == len(deals)
    assert journal.first_broken_line(phone.row.table.series.tournament) is None


@pytest.mark.thorough(after=1)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("write", WRITES)
def test_whatever_write_fails_nothing_is_acknowledged_and_all_is_as_before(phone, write):
    deals = whole_list(phone)[:2]

    with ways.failing((write,), says="database or disk is full"):
        answer = phone.send(*deals)

    assert phone.status == 503
    says = "The server cannot save anything just now. What was entered stays on the phone."
    assert answer == {"code": "not-saved", "says": says}
    assert DealRow.objects.count() == 0
    assert_goes_on(phone, deals)


@pytest.mark.django_db(transaction=True)
def test_a_whole_list_that_finds_no_room_is_saved_when_there_is_some_again(phone):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite lets a test fill its disk")
    deals = whole_list(phone)

    with ways.full_disk():
        phone.send(*deals)
        assert phone.status == 503
        assert DealRow.objects.count() == 0

    assert_goes_on(phone, deals)
