"""The page on which a list is checked, paid for, signed and closed, or not agreed with (SkWO 7.2.3, 9.2).

The fingerprint of a signed list: what was signed is what stands there, or `manage.py verify` says so.
"""

import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.models import Confirmation, GameListRow, Phone
from scoring.lists.selectors import history
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from scoring.signing.forms import ConfirmForm
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.scoring.money import desk
from tests.scoring.office.test_board_live import read
from tests.scoring.table.phones_seen import TABLE
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db

SIGN = f"{TABLE}sign/"
ANNA = "M10 100L60 20L110 100M30 70L90 70"


@pytest.fixture
def full(at_table, row):
    factories.fill(row)
    Phone.objects.create(game_list=row, device=factories.device_of(at_table), keeps="first", seen_at=EVENING)
    row.refresh_from_db()
    return row


@pytest.fixture
def other(full):
    phone = Client(headers={"accept-language": "en"})
    phone.get(f"/l/{full.table.key}/")
    return phone


def word(row, place=1, **fields):
    return {"action": "confirm", "place": place, "version": row.version, **fields}


def aloud(row, place=1, **fields):
    return word(row, place, heard_by=1 if place > 1 else 2, **fields)


def against(place=2, **fields):
    return {"action": "object", "place": place, "entry_key": uuid4(), "text": "Spiel 2 war Schneider", **fields}


def refused(phone, sent, status=422):
    response = phone.post(SIGN, sent)
    assert response.status_code == status, sent
    return response.content.decode()


@pytest.mark.slow
class TestTheList:
    def test_what_is_missing_is_said_and_what_the_deals_cost_only_where_something_is_charged(self, at_table, row):
        factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST))
        assert "Somebody else has changed this in the meantime" in refused(at_table, aloud(row, version=0), 409)
        page = at_table.get(SIGN).content.decode()
        assert "Deals are still missing" in page
        assert "SkWO 4.4" in page
        assert "To pay for this list" not in page

        desk.charge(row.table.series.tournament)

        assert at_table.get(SIGN).content.decode().count("To pay for this list: 1 lost game: 0.50") == 2

    def test_a_drawn_signature_stands_on_the_page_and_stays_when_something_else_is_wrong(self, at_table, full):
        page = refused(at_table, aloud(full, drawing=ANNA))
        assert f'value="{ANNA}"' in page
        assert "both drawn and said aloud" in page
        hostile = refused(at_table, word(full, drawing='M0 0L600 200"/><script>alert(1)</script>'))
        assert "<script>alert" not in hostile

        page = at_table.post(SIGN, word(full, drawing=f"{ANNA}\n"), follow=True).content.decode()

        assert f'<path d="{ANNA}"/>' in page
        assert full.confirmations.get().way == Confirmation.Way.DRAWN

    def test_no_drawing_is_without_end(self, full):
        longest = "M0 0" + "L600 200L0 0" * 665
        assert len(longest) < 8000
        assert ConfirmForm(word(full, drawing=longest)).is_valid()
        assert not ConfirmForm(word(full, drawing=longest + "L600 200L0 0" * 2)).is_valid()

    def test_said_aloud_it_says_who_of_the_others_heard_it(self, at_table, full):
        page = at_table.get(SIGN).content.decode()
        for place, seat in enumerate(page.split('id="seat-')[1:], start=1):
            hearers = re.findall(r'<input type="radio" name="heard_by" value="(\d)"', seat)
            assert {*hearers, str(place)} == {"1", "2", "3", "4"}
        assert " checked" not in page
        assert "Nothing is signed yet" in refused(at_table, word(full, 3))
        for place, heard_by in ((3, "3"), (3, "5"), (3, "x"), ("5", "1"), ("x", "1")):
            refused(at_table, word(full, place, heard_by=heard_by))

        page = at_table.post(SIGN, word(full, 3, heard_by=1), follow=True).content.decode()

        assert "Signed by Spieler 3 at" in page
        assert "said aloud, heard by Spieler 1" in page
        assert full.confirmations.get().way == Confirmation.Way.ALOUD

    def test_a_name_is_not_asked_for_and_that_of_another_player_refused(self, at_table, other, full):
        for phone in (at_table, other):
            assert 'name="name"' not in phone.get(SIGN).content.decode()
        assert "Seat 1 is that of Spieler 1." in refused(at_table, word(full, 1, drawing=ANNA, name="Spieler 2"))
        assert not full.confirmations.exists()


@pytest.mark.slow
class TestOnAPhoneOfHisOwn:
    def test_the_phone_that_keeps_the_list_shows_a_code_for_everybody_and_another_asks_for_it(
        self, at_table, other, full, settings
    ):
        settings.SITE_URL = "http://skat.example:8000"
        codes = {signing.phone_code(full, place) for place in range(1, 5)}

        page = at_table.get(SIGN).content.decode()

        assert all(code in page for code in codes)
        svg = re.search(r"<svg viewBox.*?</svg>", page.split('class="qr"')[1])[0]
        assert read(svg) == f"http://skat.example:8000/l/{full.table.key}/?sign"
        page = other.get(SIGN).content.decode()
        assert "Another phone keeps this list" in page
        assert "Your code" in page
        assert 'class="qr"' not in page
        assert "data-signature" not in page
        # Keys of forms have digits too, but hardly four by themselves.
        assert not set(re.findall(r"\b\d{4}\b", page)) & codes

    def test_with_his_code_he_signs_there_and_a_wrong_one_is_said_beside_it(self, other, full):
        assert "not the code of seat 3" in refused(other, word(full, 3, code="0"))
        assert not full.confirmations.exists()

        assert other.post(SIGN, word(full, 3, code=signing.phone_code(full, 3))).status_code == 302

        assert full.confirmations.get().way == Confirmation.Way.PHONE
        assert "on a phone of their own" in other.get(SIGN).content.decode()

    def test_it_does_not_close_the_list(self, at_table, other, full):
        for place in range(1, 5):
            assert "The phone that keeps the list closes it" not in other.get(SIGN).content.decode()
            leads = at_table.post(SIGN, aloud(full, place))["Location"]
            assert leads == (f"{SIGN}#seat-{place + 1}" if place < 4 else f"{SIGN}#close")
        assert "The phone that keeps the list closes it" in other.get(SIGN).content.decode()
        refused(other, {"action": "sign"})
        full.refresh_from_db()
        assert full.signed_at is None

        assert at_table.post(SIGN, {"action": "sign"})["Location"] == TABLE

        full.refresh_from_db()
        assert full.signed_at
        assert full.signed_hash[:12] in other.get(SIGN).content.decode()

    def test_the_direction_writes_down_who_says_it_aloud_but_signs_for_nobody(self, director, full):
        assert director.post(SIGN, aloud(full, 3)).status_code == 302
        refused(director, word(full, 2))


@pytest.mark.slow
class TestNotAgreeing:
    def test_calls_the_direction_and_keeps_the_list_open_until_he_signs(self, at_table, full):
        page = at_table.post(SIGN, against(), follow=True).content.decode()
        assert "The direction has been called" in page
        assert "Spiel 2 war Schneider" in page
        assert "A player does not agree" in page

        for place in (1, 3, 4):
            at_table.post(SIGN, aloud(full, place))
        assert "Sign and close the list" not in at_table.get(SIGN).content.decode()
        refused(at_table, {"action": "sign"})

        at_table.post(SIGN, aloud(full, 2))
        page = at_table.get(SIGN).content.decode()
        assert "Spiel 2 war Schneider" not in page
        assert "Sign and close the list" in page

    def test_has_to_be_readable_and_comes_from_any_phone_of_the_table(self, at_table, other, full):
        for fields in ({"text": ""}, {"text": "x" * 501}, {"entry_key": "x"}):
            refused(at_table, against(**fields))
        assert not full.calls.exists()

        assert other.post(SIGN, against(3)).status_code == 302
        assert full.calls.get().place == 3


@pytest.fixture
def signed():
    made = factories.running_list(seats=4)
    factories.fill(made, seat=2)
    factories.confirm_and_sign(made)
    made.refresh_from_db()
    return made


def doubts(signed):
    return [one.doubt for one in verified(signed.table.series.tournament).discrepancies]


def journalled():
    return [line.data["hash"] for line in JournalEntry.objects.order_by("number") if "hash" in line.data]


def test_signing_freezes_the_list_and_the_journal_keeps_its_hash_which_names_nobody(signed):
    assert len(signed.signed_hash) == 64
    assert journalled() == [signed.signed_hash] == [history.list_hash(signed)]
    assert doubts(signed) == []
    before = history.list_hash(signed)
    Entrant.objects.update(name="")
    signed.confirmations.update(name="", drawing="")
    assert history.list_hash(signed) == before


@pytest.mark.slow
def test_one_closed_from_paper_has_one_too():
    signed = factories.running_list(seats=3)
    factories.type_totals(signed, (48, 1, 0), (-96, 0, 1), (0, 0, 0))

    signing.sign_for_paper(list_id=signed.pk, by=factories.user(), now=EVENING)

    assert doubts(signed) == []
    signed.totals.filter(place=1).update(game_points=72)
    assert Doubt.HASH_DIFFERS in doubts(signed)


@pytest.mark.slow
def test_opened_again_it_has_none_signed_again_a_new_one_and_what_the_judges_correct_is_frozen_anew(signed):
    first = signed.signed_hash
    signing.reopen(list_id=signed.pk, because="Spiel 3", by=factories.user(), now=EVENING)
    signed.refresh_from_db()
    assert signed.signed_hash == ""

    deal = Deal(number=3, declarer=2, played=GRAND_LOST)
    entry.correct_deal(list_id=signed.pk, deal=deal, because="", entry_key=uuid4(), by=None, now=EVENING)
    factories.confirm_and_sign(signed)

    signed.refresh_from_db()
    second = signed.signed_hash
    assert second not in {"", first}
    assert journalled() == [first, second]
    assert doubts(signed) == []
    judge = factories.judge(signed.table.series.tournament)
    steps.decide(steps.appeal_about(signed, deal=3), Deal(number=3, declarer=2, played=GRAND), by=judge)
    signed.refresh_from_db()
    assert signed.signed_hash not in {"", second}
    assert journalled() == [first, second, signed.signed_hash]
    assert doubts(signed) == []


def test_lists_signed_before_there_were_hashes_are_not_doubted():
    made = factories.running_list(seats=3)
    GameListRow.objects.filter(pk=made.pk).update(signed_at=EVENING, short_because="früher")
    Table.objects.filter(pk=made.table_id).update(play_began_at=EVENING)
    where = {"tournament": made.table.series.tournament, "by": None, "at": EVENING, "series": 1, "table": 1}
    journal.record("list.accepted-short", because="früher", **where)
    journal.record("list.signed", version=0, **where)

    assert doubts(made) == []
