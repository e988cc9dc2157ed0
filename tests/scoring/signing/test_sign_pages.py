"""The page on which a list is checked, signed and closed, or not agreed with."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import Confirmation, Phone
from scoring.signing import services as signing
from scoring.signing.forms import ConfirmForm
from tests.scoring.office.test_board_keys import read
from tests.scoring.table.pages import TABLE
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SIGN = f"{TABLE}sign/"
ANNA = "M10 100L60 20L110 100M30 70L90 70"


@pytest.fixture
def full(at_table, row):
    """A list that is complete and kept by the phone at the table."""
    factories.fill(row)
    Phone.objects.create(game_list=row, device=at_table.session["device"], keeps="first", seen_at=factories.EVENING)
    row.refresh_from_db()
    return row


@pytest.fixture
def other(full):
    """Another phone that scanned the table's code."""
    phone = Client(headers={"accept-language": "en"})
    phone.get(f"/l/{full.table.key}/")
    return phone


def word(row, place=1, **fields):
    return {"action": "confirm", "place": place, "version": row.version, **fields}


def aloud(row, place=1, **fields):
    return word(row, place, heard_by=1 if place > 1 else 2, **fields)


def against(place=2, **fields):
    return {"action": "object", "place": place, "entry_key": uuid4(), "text": "Spiel 2 war Schneider", **fields}


class TestDrawing:
    def test_a_drawn_signature_stands_on_the_page(self, at_table, full):
        page = at_table.post(SIGN, word(full, drawing=ANNA), follow=True).content.decode()

        assert f'<path d="{ANNA}"/>' in page
        assert full.confirmations.get().way == Confirmation.Way.DRAWN

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize(
        "drawing",
        [
            "M0 0",
            "M0 0L10 10",
            "L0 0L600 200",
            "M0 0L601 0",
            "M0 0L0 201L600 0",
            "M0 0L1000 0",
            "M-1 0L600 0",
            "M0 0C10 10 20 20 300 30",
            "M0 0 L600 200",
            "M0 0L600 200Z",
            'M0 0L600 200"/><script>alert(1)</script>',
            "M٠ ٠L٦٠٠ ٠",
            "M0 0L600 200",
            "M0 0L600 200L0 200\n",
            "M0.5 0L600 200",
        ],
    )
    def test_what_is_no_signature_is_refused(self, at_table, full, drawing):
        response = at_table.post(SIGN, word(full, drawing=drawing))

        if drawing.endswith("\n"):
            # Space around a field is no part of it.
            assert full.confirmations.get().drawing == drawing.strip()
            return
        assert response.status_code == 422
        assert b"<script>alert" not in response.content
        assert not full.confirmations.exists()

    def test_nor_is_one_without_end(self, full):
        longest = "M0 0" + "L600 200L0 0" * 665
        assert len(longest) < 8000
        assert ConfirmForm(word(full, drawing=longest)).is_valid()
        assert not ConfirmForm(word(full, drawing=longest + "L600 200L0 0" * 2)).is_valid()

    def test_what_was_drawn_stays_when_something_else_is_wrong(self, at_table, full):
        page = at_table.post(SIGN, aloud(full, drawing=ANNA)).content.decode()

        assert f'value="{ANNA}"' in page
        assert "both drawn and said aloud" in page


class TestSaidAloud:
    def test_it_says_who_heard_it(self, at_table, full):
        page = at_table.post(SIGN, word(full, 3, heard_by=1), follow=True).content.decode()

        assert "Signed by Spieler 3 at" in page
        assert "said aloud, heard by Spieler 1" in page
        assert full.confirmations.get().way == Confirmation.Way.ALOUD

    def test_only_the_others_can_have_heard_it_and_nobody_is_chosen_before(self, at_table, full):
        page = at_table.get(SIGN).content.decode()

        for place, seat in enumerate(page.split('id="seat-')[1:], start=1):
            hearers = re.findall(r'<input type="radio" name="heard_by" value="(\d)"', seat)
            assert {*hearers, str(place)} == {"1", "2", "3", "4"}
        assert " checked" not in page

    def test_the_button_alone_signs_nothing(self, at_table, full):
        for place in range(1, 5):
            response = at_table.post(SIGN, word(full, place))

            assert response.status_code == 422
            assert "Nothing is signed yet" in response.content.decode()
        assert not full.confirmations.exists()

    @pytest.mark.parametrize("heard_by", ["3", "5", "x", "0"])
    def test_nor_with_himself_or_nobody(self, at_table, full, heard_by):
        assert at_table.post(SIGN, word(full, 3, heard_by=heard_by)).status_code == 422
        assert not full.confirmations.exists()

    def test_then_the_next_player_is_shown_and_in_the_end_how_to_close(self, at_table, full):
        found = [at_table.post(SIGN, aloud(full, place))["Location"] for place in (2, 1, 3, 4)]

        assert found == [f"{SIGN}#seat-1", f"{SIGN}#seat-3", f"{SIGN}#seat-4", f"{SIGN}#close"]
        assert 'id="close"' in at_table.get(SIGN).content.decode()


class TestAName:
    def test_is_not_asked_for(self, at_table, other, full):
        for phone in (at_table, other):
            assert 'name="name"' not in phone.get(SIGN).content.decode()

    def test_of_another_player_is_refused(self, at_table, full):
        response = at_table.post(SIGN, word(full, 1, drawing=ANNA, name="Spieler 2"))

        assert response.status_code == 422
        assert "Seat 1 is that of Spieler 1." in response.content.decode()
        assert not full.confirmations.exists()


class TestOnAPhoneOfHisOwn:
    def test_the_phone_that_keeps_the_list_shows_a_code_for_everybody_and_the_way(self, at_table, full, settings):
        settings.SITE_URL = "http://skat.example:8000"

        page = at_table.get(SIGN).content.decode()

        for place in range(1, 5):
            assert signing.phone_code(full, place) in page
        svg = re.search(r"<svg viewBox.*?</svg>", page.split('class="qr"')[1])[0]
        assert read(svg) == f"http://skat.example:8000/l/{full.table.key}/?sign"

    def test_another_phone_shows_none_and_asks_for_it(self, other, full):
        page = other.get(SIGN).content.decode()

        assert "Another phone keeps this list" in page
        assert "Your code" in page
        assert 'class="qr"' not in page
        assert "data-signature" not in page
        # Keys of forms have digits too, but hardly four by themselves.
        shown = set(re.findall(r"\b\d{4}\b", page))
        assert not shown & {signing.phone_code(full, place) for place in range(1, 5)}

    def test_with_his_code_he_signs_there(self, other, full):
        response = other.post(SIGN, word(full, 3, code=signing.phone_code(full, 3)))

        assert response.status_code == 302
        assert full.confirmations.get().way == Confirmation.Way.PHONE
        assert "on a phone of their own" in other.get(SIGN).content.decode()

    def test_a_wrong_code_is_said_beside_it(self, other, full):
        response = other.post(SIGN, word(full, 3, code="0"))

        assert response.status_code == 422
        assert "not the code of seat 3" in response.content.decode()
        assert not full.confirmations.exists()

    def test_after_ten_wrong_codes_it_says_when_the_next_is_read(self, other, full):
        for _ in range(10):
            other.post(SIGN, word(full, 3, code="0"))

        response = other.post(SIGN, word(full, 3, code=signing.phone_code(full, 3)))

        assert response.status_code == 422
        assert "Too many wrong codes" in response.content.decode()

    def test_it_does_not_close_the_list(self, at_table, other, full):
        for place in range(1, 5):
            at_table.post(SIGN, aloud(full, place))
        assert "The phone that keeps the list closes it" in other.get(SIGN).content.decode()
        assert other.post(SIGN, {"action": "sign"}).status_code == 422
        full.refresh_from_db()
        assert full.signed_at is None

        assert at_table.post(SIGN, {"action": "sign"})["Location"] == TABLE

        full.refresh_from_db()
        assert full.signed_at
        assert full.signed_hash[:12] in other.get(SIGN).content.decode()

    def test_the_direction_writes_down_who_says_it_aloud_but_signs_for_nobody(self, director, full):
        assert director.post(SIGN, aloud(full, 3)).status_code == 302
        assert director.post(SIGN, word(full, 2)).status_code == 422

    def test_a_key_of_one_table_is_no_key_of_another(self, client):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{series.tables.get(number=2).key}/")

        assert client.get(SIGN).status_code == 403
        assert client.post(SIGN, {"action": "sign"}).status_code == 403


class TestNotAgreeing:
    def test_calls_the_direction_and_says_so_until_he_signs(self, at_table, full):
        page = at_table.post(SIGN, against(), follow=True).content.decode()
        assert "The direction has been called" in page
        assert "Spiel 2 war Schneider" in page
        assert "A player does not agree" in page

        for place in range(1, 5):
            at_table.post(SIGN, aloud(full, place))
        page = at_table.get(SIGN).content.decode()

        assert "Spiel 2 war Schneider" not in page
        assert "Sign and close the list" in page

    def test_while_he_does_not_the_list_cannot_be_closed(self, at_table, full):
        at_table.post(SIGN, against())
        for place in (1, 3, 4):
            at_table.post(SIGN, aloud(full, place))

        page = at_table.get(SIGN).content.decode()

        assert "Sign and close the list" not in page
        assert at_table.post(SIGN, {"action": "sign"}).status_code == 422

    @pytest.mark.parametrize("fields", [{"text": ""}, {"text": "x" * 501}, {"entry_key": "x"}])
    def test_has_to_be_readable(self, at_table, full, fields):
        response = at_table.post(SIGN, against(**fields))

        assert response.status_code == 422
        assert not full.calls.exists()

    def test_another_phone_may_do_it_too(self, other, full):
        assert other.post(SIGN, against(3)).status_code == 302
        assert full.calls.get().place == 3

    def test_hostile_words_stay_text(self, at_table, full):
        page = at_table.post(SIGN, against(text="<script>alert(1)</script>"), follow=True).content.decode()

        assert "<script>alert" not in page


@pytest.mark.parametrize("place", ["", "0", "5", "x"])
def test_nobody_signs_for_a_seat_that_is_not_there(at_table, full, place):
    assert at_table.post(SIGN, word(full, place)).status_code == 422
    assert not full.confirmations.exists()


def test_a_list_changed_meanwhile_is_a_conflict(at_table, full):
    assert at_table.post(SIGN, aloud(full, version=0)).status_code == 409
