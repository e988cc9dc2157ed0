"""Drawing a series, its preview, its seats, and its protocol for everybody (SkWO 7.1)."""

from functools import partial
from hashlib import sha256
from typing import Any, Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.accounts.access import acting
from tables.acts.views import done, refusals_at, said_by
from tables.draw import access as draw_access
from tables.draw import selectors as draw_selectors
from tables.draw import wording
from tables.draw.forms import DISCARD, DiscardForm, DrawForm, LookForm, SwapForm, TickedNumbers, discarding
from tables.draw.listings import draw as listings
from tables.draw.listings import public_draw as pages
from tables.draw.services import draws, reseating
from tables.draw.services.seats import as_seated
from tables.draw.views.by_hand import PlayersForm
from tables.draw.views.fixed import PlanForm
from tables.draw.wording import tables_for
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame

ACTS: Final = ("draw", "discard", "look", "swap")
"""The acts of a draw on the page of the seat plan."""

FORM_OF: Final[dict[str, Any]] = {
    "discard": partial(DiscardForm, auto_id=DISCARD),
    "look": LookForm,
    "swap": partial(SwapForm, auto_id="id_swap_%s"),
}


def act(request: HttpRequest, series: Any, name: str) -> HttpResponse | dict[str, Any]:
    """Draw a series, discard the draw, let two change seats; return the form of what was refused or only looked at."""
    form = _draw_form(series, request.POST) if name == "draw" else FORM_OF[name](request.POST)
    if name != "look" and form.is_valid() and _done(request, series.pk, name, form):
        drawn = access.directed_series(request, slug=series.tournament.slug, number=series.number)
        last = max((each_series.number for each_series in draw_selectors.drawn_together(drawn)), default=series.number)
        undo = f"?{urlencode({'undo': form.cleaned_data['swap']}, doseq=True)}" if name == "swap" else ""
        return done(request, _said(name, series.number, last=last), request.path + undo)
    return {name: form}


def _draw_form(series: Any, data: Any = None) -> DrawForm:
    later = listings.drawable_after(series, tournaments.series_of(series.tournament))
    return DrawForm(data, series=series.number, later=later, together=series.tournament.drawn_together)


def before(series: Any) -> dict[str, Any]:
    """Return what there is to know and to do before a series has seats: by lot, by hand, or from a plan."""
    present = selectors.entrants_to_seat(series.tournament).count()
    tables, too_few = tables_for(present)
    may_begin = Form({})
    with refusals_at(may_begin):
        draws.must_be_drawable(series)
    obstacle = said_by(may_begin, slug=series.tournament.slug)
    # Whoever draws a card is present by it: that those present are too few matters for lots and plans alone.
    too_few = "" if series.seating == series.Seating.BY_HAND else too_few
    return {
        "present": present,
        "tables": tables,
        "obstacles": [text for text in (obstacle, too_few) if text],
        "may_draw": bool(tables and not obstacle),
        "may_set_up": not obstacle,
        "hints": listings.hints(selectors.entrants(series.tournament), selectors.namesakes(series.tournament)),
        "draw": _draw_form(series),
        "plan_form": PlanForm(),
        "players_form": PlayersForm(initial={"players": present or None}),
    }


def after(request: HttpRequest, value: Any, tables: Any, acted: dict[str, Any]) -> dict[str, Any]:
    """Return what is to be seen of a draw: its weak spots, and what a swap of the two ticked would change.

    The address names the two who have just changed seats, so that this can be undone.
    """
    ticks = acted.get("swap") or acted.get("look") or LookForm()
    together = list(draw_selectors.drawn_together(value)) or [value]
    together[0].tournament = value.tournament
    everybody = list(selectors.entrants(value.tournament))
    seats = listings.seats(
        value.tournament,
        [series.number for series in together],
        plan=draw_selectors.seatings_in(together),
        history=draw_selectors.seatings_before(together[0]),
        entrants=everybody,
        seated=draw_selectors.seating_entrants(value.tournament, everybody),
        by_standing=value.seating == value.Seating.BY_STANDING,
    )
    # Of a swap that was refused only for its reason the effect is shown again.
    pair = None if not ticks.is_bound or "swap" in ticks.errors else ticks.cleaned_data["swap"]
    swap = None
    if pair:
        with refusals_at(ticks):
            swap = seats.swap(value.number, *pair)
    previews = [series.number for series in together if series.status == series.Status.DRAWN]
    return {
        "look": ticks,
        "discard": discarding(tables),
        "swap": FORM_OF["swap"](seen=as_seated(tables)),
        "plan": tables,
        "weak_spots": seats.weak_spots(),
        "together": seats.numbers,
        "previews": previews,
        "undo": TickedNumbers().to_python(request.GET.getlist("undo"))[:2] if not acted else (),
        "can_discard": len(previews) == len(together),
        "can_swap": value.status != value.Status.CLOSED and any(table.play_began_at is None for table, _ in tables),
        "swap_shown": swap,
        "ticks": ticks,
        "public": draw_selectors.public_part(value.draw.record) if value.draw else "",
    }


def _done(request: HttpRequest, series_id: int, act: str, form: Any) -> bool:
    """Ask the service for what the button says; tell whether it was done."""
    data, facts = form.cleaned_data, {"series_id": series_id, **acting(request)}
    with refusals_at(form):
        if act == "draw":
            return bool(draws.draw_series(public=data["public"], all_left=form.all_left, **facts))
        facts |= {"because": data["because"], "seen": data["seen"]}
        if act == "discard":
            return bool(draws.discard_draw(**facts))
        return bool(reseating.swap_seats(numbers=data["swap"], **facts))
    return False


def _said(act: str, series: int, *, last: int) -> str:
    if act == "draw":
        if last > series:
            several = _(
                "Series %(series)s to %(last)s are drawn. Only the direction sees them until they are published."
            )
            return several % {"series": series, "last": last}
        return _("Series %(series)s is drawn. Only the direction sees it until it is published.") % {"series": series}
    return _("Done.")


@require_safe
def public_draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how the seats of a series came about; before they are published no more than the seal."""
    found_series = access.announced_series(request, slug=slug, number=series)
    context = frame(request, found_series.tournament, found_series.number, series=found_series)
    draw = draw_selectors.draw_of(found_series) if found_series.published_at else None
    if draw:
        protocols = draw_selectors.protocols_of(found_series.tournament)
        own = pages.protocols_about(found_series, protocols)
        report = pages.report_about(found_series, draw.record)
        entrants = draw_selectors.entrants_of(found_series.tournament, pages.numbers_in(own, report))
        opened = pages.opened(found_series, draw, protocols)
        context |= {
            "opened": opened,
            "weak_spots": pages.shortcomings(report, draw.record, entrants),
            "events": pages.events(found_series, own, pages.who_is(entrants)),
        }
        if "check" in request.GET and opened.protocol.is_open:
            findings = draws.check_draw(draw)
            right, texts = (None, []) if findings is None else wording.findings_said(draw.record, findings)
            context |= {"checked": True, "right": right, "said": texts}
    return render(request, "tables/draw/public/draw.html", context)


@require_safe
def record(request: HttpRequest, *, slug: str, number: int) -> HttpResponseBase:
    """Hand out the record of a draw as a file."""
    draw = draw_access.opened_draw(request, slug=slug, number=number)
    content = draw_selectors.file_of(draw)
    name = f"{draw.tournament.slug}-draw-{draw.number}.json"
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # It may be the direction's alone for now, and changes with every swap: ask each time, send only what is new.
    patch_cache_control(answer, private=True, no_cache=True)
    etag = quote_etag(sha256(content).hexdigest())
    answer["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=answer) or answer


@require_safe
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the seats of a series, and where somebody sits; ``?me`` leads people to their own page."""
    found_series = access.public_series(request, slug=slug, number=series)
    seating = draw_selectors.seating_of(found_series)
    search = request.GET.get("q", "").strip()[:100]
    sought = listings.find_seats(seating, search)
    if "me" in request.GET and len(sought.seats) == 1:
        (_table, seat) = sought.seats[0]
        return redirect("scoring:my-seat", slug=slug, number=seat.entrant.number)
    context = frame(
        request,
        found_series.tournament,
        found_series.number,
        series=found_series,
        seating=seating,
        search=search,
        found=sought,
    )
    return render(request, "tables/draw/public/seats.html", context)
