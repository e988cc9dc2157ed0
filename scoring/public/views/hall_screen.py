"""The screen of the hall: standings, next seats, clock, calls, deadlines, without a touch."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.listings import reaches_only_this_machine
from scoring.lists.wording import games
from scoring.money.wording import euros
from scoring.public.selectors.hall_screen import HallNow, TableCall, hall_now
from scoring.results.listings.standings_cells import PODIUM, somebody_leads
from scoring.results.selectors.rankings import RankingLine
from scoring.results.selectors.standings import Standings
from scoring.results.views import states
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.qr_codes import qr_code
from tables.tournaments import access
from tables.tournaments.views.frames import site

if TYPE_CHECKING:
    from tables.draw.models import Seat, Table
    from tables.tournaments.models import Series


KINDS: Final = ("announcements", "clock", "calls", "seats", "tables", "standings", "rankings", "appeals")
NAMED: Final = ("prizes",)  # scenes only where somebody names them, for when prizes are given


@dataclass(frozen=True, slots=True, kw_only=True)
class HallLine:
    """A line of a list: what stands first, who it is about, what stands at its end."""

    first: str
    name: str
    aside: str = ""  # what stands beside the name where there is room
    last: str
    moved: str = ""  # places won or lost since the ranking before the last series, with an arrow
    moved_in_words: str = ""

    on_podium: bool = False
    more: tuple[str, ...] = ()  # figures before the last one, where there is room


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Something the screen shows for a while."""

    kind: str
    key: str  # by what it is found again when the screen is renewed
    title: str
    state: str = ""  # what stands beside the title: provisional, after 2 series
    lines: tuple[HallLine, ...] = ()
    tables: tuple[tuple["Table", tuple["Seat", ...]], ...] = ()
    calls: tuple[TableCall, ...] = ()
    place: int = 0  # of the prize it is about; 0 where it is about none
    text: str = ""
    name: str = ""  # who it is about, where it is about one
    aside: str = ""  # their club
    begins: datetime | None = None  # when what it is about begins
    until: datetime | None = None  # when it goes by itself


def wanted_of(named: str) -> tuple[str, ...]:
    """Return the scenes that were named, in that order; all of them where none of the names is known."""
    asked = [word.strip() for word in named.lower().split(",")]
    return tuple(dict.fromkeys(word for word in asked if word in KINDS + NAMED)) or KINDS


def scenes_of(now: HallNow, *, wanted: Sequence[str]) -> tuple[Scene, ...]:
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
    return scenes or (Scene(kind="event", key="event", title=now.tournament.name),)


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


def _next(now: HallNow) -> "Series | None":
    waiting = now.latest if now.latest and now.latest.status == now.latest.Status.PUBLISHED else now.following
    return waiting if waiting and waiting.begins_at else None


def _calls(now: HallNow) -> Iterator[Scene]:
    if now.calls:
        yield Scene(kind="calls", key="calls", title=_("Tables that wait"), calls=now.calls)


def _seats(now: HallNow) -> Iterator[Scene]:
    if now.seating and now.latest:
        everybody = [(seat, table) for table, seats in now.seating for seat in seats]
        everybody.sort(key=lambda pair: pair[0].entrant.public_order)
        yield Scene(
            kind="seats",
            key=f"seats-{now.latest.number}",
            title=_("Seats of series %(number)s") % {"number": now.latest.number},
            state=_("by name: table · seat"),
            lines=tuple(
                HallLine(
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


def _lines(standings: Standings) -> Iterable[HallLine]:
    has_brought = standings.has_brought
    per_series = len(standings.series) > 1 or has_brought
    podium = PODIUM if somebody_leads(standings.lines) else 0
    for line in standings.lines:
        columns = (*([line.brought] if has_brought else []), *line.by_series)
        yield HallLine(
            first=f"{line.rank}{'=' if line.shared else ''}",
            name=line.entrant.public_name,
            aside=line.entrant.public_club,
            more=tuple("–" if column is None else games.points(column) for column in columns) if per_series else (),
            last=games.points(line.total),
            **_moved(line.moved or 0),
            on_podium=line.rank <= podium,
        )


def _moved(places: int) -> dict[str, str]:
    if not places:
        return {}
    up = ngettext("%(count)s place won", "%(count)s places won", abs(places))
    down = ngettext("%(count)s place lost", "%(count)s places lost", abs(places))
    words = (up if places > 0 else down) % {"count": abs(places)}
    return {"moved": f"{'▲' if places > 0 else '▼'}{abs(places)}", "moved_in_words": words}


def _rankings(now: HallNow) -> Iterator[Scene]:
    for shown_ranking in now.rankings:
        podium = PODIUM if somebody_leads(shown_ranking.lines) else 0
        yield Scene(
            kind="standings",
            key=f"ranking-{shown_ranking.ranking.number}",
            title=shown_ranking.ranking.name,
            state=_state(now, is_official=shown_ranking.is_official),
            lines=tuple(_ranking_line(line, on_podium=line.rank <= podium) for line in shown_ranking.lines),
        )


def _ranking_line(line: RankingLine, *, on_podium: bool) -> HallLine:
    is_alone = line.team is None and not line.club
    # Who hides their club is not to be found under it.
    members = [member_line.entrant for member_line in line.members if member_line.entrant.shows_club or not line.club]
    return HallLine(
        first=f"{line.rank}{'=' if line.shared else ''}",
        name=competitor_name(line),
        aside=", ".join(entrant.public_club if is_alone else entrant.public_name for entrant in members),
        last=exact_points(line.performance),
        on_podium=on_podium,
    )


def _prizes(now: HallNow) -> Iterator[Scene]:
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
        text = _("Mistakes in the result of series %(number)s") if number else _("Mistakes in the final result")
        title = text % {"number": number}
        yield Scene(kind="deadline", key=f"window-{number or 'final'}", title=title, until=window.closes)


def _until(following: "Series | None") -> str:
    if following is None:
        return _("in time until 15 minutes after the end of the event")
    return _("in time until series %(number)s starts") % {"number": following.number}


THEMES = ("light", "dark")
NOW = "X-Now"  # the header that tells a screen the time in seconds: its own clock may be wrong


@require_safe
@vary_on_headers("HX-Request")
@cache_control(private=True, no_cache=True)
def screen(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the screen of the hall: scenes that change by themselves."""
    state = states.state_of(request, slug)
    tournament = access.public_tournament(request, slug=slug)
    theme = request.GET.get("theme", "")
    context = {
        "tournament": tournament,
        "part": _drawn(request, state, tournament),
        "theme": theme if theme in THEMES else "",
        "zone": settings.TIME_ZONE,
        "named": request.GET.get("scenes", "")[:200],
        "at": timezone.now(),
        "code": "" if reaches_only_this_machine(site(request)) else _code(request, slug),
    }
    return render(request, "scoring/public/hall_screen/screen.html", context)


@require_safe
@vary_on_headers("HX-Request")
@cache_control(private=True, no_cache=True)
def now(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Return the scenes of a screen; nothing (204) while nothing has happened since the state it shows."""
    state = states.state_of(request, slug)
    nothing_new = states.unchanged(request, state)
    if nothing_new is not None:
        return nothing_new
    tournament = access.public_tournament(request, slug=slug)
    response = HttpResponse(_drawn(request, state, tournament))
    response[NOW] = str(int(timezone.now().timestamp()))
    return states.named(response, state)


def _code(request: HttpRequest, slug: str) -> str:
    return qr_code(site(request) + reverse("tables:tournament", kwargs={"slug": slug})).svg


def _drawn(request: HttpRequest, state: states.EventState, tournament: Any) -> str:
    wanted = wanted_of(request.GET.get("scenes", ""))

    def draw() -> str:
        found_hall_now = hall_now(tournament, wanted=wanted, chosen=wanted != KINDS, now=timezone.now())
        context = {"tournament": tournament, "scenes": scenes_of(found_hall_now, wanted=wanted), "now": found_hall_now}
        context["seen"] = state.version
        return render_to_string("scoring/public/hall_screen/_now.html", context)

    return states.drawn_once(state, "hall", *wanted, draw=draw)
