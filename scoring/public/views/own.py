"""The player's side: their seat, what the key on their start card opens, and what they may raise there (SkWO
7.3, 7.4.3).
"""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes.forms import FINAL, AppealForm, QueryForm, TableObjectionForm
from scoring.disputes.selectors import complaints
from scoring.disputes.selectors.complaints import Window
from scoring.disputes.services import objections, queries
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.wording import phrases
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.money.selectors.lines import owes
from scoring.public.selectors import own
from scoring.public.selectors.own import OwnRuling, own_page
from scoring.results.views import states
from tables.accounts.access import address_of
from tables.acts.forms import EntryKey
from tables.acts.views import asked_number, cleaned, done, private, refusals_as_messages, refusals_at, show
from tables.acts.wording.moments import moment
from tables.draw import access as draw_access
from tables.hall import selectors
from tables.hall.views import drawing_of
from tables.people import access
from tables.people.forms import OwnNameForm
from tables.people.services.naming import choose_name
from tables.tournaments import access as tournaments_access
from tables.tournaments.views.frames import frame, typed


class OwnCallForm(forms.Form):
    """The one tap that calls a judge."""

    entry_key = EntryKey()


class OwnWithdrawalForm(forms.Form):
    """Which objection is taken back."""

    objection = forms.IntegerField(min_value=1, max_value=1_000_000)


class OwnObjectionForm(TableObjectionForm):
    """An objection of the player who holds the start card."""

    field_order = ["entry_key", "kind", "deal", "text"]

    def __init__(self, *args: Any, sheet: Sheet, chosen: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, chosen=chosen, **kwargs)
        del self.fields["place"]
        self.order_fields(self.field_order)


class OwnAppealForm(AppealForm):
    """An appeal of the player who holds the start card; beside each decision stands until when it is in time."""

    field_order = ["entry_key", "ruling", "deal", "text"]

    def __init__(self, *args: Any, rulings: Sequence[OwnRuling], **kwargs: Any) -> None:
        self._until = {own_ruling.ruling.number: own_ruling.deadline for own_ruling in rulings}
        super().__init__(*args, rulings=[own_ruling.ruling for own_ruling in rulings], **kwargs)
        del self.fields["appellant"]
        self.fields["deal"].widget.attrs.update({"inputmode": "numeric", "class": "short"})
        self.order_fields(self.field_order)

    def label_of(self, ruling: Any) -> str:
        """Return a decision as it is offered, with its deadline."""
        text, deadline = super().label_of(ruling), self._until[ruling.number]
        if not deadline.is_open:
            return _("%(decision)s (the time for appeals is over)") % {"decision": text}
        if deadline.closes is None:
            return text
        return _("%(decision)s (in time until %(at)s)") % {"decision": text, "at": moment(deadline.closes)}


class OwnQueryForm(QueryForm):
    """A mistake in a result, reported by the player who holds the start card."""

    def __init__(self, *args: Any, results: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(*args, results=results, **kwargs)
        del self.fields["entrant"]


@require_GET
@private
def take_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Open a player's own pages to whoever shows the key of their start card, and lead them there."""
    entrant = access.take_own_key(request, key=key)
    return redirect("scoring:my-seat", slug=entrant.tournament.slug, number=entrant.number)


@require_GET
@private
def own_list(request: HttpRequest, *, slug: str, number: int, series: int) -> HttpResponse:
    """Show a player a list of theirs: its deals, what was changed in it, and what counts."""
    mine = draw_access.own_table(request, slug=slug, number=number, series=series)
    row = boards.list_of(mine.table)
    context = _context(request, mine) | {
        "own": own.own_list(row, mine.entrant, place=mine.seat.place, now=timezone.now()),
        "call": OwnCallForm(),
    }
    return render(request, "scoring/public/own/list.html", context)


@require_http_methods(["GET", "POST"])
@private
def objection(request: HttpRequest, *, slug: str, number: int, series: int) -> HttpResponse:
    """Call a judge to a player's table with one tap, take down what they object to, or take that back."""
    mine = draw_access.own_table(request, slug=slug, number=number, series=series)
    row = boards.list_of(mine.table)
    action = request.POST.get("action", "")
    if action in ACTS:
        ACTS[action](request, mine, row.pk)
        return redirect("scoring:my-seat", slug=slug, number=number)
    chosen = asked_number(request, "deal")
    form = OwnObjectionForm(request.POST or None, sheet=sheets.sheet(row), chosen=chosen)
    if request.method == "POST" and form.is_valid():
        with refusals_at(form):
            raised = objections.raise_objection(
                series_id=mine.table.series_id,
                list_id=row.pk,
                place=mine.seat.place,
                device=access.own_device(request),
                address=address_of(request),
                by=None,
                now=timezone.now(),
                **form.cleaned_data,
            )
            message = _("Objection no. %(number)s is logged. A judge comes to table %(table)s.")
            facts = {"number": raised.number, "table": mine.table.number}
            return done(request, message % facts, "scoring:my-seat", slug=slug, number=number)
    context = _context(request, mine) | {"form": form, "row": row}
    return show(request, "scoring/public/own/objection.html", context)


@require_http_methods(["GET", "POST"])
@private
def appeal(request: HttpRequest, *, slug: str, number: int, series: int) -> HttpResponse:
    """Take down a player's appeal against a decision about their list, or against an entry in it."""
    mine = draw_access.own_table(request, slug=slug, number=number, series=series)
    row = boards.list_of(mine.table)
    now = timezone.now()
    form = OwnAppealForm(
        request.POST or None,
        rulings=own.own_rulings(row, mine.entrant, now=now),
        initial={"ruling": asked_number(request, "ruling"), "deal": asked_number(request, "deal")},
    )
    if request.method == "POST" and form.is_valid():
        against = form.cleaned_data["against"]
        with refusals_at(form):
            filed = file_appeal(
                series_id=mine.table.series_id,
                appellant=number,
                list_id=row.pk,
                deal=form.cleaned_data["deal"],
                ruling_id=against.pk if against else None,
                text=form.cleaned_data["text"],
                entry_key=form.cleaned_data["entry_key"],
                address=address_of(request),
                by=None,
                now=now,
            )
            return done(request, phrases.logged(filed), "scoring:my-seat", slug=slug, number=number)
    context = _context(request, mine) | {"form": form, "deadline": complaints.deadline_for(mine.table.series, now=now)}
    return show(request, "scoring/public/own/appeal.html", context)


@require_http_methods(["GET", "POST"])
@private
def query(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Take down what a player finds wrong in a posted result."""
    entrant = access.own_entrant(request, slug=slug, number=number)
    now, address = timezone.now(), address_of(request)
    windows = complaints.windows(entrant.tournament, now=now)
    form = OwnQueryForm(
        request.POST or None,
        results=[window.series for window in windows],
        initial={"series": request.GET.get("series") or _latest(windows)},
    )
    if request.method == "POST" and form.is_valid():
        with refusals_at(form):
            raised = queries.raise_query(
                tournament_id=entrant.tournament_id,
                entrant=number,
                address=address,
                by=None,
                now=now,
                **form.cleaned_data,
            )
            return done(request, phrases.logged(raised), "scoring:my-seat", slug=slug, number=number)
    context = frame(request, entrant.tournament, entrant=entrant, windows=windows, form=form)
    return show(request, "scoring/public/own/query.html", context)


def _context(request: HttpRequest, mine: draw_access.OwnTable) -> dict[str, Any]:
    tournament = mine.entrant.tournament
    return frame(request, tournament, entrant=mine.entrant, seat=mine.seat, table=mine.table, series=mine.table.series)


def _latest(windows: Sequence[Window]) -> str:
    number = windows[-1].series.number if windows and windows[-1].series else None
    return str(number) if number else FINAL


def _call(request: HttpRequest, mine: draw_access.OwnTable, list_id: int) -> None:
    form = OwnCallForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This form did not arrive completely. Please try again."))
        return
    with refusals_as_messages(request):
        called = objections.raise_objection(
            series_id=mine.table.series_id,
            list_id=list_id,
            entry_key=form.cleaned_data["entry_key"],
            device=access.own_device(request),
            address=address_of(request),
            by=None,
            now=timezone.now(),
        )
        if called.outcome:
            messages.warning(request, _("This call was over already. If you need a judge again, call again."))
        else:
            text = _("A judge is called to table %(table)s. Please stay there.")
            messages.success(request, text % {"table": mine.table.number})


def _withdraw(request: HttpRequest, mine: draw_access.OwnTable, _list_id: int) -> None:
    form = OwnWithdrawalForm(request.POST)
    found_objection = None
    if form.is_valid():
        found_objection = complaints.objection_of(mine.entrant.tournament, form.cleaned_data["objection"])
    if (
        found_objection is None
        or found_objection.game_list is None
        or found_objection.game_list.table_id != mine.table.pk
    ):
        messages.error(request, _("There is no such objection at your table."))
        return
    with refusals_as_messages(request):
        objections.withdraw(
            objection_id=found_objection.pk,
            by=None,
            now=timezone.now(),
            device=access.own_device(request),
            place=mine.seat.place,
        )
        messages.success(request, _("Objection no. %(number)s is withdrawn.") % {"number": found_objection.number})


ACTS: dict[str, Callable[[HttpRequest, draw_access.OwnTable, int], None]] = {"call": _call, "withdraw": _withdraw}


@require_http_methods(["GET", "HEAD", "POST"])
@private
def name(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Let a player say how others see their name."""
    entrant = access.own_entrant(request, slug=slug, number=number)
    form = OwnNameForm(typed(request), tournament=entrant.tournament, entrant=entrant)
    if form.is_valid():
        with refusals_at(form):
            changed = choose_name(entrant_id=entrant.pk, by=None, now=timezone.now(), **cleaned(form, "choice", "seen"))
            message = _("Others see you as %(name)s from now on.") % {"name": changed.public_name}
            return done(request, message, "scoring:my-seat", slug=slug, number=number)
    context = frame(request, entrant.tournament, "my-seat", entrant=entrant, form=form)
    return show(request, "scoring/public/own/name.html", context)


@require_safe
@vary_on_headers("Cookie", "HX-Request")
@cache_control(private=True, no_cache=True)
def my_seat(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an entrant their table in the latest series, all their seats, and their place so far."""
    # Before anything else is read: the page is never older than the state it names.
    state = states.state_of(request, slug)
    tournament = tournaments_access.public_tournament(request, slug=slug)
    entrant = access.entrant_of(tournament, number=number)
    if entrant.same_as:
        return redirect("scoring:my-seat", slug=slug, number=access.go_by(request, entrant).number)
    now = timezone.now()
    mine = own.my_seat(tournament, entrant, now=now)
    seat = mine.now.seat if mine.now else None
    context = frame(
        request,
        tournament,
        "my-seat",
        entrant=entrant,
        mine=mine,
        drawing=drawing_of(tournament.hall_plan, marked=seat.table.number) if seat else None,
        announced=selectors.announced(tournament, now=now),
        seen=state.version,
    )
    page = "scoring/public/my_seat/_now.html" if state.is_partial else "scoring/public/my_seat.html"
    if not access.owns(request, entrant):
        return _seen(render(request, page, context), state)
    device = access.own_device(request)
    context |= {"own": own_page(tournament, entrant, device=device, now=now), "call": OwnCallForm()}
    context["owes"] = owes(tournament, number)
    response = _seen(render(request, page, context), state)
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


def _seen(response: HttpResponse, state: states.EventState) -> HttpResponse:
    response[states.SEEN] = state.version
    return response
