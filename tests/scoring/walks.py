"""An event in which anything happens in any order: acts by lot, of everybody who may act, most of them sensible."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from uuid import UUID

from scoring.disputes.models import Appeal
from scoring.disputes.services import appeals
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import Call, DealRow, GameListRow
from scoring.lists.selectors import boards
from scoring.lists.services import clock, entry, phones
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.office.services import end as office
from scoring.results.services import series as lists_series
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.totals import Totals
from scoring.rules.valuation import Played
from scoring.signing import services as signing
from scoring.table.services import batches
from scoring.table.services.deciding import Enter, TakeBack
from tables import seating
from tables.acts.services import KeyReused, Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.people.models import Entrant
from tables.people.services import registration, unranked
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.objections_and_rulings import seen

REFUSALS = (Refused, EntryRefused, ListSigned, KeyReused, appeals.AlreadyDecided, seating.CannotSeat)
GAMES = (Game.GRAND, Game.CLUBS, Game.HEARTS)


Acts = list[tuple[str, Callable[[], object]]]


def of_series(service: Callable[..., object], **said: object) -> Callable[["Walk", Series], object]:
    """Return the act that asks a service for nothing but a series."""
    return lambda walk, series: service(series_id=series.pk, **said, by=walk.by, now=walk.now)


def of_list(service: Callable[..., object], **said: object) -> Callable[["Walk", GameListRow], object]:
    """Return the act that asks a service for nothing but a list."""
    return lambda walk, row: service(list_id=row.pk, **said, by=walk.by, now=walk.now)


class Walk:
    """A tournament and a clock. Each step is one act at its own moment; what is refused changes nothing."""

    def __init__(self, seed: int, *, players: int = 7, series: int = 2) -> None:
        self.dice = Random(seed)
        self.now = factories.EVENING
        self.made = factories.tournament(entrants=players, series=series, rounds=1, strikes_at_limit=True)
        self.judge = factories.judge(self.made)
        self.by = factories.user()

    def steps(self, count: int) -> Iterator[str]:
        """Yield the name of each act that was done, after it was done."""
        for _ in range(count):
            name, act = self.dice.choice(self.acts())
            self.now += timedelta(seconds=self.dice.randrange(1, 90), microseconds=self.dice.randrange(1_000_000))
            try:
                act()
            except REFUSALS:
                continue
            yield name

    def acts(self) -> Acts:
        series = self.series()
        if series is None:
            return [("nothing", lambda: None)]
        if series.status in {Series.Status.PLANNED, Series.Status.DRAWN}:
            return self.named("draw publish discard", series)
        early = "start swap reseat" if series.status == Series.Status.PUBLISHED else "swap"
        often = "enter " * 8 + "phone " * 6 + "correct " * 3 + "sign " * 5 + "finish " * 3
        once = "take_back deal_again whole totals drop_totals confirm disagree settle on_paper reopen short allow seats"
        row = self.dice.choice(list(boards.lists_of(series).select_related("table__series__tournament")))
        return [*self.named(f"{early} end_time undo_end close file decide", series), *self.named(often + once, row)]

    def named(self, names: str, *about: object) -> Acts:
        """Return acts by their names; one named several times is done so much oftener."""
        return [(name, partial(getattr(self, name), *about)) for name in names.split()]

    def series(self) -> Series | None:
        return self.made.series.exclude(status=Series.Status.CLOSED).order_by("number").first()

    def key(self) -> UUID:
        return UUID(int=self.dice.getrandbits(128))

    def deal(self, row: GameListRow, number: int) -> Deal:
        blank = GameList(seats=row.table.size, rounds=row.rounds)
        if number > blank.length or self.dice.random() < 0.1:
            return Deal(number=number)
        game, won = self.dice.choice(GAMES), self.dice.random() < 0.7
        played = Played(contract=Contract(game=game), matadors=self.dice.choice((1, 2, -1)), won=won)
        return Deal(number=number, declarer=self.dice.choice(sorted(blank.players_of(number))), played=played)

    def entered(self, row: GameListRow) -> list[DealRow]:
        return list(row.deals.filter(voided_at=None).order_by("number"))

    # What happens in the hall.

    draw = of_series(draws.draw_series, public="")
    discard = of_series(draws.discard_draw, because="Anna fehlte")
    publish = of_series(lists_series.publish_series)
    start = of_series(hall.start_series)
    end_time = of_series(clock.end_clock)
    undo_end = of_series(clock.undo_end)

    def swap(self, series: Series) -> object:
        numbers = tuple(self.dice.sample(range(1, self.made.entrants.count() + 1), 2))
        return reseating.swap_seats(series_id=series.pk, numbers=numbers, because="Rollstuhl", by=self.by, now=self.now)

    def reseat(self, series: Series) -> object:
        absent = [self.dice.choice(list(series.seats.values_list("entrant__number", flat=True)))]
        return self.reseated(series, absent=absent, because="Panne")

    def reseated(self, series: Series, *, because: str, absent: Sequence[int] = (), late: Sequence[int] = ()) -> object:
        change = {"absent": [*absent], "late": [*late], "public": ""}
        shown = seating.record_hash(reseating.reseated(series, **change).record)
        told = {"because": because, "by": self.by, "now": self.now}
        return lists_series.reseat_series(series_id=series.pk, shown=shown, **change, **told)

    def close(self, series: Series) -> object:
        return lists_series.close_series(series_id=series.pk, lot_seed=str(self.key()), by=self.by, now=self.now)

    def file(self, series: Series) -> object:
        row = self.dice.choice(list(GameListRow.objects.filter(table__series__tournament=self.made)))
        deal = self.dice.choice(self.entered(row) or [None])
        about = {"series_id": row.table.series_id, "list_id": row.pk, "deal": deal and deal.number}
        said = {"appellant": row.table.seats.first().entrant.number, "text": "so war es nicht"}
        return appeals.file_appeal(**about, **said, entry_key=self.key(), by=None, now=self.now)

    def decide(self, series: Series) -> object:
        appeal = self.dice.choice(list(self.made.appeals.all()) or [None])
        if appeal is None:
            raise Refused("nothing-there")
        corrected = self.deal(appeal.game_list, appeal.deal) if appeal.deal else None
        verdict = Appeal.Verdict.UPHELD if corrected else Appeal.Verdict.DISMISSED
        said = {"sentence": "Der Grand ist verloren.", "clauses": ["ISkO 4.2.5"], "reasons": "Zeugen"}
        known = seen(appeal.game_list, appeal.deal) if corrected else None
        draft = Draft(**said, seen=known, overruling="Zeugen", correction=corrected)
        told = {"entry_key": self.key(), "by": self.judge, "now": self.now}
        return appeals.decide_appeal(appeal_id=appeal.pk, verdict=verdict, draft=draft, **told)

    # What happens at a table.

    drop_totals = of_list(entry.drop_totals)
    on_paper = of_list(signing.sign_for_paper)
    reopen = of_list(signing.reopen, because="Spiel 3")
    short = of_list(signing.accept_short, because="Notfall")

    def enter(self, row: GameListRow) -> object:
        deal = self.deal(row, len(self.entered(row)) + 1)
        return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=self.key(), by=None, now=self.now)

    def phone(self, row: GameListRow) -> object:
        """Bring several acts at once: a deal, one taken back again, another in its place."""
        first = len(self.entered(row)) + 1
        one, other = self.key(), self.key()
        acts = [
            Enter(key=one, deal=self.deal(row, first)),
            TakeBack(key=self.key(), number=first, of=one),
            Enter(key=other, deal=self.deal(row, first)),
            Enter(key=self.key(), deal=self.deal(row, first + 1)),
        ]
        batch = batches.Batch(copy="first", acts=acts)
        return batches.receive(table=row.table, device="a", batch=batch, now=self.now)

    def correct(self, row: GameListRow) -> object:
        deal = self.deal(row, self.dice.randrange(1, 5))
        told = {"because": "verschrieben", "entry_key": self.key(), "by": None, "now": self.now}
        return entry.correct_deal(list_id=row.pk, deal=deal, **told)

    def take_back(self, row: GameListRow) -> object:
        number = len(self.entered(row))
        return entry.take_back_deal(list_id=row.pk, number=number, because="", by=None, now=self.now, agreed=True)

    def deal_again(self, row: GameListRow) -> object:
        found = len(self.entered(row)) + self.dice.randrange(2)
        wrong = {"mistake": max(1, found - 1), "last_begun": found, "version": row.version}
        return entry.deal_again(list_id=row.pk, because="falscher Geber", by=None, now=self.now, **wrong)

    def whole(self, row: GameListRow) -> object:
        first = len(self.entered(row)) + 1
        deals = [self.deal(row, number) for number in range(first, row.table.size + 1)]
        return entry.enter_list(list_id=row.pk, deals=deals, entry_key=self.key(), by=self.by, now=self.now)

    def totals(self, row: GameListRow) -> object:
        lines = [(48, 1, 0), (-96, 0, 1), *[(0, 0, 0)] * (row.table.size - 2)]
        self.dice.shuffle(lines)
        typed = [Totals(game_points=points, won=won, lost=lost) for points, won, lost in lines]
        return entry.enter_totals(list_id=row.pk, totals=typed, by=self.by, now=self.now)

    def confirm(self, row: GameListRow) -> object:
        place = self.dice.randrange(1, row.table.size + 1)
        return factories.confirm(row, place, now=self.now)

    def disagree(self, row: GameListRow) -> None:
        place = self.dice.randrange(1, row.table.size + 1)
        signing.object_to(list_id=row.pk, place=place, text="falsch", device="", entry_key=self.key(), now=self.now)

    def settle(self, row: GameListRow) -> object:
        call = row.calls.filter(settled_at=None).first()
        return call and batches.settle_call(call_id=call.pk, granted=False, by=self.by, now=self.now)

    def sign(self, row: GameListRow) -> object:
        """Let everybody confirm, and sign: several acts, each at its moment."""
        for place in range(1, row.table.size + 1):
            factories.confirm(row, place, now=self.now)
        return signing.sign(list_id=row.pk, now=self.now)

    def finish(self, row: GameListRow) -> object:
        """Type what is missing and close the list from its paper."""
        if len(self.entered(row)) < row.table.size:
            self.whole(row)
        return self.on_paper(row)

    def allow(self, row: GameListRow) -> object:
        return clock.allow_until(list_id=row.pk, deal=row.table.size, by=self.by, now=self.now)

    def seats(self, row: GameListRow) -> object:
        return phones.confirm_seats(list_id=row.pk, device="a", now=self.now)


class ReturningWalk(Walk):
    """A walk on which starts, closings, ends and releases are taken back as often as they may be, and two exchanged."""

    def acts(self) -> Acts:
        series = self.series()
        often = "take_start_back " * 2 + "take_closing_back " * 4 + "exchange " * 3
        if series is None:
            often += "release " * 2 + "take_release_back " * 2 + "take_end_back"
        # The quicker a series is over, the more there is to be taken back.
        ends = "finish_all close " * 5 if series and series.status == Series.Status.RUNNING else ""
        return [*super().acts(), *self.named(often), *self.named(ends, series)]

    def finish_all(self, series: Series) -> None:
        for row in boards.lists_of(series).select_related("table__series__tournament"):
            self.finish(row)

    def take_start_back(self) -> object:
        series = self.dice.choice(list(self.made.series.all()))
        return hall.take_start_back(series_id=series.pk, because="zu früh", by=self.by, now=self.now)

    def take_closing_back(self) -> object:
        series = self.made.series.filter(status=Series.Status.CLOSED).last() or self.made.series.first()
        return lists_series.take_closing_back(series_id=series.pk, because="Zahlendreher", by=self.by, now=self.now)

    def exchange(self) -> object:
        rows = list(GameListRow.objects.filter(table__series__tournament=self.made))
        number = self.dice.randrange(1, self.made.entrants.count() + 1)
        row = self.dice.choice(rows or [None])
        if row is None:
            raise Refused("nothing-there")
        facts = {"place": self.dice.randrange(1, 5), "because": "vertauscht", "by": self.by, "now": self.now}
        if row.chairs and self.dice.random() < 0.5:
            return signing.take_exchange_back(list_id=row.pk, **facts | {"place": self.dice.choice(row.chairs)[0]})
        # Often from the first deal on, or from one that there is hardly ever.
        deals = [self.dice.choice((1, 1, self.dice.randrange(1, row.deals.count() + 2))) for _ in range(2)]
        is_said = self.dice.random() < 0.5
        facts |= {"from_deal": deals[0], "from_deal_there": deals[1] if is_said else None}
        return signing.exchange(list_id=row.pk, number=number, **facts)

    def release(self) -> object:
        return office.release_unopposed(tournament_id=self.made.pk, lot_seed=str(self.key()), by=self.by, now=self.now)

    def take_release_back(self) -> object:
        return office.take_release_back(tournament_id=self.made.pk, because="zu früh", by=self.by, now=self.now)

    def take_end_back(self) -> object:
        return office.take_end_back(tournament_id=self.made.pk, because="zu früh", by=self.by, now=self.now)


class FillingWalk(Walk):
    """A walk in which people are said to fill in, and to do so no more, while series are played."""

    def acts(self) -> Acts:
        return [*super().acts(), *self.named("fill_in " * 8)]

    def fill_in(self) -> object:
        entrant = self.dice.choice(list(self.made.entrants.order_by("number")))
        told = {"by": self.by, "now": self.now}
        return unranked.fill_in(entrant_id=entrant.pk, fills_in=self.dice.random() < 0.7, **told)


class SeatingWalk(Walk):
    """A walk before the first deal: seats drawn, published, taken back and changed, and calls of the tables."""

    def acts(self) -> Acts:
        seated = list(self.made.series.exclude(status=Series.Status.PLANNED))
        series = self.dice.choice([*seated, *self.made.series.filter(status=Series.Status.PLANNED)[:1]])
        people = "withdraw reinstate come_late"
        if series.status in {Series.Status.PLANNED, Series.Status.DRAWN}:
            return self.named(f"draw draw draw publish publish publish publish discard_rest {people}", series)
        row = self.dice.choice(list(boards.lists_of(series).select_related("table__series__tournament")))
        about_series = "unpublish " * 6 + f"reseat reseat swap {people}"
        return [*self.named(about_series, series), *self.named("ring ring settle short seats", row)]

    discard_rest = of_series(draws.discard_previews, because="Anna fehlte")
    unpublish = of_series(lists_series.take_publication_back)

    def draw(self, series: Series) -> object:
        all_left = self.dice.random() < 0.5
        return draws.draw_series(series_id=series.pk, public="", all_left=all_left, by=self.by, now=self.now)

    def ring(self, row: GameListRow) -> object:
        kind = self.dice.choice((Call.Kind.SEAT, Call.Kind.HELP, Call.Kind.LEAVES))
        place = self.dice.randrange(1, row.table.size + 1)
        told = {"text": "", "device": "a", "entry_key": self.key(), "now": self.now}
        return batches.call(list_id=row.pk, kind=kind, place=place, **told)

    def entrant(self, **having: object) -> Entrant:
        return self.dice.choice(list(self.made.entrants.filter(**having)) or [self.made.entrants.first()])

    def withdraw(self, _series: Series) -> object:
        return registration.withdraw(entrant_id=self.entrant(withdrawn_at=None).pk, by=self.by, now=self.now)

    def reinstate(self, _series: Series) -> object:
        entrant = self.entrant(withdrawn_at__isnull=False)
        return registration.reinstate(entrant_id=entrant.pk, by=self.by, now=self.now)

    def come_late(self, series: Series) -> object:
        return self.reseated(series, late=[self.entrant(withdrawn_at=None).number], because="Stau")


def last_line(made: Tournament) -> int:
    """Return the number of the journal's last line."""
    return made.journal.order_by("-number").values_list("number", flat=True).first() or 0
