"""All results counted anew: what is right stays untouched, what was bent is put right at once."""

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors.verification import verified
from scoring.lists.models import SeatResult
from scoring.lists.services import entry
from scoring.results.selectors.recounting import recount
from scoring.results.services.recounting import recount_results
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.directing import (
    EXCLUSION,
    PENALTY,
    VOID,
    ZERO,
    closed,
    corrected,
    mend,
    ordered,
    row_of,
    two_tables,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def stored() -> dict:
    rows = SeatResult.objects.values_list(
        "seat", "game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty"
    )
    return {seat: rest for seat, *rest in rows}


def bent(made) -> None:
    SeatResult.objects.update(game_points=1, won=2, lost=3, opponents_lost=4, performance=5, counts="", penalty=6)
    assert verified(made).discrepancies


@pytest.fixture
def made():
    return two_tables()


def test_what_is_right_is_left_alone_and_not_written_down(made):
    lines = JournalEntry.objects.count()

    found = recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert found.wrong == {}
    assert JournalEntry.objects.count() == lines


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXCLUSION])
def test_what_the_direction_ordered_is_counted_too(made, wanted):
    ordered(made, wanted)
    assert recount(made).wrong == {}
    right = stored()
    bent(made)

    recount_results(tournament_id=made.pk, by=factories.user(), now=EVENING)

    assert stored() == right
    assert not verified(made).discrepancies


def test_a_correction_without_the_whole_tables_word_counts_the_lower_score_again(made):
    closed(made)
    corrected(row_of(made), mend(1, 2, GRAND_LOST))
    assert recount(made).wrong == {}
    right = stored()
    bent(made)

    recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert stored() == right


def test_lists_of_results_and_lists_at_play_are_counted():
    made = factories.tournament(entrants=7, rounds=1)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series, 1), (2, GRAND), None, (1, GRAND_LOST))
    lines = factories.totals((100, 2, 0), (-96, 0, 1), (0, 0, 0))
    entry.enter_totals(list_id=factories.list_of(series, 2).pk, totals=lines, by=factories.user(), now=EVENING)
    right = stored()
    assert recount(made).wrong == {}
    SeatResult.objects.all().delete()

    found = recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert len(found.wrong) == 7
    assert stored() == right


def test_results_of_a_list_without_entries_come_to_nothing():
    made = factories.running_list().table.series.tournament
    ordered(made, ZERO)
    assert recount(made).wrong == {}
    SeatResult.objects.update(performance=500)

    recount_results(tournament_id=made.pk, by=None, now=EVENING)

    assert not verified(made).discrepancies


def test_the_queries_depend_on_the_series_alone(made, django_assert_max_num_queries):
    with django_assert_max_num_queries(1 + 9 * made.series.count()):
        recount(made)


def test_the_command_says_what_it_did(made, capsys):
    bent(made)

    call_command("recount", made.slug)
    call_command("recount", made.slug)

    first, second = capsys.readouterr().out.splitlines()
    assert "8 results of seats stored anew" in first or "7 results of seats stored anew" in first
    assert "0 results of seats stored anew" in second


def test_the_command_knows_no_tournament_that_is_not_there():
    with pytest.raises(CommandError, match="no tournament nowhere"):
        call_command("recount", "nowhere")
