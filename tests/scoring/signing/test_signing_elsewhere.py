"""Signing on another phone than the one that keeps the list, objecting, and what must be settled first (SkWO 7.2.3)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.lists.models import Call, Confirmation, Phone, Proposal
from scoring.lists.services.lists import ListSigned
from scoring.signing import services as signing
from scoring.table.services import calls
from tables.acts.services.refusals import Refused
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db
KEEPER, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def row():
    made = factories.running_list(seats=3)
    factories.fill(made)
    Phone.objects.create(game_list=made, device=KEEPER, keeps="first", seen_at=EVENING)
    made.refresh_from_db()
    return made


def confirm(row, place=1, *, now=EVENING, **fields):
    row.refresh_from_db()
    return factories.confirm(row, place, now=now, **fields)


def object_to(row, place=2, text="Spiel 2 war Schneider", **fields):
    return signing.object_to(
        **{"list_id": row.pk, "place": place, "text": text, "device": KEEPER, "entry_key": uuid4(), "now": EVENING}
        | fields
    )


class TestElsewhere:
    def test_the_phone_that_keeps_the_list_needs_no_code(self, row):
        assert confirm(row, device=KEEPER).way == Confirmation.Way.ALOUD
        assert confirm(row, 2, device=KEEPER, drawing="M0 0L100 100L200 0").way == Confirmation.Way.DRAWN

    def test_another_one_signs_with_the_code_of_the_seat(self, row):
        signed = confirm(row, 2, device=OTHER, code=f" {signing.phone_code(row, 2)} ")

        assert signed.way == Confirmation.Way.PHONE

    @pytest.mark.parametrize("code", ["0", "abcd", "１２３４"])
    def test_and_not_without_it(self, row, code):
        with pytest.raises(Refused, match="wrong-code"):
            confirm(row, 2, device=OTHER, code=code)

        assert not row.confirmations.exists()

    def test_nor_with_that_of_another_seat(self, row):
        with pytest.raises(Refused, match="wrong-code"):
            confirm(row, 2, device=OTHER, code=signing.phone_code(row, 1))

    def test_after_ten_wrong_codes_even_the_right_one_has_to_wait(self, row):
        for _ in range(10):
            with pytest.raises(Refused, match="wrong-code"):
                confirm(row, 2, device=OTHER, code="x")

        with pytest.raises(Refused, match="too-many-guesses"):
            confirm(row, 2, device=OTHER, code=signing.phone_code(row, 2))

        assert confirm(row, 1, device=OTHER, code=signing.phone_code(row, 1))
        later = EVENING + timedelta(minutes=15)
        assert confirm(row, 2, device=OTHER, code=signing.phone_code(row, 2), now=later)

    def test_codes_differ_by_seat_list_and_state(self, row):
        before = [signing.phone_code(row, place) for place in (1, 2, 3)]
        row.version += 1

        after = [signing.phone_code(row, place) for place in (1, 2, 3)]

        assert len({*before, *after}) > 4
        assert all(len(code) == 4 and code.isdecimal() for code in before)

    def test_it_does_not_close_the_list(self, row):
        for place in (1, 2, 3):
            confirm(row, place, device=KEEPER)

        with pytest.raises(Refused, match="kept-by-other"):
            signing.sign(list_id=row.pk, now=EVENING, device=OTHER)

        assert signing.sign(list_id=row.pk, now=EVENING, device=KEEPER).signed_at


class TestNotAgreeing:
    def test_an_objection_keeps_the_list_open_though_the_others_sign(self, row):
        confirm(row, 2)
        object_to(row, 2)
        assert not row.confirmations.exists()
        confirm(row, 1)
        confirm(row, 3)

        with pytest.raises(Refused, match="not-all-confirmed"):
            signing.sign(list_id=row.pk, now=EVENING)
        with pytest.raises(Refused, match="objections-open") as refused:
            signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        assert refused.value.facts == {"places": [2]}

    def test_his_signature_settles_it(self, row):
        made = object_to(row, 2)
        for place in (1, 2, 3):
            confirm(row, place)

        made.refresh_from_db()
        assert (made.outcome, made.ended_at, made.ended_by) == ("withdrawn", EVENING, None)
        assert row.calls.get().settled_at == EVENING
        assert signing.sign(list_id=row.pk, now=EVENING).signed_at

    def test_that_of_another_does_not(self, row):
        made = object_to(row, 2)

        confirm(row, 1)

        made.refresh_from_db()
        assert made.ended_at is None

    def test_or_the_direction_does(self, row):
        made = object_to(row, 2)

        calls.settle_call(call_id=made.call_id, granted=False, by=factories.user(), now=EVENING)

        for place in (1, 2, 3):
            confirm(row, place)
        assert signing.sign(list_id=row.pk, now=EVENING).signed_at

    def test_sent_again_after_it_was_settled_it_takes_no_signature_away(self, row):
        key = uuid4()
        object_to(row, 2, entry_key=key)
        confirm(row, 2)

        object_to(row, 2, entry_key=key)

        assert row.confirmations.filter(place=2).exists()
        assert row.calls.count() == 1

    def test_it_says_what_is_wrong(self, row):
        with pytest.raises(Refused, match="objection-text-missing"):
            object_to(row, text=" ")

    @pytest.mark.parametrize("place", [0, 4])
    def test_by_somebody_who_sits_there(self, row, place):
        with pytest.raises(Refused, match="no-such-seat"):
            object_to(row, place)

    def test_and_before_the_list_is_signed(self, row):
        factories.confirm_and_sign(row)

        with pytest.raises(ListSigned):
            object_to(row)


def test_nobody_signs_while_deals_of_another_phone_wait(row):
    Proposal.objects.create(
        game_list=row, entry_key=uuid4(), number=2, line={}, because="x", device=OTHER, received_at=EVENING
    )

    with pytest.raises(Refused, match="proposals-open"):
        confirm(row)
    with pytest.raises(Refused, match="proposals-open"):
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)


class TestStruck:
    def test_a_list_whose_last_deals_were_struck_is_whole(self):
        row = factories.running_list(seats=3)
        factories.enter(row, (1, GRAND), (2, GRAND))
        row.struck_after = 2
        row.save()

        factories.confirm_and_sign(row)

        row.refresh_from_db()
        assert row.signed_at == EVENING

    def test_calls_for_help_keep_nobody_from_signing(self, row):
        Call.objects.create(game_list=row, kind="help", entry_key=uuid4(), called_at=EVENING)

        factories.confirm_and_sign(row)

        row.refresh_from_db()
        assert row.signed_at == EVENING
