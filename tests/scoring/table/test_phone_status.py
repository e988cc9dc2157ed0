"""What a phone is told, by whom it is asked, and what it may not do."""

import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import FrameType

import pytest
from django.test import Client
from django.utils import timezone

import skatturnier
from scoring.lists.models import DealRow, GameListRow, Proposal, SeatResult, SecondDealRow
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.services import phones
from scoring.table.services import batches
from scoring.table.services.deciding import Enter
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


@pytest.mark.parametrize("minutes", [-24 * 60, *thorough(-60), 24 * 60])
@pytest.mark.proof("phone-clock")
def test_the_clock_of_a_phone_changes_nothing_and_is_noted_once(phone, row, minutes, prove):
    for number in (1, 2):
        clock = (timezone.now() + timedelta(minutes=minutes)).isoformat()
        phone.send(phone.deal(number, PASSED), clock=clock)

    (line,) = JournalEntry.objects.filter(action="phone.clock-off")
    assert line.data["minutes"] == minutes
    assert [deal["number"] for deal in phone.ask()["deals"]] == [1, 2]
    prove(f"a phone {minutes:+} minutes off: noted once, 0 out of order")


def test_a_clock_that_shows_nothing_refuses_no_deal(phone):
    for clock in ("yesterday", 7, "2026-13-45T99:99:99Z", "2026-05-16T19:04:05", None):
        assert phone.states(phone.deal(1), clock=clock) == ["saved"], clock
    assert not JournalEntry.objects.filter(action="phone.clock-off").exists()


def test_the_key_in_the_head_opens_and_no_cookie_does(phone, row):
    visitor = Client()
    visitor.get(f"/l/{row.table.key}/")

    for shut in ({}, {"x-table-key": row.table.key}, {**phone.headers, "x-device": "me"}, {"x-device": phone.device}):
        assert visitor.get(phone.address, headers=shut).status_code == 403, shut
    assert visitor.get(phone.address, headers={**phone.headers, "x-table-key": "ä"}).status_code == 403
    assert visitor.get(phone.address, headers=phone.headers).status_code == 200
    assert visitor.put(phone.address, headers=phone.headers).status_code == 405
    Table.objects.update(key="renewed")
    answer = phone.send(phone.deal(1))
    # A renewed key is said as JSON.
    assert (phone.status, answer["code"], answer["says"][-1], DealRow.objects.count()) == (403, "key-needed", ".", 0)
    row.table.refresh_from_db()
    Series.objects.update(status="drawn", published_at=None, started_at=None)
    assert visitor.get(phone.address, headers=phone.headers).status_code == 404


def test_a_page_that_has_the_deals_is_not_sent_them_again_and_watching_costs_no_write(phone, django_assert_num_queries):
    with django_assert_num_queries(7):
        phone.ask()
    assert PhoneRow.objects.count() == 0
    phone.send(phone.deal(1))

    assert phone.ask(version=1)["deals"] is None
    for behind in ({"version": 0}, {}, {"version": "x" * 30}):
        assert len(phone.ask(**behind)["deals"]) == 1


def test_a_deal_costs_no_more_queries_late_in_the_list_than_early(phone, django_assert_num_queries):
    phone.send(phone.deal(1))
    for number in (2, 6):
        phone.send(*(phone.deal(n, {**LOST, "declarer": n % 4 + 1}) for n in range(3, number)))
        with django_assert_num_queries(14):
            assert phone.states(phone.deal(number, {**LOST, "declarer": number % 4 + 1}), version=number - 1)


def test_an_official_deal_takes_a_short_road_and_meets_no_profile(phone):
    for number in (1, 2, 3):
        assert phone.states(phone.deal(number, {**GRAND, "declarer": number + 1})) == ["saved"]
    to_answer, to_results = stations(lambda: phone.send(phone.deal(4, {**GRAND, "declarer": 1}), version=3))

    assert not [file for file, _name in to_answer if "/profiles/" in file or file.endswith("/house.py")]
    assert len(to_answer) <= 111
    assert len({file for file, _name in to_answer}) <= 38
    assert len(to_results) <= 67
    assert len({file for file, _name in to_results}) <= 25


def stations(act: Callable[[], object]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the functions of ours, each with its file, that the view of a phone calls, and those until results stand.

    Comprehensions and lambdas belong to the function in which they are written.
    """
    root = str(Path(skatturnier.__file__).parents[1])
    called: dict[str, set[tuple[str, str]]] = {"answer": set(), "results": set()}
    open_now: list[str] = []

    def note(frame: FrameType, event: str, _given: object) -> None:
        code = frame.f_code
        name = (code.co_filename.removeprefix(root), code.co_qualname)
        if event == "call" and name == ("/scoring/table/views/phone.py", "phone"):
            open_now.extend(called)
        is_ours = name[0].startswith(("/scoring/", "/tables/", "/skatturnier/"))
        if event == "call" and is_ours and "<" not in code.co_name:
            for road in open_now:
                called[road].add(name)
        if event == "return" and code.co_qualname == "results_changed":
            open_now.remove("results")
        if event == "return" and name == ("/scoring/table/views/phone.py", "phone"):
            open_now.clear()

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return called["answer"], called["results"]


def test_unsent_deals_are_known_and_noted_at_most_once_a_minute_and_seats_confirmed_once(phone, row):
    phone.send(phone.deal(1), unsent=3)
    kept = PhoneRow.objects.get()
    assert kept.unsent == 3

    heard = {"list_id": row.pk, "device": phone.device}
    phones.heard(unsent=3, now=kept.seen_at + timedelta(seconds=59), **heard)
    assert PhoneRow.objects.get().seen_at == kept.seen_at
    phones.heard(unsent=3, now=kept.seen_at + timedelta(seconds=61), **heard)
    assert PhoneRow.objects.get().seen_at > kept.seen_at
    assert phone.ask(unsent=0)["seated"] is False
    assert PhoneRow.objects.get().unsent == 0

    for _again in range(2):
        assert phone.send(seated=True)["list"]["seated"] is True
    assert JournalEntry.objects.filter(action="seats.confirmed").count() == 1


@pytest.mark.proof("phone-clock")
def test_a_server_clock_set_back_an_hour_leaves_the_order_of_the_deals(phone, row, prove):
    for number, now in enumerate((EVENING, EVENING - timedelta(hours=1), EVENING + timedelta(minutes=1)), start=1):
        deal = factories.Deal(number=number)
        batch = batches.Batch(copy="first", acts=[Enter(key=phone.key(), deal=deal)])
        batches.receive(table=row.table, device=phone.device, batch=batch, now=now)

    assert [deal["number"] for deal in phone.ask()["deals"]] == [1, 2, 3]
    assert journal.first_broken_line(row.table.series.tournament) is None
    prove("the site's clock back an hour: chain whole, 0 out of order")


def test_a_signed_list_and_a_closed_series_take_nothing_and_lose_nothing(phone):
    row = phone.row
    factories.fill(row)
    factories.confirm_and_sign(row)

    answer = phone.send(phone.deal(12, LOST))

    assert (phone.status, answer["list"]["state"], bool(answer["list"]["says"])) == (422, "signed", True)
    assert answer["receipts"][0]["code"] == "list-signed"
    assert Proposal.objects.get().because == "list-signed"
    assert phone.send(phone.deal(12, LOST), answer)["receipts"][0]["code"] == "list-signed"
    factories.close_series(row.table.series)
    assert phone.ask()["state"] == "closed"
    assert phone.send(phone.deal(1, LOST))["receipts"][0]["code"] == "series-closed"


def test_typed_results_are_said(phone):
    factories.type_totals(phone.row, *[(72, 1, 0)] * 4)

    told = phone.send(phone.deal(1))["list"]

    assert (told["state"], told["totals"], told["deals"]) == ("totals", [72] * 4, [])


def test_the_first_deal_starts_the_series_and_the_next_one_waits_for_it():
    made = factories.tournament(entrants=4, series=2)
    first = Phone(factories.list_of(factories.running_series(made, published_only=True)))
    assert first.states(first.deal(1)) == ["saved"]
    assert made.series.get(number=1).status == Series.Status.RUNNING

    phone = Phone(factories.list_of(factories.running_series(made, 2, published_only=True)))
    told = phone.ask()
    receipt = phone.send(phone.deal(1))["receipts"][0]

    assert told["state"] == "waiting"
    assert told["says"] == receipt["says"]
    assert receipt["code"] == "series-before-open"


def test_struck_deals_are_refused_and_wait(phone, row):
    phone.send(phone.deal(1))
    GameListRow.objects.update(struck_after=2)

    answer = phone.send(phone.deal(2, PASSED), phone.deal(3, GRAND))

    assert [receipt["code"] for receipt in answer["receipts"]] == ["", "deal-struck"]
    assert answer["list"]["struck_after"] == 2
    assert (answer["list"]["ready"], answer["list"]["proposals"]) == (False, 1)


def test_the_second_list_stands_beside_the_first_and_takes_nothing_of_a_third_phone(phone, row):
    second, third = Phone(row, copy="second"), Phone(row, copy="second")
    phone.send(phone.deal(1), phone.deal(2, PASSED))

    answer = second.send(second.deal(1, LOST), second.deal(2, PASSED), version=1)

    assert [receipt["state"] for receipt in answer["receipts"]] == ["saved"] * 2
    assert (answer["list"]["keeps"], answer["list"]["differences"]) == ("second", [1])
    assert second.ask()["totals"] == [0, 0, -72, 0]
    assert phone.ask()["totals"] == [0, 72, 0, 0]
    assert phone.ask()["second_kept"] is True
    assert SeatResult.objects.get(seat__place=3).game_points == 0
    assert third.states(third.deal(3, PASSED)) == ["refused"]
    assert SecondDealRow.objects.count() == 2
    assert Proposal.objects.count() == 0
