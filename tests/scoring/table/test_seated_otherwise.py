"""What was written while others sat at a table counts for nobody until it is said for whom (SkWO 7.1.2).

A phone writes for number 2 while the office lets numbers 2 and 7 change seats: table 1 had 1, 2, 3, 4 and has
1, 7, 3, 4 then.

Forms and codes that name others than sit at the table now, on the pages (SkWO 7.1.2).
"""

from uuid import uuid4

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains

from scoring.lists.models import DealRow, GameListRow, Proposal, SecondDealRow, TotalsRow
from scoring.lists.selectors.sitting import for_whom
from scoring.lists.services import phones, proposals
from scoring.lists.services.entry import enter_deal
from scoring.lists.services.lists import EntryRefused
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from tables.acts.services import Refused
from tests.scoring.table.phones_seen import GRAND, NOW, PASSED, TABLE, THEN, Phone, points_of, sides, swap, written
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row() -> GameListRow:
    """The list of a table where 1, 2, 3 and 4 sit; 5 to 8 sit at the other one."""
    return factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=2)))


@pytest.fixture
def phone(row) -> Phone:
    return Phone(row)


def test_what_a_phone_wrote_for_others_is_a_conflict_and_counts_for_nobody(row, phone):
    second = Phone(row, copy="second")
    passed, deal = written(second, line=PASSED), written(phone)
    swap()

    first, again = phone.send(deal)["receipts"], phone.send(deal)["receipts"]

    assert (phone.status, first) == (409, again)
    (receipt,) = first
    assert (receipt["state"], receipt["code"]) == ("conflict", "seated-otherwise")
    for when, second_seat in (("Then", 2), ("Now", 7)):
        assert f"{when}: Spieler 1, Spieler {second_seat}, Spieler 3, Spieler 4." in receipt["says"]
    assert Proposal.objects.get().sits == THEN
    assert second.states(passed) == ["conflict"]
    # Who names nobody is not believed once seats changed.
    (receipt,) = phone.send(phone.deal(1))["receipts"]
    assert (receipt["state"], receipt["code"]) == ("conflict", "seats-unnamed")
    assert (DealRow.objects.count(), SecondDealRow.objects.count()) == (0, 0)


def test_a_swap_within_the_table_is_another_seating_too(phone, row):
    swap(2, 3)

    assert phone.states(written(phone)) == ["conflict"]
    assert phone.states(written(phone, sits=[1, 3, 2, 4], line=GRAND | {"declarer": 3})) == ["saved"]
    # The same deal for the same player by another way is there.
    assert phone.states(written(phone)) == ["saved"]


def test_who_names_nobody_is_believed_only_while_no_seat_ever_changed(phone, row):
    assert row.table.reseated is False
    assert phone.states(written(phone), phone.deal(2, PASSED)) == ["saved", "saved"]
    unread = ["12", 7, [1, "2"], [1, 2, 3, 4, 5], [True, 2, 3], {"1": 2}, [10**25, 2, 3], [0, 2, 3], [-1, 2, 3]]
    # Seats that cannot be read spoil their act alone.
    assert phone.states(*(written(phone, sits=sits) for sits in unread), phone.deal(1)) == ["refused"] * 9 + ["saved"]


def test_a_deal_is_for_whoever_played_it_wherever_that_one_sits():
    for seat, then, now in ((4, (1, 2, 3, 4), 1), (1, (9, 2, 3, 4), None), (4, (1, 2, 3), None)):
        deal = for_whom(Deal(number=1, declarer=seat, played=factories.GRAND), now=(4, 2, 3, 1), then=then)
        assert (deal and deal.declarer) == now


def test_the_list_tells_a_phone_who_sits_there_and_it_is_believed_of_those_alone(phone, row):
    assert phone.ask()["sits"] == THEN
    swap()

    told = phone.ask()

    assert (told["sits"], told["names"][1], len(told["short"])) == (NOW, "Spieler 7", 4)
    assert phone.send(seated=True, sits=THEN)["list"]["seated"] is False
    assert phone.send(seated=True)["list"]["seated"] is False
    assert phone.send(seated=True, sits=NOW)["list"]["seated"] is True


def test_a_deal_for_another_player_is_not_the_same_deal_and_the_phone_says_for_whom_it_counts(phone, row, waiting):
    answer = phone.send(written(phone, sits=NOW, line=GRAND | {"declarer": 3}))

    assert (answer["receipts"][0]["state"], answer["list"]["proposals"]) == ("saved", 0)
    assert (points_of(7), points_of(3)) == (0, 72)
    factories.enter(row, (3, factories.GRAND))
    (receipt,) = phone.send(written(phone, 2, line=GRAND | {"declarer": 3}, sits=[1, 7, 4, 3]))["receipts"]
    assert (receipt["state"], receipt["sides"][0]["lines"][-1][-1]) == ("conflict", ["Points", "72", False])


FORM = {"number": 1, "declarer": 2, "game": "grand", "matadors": "2", "outcome": "won"}


def test_a_plain_form_kept_open_is_refused_keeps_what_was_typed_and_asks_who_played(at_table):
    assertContains(at_table.get(TABLE), 'name="seated" value="1 2 3 4"')
    swap()

    for seated, copy in (
        *(({}, copy) for copy in ("?copy=second", "")),
        *(({"seated": said}, "") for said in ("1 2 x", f"{10**25} 2 3", "1 2 3 4")),
    ):
        answer = at_table.post(f"{TABLE}{copy}", FORM | seated | {"entry_key": uuid4()})
        assert answer.status_code == 422, seated

    for said in ("The seats of this table were changed", 'name="seated" value="1 7 3 4"'):
        assertContains(answer, said, status_code=422)
    form = answer.context["form"]
    assert (form["declarer"].value(), form["game"].value(), form["matadors"].value()) == (None, "grand", "2")
    assert (DealRow.objects.count(), SecondDealRow.objects.count()) == (0, 0)
    assert at_table.post(TABLE, FORM | {"entry_key": uuid4(), "seated": "1 7 3 4"}).status_code == 302


def test_a_plain_form_says_that_everybody_sits_right_of_those_it_showed(at_table, row):
    swap()
    places = {"sits": ["1", "2", "3", "4"], "action": "seated"}
    for seated, is_confirmed in (("1 2 3 4", False), ("1 7 3 4", True)):
        at_table.post(f"{TABLE}seated/", places | {"seated": seated})
        row.refresh_from_db()
        assert (row.seats_confirmed_at is not None) == is_confirmed


@pytest.fixture
def waiting(phone) -> dict:
    """A deal that number 2 played, and that waits to be accepted."""
    deal = written(phone)
    swap()
    phone.send(deal)
    return deal


def test_a_proposed_deal_says_who_played_it_and_is_not_taken_until_it_is_said_for_whom(at_table, phone, waiting, row):
    proposed, desk = Proposal.objects.get(), {"by": factories.user(), "now": EVENING}
    phones.hand_over(list_id=row.pk, device=factories.device_of(at_table), copy="first", **desk)

    shown = at_table.get(TABLE).content.decode()
    (brought,) = sides(shown)
    assert brought.endswith("Declarer: Spieler 2 Game: Grand, Matadors: with 2 Result: won, Points: 72")
    assert "For whom does it count?" in shown
    with pytest.raises(EntryRefused, match="dealer-played"):
        proposals.accept(proposal_id=proposed.pk, declarer=1, **desk)
    for said in ({"action": "accept", "seated": "1 7 3 4"}, {"for_seat": "4", "seated": "1 2 3 4"}):
        at_table.post(TABLE, {"proposal": proposed.pk} | said)
    assert DealRow.objects.count() == 0

    at_table.post(TABLE, {"proposal": proposed.pk, "for_seat": "4", "seated": "1 7 3 4"})

    assert (points_of(4), points_of(7), Proposal.objects.get().accepted) == (72, 0, True)
    # It is saved for the phone that sends it again.
    assert (phone.states(waiting), DealRow.objects.count()) == (["saved"], 1)


HANDOVER = "/t/cup/handover/"


def code(*declarers: int | None, sits=THEN) -> str:
    numbered = enumerate(declarers, start=1)
    deals = tuple(Deal(number=number, declarer=one, played=one and factories.GRAND) for number, one in numbered)
    return packed_text(PackedList(series=1, table=1, sits=tuple(sits), deals=deals))


def test_a_list_shown_as_a_code_is_not_taken_over_for_others(director, row):
    swap()

    page = director.get(HANDOVER, {"packed": code(2)}).content.decode()
    told = ("Seat 2: then Spieler 2, now Spieler 7", "Spieler 2 wins Grand with 2: 72")
    assert not [said for said in told if said not in page]
    assert "They count for those who sat there then" not in page
    for seated, more in (("1 7 3 4", {}), ("1 7 3 4", {"counts_for": "persons"}), ("1 2 3 4", {"counts_for": "seats"})):
        assert director.post(HANDOVER, {"packed": code(2), "seated": seated, **more}).status_code == 422
    assert DealRow.objects.count() == 0

    director.post(HANDOVER, {"packed": code(2), "counts_for": "seats", "seated": "1 7 3 4"})
    assert points_of(7) == 72
    # That of the same players is taken over as ever.
    director.post(HANDOVER, {"packed": code(2, None, 2, sits=NOW), "seated": "1 7 3 4"})
    assert DealRow.objects.count() == 3


def test_a_list_shown_as_a_code_can_count_for_those_who_sat_there_then(director, row):
    swap(2, 3)
    director.post(HANDOVER, {"packed": code(2), "counts_for": "persons", "seated": "1 3 2 4"})
    assert (points_of(2), points_of(3)) == (72, 0)


def test_nobody_who_was_not_looked_at_is_asked_about(row):
    swap()
    enter_deal(list_id=row.pk, deal=Deal(number=1), entry_key=uuid4(), by=factories.user(), now=EVENING)
    with pytest.raises(Refused, match="seats-unnamed"):
        enter_deal(list_id=row.pk, deal=Deal(number=2), entry_key=uuid4(), by=None, now=EVENING, sits=())


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["type-list", "type-totals"])
def test_a_page_of_the_desk_kept_open_does_not_type_for_others(director, row, page):
    address = reverse(f"scoring:{page}", args=["cup", 1, 1])
    held = Visitor(director).get(address).form("seated").holds()
    assert held["seated"] == ["1 2 3 4"]
    swap()
    totals = {f"s{place}-{name}": 0 for place in THEN for name in ("game_points", "won", "lost")}
    typed = held | {"entry_key": uuid4(), "since": 1, "d1": "-", "check": "sums", "passed": row.table.size * row.rounds}

    assertContains(director.post(address, typed | totals), "The seats of this table were changed", status_code=422)
    assert (DealRow.objects.count(), TotalsRow.objects.count()) == (0, 0)
    assert director.post(address, typed | totals | {"seated": "1 7 3 4"}).status_code == 302
