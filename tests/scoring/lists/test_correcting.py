"""Deals put right: corrected, taken back, dealt again after a wrong dealer (ISkO 3.2.11-3.2.13)."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow, SeatResult, SecondDealRow
from scoring.lists.selectors.sheets import sheet
from scoring.lists.services.entry import deal_again
from tables.acts.services import Refused
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import PASSED, TABLE, Phone, deal, numbers
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestCorrecting:
    def test_needs_the_consent_of_the_players_and_shows_the_old_entry_afterwards(self, at_table, row):
        factories.enter(row, (2, GRAND), None)
        form = at_table.get(f"{TABLE}deal/1/").context["form"]
        assert (form["declarer"].value(), form["game"].value(), form["matadors"].value()) == ("2", "grand", "2")
        assert "Passed in" in at_table.get(f"{TABLE}deal/2/").content.decode()

        refused = post_seen(at_table, f"{TABLE}deal/1/", deal(outcome="lost"))
        assertContains(refused, "consent of all players", status_code=422)
        same = post_seen(at_table, f"{TABLE}deal/1/", deal(), follow=True)
        assert "Nothing is different, so nothing was changed." in same.content.decode()
        post_seen(at_table, f"{TABLE}deal/1/", deal(outcome="lost", agreed="on", because="nur 59 Augen"))

        for said in ("Spieler 2 loses Grand with 2: −144", "Spieler 2 wins Grand with 2: 72", "nur 59 Augen"):
            assertContains(at_table.get(f"{TABLE}deal/1/"), said)
        assert sheet(row).taken_back == ()

        taken = post_seen(at_table, f"{TABLE}deal/2/", {"action": "take-back", "agreed": "on"}, follow=True)
        assert "Deal 2 of 4" in taken.content.decode()
        assert "Saved." in taken.content.decode()

    def test_a_signed_list_is_not_changed_until_the_direction_opens_it_again(self, at_table, director, row):
        def sends(**sent):
            return post_seen(director, "/t/cup/office/series/1/table/1/", page=TABLE, sent=sent, follow=True)

        factories.fill(row)
        sent = deal(outcome="lost", agreed="on")
        # The page was opened while the list was still open.
        sent |= seen_at(at_table, f"{TABLE}deal/1/", sent)
        factories.confirm_and_sign(row)
        old = row.table.key
        assert at_table.post(f"{TABLE}deal/1/", sent).status_code == 422
        assert row.deals.count() == 4
        assert "Correct this deal" not in at_table.get(f"{TABLE}deal/1/").content.decode()

        sends(action="renew-key")
        row.table.refresh_from_db()
        assert row.table.key != old
        assert "reason" in sends(action="reopen", because="").content.decode()
        row.refresh_from_db()
        assert row.signed_at
        sends(action="reopen", because="Spiel 3")
        row.refresh_from_db()
        assert row.signed_at is None
        assert director.post("/t/cup/office/series/1/table/1/", {"action": "explode"}).status_code == 400


AGAIN = f"{TABLE}deal-again/"


@pytest.fixture
def seven() -> GameListRow:
    """Seven deals of twelve are entered: one round, and three of the second."""
    made = factories.running_list(rounds=3)
    factories.enter(made, *((seat, GRAND) for seat in (2, 3, 4, 1, 2, 3, 4)))
    made.refresh_from_db()
    return made


@pytest.fixture
def table(client, seven) -> Client:
    client.get(f"/l/{seven.table.key}/")
    return client


def again(row, **fields):
    asked = {"because": "", "by": None, "now": EVENING, "last_begun": 7, "mistake": 6}
    return deal_again(list_id=row.pk, **{"version": GameListRow.objects.get(pk=row.pk).version} | asked | fields)


def test_everything_since_the_mistake_is_void_in_both_lists_and_stays_visible(seven):
    second = Phone(seven, copy="second")
    second.send(*(second.deal(number, PASSED) for number in range(1, 7)))

    result = again(seven, because="wrong dealer")

    assert (result.void, result.number, result.dealer) == ((6, 7), 6, 2)
    assert numbers() == [1, 2, 3, 4, 5]
    assert set(DealRow.objects.exclude(voided_at=None).values_list("voided_because", flat=True)) == {"wrong dealer"}
    assert SecondDealRow.objects.filter(voided_at=None).count() == 5
    assert SeatResult.objects.get(seat__place=4).won == 1
    told = {"series": 1, "table": 1, "mistake": 6, "found": 7, "first": 6, "because": "wrong dealer"}
    assert facts_of(JournalEntry.objects.get(action="list.dealt-again")) == told
    assert verified(seven.table.series.tournament).discrepancies == ()


def test_a_deal_in_hand_is_void_too_and_finished_rounds_stay(seven):
    assert again(seven, mistake=8, last_begun=8).void == (8,)
    assert (numbers(), GameListRow.objects.get().version) == ([1, 2, 3, 4, 5, 6, 7], seven.version)

    assert again(seven, mistake=None).void == (5, 6, 7)
    factories.enter(seven, *((seat, GRAND) for seat in (2, 3, 4)))
    assert again(seven, mistake=2).void == (5, 6, 7)
    factories.enter(seven, *((seat, GRAND) for seat in (2, 3, 4, 1)))
    assert again(seven, mistake=6, last_begun=8).void == ()
    assert len(numbers()) == 8


def test_what_does_not_fit_the_list_is_refused_by_its_number(seven):
    for fields, code, facts in (
        ({"version": 0}, "list-changed", {}),
        ({"last_begun": 9}, "no-such-deal", {"deal": 9}),
        ({"last_begun": 6}, "no-such-deal", {"deal": 6}),
        ({"mistake": 8}, "no-such-deal", {"deal": 8}),
        ({"mistake": 0}, "no-such-deal", {"deal": 7}),
    ):
        with pytest.raises(Refused, match=code) as refused:
            again(seven, **fields)
        assert (refused.value.facts, len(numbers())) == (facts, 7)


def test_a_phone_that_only_watches_voids_nothing_and_a_voided_deal_is_not_entered_anew(seven):
    phone = Phone(seven)
    deal = phone.deal(8, PASSED)
    phone.send(deal)
    with pytest.raises(Refused, match="kept-by-other"):
        again(seven, device="f" * 32, last_begun=8)
    assert again(seven, device=phone.device, mistake=8, last_begun=8).void == ()

    factories.enter(seven, (2, GRAND))
    again(seven, mistake=9, last_begun=9)

    assert (phone.states(deal), numbers()) == (["saved"], [1, 2, 3, 4, 5, 6, 7, 8])


def test_the_page_asks_then_shows_then_does_it_once(table, seven):
    assert "First deal with the wrong dealer" in table.get(AGAIN).text
    for mistake in ("13", "x", ""):
        assert table.post(AGAIN, {"version": seven.version, "mistake": mistake}).status_code == 422
        assert table.get(AGAIN, {"mistake": mistake}).status_code == 422

    sent = {"mistake": "6", "version": seven.version}
    shown, dealt_again = table.get(AGAIN, sent).text, "Deal 6 and those after it are void and dealt again"
    assert not [said for said in (dealt_again, "Spieler 2 deals.") if said not in shown]
    assert (shown.count('class="voided"'), numbers()) == (2, [1, 2, 3, 4, 5, 6, 7])

    done = table.post(AGAIN, sent, follow=True)
    assert (done.redirect_chain, f"{dealt_again}." in done.text) == ([(TABLE, 302)], True)
    assert (table.post(AGAIN, sent).status_code, numbers()) == (422, [1, 2, 3, 4, 5])


def test_before_the_first_deal_and_of_a_signed_list_nothing_is_dealt_again(director, row):
    answer = director.get(AGAIN, {"mistake": "unknown", "version": 0})
    assertContains(answer, "Nothing has been dealt yet", status_code=422)
    factories.fill(row)
    factories.confirm_and_sign(row)

    assert "nothing can be dealt again" in director.get(AGAIN).text
    sent = {"mistake": "4", "version": GameListRow.objects.get().version}
    assert director.post(AGAIN, sent).status_code == 422
    assert len(numbers()) == 4
