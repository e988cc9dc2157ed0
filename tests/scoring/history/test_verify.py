"""`manage.py verify`: whatever was changed behind the services' back is found and named."""

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services import entry
from scoring.management.commands.verify import SENTENCE
from tables import seating
from tables.journal.models import JournalEntry
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    made = factories.running_list(seats=4)
    factories.fill(made, seat=2)
    factories.confirm_and_sign(made)
    return made


def verify(capsys, *args):
    """Return the exit code and what is printed."""
    try:
        call_command("verify", *args)
    except CommandError as error:
        return error.returncode, capsys.readouterr().out
    return 0, capsys.readouterr().out


def test_an_honest_tournament_is_all_right(row, capsys):
    assert verify(capsys, "cup") == (
        0,
        "cup: all right (lists 1, deals 4, journal 12); not covered by the journal: 4 entrants\n",
    )


def test_totals_typed_from_paper_are_computed_too(capsys):
    made = factories.running_list(seats=3)
    entry.enter_totals(
        list_id=made.pk,
        totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0)),
        by=factories.user(),
        now=factories.EVENING,
    )
    assert verify(capsys)[0] == 0

    SeatResult.objects.filter(seat__place=1).update(performance=99)

    code, printed = verify(capsys)
    assert code == 1
    assert "cup, series 1, table 1, seat 1: the result stored is (48, 1, 0, 1, 99)" in printed
    assert "give (48, 1, 0, 1, 138)" in printed


def test_a_result_changed_by_hand_is_found(row, capsys):
    SeatResult.objects.filter(seat__place=2).update(won=1)

    code, printed = verify(capsys)

    assert code == 1
    assert "series 1, table 1, seat 2: the result stored is" in printed


def test_a_result_taken_away_is_found(row, capsys):
    SeatResult.objects.filter(seat__place=3).delete()

    assert "seat 3: no result is stored" in verify(capsys)[1]


def test_a_result_without_entries_is_found(capsys):
    empty = factories.running_list(seats=4)
    seat = empty.table.seats.get(place=1)
    SeatResult.objects.create(game_list=empty, seat=seat, performance=500)

    assert "seat 1: a result is stored" in verify(capsys)[1]


def test_points_changed_by_hand_are_found(row, capsys):
    DealRow.objects.filter(number=1).update(points=264)

    assert "series 1, table 1, deal 1: 264 points are stored, the rules give 72" in verify(capsys)[1]


def test_a_deal_taken_out_of_a_signed_list_is_found(row, capsys):
    DealRow.objects.filter(number=4).delete()

    code, printed = verify(capsys)

    assert code == 1
    assert "the list is signed, but the rules refuse it: incomplete" in printed


def test_an_entry_that_contradicts_itself_is_found(row, capsys):
    DealRow.objects.filter(number=2).update(schwarz_announced=True)

    assert "series 1, table 1: its entries cannot be read: schwarz-announced-without" in verify(capsys)[1]


def test_every_doubt_has_words():
    assert set(SENTENCE) == set(Doubt)


@pytest.mark.parametrize("field", ["at", "action", "data", "hash"])
def test_a_journal_line_changed_by_hand_is_found(row, capsys, field):
    line = JournalEntry.objects.get(number=5)
    other = JournalEntry.objects.get(number=1)
    setattr(line, field, getattr(other, field) if field != "at" else line.at.replace(year=2000))
    line.save()

    assert "journal line 5: does not fit the chain" in verify(capsys)[1]


def test_a_journal_line_taken_out_is_found(row, capsys):
    JournalEntry.objects.filter(number=3).delete()

    assert "journal line 3: does not fit the chain" in verify(capsys)[1]


def test_an_unknown_tournament_is_said(capsys):
    assert verify(capsys, "nowhere")[0] == 2


class TestDraws:
    def test_a_bent_protocol_is_found(self):
        series = factories.running_series(factories.tournament(entrants=8))
        series.draw.record["plan"][0][0][:2] = reversed(series.draw.record["plan"][0][0][:2])
        series.draw.save()

        found = verified(series.tournament).discrepancies

        assert (Doubt.DRAW_DIFFERS, 1) in [(one.doubt, one.draw) for one in found]

    def test_a_protocol_that_recomputes_but_is_another_one_is_found_by_the_journal(self):
        series = factories.running_series(factories.tournament(entrants=8))
        series.draw.record = seating.sealed(series.draw.record, drawn={"at": "2026-05-16", "by": "somebody else"})
        series.draw.save()

        found = verified(series.tournament).discrepancies

        assert [(one.doubt, one.draw) for one in found] == [(Doubt.RECORD_UNKNOWN, 1)]

    def test_seats_that_are_not_those_drawn_are_found(self):
        series = factories.running_series(factories.tournament(entrants=8))
        seat = series.seats.order_by("table__number", "place").first()
        seat.place = 4
        series.seats.filter(table=seat.table, place=4).delete()
        seat.save()

        found = verified(series.tournament).discrepancies

        assert [(one.doubt, one.series, one.draw) for one in found if one.doubt == Doubt.SEATS_DIFFER] == [
            (Doubt.SEATS_DIFFER, 1, 1)
        ]
