"""Drawing a series, its preview, its seats, and its protocol for everybody (SkWO 7.1)."""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tables.accounts.access import acting
from tables.acts.views import refusals_at, status_of
from tables.draw import access as draw_access
from tables.draw import selectors as draw_selectors
from tables.draw import wording
from tables.draw.forms import DiscardForm, DrawForm, LookForm, SwapForm
from tables.draw.listings import draw as listings
from tables.draw.listings import public_draw as pages
from tables.draw.services import draws, reseating
from tables.draw.services.seats import as_seated
from tables.draw.wording import tables_for
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Draw a series, look at the draw, discard it, see what a swap would change, let two change seats."""
    found = access.directed_series(request, slug=slug, number=series)
    everything, present = _around(found)
    tables = draw_selectors.seating_of(found)
    act = request.POST.get("act", "")
    later = listings.drawable_after(found, everything)
    together = found.tournament.drawn_together
    forms = _forms(request, found.number, tables, later=later, together=together)
    if act in forms and act != "look" and forms[act].is_valid() and _done(request, found.pk, act, forms[act]):
        drawn = access.directed_series(request, slug=slug, number=series)
        last = max((one.number for one in draw_selectors.drawn_together(drawn)), default=series)
        messages.success(request, _said(act, series, last=last))
        return redirect(request.path)
    if request.method == "POST":
        # What was refused was perhaps refused because somebody else has just drawn.
        found = access.directed_series(request, slug=slug, number=series)
        everything, present = _around(found)
        tables = draw_selectors.seating_of(found)
    if draw_selectors.is_drawn_by_hand_now(found):
        return redirect("tables:by-hand", slug=slug, series=series)
    context = frame(request, found.tournament, series, series=found, **forms)
    if found.status == found.Status.PLANNED:
        context |= {
            "present": present,
            "tables": tables_for(present)[0],
            "obstacles": listings.obstacles(found, everything, present=present),
            "hints": listings.hints(selectors.entrants(found.tournament), selectors.namesakes(found.tournament)),
        }
    else:
        context |= _after(found, tables, forms["swap" if act == "swap" else "look"])
    refused = request.method == "POST" and (act != "look" or not context.get("swap_shown"))
    status = status_of(*forms.values(), refused=refused)
    return render(request, "tables/draw/drawing/draw.html", context, status=status)


def _around(found: Any) -> tuple[list[Any], int]:
    """Return all series, and how many are present: what counts before a draw and not after it."""
    if found.status != found.Status.PLANNED:
        return [], 0
    return list(tournaments.series_of(found.tournament)), selectors.entrants_to_seat(found.tournament).count()


def _forms(request: HttpRequest, series: int, tables: Any, **draw: Any) -> dict[str, Form]:
    return {
        "draw": DrawForm(typed(request, "draw"), series=series, **draw),
        "discard": DiscardForm(typed(request, "discard"), seen=as_seated(tables), auto_id="id_discard_%s"),
        "look": LookForm(typed(request, "look")),
        "swap": SwapForm(typed(request, "swap"), seen=as_seated(tables), auto_id="id_swap_%s"),
    }


def _after(found: Any, tables: Any, ticks: Form) -> dict[str, Any]:
    """Return what is to be seen of a draw: its weak spots, and what a swap of the two ticked would change."""
    together = list(draw_selectors.drawn_together(found)) or [found]
    together[0].tournament = found.tournament
    everybody = list(selectors.entrants(found.tournament))
    seats = listings.seats(
        found.tournament,
        [series.number for series in together],
        plan=draw_selectors.seatings_in(together),
        history=draw_selectors.seatings_before(together[0]),
        entrants=everybody,
        seated=draw_selectors.seating_entrants(found.tournament, everybody),
        by_standing=found.seating == found.Seating.BY_STANDING,
    )
    # Of a swap that was refused only for its reason the effect is shown again.
    pair = None if not ticks.is_bound or "swap" in ticks.errors else ticks.cleaned_data["swap"]
    swap = None
    if pair:
        with refusals_at(ticks):
            swap = seats.swap(found.number, *pair)
    previews = [series.number for series in together if series.status == series.Status.DRAWN]
    return {
        "plan": tables,
        "weak_spots": seats.weak_spots(),
        "together": seats.numbers,
        "previews": previews,
        "can_discard": len(previews) == len(together),
        "can_swap": found.status != found.Status.CLOSED and any(table.play_began_at is None for table, _ in tables),
        "swap_shown": swap,
        "ticks": ticks,
        "public": draw_selectors.public_part(found.draw.record) if found.draw else "",
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
    if act == "discard":
        return _("The draw of series %(series)s is discarded.") % {"series": series}
    return _("The two have changed seats.")


@require_safe
def public_draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how the seats of a series came about; before they are published no more than the seal."""
    found = access.announced_series(request, slug=slug, number=series)
    context = frame(request, found.tournament, found.number, series=found)
    kept = draw_selectors.draw_of(found) if found.published_at else None
    if kept:
        protocols = draw_selectors.protocols_of(found.tournament)
        own = pages.protocols_about(found, protocols)
        report = pages.report_about(found, kept.record)
        entrants = draw_selectors.entrants_of(found.tournament, pages.numbers_in(own, report))
        opened = pages.opened(found, kept, protocols)
        context |= {
            "opened": opened,
            "weak_spots": pages.shortcomings(report, kept.record, entrants),
            "events": pages.events(found, own, pages.who_is(entrants)),
        }
        if "check" in request.GET and opened.protocol.is_open:
            findings = draws.check_draw(kept)
            right, said = (None, []) if findings is None else wording.findings_said(kept.record, findings)
            context |= {"checked": True, "right": right, "said": said}
    return render(request, "tables/draw/public/draw.html", context)


@require_safe
def record(request: HttpRequest, *, slug: str, number: int) -> HttpResponseBase:
    """Hand out the record of a draw as a file."""
    found = draw_access.opened_draw(request, slug=slug, number=number)
    content = draw_selectors.file_of(found)
    name = f"{found.tournament.slug}-draw-{found.number}.json"
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
    found = access.public_series(request, slug=slug, number=series)
    seating = draw_selectors.seating_of(found)
    search = request.GET.get("q", "").strip()[:100]
    sought = listings.find_seats(seating, search)
    if "me" in request.GET and len(sought.seats) == 1:
        (_table, seat) = sought.seats[0]
        return redirect("scoring:my-seat", slug=slug, number=seat.entrant.number)
    context = frame(
        request,
        found.tournament,
        found.number,
        series=found,
        seating=seating,
        search=search,
        found=sought,
    )
    return render(request, "tables/draw/public/seats.html", context)
