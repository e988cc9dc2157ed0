"""What a phone is told, by whom it is asked, and what it may not do.

A phone takes its last deal back, and the same again when an answer was lost.
"""

import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import FrameType
from uuid import uuid4

import pytest
from django.test import Client

import skatturnier
from scoring.lists.models import DealRow, GameListRow, Proposal, SeatResult, SecondDealRow
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.services import entry, phones
from scoring.lists.services.entry import enter_deal, enter_totals
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches
from scoring.table.services.deciding import Enter
from tables.acts.services import Refused
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def off_by(phone: Phone, minutes: int) -> str:
    from django.utils import timezone

    return (timezone.now() + timedelta(minutes=minutes)).isoformat()


@pytest.mark.slow
def test_the_key_in_the_head_opens_and_no_cookie_does(phone, row):
    visitor = Client()
    visitor.get(f"/l/{row.table.key}/")

    assert visitor.get(phone.address).status_code == 403
    assert visitor.get(phone.address, headers={"x-table-key": row.table.key}).status_code == 403
    assert visitor.get(phone.address, headers={**phone.headers, "x-device": "me"}).status_code == 403
    assert visitor.get(phone.address, headers={**phone.headers, "x-table-key": "ä"}).status_code == 403
    assert visitor.get(phone.address, headers=phone.headers).status_code == 200


@pytest.mark.slow
def test_a_renewed_key_is_said_as_json(phone):
    Table.objects.update(key="renewed")

    answer = phone.send(phone.deal(1))

    assert phone.status == 403
    assert answer["code"] == "key-needed"
    assert answer["says"].endswith(".")
    assert DealRow.objects.count() == 0


@pytest.mark.slow
def test_there_is_no_list_before_the_seats_are_published(row, phone):
    Series.objects.update(status="drawn", published_at=None, started_at=None)

    assert phone.client.get(phone.address, headers=phone.headers).status_code == 404


@pytest.mark.slow
def test_a_phone_may_be_kept_from_every_other_method(phone):
    for method in ("put", "patch", "delete"):
        assert getattr(phone.client, method)(phone.address, headers=phone.headers).status_code == 405


@pytest.mark.slow
def test_a_page_that_has_the_deals_is_not_sent_them_again(phone):
    phone.send(phone.deal(1))

    assert phone.ask(version=1)["deals"] is None
    assert len(phone.ask(version=0)["deals"]) == 1
    assert len(phone.ask()["deals"]) == 1
    assert len(phone.ask(version="x" * 30)["deals"]) == 1


@pytest.mark.slow
def test_a_phone_that_only_watches_costs_no_write(phone, django_assert_num_queries):
    with django_assert_num_queries(7):
        phone.ask()
    assert PhoneRow.objects.count() == 0


@pytest.mark.slow
def test_a_deal_costs_no_more_queries_late_in_the_list_than_early(phone, row, django_assert_num_queries):
    phone.send(phone.deal(1))
    for number in range(2, 11):
        with django_assert_num_queries(14):
            assert phone.states(phone.deal(number, {**LOST, "declarer": number % 4 + 1}), version=number - 1)


@pytest.mark.slow
def test_a_whole_list_costs_hardly_more_queries_than_a_deal(phone, django_assert_max_num_queries):
    with django_assert_max_num_queries(26):
        phone.send(*(phone.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 13)))
    assert DealRow.objects.count() == 12


@pytest.mark.slow
def test_an_official_deal_takes_a_short_road_and_meets_no_profile(phone):
    for number in (1, 2, 3):
        assert phone.states(phone.deal(number, {**GRAND, "declarer": number + 1})) == ["saved"]
    to_answer, to_results = stations(lambda: phone.send(phone.deal(4, {**GRAND, "declarer": 1}), version=3))

    assert not [file for file, _name in to_answer if "/profiles/" in file or file.endswith("/house.py")]
    assert len(to_answer) <= 157
    assert len({file for file, _name in to_answer}) <= 41
    assert len(to_results) <= 115
    assert len({file for file, _name in to_results}) <= 27


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
        if event == "call" and name[0] != code.co_filename and "/.venv/" not in name[0] and "<" not in code.co_name:
            for road in open_now:
                called[road].add(name)
        if event == "return" and code.co_qualname == "_write_results":
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


@pytest.mark.slow
def test_unsent_deals_are_known_and_noted_at_most_once_a_minute(phone, row):
    phone.send(phone.deal(1), unsent=3)
    kept = PhoneRow.objects.get()
    assert kept.unsent == 3

    heard = {"list_id": row.pk, "device": phone.device}
    phones.heard(unsent=3, now=kept.seen_at + timedelta(seconds=59), **heard)
    assert PhoneRow.objects.get().seen_at == kept.seen_at
    phones.heard(unsent=3, now=kept.seen_at + timedelta(seconds=61), **heard)
    assert PhoneRow.objects.get().seen_at > kept.seen_at
    phone.ask(unsent=0)
    assert PhoneRow.objects.get().unsent == 0


@pytest.mark.slow
def test_seats_are_confirmed_once(phone):
    assert phone.ask()["seated"] is False

    assert phone.send(seated=True)["list"]["seated"] is True
    phone.send(seated=True)

    assert JournalEntry.objects.filter(action="seats.confirmed").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [-24 * 60, -60, 24 * 60])
@pytest.mark.proof("phone-clock")
def test_the_clock_of_a_phone_changes_nothing_and_is_noted_once(phone, row, minutes, prove):
    phone.send(phone.deal(1), clock=off_by(phone, minutes))
    phone.send(phone.deal(2, PASSED), clock=off_by(phone, minutes))

    (line,) = JournalEntry.objects.filter(action="phone.clock-off")
    assert line.data["minutes"] == minutes
    assert [deal["number"] for deal in phone.ask()["deals"]] == [1, 2]
    prove(f"a phone {minutes:+} minutes off: noted once, 0 out of order")


@pytest.mark.slow
@pytest.mark.parametrize("clock", ["yesterday", 7, "2026-13-45T99:99:99Z", "2026-05-16T19:04:05", None])
def test_a_clock_that_shows_nothing_refuses_no_deal(phone, clock):
    assert phone.states(phone.deal(1), clock=clock) == ["saved"]
    assert not JournalEntry.objects.filter(action="phone.clock-off").exists()


@pytest.mark.slow
@pytest.mark.proof("phone-clock")
def test_a_server_clock_set_back_an_hour_leaves_the_order_of_the_deals(phone, row, prove):
    for number, now in enumerate((EVENING, EVENING - timedelta(hours=1), EVENING + timedelta(minutes=1)), start=1):
        deal = factories.Deal(number=number)
        batch = batches.Batch(copy="first", acts=[Enter(key=phone.key(), deal=deal)])
        batches.receive(table=row.table, device=phone.device, batch=batch, now=now)

    assert [deal["number"] for deal in phone.ask()["deals"]] == [1, 2, 3]
    assert journal.first_broken_line(row.table.series.tournament) is None
    prove("the site's clock back an hour: chain whole, 0 out of order")


@pytest.mark.slow
def test_a_signed_list_takes_nothing_and_loses_nothing(phone):
    row = phone.row
    factories.fill(row)
    factories.confirm_and_sign(row)

    answer = phone.send(phone.deal(12, LOST))

    assert phone.status == 422
    assert answer["list"]["state"] == "signed"
    assert answer["list"]["says"]
    assert answer["receipts"][0]["code"] == "list-signed"
    assert Proposal.objects.get().because == "list-signed"
    assert phone.send(phone.deal(12, LOST), answer)["receipts"][0]["code"] == "list-signed"


@pytest.mark.slow
def test_a_closed_series_says_so(phone):
    factories.close_series(phone.row.table.series)

    assert phone.ask()["state"] == "closed"
    assert phone.send(phone.deal(1, LOST))["receipts"][0]["code"] == "series-closed"


@pytest.mark.slow
def test_a_series_waits_for_the_one_before():
    made = factories.tournament(entrants=4, series=2)
    factories.running_series(made)
    row = factories.list_of(factories.running_series(made, 2, published_only=True))
    phone = Phone(row)

    told = phone.ask()
    receipt = phone.send(phone.deal(1))["receipts"][0]

    assert told["state"] == "waiting"
    assert told["says"] == receipt["says"]
    assert receipt["code"] == "series-before-open"


@pytest.mark.slow
def test_the_first_deal_starts_the_series():
    made = factories.tournament(entrants=4)
    row = factories.list_of(factories.running_series(made, published_only=True))
    phone = Phone(row)

    assert phone.states(phone.deal(1)) == ["saved"]
    assert Series.objects.get().status == Series.Status.RUNNING


@pytest.mark.slow
def test_typed_results_are_said(phone):
    enter_totals(list_id=phone.row.pk, totals=factories.totals(*[(72, 1, 0)] * 4), by=factories.user(), now=EVENING)

    told = phone.send(phone.deal(1))["list"]

    assert (told["state"], told["totals"], told["deals"]) == ("totals", [72] * 4, [])


@pytest.mark.slow
def test_struck_deals_are_refused_and_wait(phone, row):
    phone.send(phone.deal(1))
    GameListRow.objects.update(struck_after=2)

    answer = phone.send(phone.deal(2, PASSED), phone.deal(3, GRAND))

    assert [receipt["code"] for receipt in answer["receipts"]] == ["", "deal-struck"]
    assert answer["list"]["struck_after"] == 2
    assert (answer["list"]["ready"], answer["list"]["proposals"]) == (False, 1)


@pytest.mark.slow
def test_a_plain_form_of_a_watching_phone_is_refused(phone, row):
    phone.send(phone.deal(1))

    with pytest.raises(Refused, match="kept-by-other"):
        enter_deal(
            list_id=row.pk,
            deal=factories.Deal(number=2),
            entry_key=phone.key(),
            by=None,
            now=EVENING,
            device="f" * 32,
        )


@pytest.mark.slow
def test_the_second_list_stands_beside_the_first(phone, row):
    second = Phone(row, copy="second")
    phone.send(phone.deal(1), phone.deal(2, PASSED))

    answer = second.send(second.deal(1, LOST), second.deal(2, PASSED), version=1)

    assert [receipt["state"] for receipt in answer["receipts"]] == ["saved"] * 2
    assert answer["list"]["keeps"] == "second"
    assert answer["list"]["differences"] == [1]
    assert second.ask()["totals"] == [0, 0, -72, 0]
    assert phone.ask()["totals"] == [0, 72, 0, 0]
    assert phone.ask()["second_kept"] is True
    assert SeatResult.objects.get(seat__place=3).game_points == 0
    assert SecondDealRow.objects.count() == 2


@pytest.mark.slow
def test_a_second_list_that_another_phone_keeps_takes_nothing_and_proposes_nothing(phone, row):
    second, third = Phone(row, copy="second"), Phone(row, copy="second")
    second.send(second.deal(1))

    assert third.states(third.deal(2, PASSED)) == ["refused"]
    assert Proposal.objects.count() == 0


def test_the_last_deal_is_taken_back_and_stays_in_the_history(phone):
    deal = phone.deal(1)
    phone.send(deal)

    told = phone.send(phone.undo(deal))["list"]

    assert told["deals"] == []
    assert told["totals"] == [0, 0, 0, 0]
    assert DealRow.objects.get().voided_at is not None


def test_entered_taken_back_and_entered_anew_in_one_batch_and_the_batch_again(phone):
    wrong, right = phone.deal(1, PASSED), phone.deal(1)
    batch = (wrong, phone.undo(wrong), right)

    first, again = phone.send(*batch), phone.send(*batch)

    assert [receipt["state"] for receipt in first["receipts"]] == ["saved"] * 3
    assert again["receipts"] == first["receipts"]
    assert [deal["game"] for deal in again["list"]["deals"]] == ["grand"]
    assert again["list"]["deals"][0]["corrected"] is True
    assert DealRow.objects.count() == 2


def test_a_deal_taken_back_earlier_is_taken_back_still(phone):
    wrong = phone.deal(1, PASSED)
    undo = phone.undo(wrong)
    phone.send(wrong)
    phone.send(undo)
    phone.send(phone.deal(1))

    assert phone.states(undo) == ["saved"]
    assert DealRow.objects.filter(voided_at=None).count() == 1


def test_only_the_last_deal_can_be_taken_back(phone):
    first, second = phone.deal(1), phone.deal(2, PASSED)
    phone.send(first, second)

    (receipt,) = phone.send(phone.undo(first))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "not-the-last-deal")


def test_a_deal_that_was_corrected_is_not_taken_back_unseen(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    entry.correct_deal(
        list_id=row.pk, deal=corrected, because="", entry_key=phone.key(), by=None, now=factories.EVENING
    )

    (receipt,) = phone.send(phone.undo(deal))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "deal-corrected")
    assert DealRow.objects.filter(voided_at=None).get().declarer == 3


def test_what_was_only_proposed_can_be_withdrawn_by_its_phone_alone(phone, row):
    phone.send(phone.deal(1))
    other = Phone(row)
    proposed = other.deal(1, LOST)
    assert other.states(proposed) == ["proposed"]

    assert phone.states(phone.undo(proposed)) == ["refused"]
    assert Proposal.objects.get().settled_at is None
    assert other.states(other.undo(proposed), other.undo(proposed)) == ["saved", "saved"]
    assert Proposal.objects.get().settled_at is not None
    assert other.ask()["proposals"] == 0


def test_a_deal_nobody_knows_cannot_be_taken_back(phone):
    (receipt,) = phone.send(phone.undo(phone.deal(1)))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "no-such-deal")


def test_a_phone_that_only_watches_takes_nothing_back(phone, row):
    deal = phone.deal(1)
    phone.send(deal)

    (receipt,) = Phone(row).send(phone.undo(deal))["receipts"]

    assert (receipt["state"], receipt["code"]) == ("refused", "kept-by-other")
    assert DealRow.objects.get().voided_at is None
    assert GRAND["game"] == DealRow.objects.get().game


def valid() -> list[int]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def test_four_taps_take_one_deal_back(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    phone.send(*deals)

    receipts = phone.send(*(phone.undo(deal) for deal in reversed(deals)))["receipts"]

    assert [receipt["state"] for receipt in receipts] == ["saved", "refused", "refused", "refused"]
    assert [receipt["code"] for receipt in receipts[1:]] == ["undo-over", "not-the-last-deal", "not-the-last-deal"]
    assert "ISkO 5.5.3" in receipts[1]["says"]
    assert valid() == [1, 2, 3]


def test_one_request_after_the_other_takes_no_more_back(phone):
    deals = [phone.deal(number, PASSED) for number in range(1, 5)]
    for deal in deals:
        phone.send(deal)

    assert [phone.states(phone.undo(deal)) for deal in reversed(deals)] == [["saved"], *[["refused"]] * 3]
    assert valid() == [1, 2, 3]


def test_a_deal_entered_anew_can_be_taken_back_and_the_one_before_it_cannot(phone):
    first, second, anew = phone.deal(1, PASSED), phone.deal(2, PASSED), phone.deal(2, PASSED)

    states = phone.states(first, second, phone.undo(second), anew, phone.undo(anew), phone.undo(first))

    assert states == ["saved"] * 5 + ["refused"]
    assert valid() == [1]


def test_what_another_phone_entered_is_not_taken_back(phone, row):
    deal = phone.deal(1)
    phone.send(deal)
    other = Phone(row)
    phones.hand_over(list_id=row.pk, device=other.device, copy="first", by=factories.user(), now=factories.EVENING)

    assert other.send(other.undo(deal))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1]


def test_what_the_office_entered_is_not_taken_back(phone, row):
    phone.send(phone.deal(1))
    factories.enter(row, None)
    key = str(DealRow.objects.get(number=2).entry_key)

    assert phone.send(phone.undo({"number": 2, "key": key}))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1, 2]


def test_the_second_list_is_undone_once_too(row):
    phone = Phone(row, copy="second")
    first, second = phone.deal(1, PASSED), phone.deal(2, PASSED)

    assert phone.states(first, second, phone.undo(second), phone.undo(first)) == ["saved"] * 3 + ["refused"]
    told = row.table.series.tournament.journal.get(action="second.deal-taken-back")
    assert told.data["deal"] == 2


@pytest.fixture
def client(row) -> Client:
    """A phone without scripts that scanned the table's code."""
    made = Client(headers={"accept-language": "en"})
    made.get(f"/l/{row.table.key}/")
    return made


def enter_plainly(client: Client, number: int) -> None:
    sent = {"number": number, "outcome": "passed", "entry_key": uuid4()}
    assert client.post("/t/cup/series/1/table/1/", sent).status_code == 302


def test_without_scripts_the_last_deal_is_taken_back_once_and_older_ones_with_consent(client):
    for number in (1, 2, 3):
        enter_plainly(client, number)
    page = "/t/cup/series/1/table/1/deal/{}/"
    assert 'value="take-back"' in client.get(page.format(3)).content.decode()
    assert client.get(page.format(3)).context["may_undo"] is True

    post_seen(client, page.format(3), {"action": "take-back"})
    assert valid() == [1, 2]
    refused = post_seen(client, page.format(2), {"action": "take-back"})
    assert valid() == [1, 2]
    assert "consent of all players" in refused.content.decode()
    assert refused.context["may_undo"] is False

    post_seen(client, page.format(2), {"action": "take-back", "agreed": "on"})
    assert valid() == [1]


def test_the_direction_takes_a_deal_back_with_consent_alone(director, phone):
    phone.send(phone.deal(1))
    page = "/t/cup/series/1/table/1/deal/1/"

    post_seen(director, page, {"action": "take-back"})
    assert valid() == [1]
    post_seen(director, page, {"action": "take-back", "agreed": "on"})
    assert valid() == []


def test_a_correction_agreed_by_all_is_not_undone_by_one(phone, row):
    phone.send(phone.deal(1))
    corrected = Deal(number=1, declarer=3, played=factories.GRAND_LOST)
    key = phone.key()
    entry.correct_deal(
        list_id=row.pk, deal=corrected, because="", entry_key=key, by=None, now=factories.EVENING, device=phone.device
    )

    assert phone.send(phone.undo({"number": 1, "key": key}))["receipts"][0]["code"] == "undo-over"
    assert valid() == [1]
