"""The wrong player dealt: what is void is shown first, then dealt again; the history keeps it (ISkO 3.2.11-3.2.13)."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow, SeatResult, SecondDealRow
from scoring.lists.services.redealing import deal_again
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import PASSED, Phone
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    """Seven deals of twelve are entered: one round, and three of the second."""
    made = factories.running_list(rounds=3)
    factories.enter(made, (2, GRAND), (3, GRAND), (4, GRAND), (1, GRAND), (2, GRAND), (3, GRAND), (4, GRAND))
    made.refresh_from_db()
    return made


@pytest.fixture
def table(row) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.get(reverse("scoring:list-key", kwargs={"key": row.table.key}))
    return client


ADDRESS = "/t/cup/series/1/table/1/deal-again/"


def numbers() -> list[int]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", flat=True))


def again(row, **fields):
    version = GameListRow.objects.get(pk=row.pk).version
    asked = {"version": version, "because": "", "by": None, "now": EVENING, "found": 7, "mistake": 6, **fields}
    return deal_again(list_id=row.pk, **asked)


def test_everything_since_the_mistake_is_void_and_stays_visible(row):
    result = again(row, because="wrong dealer")

    assert (result.void, result.number, result.dealer) == ((6, 7), 6, 2)
    assert numbers() == [1, 2, 3, 4, 5]
    assert set(DealRow.objects.exclude(voided_at=None).values_list("voided_because", flat=True)) == {"wrong dealer"}
    assert SeatResult.objects.get(seat__place=4).won == 1
    line = JournalEntry.objects.get(action="list.dealt-again")
    told = {"mistake": 6, "found": 7, "first": 6, "because": "wrong dealer"}
    assert facts_of(line) == {"series": 1, "table": 1, **told}


def test_a_deal_in_hand_is_void_too_and_nothing_of_the_list_is(row):
    version = row.version
    result = again(row, mistake=8, found=8)

    assert result.void == (8,)
    assert numbers() == [1, 2, 3, 4, 5, 6, 7]
    assert GameListRow.objects.get().version == version


@pytest.mark.parametrize("mistake", [None, 2])
def test_finished_rounds_stay(row, mistake):
    assert again(row, mistake=mistake).void == (5, 6, 7)
    assert numbers() == [1, 2, 3, 4]


def test_after_a_finished_round_nothing_is_void(row):
    factories.enter(row, (1, GRAND))

    assert again(row, mistake=6, found=8).void == ()
    assert len(numbers()) == 8


def test_the_second_list_loses_the_same_deals(row):
    second = Phone(row, copy="second")
    second.send(*(second.deal(number, PASSED) for number in range(1, 7)))

    again(row)

    assert SecondDealRow.objects.filter(voided_at=None).count() == 5


@pytest.mark.parametrize(
    ("fields", "code", "facts"),
    [
        ({"version": 0}, "list-changed", {}),
        ({"found": 9}, "no-such-deal", {"deal": 9}),
        ({"found": 6}, "no-such-deal", {"deal": 6}),
        ({"mistake": 8}, "no-such-deal", {"deal": 8}),
        ({"mistake": 0}, "no-such-deal", {"deal": 7}),
    ],
    ids=str,
)
def test_what_does_not_fit_the_list_is_refused_by_its_number(row, fields, code, facts):
    with pytest.raises(Refused, match=code) as refused:
        again(row, **fields)
    assert refused.value.facts == facts
    assert len(numbers()) == 7


def test_a_phone_that_only_watches_voids_nothing(row):
    phone = Phone(row)
    phone.send(phone.deal(8, PASSED))

    with pytest.raises(Refused, match="kept-by-other"):
        again(row, device="f" * 32, found=8)
    assert again(row, device=phone.device, mistake=8, found=8).void == ()


def test_a_voided_deal_brought_again_is_not_entered_anew(row):
    phone = Phone(row)
    deal = phone.deal(8, PASSED)
    phone.send(deal)
    factories.enter(row, (2, GRAND))
    again(row, mistake=9, found=9)

    assert phone.states(deal) == ["saved"]
    assert numbers() == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_page_asks_then_shows_then_does(table, row):
    asked = table.get(ADDRESS)
    assert "Which was the first deal" in asked.text

    shown = table.get(ADDRESS, {"mistake": "6", "version": row.version})
    assert "Deal 6 is dealt again" in shown.text
    assert "Spieler 2 deals." in shown.text
    assert shown.text.count('class="voided"') == 2
    assert numbers() == [1, 2, 3, 4, 5, 6, 7]

    done = table.post(ADDRESS, {"mistake": "6", "version": row.version}, follow=True)
    assert done.redirect_chain == [("/t/cup/series/1/table/1/", 302)]
    assert "Deal 6 is dealt again." in done.text
    assert numbers() == [1, 2, 3, 4, 5]


def test_the_page_sent_twice_voids_once(table, row):
    sent = {"mistake": "6", "version": row.version}
    table.post(ADDRESS, sent)

    assert table.post(ADDRESS, sent).status_code == 422
    assert numbers() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "typed", [{}, {"mistake": "13"}, {"mistake": "x"}, {"mistake": ""}, {"mistake": "-1"}], ids=str
)
def test_bad_input_is_a_sentence(table, row, typed):
    assert table.post(ADDRESS, {"version": row.version, **typed}).status_code == 422
    assert table.get(ADDRESS, {"mistake": "x", **typed}).status_code == 422
    assert len(numbers()) == 7


def test_the_journal_tells_why_as_the_void_entries_do(row):
    again(row, because="wrong dealer")

    assert verified(row.table.series.tournament).discrepancies == ()


def test_before_the_first_deal_there_is_nothing_to_deal_again(director):
    factories.running_list()

    answer = director.get(ADDRESS, {"mistake": "unknown", "version": 0})

    assert answer.status_code == 422
    assert "Nothing has been dealt yet" in answer.text


def test_a_signed_list_says_so(table, row):
    factories.fill(row)
    factories.confirm_and_sign(row)

    assert "nothing can be dealt again" in table.get(ADDRESS).text
    sent = {"mistake": "12", "version": GameListRow.objects.get().version}
    assert table.post(ADDRESS, sent).status_code == 422
    assert len(numbers()) == 12


def test_who_holds_no_key_is_refused(row):
    assert Client().get(ADDRESS).status_code == 403
