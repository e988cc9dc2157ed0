"""A series at play: how far each table comes, and all tables side by side by the clock (SkWO 7.2)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain
from operator import attrgetter

from scoring.lists.selectors import boards
from scoring.rules.game_list.deals import GameList
from simulation.cast import Cast
from simulation.course import Course, Keeping, acts_of
from simulation.deals import play
from simulation.people import skills
from simulation.scenario import Entry
from tables.draw import selectors as draw_seats
from tables.seating import Chance
from tables.tournaments.models import Series

ON_PAPER = {2: Keeping.TYPED, 5: Keeping.TOTALS}
"""The tables of the first series whose phone was empty."""

DONE, WAITING = 1.0, 0.0

SIGNING = timedelta(minutes=4)
"""From the last deal of a table to the last signature."""


def play_tables(cast: Cast, series: Series, *, start: datetime, until: datetime) -> None:
    """Let all tables of a series play from ``start`` to ``until``, each act at its time."""
    courses = _courses(cast, series, start=start, until=until)
    acts = chain.from_iterable(acts_of(course, cast) for course in courses)
    for act in sorted(acts, key=attrgetter("at", "table")):
        act.do(act.at)
        cast.progress(act.deals)


def _courses(cast: Cast, series: Series, *, start: datetime, until: datetime) -> Iterator[Course]:
    able = skills(cast.scenario.players, seed=cast.scenario.seed)
    seating = draw_seats.seating_of(series)
    progress = _progress(
        len(seating),
        share=cast.scenario.share(series.number),
        chance=Chance(cast.scenario.seed, purpose=f"progress {series.number}"),
    )
    hesitating = _in_doubt(progress)
    for place, ((table, seats), done) in enumerate(zip(seating, progress, strict=True)):
        blank = GameList(seats=table.size, rounds=cast.scenario.rounds)
        chance = Chance(cast.scenario.seed, purpose=f"series {series.number} table {table.number}")
        # The quick tables are done some minutes before the end, the slow ones are still at it.
        spare = SIGNING + (until - start) * 0.14 * chance.below(100) / 100 if done == DONE else timedelta()
        yield Course(
            row=boards.list_of(table),
            seats=tuple(seats),
            keeping=_keeping(cast, series, table.number),
            deals=play(
                blank,
                until=round(done * blank.length),
                skills={seat.place: able[seat.entrant.number] for seat in seats},
                chance=chance,
            ),
            start=start,
            until=until - spare,
            confirming=0 if done < DONE else 2 if place == hesitating else table.size,
            chance=chance,
        )


def _in_doubt(progress: list[float]) -> int | None:
    """Return the place of one table that is done but not yet signed, where a series is still running."""
    done = [place for place, one in enumerate(progress) if one == DONE]
    return done[0] if 1 < len(done) < len(progress) else None


def _keeping(cast: Cast, series: Series, table: int) -> Keeping:
    if cast.scenario.entry is Entry.LISTS:
        return Keeping.TYPED
    return ON_PAPER.get(table, Keeping.AT_TABLE) if series.number == 1 else Keeping.AT_TABLE


def _progress(tables: int, *, share: float, chance: Chance) -> list[float]:
    """Return how far each table is when a share of the series is played: some are done, one has not begun."""
    if share == DONE:
        return [DONE] * tables
    done = round(share * share * tables)
    waiting = min(1, tables - done)
    rest = tables - done - waiting
    middle = (share * tables - done) / rest if rest else 0
    spread = [min(0.97, middle * (0.4 + 1.2 * (place + 0.5) / rest)) for place in range(rest)]
    return chance.shuffled([*[DONE] * done, *[WAITING] * waiting, *spread])
