"""The second list of a table: held against the first, settled, or given up."""

from uuid import UUID, uuid4

import pytest

from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors import book as phone
from scoring.lists.services import entry, second_lists
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.rules.game_list.deals import Deal
from scoring.table.selectors import differences
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=1)


@pytest.fixture
def lists(row) -> tuple[Phone, Phone]:
    """Two phones whose lists differ in deal 2, which is passed in or a Grand."""
    first, second = Phone(row), Phone(row, copy="second")
    assert first.states(first.deal(1), first.deal(2, PASSED)) == ["saved"] * 2
    assert second.states(second.deal(1), second.deal(2, GRAND | {"declarer": 3})) == ["saved"] * 2
    return first, second


def seen(row: GameListRow, number: int = 2) -> tuple[UUID, UUID]:
    keys = [rows.get(number=number, voided_at=None).entry_key for rows in (row.deals, row.second_deals)]
    return keys[0], keys[1]


def settle(row: GameListRow, **fields: object) -> None:
    second_lists.settle(
        **{
            "list_id": row.pk,
            "number": 2,
            "right": "first",
            "seen": fields.pop("seen", None) or seen(row),
            "because": "verschrieben",
            "entry_key": uuid4(),
            "by": None,
            "now": EVENING,
            **fields,
        }
    )


def told(row: GameListRow) -> differences.BothLists:
    found = differences.both_lists(phone.book(row))
    assert found is not None
    return found


def test_without_a_second_list_there_is_nothing_to_compare(row):
    factories.enter(row, None)

    assert differences.both_lists(phone.book(row)) is None


def test_both_lists_are_told_deal_by_deal(lists, row):
    first, _second = lists
    first.send(first.deal(3))

    found = told(row)

    assert [one.difference.number for one in found.disagreements] == [2]
    assert (found.entered, found.lacking, found.agree) == ((3, 2), ((), (3,)), False)


def test_where_the_first_list_is_right_the_second_follows_and_keeps_what_it_had(lists, row):
    settle(row, right="first")

    assert told(row).agree
    assert list(row.second_deals.filter(number=2).order_by("pk").values_list("game", "voided_because")) == [
        ("grand", "verschrieben"),
        ("", ""),
    ]
    assert row.deals.filter(voided_at__isnull=False).count() == 0


def test_where_the_second_list_is_right_the_first_is_corrected_with_its_results(lists, row):
    settle(row, right="second")

    assert told(row).agree
    assert [deal.points for deal in row.deals.filter(number=2).order_by("pk")] == [0, 72]
    assert SeatResult.objects.get(seat__place=3).game_points == 72


@pytest.mark.parametrize("right", ["first", "second"])
def test_every_phone_sees_that_something_was_settled(lists, row, right):
    before = lists[0].ask()

    settle(row, right=right)

    after = lists[0].ask()
    assert (before["differences"], after["differences"]) == ([2], [])
    assert after["version"] > before["version"]


@pytest.mark.parametrize("right", ["first", "second"])
def test_sent_twice_it_is_settled_once(lists, row, right):
    key, shown = uuid4(), seen(row)
    for _ in range(2):
        settle(row, right=right, entry_key=key, seen=shown)

    assert row.deals.count() + row.second_deals.count() == 5
    assert JournalEntry.objects.filter(action="second.settled").count() == 1
    assert journal.first_broken_line(row.table.series.tournament) is None


def test_nobody_settles_what_he_has_not_seen(lists, row):
    shown = seen(row)
    settle(row, right="second")

    with pytest.raises(Refused) as refused:
        settle(row, seen=shown)

    assert refused.value.code == "list-changed"


def test_what_is_the_same_needs_no_settling(lists, row):
    with pytest.raises(Refused) as refused:
        settle(row, number=1, seen=seen(row, 1))

    assert refused.value.code == "nothing-changed"


def test_only_phones_that_keep_one_of_the_lists_settle(lists, row):
    with pytest.raises(Refused) as refused:
        settle(row, device="f" * 32)
    assert refused.value.code == "kept-by-other"

    settle(row, device=lists[1].device)
    assert told(row).agree


def test_a_deal_of_the_second_list_that_breaks_the_first_is_refused(lists, row):
    row.second_deals.filter(number=2).update(matadors=9)

    with pytest.raises(EntryRefused):
        settle(row, right="second")

    assert row.deals.get(number=2).voided_at is None


def test_a_signed_list_is_settled_no_more(row):
    factories.fill(row)
    factories.confirm_and_sign(row)

    with pytest.raises(ListSigned):
        settle(row, seen=(uuid4(), uuid4()))
    with pytest.raises(ListSigned):
        second_lists.give_up(list_id=row.pk, because="x", by=factories.user(), now=EVENING)


def test_lists_that_differ_are_not_signed(row):
    first, second = Phone(row), Phone(row, copy="second")
    first.send(*(first.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 5)))
    second.send(*(second.deal(n, {**GRAND, "declarer": n % 4 + 1}) for n in range(1, 4)))

    with pytest.raises(Refused) as shorter:
        factories.confirm_and_sign(row)
    second.send(second.deal(4, LOST))
    with pytest.raises(Refused) as different:
        factories.confirm_and_sign(row)
    settle(row, number=4, seen=seen(row, 4))
    factories.confirm_and_sign(row)

    assert (shorter.value.code, different.value.code) == ("lists-differ", "lists-differ")


def test_a_second_list_given_up_does_not_count_any_more_and_stays_to_be_read(lists, row):
    second_lists.give_up(list_id=row.pk, because="Handy leer", by=factories.user(), now=EVENING)

    assert differences.both_lists(phone.book(row)) is None
    assert row.second_deals.filter(voided_because="Handy leer", voided_by=factories.user()).count() == 2
    assert phone.book(row).keeper("second") is None


def test_given_up_twice_it_is_journalled_once(lists, row):
    for _ in range(2):
        second_lists.give_up(list_id=row.pk, because="Handy leer", by=factories.user(), now=EVENING)

    assert JournalEntry.objects.filter(action="second.given-up").count() == 1


def test_a_second_list_is_given_up_for_a_reason(lists, row):
    with pytest.raises(Refused) as refused:
        second_lists.give_up(list_id=row.pk, because=" ", by=factories.user(), now=EVENING)

    assert refused.value.code == "reason-missing"


def test_a_phone_that_keeps_the_first_list_writes_nothing_into_the_second(lists, row):
    first, _second = lists
    deal = Deal(number=3)

    with pytest.raises(Refused, match="kept-by-other"):
        entry.enter_deal(
            copy="second", list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=EVENING, device=first.device
        )

    assert not row.second_deals.filter(number=3).exists()
