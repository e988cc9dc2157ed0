"""Drawing by hand at the door: the player draws a card, the desk types table and seat (SkWO 7.1.1)."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.draw.forms.by_hand import FinishForm, NumberForm, PlayersForm, SeatForm
from tables.draw.forms.drawing import DiscardForm
from tables.draw.listings.by_hand import hand_desk
from tables.draw.listings.draw import obstacles
from tables.draw.selectors import draws as drawn
from tables.draw.selectors import seats
from tables.draw.services import by_hand, draws
from tables.draw.services.seats import as_seated
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments
from tables.tournaments.views.frames import frame

FIELD_OF = {
    "hall-full": "number",
    "no-such-entrant": "number",
    "no-such-chair": "table",
    "not-seated": "number",
    "reason-missing": "because",
    "seat-taken": "place",
    "seated-already": "number",
    "too-few-entrants": "players",
    "withdrawn": "number",
}
"""Beside which field each refusal stands."""

SERVICE_OF: dict[str, tuple[Any, ...]] = {
    "players": (by_hand.set_up_tables, "players"),
    "seat": (by_hand.seat_by_hand, "number", "table", "place"),
    "lot": (by_hand.seat_by_hand, "number", "table", "place"),
    "unseat": (by_hand.unseat, "number"),
    "room": (by_hand.add_room,),
    "finish": (by_hand.finish_by_hand,),
    "discard": (draws.discard_draw, "because", "seen"),
}
"""For each act its service, and what of the form it is given."""

FORM_OF = {"lot": "seat"}
"""Which form an act belongs to, where it has another name."""


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Set up tables, type the cards that are drawn, free a seat, finish, or discard all of it."""
    found = access.directed_series(request, slug=slug, number=series)
    present = list(selectors.entrants_to_seat(found.tournament))
    act = request.POST.get("act", "")
    tables = seats.seating_of(found)
    shown = hand_desk(tables, present)
    forms = _forms(request, act, shown, tables, present=len(present))
    form = forms.get(FORM_OF.get(act, act))
    if form is not None and form.is_valid() and _done(request, found.pk, act, form):
        return _onward(request, found, act, form)
    if request.method == "POST":
        # What was refused was perhaps refused because of what somebody else has typed just now.
        found = access.directed_series(request, slug=slug, number=series)
        shown = hand_desk(seats.seating_of(found), present)
        forms["seat"].focus_on_error()
    given = request.POST.get("number", "") if act in ("seat", "lot") else request.GET.get("given", "")
    context = frame(
        request, found.tournament, series, series=found, desk=shown, given=shown.seat_of(given), present=len(present)
    )
    context |= {f"{name}_form": one for name, one in forms.items()}
    if drawn.is_drawn_by_hand_now(found):
        template = "desk"
        context["breaches"] = shown.breaches(series) if act == "finish" or not shown.everybody_left else []
    else:
        template = "set_up"
        everything = list(tournaments.series_of(found.tournament))
        # That those present are too few matters only as far as tables are set up for so many.
        context["obstacles"] = obstacles(found, everything, present=4)
    status = status_of(*forms.values(), refused=request.method == "POST")
    return render(request, f"tables/draw/by_hand/{template}.html", context, status=status)


def _forms(request: HttpRequest, act: str, shown: Any, tables: Any, *, present: int) -> dict[str, Any]:
    def sent(*names: str) -> Any:
        return request.POST if act in names else None

    return {
        "players": PlayersForm(sent("players"), initial={"players": present or None}),
        "seat": SeatForm(sent("seat", "lot"), by_lot=act == "lot"),
        "unseat": NumberForm(sent("unseat"), auto_id="id_unseat_%s"),
        "room": Form(sent("room")),
        "finish": FinishForm(sent("finish"), seated=len(shown.seats), left=len(shown.everybody_left)),
        "discard": DiscardForm(sent("discard"), seen=as_seated(tables), auto_id="id_discard_%s"),
    }


def _done(request: HttpRequest, series_id: int, act: str, form: Form) -> bool:
    """Ask the service for what the button says; tell whether it was done."""
    service, *names = SERVICE_OF[act]
    beside = {code: field for code, field in FIELD_OF.items() if field in form.fields}
    return bool(perform(request, form, service, *names, series_id=series_id, beside=beside))


def _onward(request: HttpRequest, found: Any, act: str, form: Form) -> HttpResponse:
    """Go on to the page that comes next, with a word on what was done."""
    slug, series = found.tournament.slug, found.number
    if act in ("seat", "lot"):
        return redirect(f"{request.path}?{urlencode({'given': form.cleaned_data['number']})}")
    said = {
        "players": _("The tables are set up. Type the cards as they are drawn."),
        "unseat": _("The seat of no. %(number)s is free again."),
        "room": _("There are more chairs now."),
        "finish": _("All cards are typed. Only the direction sees the seats until they are published."),
        "discard": _("The draw of series %(series)s is discarded."),
    }[act]
    messages.success(request, said % {"series": series, "number": form.cleaned_data.get("number", "")})
    if act in ("finish", "discard"):
        return redirect("tables:draw", slug=slug, series=series)
    return redirect(request.path)
