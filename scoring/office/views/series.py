"""The board of a series and the keys of its tables (SkWO 4.4, 7.1, 7.2.3)."""

import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.listings import cards
from scoring.lists.selectors import boards
from scoring.lists.selectors.boards import State
from scoring.lists.services.clock import end_clock, undo_end
from scoring.office.forms.office import SeriesActForm
from scoring.office.listings import board as office_board
from scoring.office.selectors import attendance, day
from scoring.office.selectors.day import SeriesLine
from scoring.results.services.series import (
    close_series,
    publish_series,
    publish_together,
    take_publication_back,
)
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import refuse
from tables.acts.wording import refusals
from tables.draw.selectors import seats
from tables.draw.services.reseating import may_be_reseated
from tables.draw.services.series import start_series
from tables.hall.services.clock import pause_clock, resume_clock
from tables.tournaments import access
from tables.tournaments.views import frames

SEEN = "X-Seen"
"""The header by which a board already open says which state of the series it shows."""


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def board(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how far every table of a series is; publish, start and close the series."""
    form = None
    if request.method == "POST":
        directed = access.directed_series(request, slug=slug, number=series)
        form = SeriesActForm(request.POST)
        if form.is_valid():
            try:
                done = ACTS[form.cleaned_data["action"]](request, directed.pk)
            except Refused as refused:
                refuse(form, refused, refusals.refusal(refused))
            else:
                messages.success(request, done % {"series": series})
                return _led_on(directed, form.cleaned_data["action"])
    tournament = access.officiated_tournament(request, slug=slug)
    held = access.series_of(tournament, number=series)
    now = timezone.now()
    seen = boards.board_version(held, now=now)
    if request.headers.get(SEEN) == seen and form is None:
        return HttpResponse(status=204)
    line = day.series_line(held, now=now)
    tiles = office_board.tiles(boards.board(held), now=now)
    unsigned = [tile.line.table.number for tile in tiles if not (tile.is_signed or tile.line.counts_for_nobody)]
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "series": held,
        "line": line,
        "tiles": [tile for tile in tiles if not tile.is_signed] if "open" in request.GET else tiles,
        "unsigned": unsigned,
        "on_paper": not any(tile.line.phones for tile in tiles),
        "unfinished": any(tile.line.state in {State.WAITING, State.OPEN} for tile in tiles),
        "calling": [tile for tile in tiles if tile.calls],
        "only_open": "open" in request.GET,
        "asks_time": form is None and _asks_time(request, line),
        "seen": seen,
        "form": form,
        "now": now,
        "following": day.following(held),
        "waits_for": seats.open_before(held) if held.status == held.Status.PUBLISHED else None,
        "together": day.previews_together(held) if held.status == held.Status.DRAWN else (),
        "mismatch": attendance.mismatch(held) if _may_change(held, tiles) else None,
    }
    template = "_board" if "HX-Request" in request.headers and form is None else "board"
    return render(request, f"scoring/office/series/{template}.html", context, status=422 if form else 200)


@require_safe
@never_cache
def keys(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show a card for every table with the key of its list, as a QR code and in letters, to be printed."""
    directed = access.directed_series(request, slug=slug, number=series)
    site, lists = frames.site(request), frames.lists_site(request)
    context = {
        "tournament": directed.tournament,
        "offices": access.offices(request, directed.tournament),
        "series": directed,
        "cards": cards.key_cards(seats.seating_of(directed), site=lists),
        "site": site,
        "lists": lists,
        "warns": bool(settings.HTTPS_AUTHORITY) and lists == settings.HTTPS_URL,
        "unreachable": cards.reaches_only_this_machine(site),
    }
    return render(request, "scoring/office/series/keys.html", context)


def _led_on(series: Any, action: str) -> HttpResponse:
    """Lead to where the next act is: after a series to the draw of the next, or to the end; else back to the board."""
    slug, following = series.tournament.slug, day.following(series)
    if action != "close" or (following and following.status != following.Status.PLANNED):
        return redirect("scoring:board", slug=slug, series=series.number)
    if following is None:
        return redirect("scoring:end", slug=slug)
    return redirect("tables:draw", slug=slug, series=following.number)


def _asks_time(request: HttpRequest, line: SeriesLine) -> bool:
    """Return whether the page asks before the time is called."""
    return "time" in request.GET and line.series.status == line.series.Status.RUNNING and not line.clock.called


def _may_change(series: Any, tiles: list[office_board.Tile]) -> bool:
    """Return whether somebody missing or late can still be reckoned with: play has not begun everywhere."""
    if not may_be_reseated(series):
        return False
    return not tiles or any(tile.line.table.play_began_at is None for tile in tiles)


def _publish(request: HttpRequest, series_id: int) -> str:
    publish_series(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("The seats of series %(series)s are published, and every table has its list.")


def _publish_all(request: HttpRequest, series_id: int) -> str:
    published = publish_together(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    numbers = ", ".join(str(series.number) for series in published)
    return _("The seats of series %(numbers)s are published, and every table has its list.") % {"numbers": numbers}


def _unpublish(request: HttpRequest, series_id: int) -> str:
    take_publication_back(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("The seats of series %(series)s are a preview again that only the direction sees.")


def _start(request: HttpRequest, series_id: int) -> str:
    start_series(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("Series %(series)s has started. Good cards to everybody!")


def _pause_clock(request: HttpRequest, series_id: int) -> str:
    pause_clock(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("The clock of series %(series)s stands still.")


def _resume_clock(request: HttpRequest, series_id: int) -> str:
    resume_clock(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("The clock of series %(series)s goes on.")


def _end_clock(request: HttpRequest, series_id: int) -> str:
    end_clock(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("The time of series %(series)s is called.")


def _undo_end(request: HttpRequest, series_id: int) -> str:
    undo_end(series_id=series_id, by=accounts_access.signed_in(request), now=timezone.now())
    return _("Series %(series)s goes on as if its time had not been called.")


def _close(request: HttpRequest, series_id: int) -> str:
    close_series(
        series_id=series_id, lot_seed=secrets.token_hex(8), by=accounts_access.signed_in(request), now=timezone.now()
    )
    return _("Series %(series)s is closed; its results are official.")


ACTS: dict[str, Callable[[HttpRequest, int], str]] = {
    "publish": _publish,
    "publish-all": _publish_all,
    "unpublish": _unpublish,
    "start": _start,
    "pause-clock": _pause_clock,
    "resume-clock": _resume_clock,
    "end-clock": _end_clock,
    "undo-end": _undo_end,
    "close": _close,
}
