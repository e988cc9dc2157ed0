from functools import partial
from uuid import uuid4

import pytest

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.services import entry
from scoring.results.services import series as lists
from scoring.rules.game_list.deals import Deal
from tables.acts.services.refusals import Refused
from tables.draw.models import Table
from tables.draw.services import draws
from tables.draw.services import series as hall
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series
from tests import factories

pytestmark = pytest.mark.database


def enter(row, deal, key):
    return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key, by=None, now=factories.EVENING)


def refused(outcomes):
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]


def chain_holds(row):
    return journal.first_broken_line(row.table.series.tournament) is None


@pytest.mark.parametrize("attempt", range(3))
def test_two_directors_drawing_at_once_get_one_draw(at_once, attempt):
    made = factories.tournament(entrants=14)
    planned = made.series.get()
    both = [
        partial(draws.draw_series, series_id=planned.pk, public=seed, by=factories.user(), now=factories.EVENING)
        for seed in ("mine", "yours")
    ]

    outcomes = at_once(*both)

    assert refused(outcomes) == ["already-drawn"]
    drawn = next(outcome for outcome in outcomes if isinstance(outcome, Series))
    assert Series.objects.get().draw == drawn.draw
    assert [table.size for table in planned.tables.order_by("number")] == [4, 4, 3, 3]
    assert planned.seats.count() == 14
    assert JournalEntry.objects.filter(action="series.drawn").count() == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_the_same_deal_sent_by_eight_at_once_counts_once(at_once, attempt):
    row, key = factories.running_list(), uuid4()
    deal = Deal(number=1, declarer=2, played=factories.GRAND)

    outcomes = at_once(*[partial(enter, row, deal, key)] * 8)

    assert outcomes == [DealRow.objects.get()] * 8
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 1
    assert chain_holds(row)


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_deals_for_one_line_the_second_is_refused(at_once, attempt):
    row = factories.running_list()
    deals = [Deal(number=1, declarer=seat, played=factories.GRAND) for seat in (2, 3)]

    outcomes = at_once(*(partial(enter, row, deal, uuid4()) for deal in deals))

    assert refused(outcomes) == ["number-taken"]
    kept = next(outcome for outcome in outcomes if isinstance(outcome, DealRow))
    assert DealRow.objects.get().declarer == kept.declarer
    assert GameListRow.objects.get().version == 1
    assert chain_holds(row)


@pytest.mark.thorough
def test_eight_tables_entering_at_once_all_get_through(at_once):
    made = factories.tournament(entrants=32, rounds=2)
    factories.running_series(made)
    rows = list(GameListRow.objects.select_related("table__series__tournament").order_by("table__number"))

    def six_deals(row):
        return [enter(row, Deal(number=n, declarer=n % 4 + 1, played=factories.GRAND), uuid4()) for n in range(1, 7)]

    outcomes = at_once(*(partial(six_deals, row) for row in rows))

    assert [len(outcome) for outcome in outcomes] == [6] * 8
    assert DealRow.objects.count() == 48
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 48
    assert chain_holds(rows[0])


@pytest.mark.thorough
def test_a_key_renewed_while_the_draw_is_thrown_away_is_renewed_before_or_not_at_all(at_once):
    made = factories.tournament(entrants=8)
    by = {"by": factories.user(), "now": factories.EVENING}
    series = made.series.get()
    for attempt in range(10):
        draws.draw_series(series_id=series.pk, public=str(attempt), **by)
        renew = partial(hall.renew_key, table_id=series.tables.first().pk, **by)

        outcomes = at_once(renew, partial(draws.discard_draw, series_id=series.pk, because="noch einmal", **by))

        assert [type(one) for one in outcomes] in ([Table, Series], [Table.DoesNotExist, Series])
    assert journal.first_broken_line(made) is None


def test_entrants_registered_at_once_have_different_numbers(at_once):
    made = factories.tournament()
    register = partial(
        registration.register,
        tournament_id=made.pk,
        registration=Registration(name="Erna Schulz"),
        source=Entrant.Source.DESK,
        by=factories.user(),
        now=factories.EVENING,
    )

    outcomes = at_once(*(partial(register, entry_key=uuid4()) for _ in range(8)))

    assert sorted(outcome.number for outcome in outcomes) == list(range(1, 9))


def test_a_series_closed_by_two_at_once_is_closed_once(at_once):
    series = factories.running_series(factories.tournament(entrants=4, series=2))
    factories.play_series(series)
    close = partial(lists.close_series, series_id=series.pk, by=factories.user(), now=factories.EVENING)

    outcomes = at_once(partial(close, lot_seed="mine"), partial(close, lot_seed="yours"))

    assert refused(outcomes) == ["closed-before"]
    assert JournalEntry.objects.filter(action="series.closed").count() == 1
    assert list(series.seedings.values_list("rank", flat=True)) == [1, 2, 3, 4]
