"""An event in which judges decide and the direction orders and corrects, in any order, beside everything else."""

from collections.abc import Callable

from scoring.disputes.models import Measure
from scoring.disputes.services import measures, queries, rulings
from scoring.disputes.services.measures import Order
from scoring.disputes.services.queries import Mended
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import GameListRow
from scoring.rules.game_list.totals import Totals
from tables.tournaments.models import Series
from tests.scoring.walks import Walk

Kind = Measure.Kind


class JudgedWalk(Walk):
    """A walk on which every third act or so is an official's."""

    def acts(self) -> list[tuple[str, Callable[[], object]]]:
        played = GameListRow.objects.filter(table__series__tournament=self.made).exclude(
            table__series__status=Series.Status.PUBLISHED
        )
        rows = list(played.select_related("table__series__tournament"))
        if not rows:
            return super().acts()
        row = self.dice.choice(rows)
        official = [*[self.order] * 4, *[self.lift] * 2, *[self.mend] * 5, *[self.rule] * 4]
        return [*super().acts(), *((act.__name__, lambda act=act: act(row)) for act in official)]

    def order(self, row: GameListRow) -> object:
        kind = self.dice.choice([Kind.ZEROED, Kind.PENALTY, Kind.VOID, Kind.EXPULSION, Kind.EXCLUSION, Kind.WARNING])
        if kind in {Kind.EXPULSION, Kind.EXCLUSION, Kind.VOID} and self.dice.random() < 0.6:
            kind = Kind.PENALTY
        order = Order(
            kind=kind,
            reason="Anna setzte sich falsch",
            clause="SkWO 7.1.2",
            series=row.table.series.number,
            table=row.table.number,
            entrant=self.dice.choice(list(row.table.seats.values_list("entrant__number", flat=True))),
            points=self.dice.choice((50, 100)),
        )
        return measures.order_measure(
            tournament_id=self.made.pk, order=order, entry_key=self.key(), by=self.by, now=self.now
        )

    def lift(self, _row: GameListRow) -> object:
        holding = list(self.made.measures.filter(lifted_at=None))
        if not holding:
            return None
        measure = self.dice.choice(holding)
        return measures.lift_measure(
            measure_id=measure.pk, because="doch richtig", entry_key=self.key(), by=self.by, now=self.now
        )

    def mend(self, row: GameListRow) -> object:
        """Correct a signed list, with or without the word of all players."""
        places = range(1, row.table.size + 1)
        witnesses = self.dice.choice([(), (1,), tuple(places)])
        if row.kind == GameListRow.Kind.TOTALS:
            lines = [(96, 1, 0), (-96, 0, 1), *[(0, 0, 0)] * (row.table.size - 2)]
            self.dice.shuffle(lines)
            typed = [Totals(game_points=points, won=won, lost=lost) for points, won, lost in lines]
            mended = Mended(reason="verrechnet", totals=typed, witnesses=witnesses)
        else:
            mended = Mended(
                reason="falsch", deal=self.deal(row, self.dice.randrange(1, row.table.size + 1)), witnesses=witnesses
            )
        return queries.correct_signed(list_id=row.pk, mended=mended, entry_key=self.key(), by=self.by, now=self.now)

    def rule(self, row: GameListRow) -> object:
        entered = self.entered(row)
        if not entered:
            return None
        old = self.dice.choice(entered)
        draft = Draft(
            sentence="Das Spiel zählt anders",
            reasons="Zeugen am Tisch",
            clauses=("ISkO 4.5.10",),
            correction=self.deal(row, old.number),
            seen=old.entry_key,
        )
        return rulings.rule(
            draft=draft,
            series_id=row.table.series_id,
            list_id=row.pk,
            entry_key=self.key(),
            by=self.judge,
            now=self.now,
        )
