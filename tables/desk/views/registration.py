"""The desk: registering, marking and changing entrants, and the switch of the public form (SkWO 4.1)."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tables.accounts import access as accounts_access
from tables.acts.listings.columns import arranged
from tables.acts.views.attempts import attempt, said_by, status_of
from tables.clubs.selectors import books
from tables.clubs.services import book_entrants
from tables.desk.forms.registration import (
    DeskForm,
    EntrantForm,
    LeavingForm,
    MarksForm,
    RenewKeyForm,
    SwitchForm,
)
from tables.desk.listings import Desk, DeskListing, Row, Wanted, rows
from tables.desk.listings import desk as desk_of
from tables.desk.views import staying
from tables.draw.selectors import seats
from tables.draw.services import wishes
from tables.people import access as people_access
from tables.people import selectors
from tables.people.forms.naming import BESIDE_NAMES, DeskNameForm
from tables.people.services import own_keys, registration
from tables.people.services.marks import as_marked
from tables.people.services.naming import choose_name
from tables.people.services.removing import remove
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.views.frames import frame, site, typed

PARTS_OF_QUESTION = ("q", "only", "sort", "page")
"""What an address may ask of the list."""

APART = {"no-such-entrants": "apart", "apart-from-oneself": "apart"}
"""Beside which field of an entrant a refusal is said."""

MOST_ASKED = 8
"""So many are offered where words typed to check somebody in mean several."""

LEAVING = {"withdraw": registration.withdraw, "reinstate": registration.reinstate, "remove": remove}


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Register an entrant; list everybody registered."""
    tournament = access.directed_tournament(request, slug=slug)
    has_focus = "checking" not in request.GET
    form = DeskForm(
        typed(request), known=known_classes(tournament), initial=staying.as_left(request.GET), has_focus=has_focus
    )
    if form.says_nothing:
        return redirect(request.get_full_path())
    if form.is_valid():
        entrant = attempt(
            form,
            lambda: book_entrants.register_at_desk(
                tournament_id=tournament.pk,
                registration=form.cleaned_data["registration"],
                entry_key=form.cleaned_data["entry_key"],
                **_by_now(request),
            ),
        )
        if entrant:
            following = {"given": entrant.number, **staying.left_by(form.cleaned_data)}
            return redirect(f"{request.path}?{urlencode(following, doseq=True)}")
    return _page(request, tournament, form, status=422 if form.errors else 200)


@require_POST
def marks(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Mark one entrant or all as present or paid; answer with the row where only that is asked for."""
    tournament = access.directed_tournament(request, slug=slug)
    form = MarksForm(request.POST)
    back = reverse("tables:desk", kwargs={"slug": slug}) + _question(request.POST.get("back", ""))
    if not form.is_valid():
        messages.error(request, said_by(form))
        return redirect(back)
    number = form.cleaned_data["number"]
    chosen = [number] if number else [entrant.number for entrant in selectors.entrants(tournament)]
    act = partial(registration.mark_entrants, tournament_id=tournament.pk, numbers=chosen, **_by_now(request))
    seen = None if number else form.cleaned_data["seen"]
    changed = attempt(form, lambda: act(seen=seen, **form.cleaned_data["marks"]))
    if changed is None:
        return _page(
            request, tournament, DeskForm(known=known_classes(tournament)), marking=form, status=status_of(form)
        )
    if number is None:
        said = ngettext("%(count)s entrant changed.", "%(count)s entrants changed.", changed) % {"count": changed}
        messages.success(request, said)
        return redirect(back)
    if "HX-Request" not in request.headers:
        return redirect(f"{back}#entrant-{number}")
    classes = known_classes(tournament)
    entrants, namesakes = list(selectors.entrants(tournament)), selectors.namesakes(tournament)
    marked = [people_access.entrant_of(tournament, number=number)]
    listing = arranged(request, DeskListing(rows(marked, namesakes, classes)))
    context = {"tournament": tournament, "listing": listing, "desk": desk_of(entrants, namesakes, Wanted(), classes)}
    return render(request, "tables/desk/_marked.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Change what is known of an entrant, withdraw them or take that back, give them a new key."""
    tournament = access.directed_tournament(request, slug=slug)
    found = people_access.entrant_of(tournament, number=number)
    act = request.POST.get("act", "")
    form = EntrantForm(request.POST if act == "change" else None, entrant=found, known=known_classes(tournament))
    leaving = LeavingForm(request.POST if act in LEAVING else None)
    renewal = RenewKeyForm(request.POST if act == "renew-key" else None, initial={"seen": found.key_mark})
    naming = DeskNameForm(request.POST if act == "name" else None, tournament=tournament, entrant=found)
    said = ""
    if form.is_valid() and attempt(form, lambda: _change(request, found.pk, form), beside=APART) is not None:
        said = _("No. %(number)s is changed.")
    elif naming.is_valid() and attempt(naming, lambda: _name(request, found.pk, naming), beside=BESIDE_NAMES):
        said = _("The public sees no. %(number)s so from now on.")
    elif leaving.is_valid() and attempt(leaving, lambda: _leave(request, found.pk, act)) is not None:
        said = {
            "withdraw": _("No. %(number)s has withdrawn."),
            "reinstate": _("No. %(number)s takes part again."),
            "remove": _("No. %(number)s is removed. The number is not given to anybody else."),
        }[act]
    elif renewal.is_valid() and attempt(renewal, lambda: _renew(request, found.pk, renewal)) is not None:
        said = _("No. %(number)s has a new key: print a new start card. The old card opens nothing any more.")
    if said:
        messages.success(request, said % {"number": number})
        stays = urlencode(staying.kept(request.POST.get("stays", "")), doseq=True)
        to_desk = reverse("tables:desk", args=[slug]) + (f"?{stays}" if stays else "")
        return redirect(to_desk if act in ("change", "remove") else request.path)
    context = frame(
        request,
        tournament,
        "entrants",
        entrant=found,
        form=form,
        leaving=leaving,
        renewal=renewal,
        naming=naming,
        clubs=selectors.clubs(tournament),
        seats=list(seats.seats_of(found)),
        namesakes=next((group.numbers for group in selectors.namesakes(tournament) if number in group.numbers), ()),
    )
    status = status_of(form, naming, refused=request.method == "POST")
    return render(request, "tables/desk/entrant.html", context, status=status)


@require_POST
def switch(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Open or close the public form."""
    tournament = access.directed_tournament(request, slug=slug)
    form = SwitchForm(request.POST)
    changed = None
    if form.is_valid():
        is_open = form.cleaned_data["is_open"]
        changed = attempt(
            form,
            lambda: registration.open_registration(tournament_id=tournament.pk, is_open=is_open, **_by_now(request)),
        )
    if changed is None:
        messages.error(request, said_by(form))
    elif changed.registration_open:
        messages.success(request, _("The public form is open: entrants can register themselves."))
    else:
        messages.success(request, _("The public form is closed."))
    return redirect(reverse("tables:desk", kwargs={"slug": slug}) + "#public-form")


def _page(
    request: HttpRequest, tournament: Any, form: DeskForm, *, status: int, marking: MarksForm | None = None
) -> HttpResponse:
    """Return the desk with everybody registered."""
    entrants, namesakes = list(selectors.entrants(tournament)), selectors.namesakes(tournament)
    given = [entrant for entrant in entrants if str(entrant.number) == request.GET.get("given")]
    shown = desk_of(entrants, namesakes, Wanted.from_query(request.GET), form.known)
    context = frame(
        request,
        tournament,
        "entrants",
        form=form,
        marking=marking or MarksForm(seen=as_marked(entrants)),
        site=site(request),
        desk=shown,
        listing=arranged(request, DeskListing(shown.found)),
        asked=_asked(request, shown),
        caption=_("Entrants"),
        is_caption_hidden=True,
        given=next(iter(rows(given, namesakes, form.known)), None),
        seatless=seats.series_without(given[0]) if given and not given[0].withdrawn_at else None,
        clubs=selectors.clubs(tournament),
        people=books.names_offered_to(accounts_access.signed_in(request)),
        question=_question(request.GET.urlencode()).removeprefix("?"),
    )
    return render(request, "tables/desk/desk.html", context, status=status)


def _asked(request: HttpRequest, shown: Desk) -> list[Row]:
    """Return whom the words typed to check somebody in may mean: who is still missing first."""
    if "checking" not in request.GET or not shown.wanted.search:
        return []
    there = [row for row in shown.found if not (row.entrant.withdrawn_at or row.entrant.excluded_at)]
    return sorted(there, key=lambda row: row.entrant.present)[:MOST_ASKED]


def _change(request: HttpRequest, entrant_id: int, form: EntrantForm) -> Any:
    wanted = form.cleaned_data["registration"]
    return wishes.change_entrant(
        entrant_id=entrant_id,
        registration=wanted,
        apart=form.cleaned_data["apart"],
        table=form.cleaned_data["table"] or 0,
        seen=form.cleaned_data["seen"],
        **_by_now(request),
    )


def _name(request: HttpRequest, entrant_id: int, form: DeskNameForm) -> Any:
    return choose_name(
        entrant_id=entrant_id, choice=form.cleaned_data["choice"], seen=form.cleaned_data["seen"], **_by_now(request)
    )


def _leave(request: HttpRequest, entrant_id: int, act: str) -> Any:
    return LEAVING[act](entrant_id=entrant_id, **_by_now(request))


def _renew(request: HttpRequest, entrant_id: int, renewal: RenewKeyForm) -> Any:
    return own_keys.renew_own_key(entrant_id=entrant_id, seen=renewal.cleaned_data["seen"], **_by_now(request))


def _by_now(request: HttpRequest) -> dict[str, Any]:
    return {"by": accounts_access.signed_in(request), "now": timezone.now()}


def _question(query: str) -> str:
    """Return the part of an address after the page, made anew of what a page of the list may ask for."""
    asked = {name: str(value) for name, value in QueryDict(query[:500]).items() if name in PARTS_OF_QUESTION}
    return f"?{urlencode(asked)}" if asked else ""
