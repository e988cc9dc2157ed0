"""List and ranking as they were at any moment: what is computed for then is what was shown then."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from scoring.history.selectors import as_of, ranking_as_of
from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from simulation.event import simulate
from simulation.scenario import Scenario
from tables.journal import chain as journal
from tables.journal.selectors.reading import line_at
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring import walks
from tests.scoring.disputes.judged_walks import JudgedWalk
from tests.scoring.history import shown_now
from tests.thorough import thorough

pytestmark = pytest.mark.django_db


def must_be_as_shown(made, shown):
    """Compare what is computed for each line of the journal with what was shown after it."""
    made = Tournament.objects.get(pk=made.pk)
    rows = {row.pk: row for row in shown_now.lists_in(made)}
    before: dict[int, object] = {}
    for line, (act, (ranking, rankings, lists)) in shown.items():
        found = ranking_as_of.standings_after(made, line)
        assert shown_now.ranking_seen(found) == ranking, (line, act)
        for number, of_series in rankings.items():
            only = made.series.get(number=number)
            assert shown_now.ranking_seen(ranking_as_of.standings_after(made, line, only=only)) == of_series, (
                line,
                act,
            )
        # The lists that changed, and now and then all.
        for pk in {pk for pk in lists.keys() & rows.keys() if line % 7 == 0 or lists[pk] != before.get(pk)}:
            first, second = lists[pk]
            assert shown_now.sheet_seen(as_of.sheet_after(rows[pk], line)) == first, (line, act)
            assert shown_now.sheet_seen(as_of.sheet_after(rows[pk], line, copy="second")) == second, (line, act)
        before = lists


@pytest.mark.parametrize(("seed", "steps"), [(0, 60), *thorough((1, 100), (2, 100))])
def test_whatever_happened_everything_is_computed_as_it_was_shown(seed, steps):
    walk = walks.Walk(seed)
    shown = {walks.last_line(walk.made): (act, shown_now.seen(walk.made)) for act in walk.steps(steps)}

    assert len(shown) > 15
    must_be_as_shown(walk.made, shown)


@pytest.mark.parametrize(("seed", "steps"), [(6, 60), *thorough((1, 110), (6, 110), (7, 110))])
def test_so_it_is_where_judges_decide_and_the_direction_orders(seed, steps):
    walk = JudgedWalk(seed, series=1)
    shown = {walks.last_line(walk.made): (act, shown_now.seen(walk.made)) for act in walk.steps(steps)}

    assert walk.made.measures.exists()
    assert walk.made.corrections.exists()
    assert verified(walk.made).discrepancies == ()
    must_be_as_shown(walk.made, shown)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(100, 106))
def test_so_it_is_in_long_days(seed):
    walk = JudgedWalk(seed, players=11, series=3)
    shown = {walks.last_line(walk.made): (act, shown_now.seen(walk.made)) for act in walk.steps(500)}

    must_be_as_shown(walk.made, shown)


@pytest.mark.thorough
def test_so_it_is_in_the_event_that_is_simulated():
    scenario = Scenario(players=9, series=2, rounds=2, played=(1.0, 0.6), begins=EVENING)
    shown = {}

    def look(_deals):
        made = Tournament.objects.get()
        shown[walks.last_line(made)] = ("", shown_now.seen(made))

    made = simulate(scenario, director=factories.user(), judge=("richter", "geheim"), progress=look)
    look(0)

    assert len(shown) > 30
    must_be_as_shown(made, shown)


class TestAMoment:
    @pytest.fixture
    def row(self):
        return factories.running_list(seats=4)

    def enter(self, row, number, at):
        entry.enter_deal(
            list_id=row.pk,
            deal=Deal(number=number, declarer=row.table.size - number % 2, played=GRAND),
            entry_key=uuid4(),
            by=None,
            now=at,
        )

    def lines_then(self, row, moment):
        return len(as_of.sheet_after(row, line_at(row.table.series.tournament, moment)).lines)

    def test_is_told_by_the_line_before_it(self, row):
        self.enter(row, 1, EVENING + timedelta(minutes=3))
        self.enter(row, 2, EVENING + timedelta(minutes=7))

        moments = [timedelta(minutes=1), timedelta(minutes=3), timedelta(minutes=6.99), timedelta(minutes=7)]

        assert [self.lines_then(row, EVENING + one) for one in moments] == [0, 1, 1, 2]

    def test_before_the_first_line_there_was_nothing(self, row):
        made = row.table.series.tournament
        before = line_at(made, EVENING - timedelta(days=1))

        assert before == 0
        assert as_of.sheet_after(row, before) is None
        assert ranking_as_of.standings_after(made, before).lines == ()

    def test_with_the_clock_set_back_what_was_written_before_is_there(self, row):
        self.enter(row, 1, EVENING + timedelta(hours=1))
        self.enter(row, 2, EVENING + timedelta(minutes=30))

        assert self.lines_then(row, EVENING + timedelta(minutes=31)) == 2

    def test_the_hour_that_comes_twice_is_two_hours(self, row):
        night = datetime(2026, 10, 25, 0, 50, tzinfo=UTC)
        self.enter(row, 1, night)
        self.enter(row, 2, night + timedelta(minutes=15))

        berlin = ZoneInfo("Europe/Berlin")
        assert self.lines_then(row, datetime(2026, 10, 25, 2, 50, tzinfo=berlin)) == 1
        assert self.lines_then(row, datetime(2026, 10, 25, 2, 5, tzinfo=berlin, fold=1)) == 2


class TestWhatIsGone:
    def test_who_had_confirmed_is_known_but_not_the_name_he_signed_with(self):
        row = factories.running_list(seats=4)
        factories.fill(row, seat=2)
        row.refresh_from_db()
        factories.confirm(row, 2)
        made = row.table.series.tournament
        line = walks.last_line(made)
        entry.take_back_deal(list_id=row.pk, number=4, because="", by=None, now=EVENING, agreed=True)

        (then,) = as_of.sheet_after(row, line).confirmations
        assert (then.place, then.at, then.name) == (2, EVENING, "")
        assert as_of.sheet_after(row, line + 1).confirmations == ()

    def test_the_words_of_a_reason_may_be_taken_out_of_the_journal(self):
        row = factories.running_list(seats=4)
        signing.accept_short(list_id=row.pk, because="Herr Meier ging", by=factories.user(), now=EVENING)
        made = row.table.series.tournament
        line = made.journal.get(action="list.accepted-short")
        line.data = journal.without_words(line.data)
        line.save()

        then = as_of.sheet_after(row, line.number)

        assert then.row.short_because == "…"
        assert journal.first_broken_line(made) is None
        # The site seals anew what it takes words out of; whoever does it by hand is seen.
        assert [(one.doubt, one.what) for one in verified(made).discrepancies] == [(Doubt.SALT_MISSING, "list 1 1")]

    def test_an_entry_without_a_line_never_counted(self):
        row = factories.running_list(seats=4)
        factories.enter(row, (2, GRAND))
        deal = row.deals.get()
        deal.pk, deal.number, deal.entry_key = None, 2, uuid4()
        deal.save(force_insert=True)

        assert len(as_of.sheet_after(row, 99).lines) == 1


def test_what_is_read_costs_a_fixed_number_of_queries(django_assert_num_queries):
    walk = walks.Walk(5, players=11)
    for _ in walk.steps(60):
        pass
    made, line = walk.made, walks.last_line(walk.made)
    row = shown_now.lists_in(made)[0]

    with django_assert_num_queries(6):
        as_of.sheet_after(row, line)
    with django_assert_num_queries(10):
        ranking_as_of.standings_after(made, line)
