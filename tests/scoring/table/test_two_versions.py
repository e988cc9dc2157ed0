"""Two phones that brought one deal with other words: what is shown of both, wherever somebody has to choose.

The pages on which two versions are settled: both lists of a table, and deals that wait for the direction.
"""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.selectors import book as books
from scoring.lists.services import phones
from scoring.lists.services.clock import end_clock
from scoring.rules.game_list.deals import Deal
from scoring.table import selectors
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone, sides
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGE = "/t/cup/office/series/1/table/1/proposals/"


@pytest.fixture
def keeper() -> Phone:
    """The phone that keeps a list with one deal, which others may bring otherwise."""
    made = factories.tournament(entrants=8, rounds=2, strikes_at_limit=True)
    phone = Phone(factories.list_of(factories.running_series(made)))
    phone.send(phone.deal(1))
    return phone


@pytest.fixture
def row(keeper) -> GameListRow:
    return keeper.row


@pytest.fixture
def other(row) -> Phone:
    return Phone(row, device="b" * 32)


def page(client: Client) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def lost(other) -> Phone:
    """The other phone, after it brought the deal as lost."""
    other.send(other.deal(1, GRAND | {"won": False}))
    return other


def act(client: Client, action: str, number: int = 2, **fields: object):
    found = Proposal.objects.get(number=number)
    return client.post(PAGE, {"proposal": found.pk, "action": action, **fields}, follow=True)


def stands(row: GameListRow, number: int = 1) -> DealRow:
    return row.deals.get(number=number, voided_at=None)


def test_shows_each_with_its_value_and_why_it_waits(director, row, lost):
    lost.send(lost.deal(1, LOST | {"declarer": 3}), lost.deal(2, PASSED))
    row.table.seats.get(place=4).entrant.__class__.objects.filter(number=4).update(name='<img src=x onerror="x()">')

    text = page(director)

    listed, as_lost, _listed, brought, passed = sides(text)
    # What differs in won or lost alone looks different.
    for side, starts, *told in (
        (listed, "In the list from the phone that keeps the list, ", "Result (different): won, Points (different): 72"),
        (as_lost, "Not in the list from another phone, ", "Result (different): lost, Points (different): −144"),
        (brought, "Not in the list from another phone, ", "Declarer (different): Spieler 3", "Points (different): −72"),
    ):
        assert side.startswith(starts)
        assert not [said for said in told if said not in side]
    assert "Declarer (different)" not in as_lost
    assert passed.endswith("Result: passed in")
    assert ("Another phone keeps this list." in text, "Correct deal 1" in text, "<img" in text) == (True, True, False)


def test_the_one_that_was_brought_takes_the_place_of_the_other_with_the_consent_of_the_players(director, row, lost):
    before = stands(row)
    for seen, agreed, why in (
        (before.entry_key, "", "needs the consent of all players"),
        ("x", "on", "Deal 1 has been entered already."),
        ("", "on", "Deal 1 has been entered already."),
        ("9" * 60, "on", "Deal 1 has been entered already."),
    ):
        assertContains(act(director, "accept", 1, seen=seen, agreed=agreed), why, status_code=422, msg_prefix=str(seen))
        assert (stands(row).points, Proposal.objects.get().settled_at) == (72, None)

    assertContains(act(director, "accept", 1, seen=before.entry_key, agreed="on"), "Saved.")

    assert stands(row).points == -144
    before.refresh_from_db()
    assert (before.voided_at is not None, before.voided_by) == (True, factories.user())
    told = list(JournalEntry.objects.order_by("number").values_list("action", flat=True))
    assert told[-2:] == ["list.deal-corrected", "proposal.accepted"]
    again = act(director, "accept", 1, seen=before.entry_key, agreed="on")
    assert (again.status_code, row.deals.count()) == (200, 2)


def test_the_one_in_the_list_is_not_replaced_once_corrected_or_kept_and_the_second_hears_it(director, row, lost):
    looked_at = stands(row).entry_key
    corrected = Deal(number=1, declarer=2, played=replace(factories.GRAND, matadors=3))
    factories.correct(row, corrected, by=factories.user())
    for dismissed in (False, True):
        if dismissed:
            # Without asking anybody.
            assertContains(act(director, "dismiss", 1), "Saved.")
            assert JournalEntry.objects.order_by("number").last().action == "proposal.dismissed"
            looked_at = stands(row).entry_key

        response = act(director, "accept", 1, seen=looked_at, agreed="on")

        assertContains(response, "Somebody else has changed this in the meantime. Please look at it", status_code=422)
        assert stands(row).points == 96


def test_accepted_it_is_in_the_list_and_dismissed_it_stays_on_record_only(director, row, other):
    for fields in ({}, {"proposal": "x"}, {"proposal": 1, "action": "burn"}, {"proposal": 2**40}):
        assert director.post(PAGE, fields).status_code == 422
    other.send(other.deal(2, GRAND | {"declarer": 3}), other.deal(4, GRAND | {"declarer": 2}))
    # What does not fit goes on waiting.
    assert act(director, "accept", 4).status_code == 422
    assert Proposal.objects.filter(settled_at=None).count() == 2

    assertContains(act(director, "accept"), "Saved.")
    text = act(director, "dismiss", 4).content.decode()

    assert not [said for said in ("Saved.", "Nothing is open.") if said not in text]
    assert (DealRow.objects.get(number=2).entered_by, DealRow.objects.count()) == (factories.user(), 2)
    assert Proposal.objects.get(number=4).settled_by == factories.user()
    factories.proposed(row, 3, line={"game": "tarot"}, because="malformed", device="c" * 32)
    assert "This deal cannot be read." in page(director)
    assert act(director, "dismiss", 3).status_code == 200


def test_a_struck_deal_counts_when_the_direction_knows_that_it_had_begun(director, keeper, row):
    end_clock(series_id=row.table.series_id, by=factories.user(), now=EVENING)
    keeper.send(keeper.deal(2, PASSED), keeper.deal(3, PASSED))
    text = page(director)
    assert "Deal 3 had begun in time" in text
    assert ("from the phone that keeps the list" in text, "Accept it" in text) == (True, False)

    act(director, "allow", 3)

    assertContains(act(director, "accept", 3), "Saved.")
    assert row.deals.filter(voided_at=None).count() == 3


def test_another_table_has_its_own_and_after_a_take_over_the_old_phones_deals_wait_here(director, keeper, row):
    phones.hand_over(list_id=row.pk, device="b" * 32, copy="first", by=factories.user(), now=EVENING)
    keeper.send(keeper.deal(2, PASSED), keeper.deal(3, PASSED))

    assert page(director).count("Accept it") == 2
    taken = {"proposal": Proposal.objects.first().pk, "action": "accept"}
    assert director.post(PAGE.replace("table/1", "table/2"), taken).status_code == 404
    assert Proposal.objects.filter(settled_at=None).count() == 2


DIFFERENCES = "/t/cup/series/1/table/1/differences/"
GIVE_UP = "/t/cup/office/series/1/table/1/second/"


@pytest.fixture
def row_of_one_round() -> GameListRow:
    return factories.running_list(rounds=1)


def at_list(row: GameListRow, *, copy: str = "") -> Visitor:
    """Return a phone that scanned the table's code, and keeps a copy if it is said which."""
    visitor = Visitor()
    visitor.get(f"/l/{row.table.key}/")
    if copy:
        phone = Phone(row, copy=copy, device=factories.device_of(visitor.client))
        other = PASSED if copy == "first" else GRAND | {"declarer": 3}
        assert phone.states(phone.deal(1), phone.deal(2, other)) == ["saved"] * 2
    return visitor


@pytest.fixture
def keepers(row_of_one_round) -> tuple[Visitor, Visitor]:
    """The phones that keep both lists, which differ in deal 2."""
    return at_list(row_of_one_round, copy="first"), at_list(row_of_one_round, copy="second")


def test_both_entries_are_shown_and_settled_by_consent_and_by_no_phone_that_watches(keepers, row_of_one_round):
    page = keepers[0].get(DIFFERENCES)
    first, second = sides(page.response.content.decode())
    assert first.startswith("In the first list from this phone, ")
    assert ("Result (different): passed in" in first, "Grand" in first) == (True, False)
    assert second.startswith("In the second list from the phone that keeps the list, ")
    game = "Declarer (different): Spieler 3 Game (different): Grand, Matadors (different): with 2"
    assert not [said for said in (game, "Result (different): won, Points (different): 72") if said not in second]
    buttons = [one.text for one in page.root.all("button", name="right")]
    assert buttons == [f"This one is right (In the {which} list)" for which in ("first", "second")]
    assert [said in page.text for said in ("One deal differs.", "Deal 2", "Deal 1")] == [True, True, False]

    held = page.form("agreed").holds()
    unsettled = page.form("agreed").send("right=first")
    assert (unsettled.status, "needs the consent of all players" in unsettled.text) == (422, True)
    assert row_of_one_round.second_deals.count() == 2

    watching = at_list(row_of_one_round)
    page = watching.get(DIFFERENCES)
    assert ("Deal 2" in page.text, page.offers("agreed")) == (True, False)
    forged = {name: value[0] for name, value in held.items() if name != "csrfmiddlewaretoken"}
    answer = watching.forge(DIFFERENCES, **forged, agreed="on", right="first")
    assert (answer.status, "Another phone keeps this list." in answer.text) == (422, True)

    stale = keepers[1].get(DIFFERENCES).form("agreed")
    page = keepers[0].get(DIFFERENCES).form("agreed").send("right=first", agreed=True, because="verhört")
    assert (page.status, "Saved." in page.text, "Both lists say the same." in page.text) == (200, True, True)
    assert row_of_one_round.deals.get(number=2, voided_at=None).points == 0
    page = stale.send("right=second", agreed=True)
    assert (page.status, "Somebody else has changed this in the meantime." in page.text) == (422, True)


def test_giving_up_needs_a_reason_and_is_the_directions(keepers, row_of_one_round, director):
    assertContains(director.post(GIVE_UP, {"because": ""}, follow=True), "reason")
    assert director.get(GIVE_UP).status_code == 405

    # A judge sees both lists, and settles nothing.
    judge = Visitor().sign_in(factories.judge(row_of_one_round.table.series.tournament).username)
    page = judge.get(DIFFERENCES)
    assert (page.status, page.offers("agreed")) == (200, False)
    assert judge.forge(DIFFERENCES, right="first").status == 403
    assert row_of_one_round.second_deals.filter(voided_at=None).count() == 2
    assertContains(director.post(GIVE_UP, {"because": "Handy leer"}, follow=True), "does not count any more")
    assert selectors.both_lists(books.book(row_of_one_round)) is None
    assert "No second list is kept at this table." in judge.get(DIFFERENCES).text
