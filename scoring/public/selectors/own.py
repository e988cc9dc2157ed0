"""What is a player's own: their seat, their lists and what was changed in them, what they raised and what was
decided.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery, Ruling
from scoring.disputes.selectors.complaints import (
    Case,
    Deadline,
    Window,
    appeals_of,
    case_of,
    deadlines,
    deadlines_against,
    objections_by,
    queries_of,
    windows,
)
from scoring.disputes.selectors.rulings import measures_about, rulings_of
from scoring.lists.models import GameListRow
from scoring.lists.selectors.counting import Counted, counting_of
from scoring.lists.selectors.history import history_for_player
from scoring.lists.selectors.sheets import Score, Sheet, sheet
from scoring.results.selectors.standings import EVERYDAY, StandingsLine, open_results, public_standings, shown_series
from scoring.rules.game_list.sums import rating
from tables.draw import selectors as draw_seats
from tables.draw.models import Seat
from tables.hall import selectors as hall_clock
from tables.hall.selectors import Clock
from tables.journal.models import JournalEntry
from tables.people.models import Entrant, tell_apart
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnObjection:
    """What was raised at a table of theirs."""

    objection: Objection
    case: Case
    is_his: bool  # whether they may take it back: their seat raised it, or their phone


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRuling:
    """A decision about a list of theirs, and until when they may appeal against it."""

    ruling: Ruling
    deadline: Deadline
    is_final: bool  # whether the tribunal decided, about it or itself: nobody appeals against that


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """Everything on a player's own page beside their seats. The latest of each kind first."""

    objections: tuple[OwnObjection, ...]
    rulings: tuple[OwnRuling, ...]
    appeals: tuple[Appeal, ...]
    queries: tuple[ResultQuery, ...]
    measures: tuple[Measure, ...]
    deadlines: tuple[Deadline, ...]  # until when they may appeal about the series in which they sat, in order
    windows: tuple[Window, ...]

    @property
    def open_objections(self) -> tuple[OwnObjection, ...]:
        """Those that wait for a judge."""
        return tuple(own_objection for own_objection in self.objections if not own_objection.objection.outcome)

    @property
    def called_in(self) -> frozenset[int]:
        """The series in which a judge is called to their table with nothing said, and has not been there yet."""
        cells = (Objection.Outcome.OPEN, "", "", None)
        raised = (own_objection.objection for own_objection in self.objections)
        return frozenset(
            objection.series_id
            for objection in raised
            if (objection.outcome, objection.kind, objection.text, objection.place) == cells
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChange:
    """A line of the journal about a table of theirs."""

    line: JournalEntry
    is_change: bool  # whether it is more than what happens at every table
    is_after_his_word: bool  # whether it came after they had confirmed the list


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnResult:
    """What the entries give a seat of their table, and what counts of it."""

    score: Score
    counted: Counted
    points: int  # what counts in the ranking, penalty points taken off


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnList:
    """One list of theirs as they read it."""

    sheet: Sheet
    results: tuple[OwnResult, ...]  # from seat 1 on
    history: tuple[OwnChange, ...]
    rulings: tuple[OwnRuling, ...]
    measures: tuple[Measure, ...]

    @property
    def changes(self) -> tuple[OwnChange, ...]:
        """What was changed in it."""
        return tuple(own_change for own_change in self.history if own_change.is_change)


def own_page(tournament: Tournament, entrant: Entrant, *, device: str, now: datetime) -> OwnPage:
    """Return what is a player's own, in a fixed number of queries whatever the size of the field."""
    entrant.tournament = tournament
    seats = {seat.series_id: seat for seat in entrant.seats.select_related("table")}
    return OwnPage(
        objections=tuple(
            _objection(objection, seats, device=device)
            for objection in objections_by(tournament, entrant.number).reverse()
        ),
        rulings=tuple(_rulings(tournament, entrant, now=now)),
        appeals=tuple(appeals_of(tournament).filter(appellant=entrant).reverse()),
        queries=tuple(queries_of(tournament).filter(entrant=entrant).reverse()),
        measures=tuple(measures_about(entrant).reverse()),
        deadlines=tuple(deadline for deadline in deadlines(tournament, now=now) if deadline.series.pk in seats),
        windows=tuple(windows(tournament, now=now)),
    )


def own_list(row: GameListRow, entrant: Entrant, *, place: int, now: datetime) -> OwnList:
    """Return a list as a player at its table reads it: the deals, and everything that was done with it."""
    series = row.table.series
    at = (series.number, row.table.number)
    lines = [line for line in history_for_player(entrant) if (line.data.get("series"), line.data.get("table")) == at]
    shown = sheet(row)
    return OwnList(
        sheet=shown,
        results=tuple(
            OwnResult(
                score=score,
                counted=counted,
                points=rating(counted.tally, seats=row.table.size).performance - counted.penalty,
            )
            for score, counted in zip(shown.scores, counting_of(row), strict=True)
        ),
        history=tuple(_told(lines, place=place)),
        rulings=tuple(_rulings(series.tournament, entrant, now=now, row=row)),
        measures=tuple(measures_about(entrant).filter(series=series)),
    )


def own_rulings(row: GameListRow, entrant: Entrant, *, now: datetime) -> list[OwnRuling]:
    """Return the decisions about a list that a player at its table may still appeal against, late or not."""
    return [
        own_ruling
        for own_ruling in _rulings(row.table.series.tournament, entrant, now=now, row=row)
        if not own_ruling.is_final
    ]


def _objection(objection: Objection, seats: dict[int, Seat], *, device: str) -> OwnObjection:
    case = case_of(objection)
    seat = seats.get(objection.series_id)
    return OwnObjection(
        objection=objection,
        case=case,
        is_his=bool(device and objection.device == device) or (seat is not None and objection.place == seat.place),
    )


def _rulings(
    tournament: Tournament, entrant: Entrant, *, now: datetime, row: GameListRow | None = None
) -> list[OwnRuling]:
    decided = Appeal.objects.filter(ruling=OuterRef("pk")).exclude(verdict="")
    about_own_lists = rulings_of(tournament).filter(game_list__table__seats__entrant=entrant, taken_back_at=None)
    if row is not None:
        about_own_lists = about_own_lists.filter(game_list=row)
    rulings = list(about_own_lists.annotate(is_decided=Exists(decided)).reverse())
    until = deadlines_against(rulings, tournament, now=now)
    return [
        OwnRuling(
            ruling=ruling,
            deadline=until[ruling.number],
            is_final=ruling.stage == Ruling.Stage.TRIBUNAL or vars(ruling)["is_decided"],
        )
        for ruling in rulings
    ]


def _told(lines: Sequence[JournalEntry], *, place: int) -> list[OwnChange]:
    confirmed = [line.number for line in lines if line.action == "list.confirmed" and line.data.get("place") == place]
    last = confirmed[-1] if confirmed else None
    own_changes = [
        OwnChange(
            line=line, is_change=line.action not in EVERYDAY, is_after_his_word=last is not None and line.number > last
        )
        for line in lines
    ]
    return own_changes[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInSeries:
    """Where a player sits in one series."""

    series: Series
    seat: Seat | None  # None where they have no seat in it
    table: tuple[Seat, ...]  # everybody at their table, themselves included, by seat
    points: int | None  # their performance in it so far; None before it counts for them


@dataclass(frozen=True, slots=True, kw_only=True)
class MySeat:
    """A player's seats, in the order of the series."""

    seats: tuple[SeatInSeries, ...]  # one for each series whose seats are published
    line: StandingsLine | None  # of the standings; None before any series, or where they have played none
    ranked: int  # how many are in the standings
    is_official: bool
    clock: Clock | None  # how long the latest series may still be played; None before any seats are published
    following: Series | None  # the next series, whose seats are not out yet; None where there is none

    @property
    def now(self) -> SeatInSeries | None:
        """The latest series whose seats are published."""
        return self.seats[-1] if self.seats else None


def my_seat(tournament: Tournament, entrant: Entrant, *, now: datetime) -> MySeat:
    """Return where an entrant sits and stands; the number of queries does not grow with the field."""
    shown = shown_series(tournament)
    latest = shown[-1] if shown else None
    if latest:
        latest.tournament = tournament
    mine = {seat.series_id: seat for seat in draw_seats.seats_of(entrant)}
    tables: dict[int, list[Seat]] = defaultdict(list)
    here = Seat.objects.filter(table__in=[seat.table_id for seat in mine.values()])
    for seat in here.select_related("entrant").order_by("place"):
        tables[seat.table_id].append(seat)
    tell_apart(seat.entrant for at_table in tables.values() for seat in at_table)
    ranking = public_standings(open_results(tournament))
    line = next((line for line in ranking.lines if line.entrant.pk == entrant.pk), None)
    points = dict(zip((series.pk for series in ranking.series), line.by_series, strict=True)) if line else {}
    return MySeat(
        seats=tuple(
            SeatInSeries(
                series=series,
                seat=seat,
                table=tuple(tables[seat.table_id]) if seat else (),
                points=points.get(series.pk) if series.started_at else None,
            )
            for series in shown
            for seat in [mine.get(series.pk)]
        ),
        line=line,
        ranked=len(ranking.lines),
        is_official=ranking.is_official,
        clock=hall_clock.clock_of(latest, now) if latest else None,
        following=next((series for series in tournament.series.all() if series not in shown), None),
    )
