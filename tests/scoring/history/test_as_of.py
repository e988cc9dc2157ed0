"""History: every line about a list, a player or an appeal in words, and list and ranking as they were at any moment."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from scoring.disputes.selectors.bench import history_of_appeal
from scoring.history.selectors import as_of
from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.selectors.history import history_for_player, history_of_deal, history_of_entrant
from scoring.lists.services import entry
from scoring.results.selectors import standings
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from simulation.event import simulate
from simulation.scenario import Scenario
from tables.accounts.models import User
from tables.journal import chain as journal
from tables.journal.listings import journal_lines
from tables.journal.models import JournalEntry
from tables.journal.selectors import DIRECTION, line_at, lines_of_numbered
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.scoring import walks
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.random_walk_with_judges import JudgedWalk
from tests.support.remembered_worlds import remembered_step
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def ranking_seen(found: standings.Standings) -> object:
    """Return everything that is shown of a ranking, but for the names."""
    return (
        found.is_official,
        [(one.number, one.status, one.published_at, one.started_at, one.closed_at) for one in found.series],
        [
            (
                *(line.entrant.number, line.rank, line.shared, line.by_lot, line.moved, line.result[1:]),
                *(line.by_series, line.others_lost, line.lot, line.penalty, line.counts),
            )
            for line in found.lines
        ],
        [(line.entrant.number, line.by_series, line.others_lost) for line in found.excluded],
    )


def sheet_seen(found: sheets.Sheet | None) -> object:
    """Return everything that is shown of a list, but for the names."""
    if found is None:
        return None
    row = found.row
    return (
        (row.kind, row.rounds, row.struck_after, row.short_because, row.signed_at, row.signed_by_id, row.signed_hash),
        row.seats_confirmed_at,
        [(seat.place, seat.entrant.number) for seat in found.seats],
        [(line.number, line.deal, line.totals, [one.deal for one in line.earlier]) for line in found.lines],
        [(score.seat.place, score.tally, score.performance) for score in found.scores],
        (found.sums, found.missing, found.next_number),
        [(one.place, one.at, one.way, one.heard_by) for one in found.confirmations],
        [one.deal for one in found.taken_back],
    )


def lists_in(made: Tournament) -> list[GameListRow]:
    rows = GameListRow.objects.filter(table__series__tournament=made)
    return list(rows.select_related("table__series__tournament").order_by("table__series__number", "table__number"))


def everything_seen(made: Tournament) -> tuple[object, dict[int, object], dict[int, tuple[object, object]]]:
    """Return what everybody sees now: the ranking, that of each series, every list with its second one."""
    made = Tournament.objects.get(pk=made.pk)
    played = made.series.filter(tables__gt=0)
    rankings = {series.number: ranking_seen(standings.standings(made, only=series)) for series in played}
    both = {row.pk: (sheets.sheet(row), sheets.sheet(row, copy="second")) for row in lists_in(made)}
    lists = {key: (sheet_seen(first), sheet_seen(second)) for key, (first, second) in both.items()}
    return ranking_seen(standings.standings(made)), rankings, lists


def acted(walk, steps, *, each):
    """Let a walk go on; return its acts, and what was seen after some and the last: what is wrong once stays wrong."""
    done, shown = [], {}
    for act in walk.steps(steps):
        done.append(act)
        if len(done) % each == 0:
            shown[walks.last_line(walk.made)] = (act, everything_seen(walk.made))
    shown[walks.last_line(walk.made)] = ("the last", everything_seen(walk.made))
    return done, shown


@pytest.fixture
def each(is_thorough):
    return 1 if is_thorough else 6


def must_be_as_shown(made, shown):
    """Compare what is computed for each line of the journal with what was shown after it."""
    made = Tournament.objects.get(pk=made.pk)
    rows = {row.pk: row for row in lists_in(made)}
    before: dict[int, object] = {}
    for line, (act, (ranking, rankings, lists)) in shown.items():
        assert ranking_seen(as_of.standings_after(made, line)) == ranking, (line, act)
        for number, of_series in rankings.items():
            only = made.series.get(number=number)
            assert ranking_seen(as_of.standings_after(made, line, only=only)) == of_series, (line, act)
        # The lists that changed, and now and then all.
        for pk in {pk for pk in lists.keys() & rows.keys() if line % 7 == 0 or lists[pk] != before.get(pk)}:
            first, second = lists[pk]
            assert sheet_seen(as_of.sheet_after(rows[pk], line)) == first, (line, act)
            assert sheet_seen(as_of.sheet_after(rows[pk], line, copy="second")) == second, (line, act)
        before = lists


CASES = [
    (walks.Walk, 0, 40, "enter"),
    (walks.ReturningWalk, 1, 50, "take_closing_back"),
    *thorough(*((walks.Walk, seed, 100, "enter") for seed in (1, 2))),
    *thorough(*((walks.ReturningWalk, seed, 90, "take_closing_back") for seed in (0, *range(2, 4), *range(5, 12)))),
    *thorough(*((walks.FillingWalk, seed, 60, "fill_in") for seed in range(4))),
]


@pytest.mark.parametrize(("kind", "seed", "steps", "does"), CASES)
def test_whatever_happened_everything_is_computed_as_it_was_shown(kind, seed, steps, does, each):
    walk = kind(seed, players=7, series=3 if kind is walks.ReturningWalk else 2)
    done, shown = acted(walk, steps, each=each)

    assert done.count(does) > (2 if kind is walks.FillingWalk else 0), done
    assert len(done) > 10
    assert verified(walk.made).discrepancies == ()
    must_be_as_shown(walk.made, shown)


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "steps"), [(6, 60), (1, 110), (6, 110), (7, 110)])
def test_so_it_is_where_judges_decide_and_the_direction_orders(seed, steps, each):
    walk = JudgedWalk(seed, series=1)
    _done, shown = acted(walk, steps, each=each)

    assert (walk.made.measures.exists(), walk.made.corrections.exists()) == (True, True)
    assert verified(walk.made).discrepancies == ()
    must_be_as_shown(walk.made, shown)


@pytest.fixture
def row():
    return factories.running_list(seats=4)


def test_a_moment_with_the_clock_set_back_has_what_was_written_before_and_the_hour_that_comes_twice_is_two_hours(row):
    def lines_then(moment):
        return len(as_of.sheet_after(row, line_at(row.table.series.tournament, moment)).lines)

    def enter(number, at):
        entry.enter_deal(list_id=row.pk, deal=Deal(number=number), entry_key=uuid4(), by=None, now=at)

    enter(1, EVENING + timedelta(hours=1))
    enter(2, EVENING + timedelta(minutes=30))
    assert lines_then(EVENING + timedelta(minutes=31)) == 2

    night, berlin = datetime(2026, 10, 25, 0, 50, tzinfo=UTC), ZoneInfo("Europe/Berlin")
    enter(3, night)
    enter(4, night + timedelta(minutes=15))
    assert lines_then(datetime(2026, 10, 25, 2, 50, tzinfo=berlin)) == 3
    assert lines_then(datetime(2026, 10, 25, 2, 5, tzinfo=berlin, fold=1)) == 4


class TestWhatIsGone:
    def test_who_had_confirmed_is_known_but_not_the_name_he_signed_with(self, row):
        factories.fill(row, seat=2)
        row.refresh_from_db()
        factories.confirm(row, 2)
        line = walks.last_line(row.table.series.tournament)
        entry.take_back_deal(list_id=row.pk, number=4, because="", by=None, now=EVENING, agreed=True)

        (then,) = as_of.sheet_after(row, line).confirmations
        assert (then.place, then.at, then.name) == (2, EVENING, "")
        assert as_of.sheet_after(row, line + 1).confirmations == ()

    def test_the_words_of_a_reason_may_be_taken_out_of_the_journal(self, row):
        signing.accept_short(list_id=row.pk, because="Herr Meier ging", by=factories.user(), now=EVENING)
        made = row.table.series.tournament
        line = made.journal.get(action="list.accepted-short")
        line.data = journal.without_words(line.data)
        line.save()

        assert as_of.sheet_after(row, line.number).row.short_because == "…"
        assert journal.first_broken_line(made) is None
        # The site seals anew what it takes words out of; whoever does it by hand is seen.
        assert [(one.doubt, one.what) for one in verified(made).discrepancies] == [(Doubt.SALT_MISSING, "list 1 1")]

    def test_an_entry_without_a_line_never_counted(self, row):
        factories.enter(row, (2, GRAND))
        deal = row.deals.get()
        deal.pk, deal.number, deal.entry_key = None, 2, uuid4()
        deal.save(force_insert=True)

        assert len(as_of.sheet_after(row, 99).lines) == 1


@pytest.fixture
@remembered_step
def series():
    """A series of two tables; at the second one deal 3 was corrected, and an appeal changed it again."""
    made = factories.running_series(factories.tournament(entrants=8))
    row = factories.list_of(made, 2)
    factories.fill(row, seat=2)
    factories.correct(row, Deal(number=3, declarer=2, played=GRAND_LOST), because="verschrieben")
    factories.fill(factories.list_of(made, 1), seat=1)
    factories.confirm_and_sign(row)
    return made


@pytest.mark.thorough
def test_of_a_deal_a_player_and_an_appeal_there_is_every_line_about_them_and_no_other(series):
    now = {"by": factories.user(), "now": EVENING}
    registration.mark_entrants(tournament_id=series.tournament_id, numbers=[5, 6], paid=True, **now)
    entrant, other = (series.tournament.entrants.get(number=number) for number in (6, 1))
    assert [line.data.get("table") for line in history_for_player(entrant)] == [2] * 10

    filed = steps.appeal_about(factories.list_of(series, 2), appellant=6, deal=3)
    decided = {"by": factories.judge(series.tournament), "sentence": "Der Grand ist verloren."}
    appeal = steps.decide(filed, Deal(number=3, declarer=2, played=GRAND), **decided)

    lines = history_of_deal(factories.list_of(series, 2), 3)
    assert [line.sentence for line in journal_lines(lines, reader=DIRECTION)] == [
        "Series 1, table 2: deal 3 entered, 72 points",
        "Series 1, table 2: deal 3 corrected to -144 points, because: verschrieben",
        "Series 1, table 2: deal 3 corrected to 72 points, because: Der Grand ist verloren.",
        "Decision 1 (tribunal): Series 1, table 2, deal 3; the list corrected (ISkO 4.2.5 (2002))",
    ]
    lines = history_of_entrant(entrant)
    assert {line.data.get("table") for line in lines} == {2, None}
    assert {"appeal.filed", "entrants.marked", "list.signed"} <= {line.action for line in lines}
    assert {line.data.get("table") for line in history_of_entrant(other)} == {1}
    of_appeal = ["appeal.filed", "list.deal-corrected", "list.frozen-anew", "ruling.made", "appeal.decided"]
    assert [line.action for line in history_of_appeal(appeal)] == of_appeal
    lines = lines_of_numbered(series.tournament, "appeal", appeal.number)
    assert [line.action for line in lines] == ["appeal.filed", "ruling.made", "appeal.decided"]


def test_of_a_deal_there_are_the_lines_about_several_deals_too():
    row = factories.running_list(seats=3)
    deals = [Deal(number=number, declarer=1, played=GRAND) for number in (1, 2, 3)]
    entry.enter_list(list_id=row.pk, deals=deals, entry_key=uuid4(), by=factories.user(), now=EVENING)

    assert ([line.action for line in history_of_deal(row, 2)], history_of_deal(row, 4)) == (["list.entered"], [])


def test_a_player_reads_nothing_of_seats_that_are_not_published():
    made = factories.tournament(entrants=8)
    series = factories.running_series(made, published_only=True)
    factories.fill(factories.list_of(series, 1), seat=1)
    series.refresh_from_db()
    series.status, series.published_at = series.Status.DRAWN, None
    series.save()

    assert history_for_player(made.entrants.get(number=1)) == []


class TestNoNames:
    """Numbers stay when names have to go (SkWO 7.4.4)."""

    @pytest.mark.thorough
    def test_of_players_or_accounts_are_in_the_journal_of_a_whole_event(self):
        scenario = Scenario(players=8, series=2, rounds=1, played=(1.0, 0.5), begins=EVENING)
        made = simulate(scenario, director=factories.user(), judge=("richter", "geheim"), progress=lambda _deals: None)

        facts = " ".join(str(journal.without_words(line.data)) for line in made.journal.all())
        words = {word for name in Entrant.objects.values_list("name", flat=True) for word in name.split()}
        accounts = set(User.objects.values_list("username", flat=True))

        assert len(words) > 10
        assert [word for word in words | accounts if word in facts] == []

    def test_nobody_finds_words_by_trying(self, series):
        deal = Deal(number=3, declarer=2, played=GRAND_LOST)
        factories.correct(factories.list_of(series, 1), deal, because="verschrieben")

        lines = JournalEntry.objects.filter(action="list.deal-corrected")
        assert len({str(journal.without_words(one.data)["because"]) for one in lines}) == len(lines) == 2

    def test_lines_from_before_there_was_a_salt_hold_as_they_are(self):
        made, data = factories.tournament(), {"series": 1, "because": "alt"}
        line = {"number": 1, "at": EVENING, "action": "old", "data": data}
        sealed = journal._hash(journal.START_OF_CHAIN, by=None, **line)
        JournalEntry.objects.create(tournament=made, hash=sealed, **line)

        assert journal.first_broken_line(made) is None
        assert journal_line(JournalEntry.objects.get()) == "old (because: alt, series: 1)"
