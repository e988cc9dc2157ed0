"""A signature belongs to a seat: drawn, aloud and heard by another player, or by code elsewhere (SkWO 7.2.3)."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.lists.models import Confirmation, Phone
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.database]
KEEPER, OTHER = "a" * 32, "b" * 32
ANNA = "M10 100L60 20L110 100M30 70L90 70"


@pytest.fixture
def row():
    made = factories.running_list(seats=3)
    factories.fill(made)
    Phone.objects.create(game_list=made, device=KEEPER, keeps="first", seen_at=EVENING)
    made.refresh_from_db()
    return made


def confirm(row, place=1, **fields):
    return signing.confirm(**{"list_id": row.pk, "place": place, "version": row.version, "now": EVENING} | fields)


def refused(row, place=1, **fields):
    with pytest.raises(Refused) as refusal:
        confirm(row, place, **fields)
    assert not row.confirmations.exists()
    return refusal.value.code


class TestAtTheTable:
    def test_a_drawn_one_is_that_of_the_player_who_sits_there(self, row):
        given = confirm(row, 2, device=KEEPER, drawing=ANNA)

        assert (given.way, given.name, given.heard_by) == (Confirmation.Way.DRAWN, "Spieler 2", None)

    def test_one_said_aloud_says_who_heard_it(self, row):
        given = confirm(row, 2, device=KEEPER, heard_by=3)

        assert (given.way, given.name, given.heard_by) == (Confirmation.Way.ALOUD, "Spieler 2", 3)
        told = JournalEntry.objects.get(action="list.confirmed").data
        assert (told["place"], told["way"], told["heard_by"]) == (2, "aloud", 3)

    def test_without_either_nothing_is_signed(self, row):
        assert refused(row, device=KEEPER) == "signature-missing"
        assert refused(row, device=KEEPER, code=signing.phone_code(row, 1)) == "signature-missing"

    def test_nor_by_both(self, row):
        assert refused(row, device=KEEPER, drawing=ANNA, heard_by=2) == "signed-two-ways"

    def test_nobody_hears_themselves(self, row):
        assert refused(row, 2, heard_by=2) == "heard-by-yourself"

    @pytest.mark.parametrize("nobody", [0, 4, 99])
    def test_nor_does_anybody_who_is_not_there(self, row, nobody):
        assert refused(row, 2, heard_by=nobody) == "no-such-hearer"

    def test_nor_whoever_left_the_table_before(self):
        row = factories.running_list(seats=4)
        row.presence = [[1, [1, 2, 3]]]
        row.save()
        factories.enter(row, *[None] * 3)
        row.refresh_from_db()
        row.short_because = "x"
        row.save()

        assert refused(row, 2, heard_by=4) == "no-such-hearer"
        assert confirm(row, 2, heard_by=3)

    @pytest.mark.parametrize(
        "path",
        [
            "M0 0",
            "M0 0L10 10",
            "M300 100L310 100L300 100L310 100",
            # A thumb that meant to scroll.
            "M300 190L302 120L306 60L312 2",
            "M20 150L200 120L400 110L590 118",
            "M40 20L41 20M500 180L503 181",
        ],
    )
    def test_a_slip_of_the_finger_is_none(self, row, path):
        assert refused(row, drawing=path) == "drawing-too-short"

    @pytest.mark.parametrize("path", ["L0 0L600 200", "M0 0L601 0", "M0 0<script>", "x" * 9000])
    def test_nor_is_what_are_no_strokes(self, row, path):
        assert refused(row, drawing=path) == "drawing-unreadable"


class TestElsewhere:
    @pytest.mark.parametrize("way", [{}, {"drawing": ANNA}, {"heard_by": 2}])
    def test_only_the_code_of_the_seat_counts(self, row, way):
        assert refused(row, device=OTHER, **way) == "only-with-code"

    def test_which_is_no_guess_when_it_is_missing(self, row):
        for _ in range(20):
            refused(row, device=OTHER, code=" ")

        assert confirm(row, device=OTHER, code=signing.phone_code(row, 1)).way == Confirmation.Way.PHONE

    def test_and_nothing_beside_it(self, row):
        assert refused(row, device=OTHER, code=signing.phone_code(row, 1), heard_by=2) == "only-with-code"


class TestATypedName:
    @pytest.mark.parametrize("name", ["Spieler 3", "Erna", "x"])
    def test_of_another_is_refused(self, row, name):
        with pytest.raises(Refused, match="other-name") as refusal:
            confirm(row, 2, name=name, drawing=ANNA)

        assert refusal.value.facts == {"place": 2, "name": "Spieler 2"}
        assert not row.confirmations.exists()

    @pytest.mark.parametrize("name", ["Spieler 2", " spieler  2 ", ""])
    def test_of_the_player_is_not_needed(self, row, name):
        assert confirm(row, 2, name=name, drawing=ANNA).name == "Spieler 2"

    @pytest.mark.parametrize("shown", ["full", "initials", "pseudonym", "number"])
    def test_is_the_full_one_whatever_the_public_sees_of_it(self, row, shown):
        row.table.series.tournament.entrants.filter(number=2).update(shown_as=shown, pseudonym="Ass")

        assert confirm(row, 2, name="Spieler 2", drawing=ANNA).name == "Spieler 2"

    def test_of_whoever_has_none_yet_is_the_number(self, row):
        row.table.series.tournament.entrants.filter(number=2).update(name="")

        with pytest.raises(Refused, match="other-name"):
            confirm(row, 2, name="Spieler 2", drawing=ANNA)
        assert confirm(row, 2, name="No. 2", drawing=ANNA).name == "No. 2"

    def test_alone_is_no_signature(self, row):
        assert refused(row, 2, name="Spieler 2") == "signature-missing"


@pytest.mark.parametrize(
    "false",
    [
        {"way": "aloud"},
        {"way": "aloud", "heard_by": 1},
        {"way": "aloud", "heard_by": 6},
        {"way": "drawn", "heard_by": 2},
        {"way": "name", "heard_by": 2},
    ],
)
def test_the_database_holds_no_voice_that_nobody_else_heard(row, false):
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.create(game_list=row, place=1, name="Anna", at=EVENING, **false)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    place=st.integers(1, 3),
    device=st.sampled_from(["", KEEPER, OTHER]),
    drawing=st.sampled_from(["", "M1 1", ANNA]),
    heard_by=st.sampled_from([None, 0, 1, 2, 3, 4]),
    code=st.sampled_from(["", "own", "another's", "0"]),
    name=st.sampled_from(["", "Spieler 1", "Spieler 2"]),
)
def test_no_signature_stands_without_a_drawing_a_code_or_another_player_who_heard_it(
    row, place, device, drawing, heard_by, code, name
):
    codes = {"own": signing.phone_code(row, place), "another's": signing.phone_code(row, place % 3 + 1)}
    try:
        # What a try leaves behind, a guess that is counted too, is gone before the next.
        with transaction.atomic():
            given = _tried(
                row, place, device=device, drawing=drawing, heard_by=heard_by, code=codes.get(code, code), name=name
            )
            raise Undone
    except Undone:
        pass
    if given is None:
        return
    drawn = given.drawing == ANNA and device != OTHER
    heard = given.heard_by in {1, 2, 3} - {place} and device != OTHER
    coded = code == "own" and device == OTHER
    assert [drawn, heard, coded].count(True) == 1
    assert given.way == ("drawn" if drawn else "aloud" if heard else "phone")
    assert given.name == f"Spieler {place}"
    assert name in {"", given.name}


class Undone(Exception):
    """Undoes a try."""


def _tried(row, place, **fields):
    try:
        return confirm(row, place, **fields)
    except Refused:
        assert not row.confirmations.exists()
        return None
