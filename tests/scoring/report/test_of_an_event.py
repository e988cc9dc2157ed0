"""The report of an event of the site, whatever was decided: in order by the check, ranked as the site does."""

import json

import pytest

from scoring.archive.packing.record import report_of
from scoring.disputes.models import Measure
from scoring.disputes.services import measures
from scoring.disputes.services.measures import Order
from scoring.lists import mapping
from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors.sheets import sheets
from scoring.lists.services import entry, presence
from scoring.report.checks import check
from scoring.results.selectors import standings
from scoring.rules.contract import Contract
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tables.people.services import registration
from tables.tournaments.models import Series, Shown, Tournament
from tests.scoring.report.reports import SCHEMA, allows
from tests.scoring.walks import GAMES, REFUSALS
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.random_walk_with_judges import JudgedWalk
from tests.support.thorough import thorough

pytestmark = pytest.mark.django_db


Counts = SeatResult.Counts
KINDS = {
    *("penalty", "zeroed", "zeroed below zero", "void", "expulsion", "exclusion", "lower", "lower by games"),
    *("short", "cut by the clock", "left", "joined", "late", "withdrawn", "lot", "results alone", "never signed"),
    "corrected",
}
"""What can make a report another one than the deals alone; together the events must have all of it."""

SOME = {"penalty", "corrected", "left"}
"""What two events have at least."""


class WholeEvent(JudgedWalk):
    """A walk on which people come and go as well, and that ends: all is closed, and decided about afterwards."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, players=7 + seed % 3, series=1 + seed % 2)
        self.made.rounds = 2
        self.made.save(update_fields=["rounds"])
        # Whoever is not there yet takes a free seat, or comes to the second series.
        self.made.entrants.filter(number__gt=6).update(present=False)

    def play(self) -> None:
        """Let things happen, close what is open, and let the direction go on deciding."""
        while (series := self.series()) is not None:
            self._begun(series)
            for _act in self.steps(25):
                pass
            self._ended(series)
            self.made.entrants.filter(withdrawn_at=None, excluded_at=None).update(present=True)
        for _ in range(6):
            row = self.dice.choice(self.lists())
            self._tried(self.dice.choice([self.order, self.order, self.mend, self.mend, self.lift, self.withdraw]), row)

    def lists(self) -> list[GameListRow]:
        """Return every list of the event."""
        rows = GameListRow.objects.filter(table__series__tournament=self.made)
        return list(rows.select_related("table__series__tournament").order_by("pk"))

    def acts(self):
        rows = self.lists()
        if not rows:
            return super().acts()
        row = self.dice.choice(rows)
        here = [self.leave, self.come_back, self.join, self.withdraw]
        return [*super().acts(), *((act.__name__, lambda act=act: act(row)) for act in here)]

    def deal(self, row: GameListRow, number: int) -> Deal:
        turns = mapping.turns_of(row)
        if number > len(turns) or self.dice.random() < 0.1:
            return Deal(number=number)
        played = Played(
            contract=Contract(game=self.dice.choice(GAMES)),
            matadors=self.dice.choice((1, 2, -1)),
            won=self.dice.random() < 0.6,
        )
        return Deal(number=number, declarer=self.dice.choice(turns[number - 1].players), played=played)

    def whole(self, row: GameListRow) -> object:
        until = self.dice.randrange(1, 9) if row.short_because else mapping.length_of(row)
        first = len(self.entered(row)) + 1
        deals = [self.deal(row, number) for number in range(first, min(until, row.struck_after or until) + 1)]
        return entry.enter_list(list_id=row.pk, deals=deals, entry_key=self.key(), by=self.by, now=self.now)

    def leave(self, row: GameListRow) -> object:
        place = self.dice.randrange(1, row.table.size + 1)
        return presence.leave(list_id=row.pk, place=place, by=self.by, now=self.now)

    def come_back(self, row: GameListRow) -> object:
        place = self.dice.randrange(1, row.table.size + 1)
        return presence.come_back(list_id=row.pk, place=place, by=self.by, now=self.now)

    def join(self, row: GameListRow) -> object:
        number = self.dice.randrange(1, self.made.entrants.count() + 1)
        return presence.join(list_id=row.pk, number=number, by=self.by, now=self.now)

    def withdraw(self, _row: GameListRow) -> object:
        entrant = self.dice.choice(list(self.made.entrants.order_by("pk")))
        return registration.withdraw(entrant_id=entrant.pk, by=self.by, now=self.now)

    def _tried(self, act, *given) -> bool:
        try:
            act(*given)
        except REFUSALS:
            return False
        return True

    def _begun(self, series: Series) -> None:
        for act in (self.draw, self.publish, self.start):
            self._tried(act, series)

    def _ended(self, series: Series) -> None:
        """Close a series; a list that cannot be signed is declared void."""
        for row in self.lists():
            row.refresh_from_db()
            if row.table.series_id != series.pk or row.signed_at or row.void_at:
                continue
            for act in ([self.short] if self.dice.random() < 0.2 else []) + [self.whole, self.on_paper]:
                self._tried(act, row)
                row.refresh_from_db()
            if not row.signed_at:
                self._void(row)
        self._tried(self.close, series)

    def _void(self, row: GameListRow) -> None:
        about = {"series": row.table.series.number, "table": row.table.number}
        order = Order(kind=Measure.Kind.VOID, reason="nicht unterschrieben", clause="SkWO 7.2.4", **about)
        measures.order_measure(tournament_id=self.made.pk, order=order, entry_key=self.key(), by=self.by, now=self.now)

    def kinds(self) -> set[str]:
        """Return which of ``KINDS`` and other decisions there are in it."""
        found = set(self.made.measures.filter(lifted_at=None).values_list("kind", flat=True))
        found |= {"lot"} if self.made.lots.exists() else set()
        found |= {"late"} if self.made.series.count() > 1 and self._came_late() else set()
        found |= {"withdrawn"} if self.made.entrants.exclude(withdrawn_at=None).filter(seats__gt=0).exists() else set()
        for series in self.made.series.all():
            for sheet in sheets(series):
                found |= set(self._kinds_of(sheet))
        return found

    def _came_late(self) -> bool:
        first = set(self.made.series.get(number=1).seats.values_list("entrant", flat=True))
        return bool(set(self.made.series.get(number=2).seats.values_list("entrant", flat=True)) - first)

    def _kinds_of(self, sheet):
        row = sheet.row
        if row.signed_at is None:
            yield "never signed"
        if sheet.is_totals_only:
            yield "results alone"
        elif row.signed_at and len(sheet.lines) < sheet.game_list.length:
            yield "short" if row.short_because else "cut by the clock"
        if row.presence:
            yield "joined" if row.presence[0] == [1, [1, 2, 3]] else "left"
        if any(line.earlier for line in sheet.lines):
            yield "corrected"
        stored = {one.seat_id: one for one in SeatResult.objects.filter(game_list=row)}
        for score in sheet.scores:
            if score.seat.pk in stored:
                yield from self._kinds_at(stored[score.seat.pk], score)

    def _kinds_at(self, counted, score):
        if counted.counts == Counts.LOWER:
            yield "lower"
            if (counted.won, counted.lost) != (score.tally.won, score.tally.lost):
                yield "lower by games"
        if counted.counts == Counts.ZEROED and score.performance < 0:
            yield "zeroed below zero"


PAGE = "/t/cup/office/report.json"


def report(director) -> dict:
    """Return the report that the direction downloads."""
    answer = director.get(PAGE)
    assert answer["Content-Disposition"] == 'attachment; filename="cup-skat-report.json"'
    return json.loads(answer.content)


@pytest.mark.slow
def test_what_is_open_is_left_out_what_a_decision_took_is_beside_the_list_who_hides_is_told_by_number(director):
    event = factories.tournament(entrants=4, series=2)
    event.entrants.filter(number=2).update(name="Geheim", shown_as=Shown.NUMBER)
    event.entrants.filter(number=1).update(name="Anna Ast", shown_as=Shown.FULL)
    factories.close_series(factories.running_series(event))
    factories.running_series(event, 2)
    directing.ordered(event, directing.order(Measure.Kind.PENALTY, series=1, entrant=1, points=200))

    document = report(director)

    assert check(document) == ()
    assert [(one["series"], len(one["deals"])) for one in document["lists"]] == [(1, 4)]
    assert sum(one.get("deducted", 0) for part in document["lists"] for one in part["results"]) == 200
    names = {one["number"]: one.get("name") for one in document["entrants"]}
    assert (names[1], names[2]) == ("Anna Ast", None)


@pytest.mark.slow
@pytest.mark.parametrize(("seeds", "kinds"), [((22, 25), SOME), *thorough((range(25), KINDS))])
def test_whatever_was_decided_it_is_in_order_and_ranks_as_the_site_does(seeds, kinds):
    met = set()
    for seed in seeds:
        event = WholeEvent(seed)
        event.play()
        made = Tournament.objects.get(pk=event.made.pk)
        document = json.loads(json.dumps(report_of(made)))

        assert check(document) == (), seed
        assert allows(SCHEMA, document), seed
        assert [tuple(row.values()) for row in document["ranking"]] == [
            (line.rank, line.entrant.number, line.total, line.won, line.lost)
            for line in standings.standings(made, with_hidden=True).lines
        ], seed
        met |= event.kinds()
        # The next one takes the same address.
        Tournament.objects.filter(pk=made.pk).update(slug=f"cup-{seed}")
    assert kinds - met == set()
