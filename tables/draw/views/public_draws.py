"""How the seats of a series came about: for everybody to read, to keep and to check."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from tables.draw import access as draw_access
from tables.draw.listings import public_draw as pages
from tables.draw.selectors import protocols as draw_protocols
from tables.draw.services import checks
from tables.draw.wording import draws
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@require_safe
def draw(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how the seats of a series came about; before they are published no more than the seal."""
    found = access.announced_series(request, slug=slug, number=series)
    context = frame(request, found.tournament, found.number, series=found)
    kept = draw_protocols.draw_of(found) if found.published_at else None
    if kept:
        protocols = draw_protocols.protocols_of(found.tournament)
        own = pages.protocols_about(found, protocols)
        report = pages.report_about(found, kept.record)
        entrants = draw_protocols.entrants_of(found.tournament, pages.numbers_in(own, report))
        opened = pages.opened(found, kept, protocols)
        context |= {
            "opened": opened,
            "weak_spots": pages.shortcomings(report, kept.record, entrants),
            "events": pages.events(found, own, pages.who_is(entrants)),
        }
        if "check" in request.GET and opened.protocol.is_open:
            findings = checks.check_draw(kept)
            right, said = (None, []) if findings is None else draws.findings_said(kept.record, findings)
            context |= {"checked": True, "right": right, "said": said}
    return render(request, "tables/draw/public/draw.html", context)


@require_safe
def record(request: HttpRequest, *, slug: str, number: int) -> HttpResponseBase:
    """Hand out the record of a draw as a file."""
    found = draw_access.opened_draw(request, slug=slug, number=number)
    content = draw_protocols.file_of(found)
    name = f"{found.tournament.slug}-draw-{found.number}.json"
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # It may be the direction's alone for now, and changes with every swap: ask each time, send only what is new.
    patch_cache_control(answer, private=True, no_cache=True)
    etag = quote_etag(sha256(content).hexdigest())
    answer["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=answer) or answer
