"""The seats of a series, for everybody (SkWO 7.1)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tables.draw.listings import seats as seat_plans
from tables.draw.selectors import seats as draw_seats
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@require_safe
def seats(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show the seats of a series, and where somebody sits; ``?me`` leads people to their own page."""
    found = access.public_series(request, slug=slug, number=series)
    seating = draw_seats.seating_of(found)
    search = request.GET.get("q", "").strip()[:100]
    sought = seat_plans.find_seats(seating, search)
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
