"""A series that plays itself through the pages of a site that runs, so that board and standings can be watched."""

import heapq
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from scoring.lists.selectors import boards
from simulation.browser import Browser, OutOfReach
from simulation.live_table import LeftAlone, LiveTable
from simulation.people import skills
from tables.draw import selectors as draw_seats
from tables.seating import Chance
from tables.tournaments.models import Series


class NothingToPlay(Exception):
    """There is no table that could play; the message says why."""


def series_to_play(slug: str = "") -> Series:
    """Return the series that runs, or the one that starts with its first deal: of one event, else the latest such.

    :raises NothingToPlay: if there is none.
    """
    begun = Series.objects.filter(status__in=[Series.Status.RUNNING, Series.Status.PUBLISHED])
    if slug:
        begun = begun.filter(tournament__slug=slug)
    latest = [one for one in begun.select_related("tournament").order_by("-published_at") if _may_be_played(one)]
    # One with something left to play before one that only waits to be closed.
    if found := [one for one in latest if boards.lists_of(one).filter(signed_at=None).exists()] or latest:
        return found[0]
    where = f" of “{slug}”" if slug else ""
    raise NothingToPlay(f"No series{where} is being played: draw one and publish its seats first.")


def _may_be_played(series: Series) -> bool:
    return series.status == Series.Status.RUNNING or draw_seats.open_before(series) is None


def live_tables(series: Series, *, site: str, most: int | None, seed: str, phones: Path) -> list[LiveTable]:
    """Return the tables of a series that are not done, each with a phone of its own.

    ``phones`` is the folder where the phones keep their cookies, so that the same ones go on another time.

    :raises NothingToPlay: if there is none, or the site does not answer.
    """
    signed = set(boards.lists_of(series).exclude(signed_at=None).values_list("table_id", flat=True))
    seating = [(table, seats) for table, seats in draw_seats.seating_of(series) if table.pk not in signed][:most]
    if not seating:
        raise NothingToPlay(f"Every list of series {series.number} is signed: nothing is left to play.")
    try:
        Browser(site).get("/")
    except OutOfReach:
        raise NothingToPlay(f"The site does not answer at {site}. Start it, or say with --site where it is.") from None
    able = skills(max(seat.entrant.number for _table, seats in seating for seat in seats), seed=seed)
    return [
        LiveTable(
            Browser(site, cookies=phones / f"{table.pk}.txt"),
            key=table.key,
            number=table.number,
            skills={seat.place: able[seat.entrant.number] for seat in seats},
            chance=Chance(seed, purpose=f"live {series.number} {table.number}"),
        )
        for table, seats in seating
    ]


def play_live(
    tables: Sequence[LiveTable],
    *,
    speed: float,
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Let the tables play side by side, ``speed`` times as fast as in a hall, until all are done."""
    begun = clock()
    due = [(0.0, place, table.course()) for place, table in enumerate(tables)]
    heapq.heapify(due)
    while due:
        at, place, course = heapq.heappop(due)
        sleep(max(0.0, at - (clock() - begun)))
        try:
            pause = next(course)
        except StopIteration:
            say(f"Table {tables[place].number} is done.")
        except LeftAlone as alone:
            say(f"Table {tables[place].number} is left alone: {alone}.")
        except OutOfReach:
            say(f"Table {tables[place].number} is left alone: the site does not answer.")
        else:
            heapq.heappush(due, (at + pause.total_seconds() / speed, place, course))
