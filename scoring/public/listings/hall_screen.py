"""The scenes of the hall screen: what comes one after the other, in lines that are read from the last row."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from scoring.lists.wording import games
from scoring.money.wording.amounts import euros
from scoring.public.selectors.hall_screen import HallNow, TableCall
from scoring.results.listings.standings_cells import PODIUM, somebody_leads
from scoring.results.selectors.rankings import RankingLine, ShownRanking
from scoring.results.selectors.standings import Standings
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.tournaments.models import Series

if TYPE_CHECKING:
    from tables.draw.models import Seat, Table

KINDS: Final = ("announcements", "clock", "calls", "seats", "tables", "standings", "rankings", "appeals")
"""The scenes there are, by the names that choose them."""

NAMED: Final = ("prizes",)
"""Scenes that are shown only where somebody names them: they are for the moment when prizes are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a list: what stands first, who it is about, what stands at its end."""

    first: str
    name: str
    aside: str = ""
    """What stands beside the name where there is room."""

    last: str
    moved: str = ""
    """Places won or lost since the ranking before the last series, with an arrow."""

    on_podium: bool = False
    more: tuple[str, ...] = ()
    """Figures before the last one, where there is room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Something the screen shows for a while."""

    kind: str
    key: str
    """By what it is found again when the screen is renewed."""

    title: str
    state: str = ""
    """What stands beside the title: provisional, after 2 series."""

    lines: tuple[Line, ...] = ()
    tables: tuple[tuple["Table", tuple["Seat", ...]], ...] = ()
    calls: tuple[TableCall, ...] = ()
    place: int = 0
    """Of the prize it is about; 0 where it is about none."""

    text: str = ""
    name: str = ""
    """Who it is about, where it is about one."""

    aside: str = ""
    """Their club."""

    begins: datetime | None = None
    """When what it is about begins."""

    until: datetime | None = None
    """When it goes by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallScreen:
    """All the scenes, and what is shown all the time."""

    now: HallNow
    scenes: tuple[Scene, ...]


def wanted_of(named: str) -> tuple[str, ...]:
    """Return the scenes that were named, in that order; all of them where none of the names is known."""
    asked = [word.strip() for word in named.lower().split(",")]
    return tuple(dict.fromkeys(word for word in asked if word in KINDS + NAMED)) or KINDS


def hall_screen(now: HallNow, *, wanted: Sequence[str]) -> HallScreen:
    """Return the scenes of a screen in the order wanted; when there is nothing to tell, the event itself."""
    makers = {
        "announcements": _announcements,
        "clock": _clock,
        "calls": _calls,
        "seats": _seats,
        "tables": _tables,
        "standings": _standings,
        "rankings": _rankings,
        "appeals": _appeals,
        "prizes": _prizes,
    }
    scenes = tuple(scene for kind in wanted for scene in makers[kind](now))
    return HallScreen(now=now, scenes=scenes or (_event(now),))


def _event(now: HallNow) -> Scene:
    return Scene(kind="event", key="event", title=now.tournament.name)


def _announcements(now: HallNow) -> Iterator[Scene]:
    for announcement in now.announced:
        yield Scene(
            kind="announcement",
            key=f"announcement-{announcement.number}",
            title=_("Announcement"),
            text=announcement.text,
            until=announcement.until,
        )


def _clock(now: HallNow) -> Iterator[Scene]:
    if now.clock and now.latest:
        yield Scene(kind="clock", key="clock", title=_("Series %(number)s") % {"number": now.latest.number})
    elif begins := _next(now):
        title = _("Series %(number)s") % {"number": begins.number}
        yield Scene(kind="begin", key="begin", title=title, begins=begins.begins_at)


def _next(now: HallNow) -> Series | None:
    """Return the series that begins next, if it was said when."""
    waiting = now.latest if now.latest and now.latest.status == Series.Status.PUBLISHED else now.following
    return waiting if waiting and waiting.begins_at else None


def _calls(now: HallNow) -> Iterator[Scene]:
    if now.calls:
        yield Scene(kind="calls", key="calls", title=_("Tables that wait"), calls=now.calls)


def _seats(now: HallNow) -> Iterator[Scene]:
    if now.seating and now.latest:
        everybody = [(seat, table) for table, seats in now.seating for seat in seats]
        everybody.sort(key=lambda one: one[0].entrant.public_order)
        yield Scene(
            kind="seats",
            key=f"seats-{now.latest.number}",
            title=_("Seats of series %(number)s") % {"number": now.latest.number},
            state=_("by name: table · seat"),
            lines=tuple(
                Line(
                    first="",
                    name=seat.entrant.public_family_name_first or seat.entrant.public_name,
                    aside=seat.entrant.public_club,
                    last=f"{table.number} · {seat.place}",
                )
                for seat, table in everybody
            ),
        )


def _tables(now: HallNow) -> Iterator[Scene]:
    if now.seating and now.latest:
        yield Scene(
            kind="tables",
            key=f"tables-{now.latest.number}",
            title=_("Seats of series %(number)s") % {"number": now.latest.number},
            state=_("by table"),
            tables=now.seating,
        )


def _standings(now: HallNow) -> Iterator[Scene]:
    if now.standings and now.standings.lines:
        yield Scene(
            kind="standings",
            key="total",
            title=_("Final ranking") if now.tournament.released_at else _("Standings"),
            state=_state(now, is_official=now.standings.is_official),
            lines=tuple(_lines(now.standings)),
        )


def _lines(standings: Standings) -> Iterable[Line]:
    has_brought = standings.has_brought
    per_series = len(standings.series) > 1 or has_brought
    podium = PODIUM if somebody_leads(standings.lines) else 0
    for line in standings.lines:
        columns = (*([line.brought] if has_brought else []), *line.by_series)
        yield Line(
            first=f"{line.rank}{'=' if line.shared else ''}",
            name=line.entrant.public_name,
            aside=line.entrant.public_club,
            more=tuple("–" if one is None else games.points(one) for one in columns) if per_series else (),
            last=games.points(line.total),
            moved=_arrow(line.moved),
            on_podium=line.rank <= podium,
        )


def _arrow(moved: int | None) -> str:
    return f"{'▲' if moved > 0 else '▼'}{abs(moved)}" if moved else ""


def _rankings(now: HallNow) -> Iterator[Scene]:
    for shown_ranking in now.rankings:
        yield Scene(
            kind="standings",
            key=f"ranking-{shown_ranking.ranking.number}",
            title=shown_ranking.ranking.name,
            state=_state(now, is_official=shown_ranking.is_official),
            lines=tuple(_ranking_lines(shown_ranking)),
        )


def _ranking_lines(shown_ranking: ShownRanking) -> Iterator[Line]:
    podium = PODIUM if somebody_leads(shown_ranking.lines) else 0
    for line in shown_ranking.lines:
        yield _ranking_line(line, on_podium=line.rank <= podium)


def _ranking_line(line: RankingLine, *, on_podium: bool) -> Line:
    is_alone = line.team is None and not line.club
    # Who hides their club is not to be found under it.
    members = [one.entrant for one in line.members if one.entrant.shows_club or not line.club]
    return Line(
        first=f"{line.rank}{'=' if line.shared else ''}",
        name=competitor_name(line),
        aside=", ".join(entrant.public_club if is_alone else entrant.public_name for entrant in members),
        last=exact_points(line.performance),
        on_podium=on_podium,
    )


def _prizes(now: HallNow) -> Iterator[Scene]:
    """Yield a scene for each prize, from the last one to the first, those of the first list last."""
    for row, entrant in reversed(now.prizes):
        yield Scene(
            kind="prize",
            key=f"prize-{row.number}",
            title=row.prize_list.name,
            state=_("prize %(place)s") % {"place": row.place},
            place=row.place,
            name=entrant.public_name,
            aside=entrant.public_club,
            text=row.good or euros(row.cents),
        )


def _state(now: HallNow, *, is_official: bool) -> str:
    if now.tournament.released_at:
        return ""
    if now.tournament.under_review_since:
        return _("under review")
    return _("official") if is_official else _("provisional")


def _appeals(now: HallNow) -> Iterator[Scene]:
    for deadline in now.deadlines:
        yield Scene(
            kind="deadline",
            key=f"appeals-{deadline.series.number}",
            title=_("Appeals about series %(number)s") % {"number": deadline.series.number},
            text="" if deadline.closes else _until(deadline.following),
            until=deadline.closes,
        )
    for window in now.windows:
        number = window.series.number if window.series else None
        said = _("Mistakes in the result of series %(number)s") if number else _("Mistakes in the final result")
        title = said % {"number": number}
        yield Scene(kind="deadline", key=f"window-{number or 'final'}", title=title, until=window.closes)


def _until(following: Series | None) -> str:
    if following is None:
        return _("in time until 15 minutes after the end of the event")
    return _("in time until series %(number)s starts") % {"number": following.number}
