"""Correcting, signing and what only the direction may do, through the pages of a list."""

import pytest

from scoring.lists.selectors.sheets import sheet
from tests.scoring.table.pages import TABLE, deal
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = pytest.mark.django_db


class TestCorrecting:
    def test_needs_the_consent_of_the_players(self, at_table, row):
        factories.enter(row, (2, GRAND))

        response = post_seen(at_table, f"{TABLE}deal/1/", deal(outcome="lost"))

        assert response.status_code == 422
        assert "consent of all players" in response.content.decode()

    def test_shows_the_old_entry_afterwards(self, at_table, row):
        factories.enter(row, (2, GRAND))

        post_seen(at_table, f"{TABLE}deal/1/", deal(outcome="lost", agreed="on", because="nur 59 Augen"))
        page = at_table.get(f"{TABLE}deal/1/").content.decode()

        assert "Spieler 2 loses Grand with 2: −144" in page
        assert "Spieler 2 wins Grand with 2: 72" in page
        assert "nur 59 Augen" in page
        assert sheet(row).taken_back == ()

    def test_reads_a_deal_that_was_passed_in(self, at_table, row):
        factories.enter(row, None)

        response = at_table.get(f"{TABLE}deal/1/")

        assert response.status_code == 200
        assert "Passed in" in response.content.decode()

    def test_the_form_shows_what_was_entered(self, at_table, row):
        factories.enter(row, (3, GRAND_LOST))

        form = at_table.get(f"{TABLE}deal/1/").context["form"]

        assert (form["declarer"].value(), form["game"].value(), form["matadors"].value()) == ("3", "grand", "2")

    def test_the_last_deal_can_be_taken_back(self, at_table, row):
        factories.enter(row, (2, GRAND))

        page = post_seen(
            at_table, f"{TABLE}deal/1/", {"action": "take-back", "agreed": "on"}, follow=True
        ).content.decode()

        assert "Deal 1 of 4" in page
        assert "taken back" in page

    def test_a_deal_that_is_not_there_is_not_found(self, at_table):
        assert at_table.get(f"{TABLE}deal/3/").status_code == 404

    def test_a_signed_list_is_shown_but_not_changed(self, at_table, row):
        factories.fill(row)
        sent = deal(outcome="lost", agreed="on")
        # The page was opened while the list was still open.
        sent |= seen_at(at_table, f"{TABLE}deal/1/", sent)
        factories.confirm_and_sign(row)

        response = at_table.post(f"{TABLE}deal/1/", sent)

        assert response.status_code == 422
        assert row.deals.count() == 4
        assert "Correct this deal" not in at_table.get(f"{TABLE}deal/1/").content.decode()


class TestSigning:
    def test_from_the_last_deal_to_the_closed_list(self, at_table, row):
        factories.fill(row)
        version = row.version
        page = at_table.get(f"{TABLE}sign/").content.decode()
        assert "agree" in page
        row.refresh_from_db()
        version = row.version
        for place in range(1, 5):
            at_table.post(f"{TABLE}sign/", {"place": place, "version": version, "heard_by": 1 if place > 1 else 2})

        page = at_table.post(f"{TABLE}sign/", {"action": "sign"}, follow=True).content.decode()

        assert "signed and closed" in page
        row.refresh_from_db()
        assert row.signed_at is not None

    def test_what_is_missing_is_said(self, at_table, row):
        factories.enter(row, (2, GRAND))

        page = at_table.get(f"{TABLE}sign/").content.decode()

        assert "Deals are still missing" in page
        assert "SkWO 4.4" in page

    def test_no_signature_no_confirmation(self, at_table, row):
        factories.fill(row)
        row.refresh_from_db()

        response = at_table.post(f"{TABLE}sign/", {"place": 1, "version": row.version})

        assert response.status_code == 422
        assert "Nothing is signed yet" in response.content.decode()

    def test_a_list_changed_meanwhile_is_looked_at_again(self, at_table, row):
        factories.fill(row)

        page = at_table.post(f"{TABLE}sign/", {"place": 1, "version": 0, "heard_by": 2}, follow=True).content.decode()

        assert "has changed since you looked" in page

    def test_signing_before_all_confirmed_names_the_seats(self, at_table, row):
        factories.fill(row)

        page = at_table.post(f"{TABLE}sign/", {"action": "sign"}, follow=True).content.decode()

        assert "1, 2, 3, 4" in page


class TestTheDirection:
    OFFICE = "/t/cup/office/series/1/table/1/"

    @pytest.mark.parametrize("action", ["accept-short", "reopen", "sign-for-paper", "drop-totals", "renew-key"])
    def test_only_it_may(self, at_table, action):
        response = at_table.post(self.OFFICE, {"action": action, "because": "x"})

        assert response.status_code == 302
        assert "/sign-in/" in response["Location"]

    def test_a_key_is_renewed(self, director, row):
        old = row.table.key

        post_seen(director, self.OFFICE, page=TABLE, sent={"action": "renew-key"})

        row.table.refresh_from_db()
        assert row.table.key != old

    def test_a_list_is_opened_again_with_a_reason(self, director, row):
        factories.fill(row)
        factories.confirm_and_sign(row)

        page = post_seen(
            director, self.OFFICE, page=TABLE, sent={"action": "reopen", "because": ""}, follow=True
        ).content.decode()
        assert "reason" in page
        post_seen(director, self.OFFICE, page=TABLE, sent={"action": "reopen", "because": "Spiel 3"})

        row.refresh_from_db()
        assert row.signed_at is None

    def test_an_unknown_act_is_refused(self, director, row):
        assert director.post(self.OFFICE, {"action": "explode"}).status_code == 400
