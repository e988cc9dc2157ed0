"""Confirming, objecting, signing, opening again, accepting short; whose signature it is (SkWO 4.4, 7.2.3)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.history.selectors.verification import verified
from scoring.lists.models import Call, Confirmation, Phone
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.signing import services as signing
from scoring.table.services import batches
from tables.acts.services import Refused
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.database]
KEEPER, OTHER = "a" * 32, "b" * 32
ANNA = "M10 100L60 20L110 100M30 70L90 70"
Way = Confirmation.Way


@pytest.fixture
@remembered_step
def row():
    made = factories.running_list(seats=3)
    factories.fill(made)
    Phone.objects.create(game_list=made, device=KEEPER, keeps="first", seen_at=EVENING)
    made.refresh_from_db()
    return made


def confirm(row, place=1, *, now=EVENING, **fields):
    """Let a player confirm, with nothing said that is not given."""
    return signing.confirm(list_id=row.pk, place=place, now=now, **{"version": row.version, **fields})


def refused(row, place=1, **fields):
    """Return the code with which a signature is refused; none is kept."""
    with pytest.raises(Refused) as refusal:
        confirm(row, place, **fields)
    assert not row.confirmations.exists()
    return refusal.value.code


def confirm_all(row, *places):
    row.refresh_from_db()
    for place in places or (1, 2, 3):
        factories.confirm(row, place)


def sign(row, **fields):
    return signing.sign(list_id=row.pk, now=EVENING, **fields)


def object_to(row, place=2, **fields):
    text = fields.pop("text", "Spiel 2 war Schneider")
    return signing.object_to(
        **{"list_id": row.pk, "place": place, "text": text, "device": KEEPER, "entry_key": uuid4(), "now": EVENING}
        | fields
    )


class TestTheList:
    def test_is_confirmed_as_it_is_by_those_who_sit_there_and_once(self, row):
        assert refused(row, heard_by=2, version=row.version - 1) == "list-changed"
        assert [refused(row, place, heard_by=2) for place in (0, 4)] == ["no-such-seat"] * 2
        assert confirm(row, 2, heard_by=1) == confirm(row, 2, heard_by=3)

    def test_is_signed_when_all_have_confirmed(self, row):
        confirm_all(row, 1, 2)
        with pytest.raises(Refused, match="not-all-confirmed") as refusal:
            sign(row)
        assert refusal.value.facts == {"places": [3]}
        confirm_all(row, 3)

        assert sign(row).signed_at == EVENING
        with pytest.raises(ListSigned):
            factories.confirm(row, 1)
        with pytest.raises(ListSigned):
            object_to(row)

    @pytest.mark.slow
    def test_that_is_short_needs_the_directions_reason_but_one_whose_last_deals_were_struck_is_whole(self):
        series = factories.running_series(factories.tournament(entrants=6))
        short, struck = factories.list_of(series, 1), factories.list_of(series, 2)
        for row in (short, struck):
            factories.enter(row, (1, GRAND), (2, GRAND))
            row.refresh_from_db()
        with pytest.raises(EntryRefused, match="incomplete"):
            factories.confirm(short, 1)
        with pytest.raises(Refused, match="reason-missing"):
            signing.accept_short(list_id=short.pk, because=" ", by=factories.user(), now=EVENING)

        signing.accept_short(list_id=short.pk, because="Zeit abgelaufen", by=factories.user(), now=EVENING)
        struck.struck_after = 2
        struck.save()

        for row in (short, struck):
            factories.confirm_and_sign(row)
            row.refresh_from_db()
            assert row.signed_at == EVENING

    @pytest.mark.slow
    def test_that_was_accepted_short_by_mistake_goes_on_to_its_last_deal(self, director):
        series = factories.running_series(factories.tournament(entrants=4, rounds=1))
        row = factories.list_of(series)
        factories.enter(row, (2, GRAND), (1, GRAND))
        by_now = {"list_id": row.pk, "by": factories.user(), "now": EVENING}
        signing.accept_short(because="Zeit abgelaufen", **by_now)
        row.refresh_from_db()
        factories.confirm(row, 1)
        assert 'value="take-short-back"' in director.get("/t/cup/series/1/table/1/").text

        with pytest.raises(Refused, match="reason-missing"):
            signing.take_short_back(because=" ", **by_now)
        for _twice in range(2):
            signing.take_short_back(because="verklickt", **by_now)

        row.refresh_from_db()
        assert (row.short_because, row.confirmations.count()) == ("", 0)
        assert series.tournament.journal.filter(action="list.short-withdrawn").count() == 1
        assert verified(series.tournament).discrepancies == ()
        with pytest.raises(EntryRefused, match="incomplete"):
            factories.confirm(row, 1)
        factories.fill(row)
        factories.confirm_and_sign(row)
        with pytest.raises(ListSigned):
            signing.take_short_back(because="verklickt", **by_now)
        assert verified(series.tournament).discrepancies == ()

    @pytest.mark.slow
    def test_opened_again_is_confirmed_anew_unless_its_series_is_closed(self, row):
        factories.confirm_and_sign(row)

        signing.reopen(list_id=row.pk, because="Spiel 2 falsch", by=factories.user(), now=EVENING)

        row.refresh_from_db()
        assert row.signed_at is None
        assert not row.confirmations.exists()
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        with pytest.raises(Refused, match="series-closed"):
            signing.reopen(list_id=row.pk, because="zu spät", by=factories.user(), now=EVENING)

    def test_waits_for_deals_of_another_phone_but_not_for_help(self, row):
        Call.objects.create(game_list=row, kind="help", entry_key=uuid4(), called_at=EVENING)
        waits = factories.proposed(row, 2, device=OTHER)
        assert refused(row, heard_by=2) == "proposals-open"
        with pytest.raises(Refused, match="proposals-open"):
            signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        waits.delete()

        factories.confirm_and_sign(row)

        row.refresh_from_db()
        assert row.signed_at == EVENING


class TestAtTheTable:
    def test_a_signature_is_drawn_or_said_aloud_and_heard(self, row):
        drawn = confirm(row, 2, device=KEEPER, drawing=ANNA)
        aloud = confirm(row, 1, device=KEEPER, heard_by=3)

        assert (drawn.way, drawn.name, drawn.heard_by) == (Way.DRAWN, "Spieler 2", None)
        assert (aloud.way, aloud.name, aloud.heard_by) == (Way.ALOUD, "Spieler 1", 3)
        told = JournalEntry.objects.filter(action="list.confirmed").last().data
        assert (told["place"], told["way"], told["heard_by"]) == (1, "aloud", 3)

    @pytest.mark.slow
    def test_whatever_else_is_said_is_none(self, row):
        own = signing.phone_code(row, 2)
        said = {
            "signature-missing": [{}, {"code": own}, {"name": "Spieler 2"}],
            "signed-two-ways": [{"drawing": ANNA, "heard_by": 1}],
            "heard-by-yourself": [{"heard_by": 2}],
            "no-such-hearer": [{"heard_by": nobody} for nobody in (0, 4, 99)],
            "drawing-too-short": [
                {"drawing": path}
                for path in (
                    "M0 0",
                    "M0 0L10 10",
                    "M300 100L310 100L300 100L310 100",
                    # A thumb that meant to scroll.
                    "M300 190L302 120L306 60L312 2",
                    "M20 150L200 120L400 110L590 118",
                    "M40 20L41 20M500 180L503 181",
                )
            ],
            "drawing-unreadable": [
                {"drawing": path}
                for path in (
                    *("L0 0L600 200", "M0 0L601 0", "M0 0L0 201L600 0", "M-1 0L600 0", "M0 0L600 200Z", "x" * 9000),
                    *("M0 0C10 10 20 20 300 30", "M0 0 L600 200", "M٠ ٠L٦٠٠ ٠", "M0.5 0L600 200", "M0 0<script>"),
                )
            ],
        }
        for code, tries in said.items():
            for fields in tries:
                assert refused(row, 2, device=KEEPER, **fields) == code, fields

    def test_whoever_left_the_table_before_heard_nothing(self):
        row = factories.running_list(seats=4)
        row.presence = [[1, [1, 2, 3]]]
        row.save()
        factories.enter(row, *[None] * 3)
        row.refresh_from_db()
        row.short_because = "x"
        row.save()

        assert refused(row, 2, heard_by=4) == "no-such-hearer"
        assert confirm(row, 2, heard_by=3)


class TestElsewhere:
    @pytest.mark.slow
    def test_the_code_of_the_seat_signs_and_nothing_else(self, row):
        own = signing.phone_code(row, 2)
        for code in ("0", "abcd", "１２３４", signing.phone_code(row, 1)):
            assert refused(row, 2, device=OTHER, code=code) == "wrong-code", code
        for way in ({}, {"drawing": ANNA}, {"heard_by": 1}, {"code": own, "heard_by": 1}):
            assert refused(row, 2, device=OTHER, **way) == "only-with-code", way

        assert confirm(row, 2, device=OTHER, code=f" {own} ").way == Way.PHONE

    @pytest.mark.thorough
    def test_one_that_is_missing_is_no_guess_but_after_ten_wrong_ones_the_right_one_waits(self, row):
        right = signing.phone_code(row, 2)
        for code, said in ((" ", "only-with-code"), ("x", "wrong-code")):
            for _ in range(10):
                assert refused(row, 2, device=OTHER, code=code) == said
        assert refused(row, 2, device=OTHER, code=right) == "too-many-guesses"

        assert confirm(row, 1, device=OTHER, code=signing.phone_code(row, 1))
        assert confirm(row, 2, device=OTHER, code=right, now=EVENING + timedelta(minutes=15))

    def test_codes_differ_by_seat_list_and_state(self, row):
        before = [signing.phone_code(row, place) for place in (1, 2, 3)]
        row.version += 1

        after = [signing.phone_code(row, place) for place in (1, 2, 3)]

        assert len({*before, *after}) > 4
        assert all(len(code) == 4 and code.isdecimal() for code in before)


@pytest.mark.slow
def test_a_typed_name_is_not_needed_and_the_full_one_of_the_player_whatever_the_public_sees_of_it(row):
    player = row.table.series.tournament.entrants.filter(number=2)
    tried = [("full", name) for name in ("Spieler 2", " spieler  2 ", "")]
    for shown, name in (*tried, *((shown, "Spieler 2") for shown in ("initials", "pseudonym", "number"))):
        player.update(shown_as=shown, pseudonym="Ass")

        assert confirm(row, 2, name=name, drawing=ANNA).name == "Spieler 2", (shown, name)
        row.confirmations.all().delete()
    assert refused(row, 2, name="Spieler 3", drawing=ANNA) == "other-name"
    # Of whoever has none yet it is the number.
    player.update(name="", shown_as="full")
    assert refused(row, 2, name="Spieler 2", drawing=ANNA) == "other-name"
    assert confirm(row, 2, name="No. 2", drawing=ANNA).name == "No. 2"


class TestNotAgreeing:
    def test_an_objection_keeps_the_list_open_though_the_others_sign_until_his_own_signature_settles_it(self, row):
        confirm_all(row, 2)
        made = object_to(row, 2)
        assert not row.confirmations.exists()
        confirm_all(row, 1, 3)

        with pytest.raises(Refused, match="not-all-confirmed"):
            sign(row)
        with pytest.raises(Refused, match="objections-open") as refusal:
            signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        assert refusal.value.facts == {"places": [2]}
        made.refresh_from_db()
        assert made.ended_at is None

        confirm_all(row, 2)

        made.refresh_from_db()
        assert (made.outcome, made.ended_at, made.ended_by) == ("withdrawn", EVENING, None)
        assert row.calls.get().settled_at == EVENING
        with pytest.raises(Refused, match="kept-by-other"):
            sign(row, device=OTHER)
        assert sign(row, device=KEEPER).signed_at

    def test_or_the_direction_does_and_sent_again_after_that_it_takes_no_signature_away(self, row):
        key = uuid4()
        made = object_to(row, 2, entry_key=key)

        batches.settle_call(call_id=made.call_id, granted=False, by=factories.user(), now=EVENING)
        confirm_all(row, 2)
        object_to(row, 2, entry_key=key)

        assert row.confirmations.filter(place=2).exists()
        assert row.calls.count() == 1
        confirm_all(row, 1, 3)
        assert sign(row).signed_at

    def test_it_says_what_is_wrong_and_comes_from_somebody_who_sits_there(self, row):
        for place, fields, code in (
            (2, {"text": " "}, "objection-text-missing"),
            (0, {}, "no-such-seat"),
            (4, {}, "no-such-seat"),
        ):
            with pytest.raises(Refused, match=code):
                object_to(row, place, **fields)


def test_the_database_holds_no_voice_that_nobody_else_heard(row):
    for way, heard_by in (("aloud", None), ("aloud", 1), ("aloud", 6), ("drawn", 2), ("name", 2)):
        said = {"place": 1, "name": "Anna", "at": EVENING, "way": way, "heard_by": heard_by}
        with pytest.raises(IntegrityError), transaction.atomic():
            Confirmation.objects.create(game_list=row, **said)
