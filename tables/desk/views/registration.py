"""The desk: registering, checking in, changing and withdrawing entrants, and the public form (SkWO 4.1)."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.accounts.access import acting, signed_in
from tables.acts.listings import arranged
from tables.acts.views import as_tables, cleaned, done, refusals_at, said_by, status_of, written
from tables.clubs import selectors as books
from tables.clubs.services import books as book_entrants
from tables.desk.forms import CheckInForm, DeskForm, MarksForm, PublicFormSwitch, RangeForm, WithdrawManyForm
from tables.desk.listings import Desk, DeskListing, Row, WantedEntrants, meant, rows
from tables.desk.listings import desk as desk_of
from tables.draw import selectors as seats
from tables.intake.names import filed
from tables.intake.outcome import MOST_ENTRANTS
from tables.people import access as people_access
from tables.people import selectors
from tables.people.listings import entrants_sheet
from tables.people.services import registration
from tables.people.services.registration import as_marked
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, site, typed
from tables.tournaments.wording import above

STAYS: Final = ("paid", "absent")
"""What the next registration begins with; a class is of a person, and would go to the next one unseen."""


def left_by(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an address by which the next registration begins as this one ended."""
    left = {"paid": data["paid"], "absent": not data["present"]}
    return {name: value for name, value in left.items() if value}


def staying(query: str) -> dict[str, list[str]]:
    """Return that part of another address."""
    asked = QueryDict(query[:500])
    return {name: asked.getlist(name) for name in STAYS if name in asked}


PARTS_OF_QUESTION = ("q", "only", "sort", "page")
MOST_ASKED = 8


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Register an entrant; list everybody registered."""
    tournament = access.directed_tournament(request, slug=slug)
    has_focus = "checking" not in request.GET
    is_leaving = request.POST.get("act") == "withdraw"
    sent = None if is_leaving else typed(request)
    begins = {"paid": "paid" in request.GET, "present": "absent" not in request.GET}
    form = DeskForm(sent, offered=known_classes(tournament), initial=begins, has_focus=has_focus)
    if is_leaving:
        return _withdraw(request, tournament, form)
    if form.says_nothing:
        return redirect(request.get_full_path())
    if form.is_valid():
        with refusals_at(form):
            stated = {**cleaned(form, "registration", "entry_key", "because"), **acting(request)}
            entrant = book_entrants.register_at_desk(tournament_id=tournament.pk, **stated)
            following = {"given": entrant.number, **left_by(form.cleaned_data)}
            return redirect(f"{request.path}?{urlencode(following, doseq=True)}")
    return _page(request, tournament, form, status=422 if form.errors else 200)


def _withdraw(request: HttpRequest, tournament: Any, form: DeskForm) -> HttpResponse:
    leaving = WithdrawManyForm(request.POST, entrants=selectors.registered_themselves(tournament))
    if leaving.is_valid():
        with refusals_at(leaving):
            numbers = leaving.cleaned_data["number"]
            withdrawn = registration.withdraw_many(tournament_id=tournament.pk, numbers=numbers, **acting(request))
            text = ngettext("%(count)s entrant has withdrawn.", "%(count)s entrants have withdrawn.", withdrawn)
            return done(request, text % {"count": withdrawn}, "tables:desk", slug=tournament.slug)
    return _page(request, tournament, form, leaving=leaving, status=status_of(leaving))


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
    with refusals_at(form):
        changed = registration.mark_entrants(
            tournament_id=tournament.pk,
            numbers=chosen,
            seen=None if number else form.cleaned_data["seen"],
            **form.cleaned_data["marks"],
            **acting(request),
        )
        if number is None:
            text = ngettext("%(count)s entrant changed.", "%(count)s entrants changed.", changed) % {"count": changed}
            return done(request, text, back)
        if "HX-Request" not in request.headers:
            return redirect(f"{back}#entrant-{number}")
        return _marked(request, tournament, number)
    return _page(request, tournament, DeskForm(offered=known_classes(tournament)), marking=form, status=status_of(form))


def _marked(request: HttpRequest, tournament: Any, number: int) -> HttpResponse:
    """Return the row of an entrant and what stands above the list, for a page that shows both already."""
    classes = known_classes(tournament)
    entrants, namesakes = list(selectors.everybody(tournament)), selectors.namesakes(tournament)
    marked = [people_access.entrant_of(tournament, number=number)]
    listing = arranged(request, DeskListing(rows(marked, namesakes, classes), exclude=("tick",)))
    context = {
        "tournament": tournament,
        "listing": listing,
        "desk": desk_of(entrants, namesakes, WantedEntrants(), classes),
    }
    return render(request, "tables/desk/_marked.html", context)


@require_POST
def switch(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Open or close the public form."""
    tournament = access.directed_tournament(request, slug=slug)
    form = PublicFormSwitch(request.POST)
    back = reverse("tables:desk", kwargs={"slug": slug})
    if form.is_valid():
        with refusals_at(form):
            values = {**cleaned(form, "is_open"), **acting(request)}
            registration.open_registration(tournament_id=tournament.pk, **values)
            return done(request, gettext("Done."), back)
    messages.error(request, said_by(form))
    return redirect(back)


def _page(
    request: HttpRequest,
    tournament: Any,
    form: DeskForm,
    *,
    status: int,
    marking: MarksForm | None = None,
    leaving: WithdrawManyForm | None = None,
) -> HttpResponse:
    entrants, namesakes = list(selectors.everybody(tournament)), selectors.namesakes(tournament)
    given = [entrant for entrant in entrants if str(entrant.number) == request.GET.get("given")]
    themselves = (
        selectors.registered_themselves(tournament) if any(entrant.source == "self" for entrant in entrants) else []
    )
    wanted, alone = WantedEntrants.from_query(request.GET), {entrant.number for entrant in themselves}
    shown = desk_of(entrants, namesakes, wanted, form.offered, alone=alone)
    is_ticking, numbers = wanted.only == "alone", RangeForm(request.GET)
    listing = DeskListing(shown.rows, exclude=("paid", "present") if is_ticking else ("tick",))
    context = frame(
        request,
        tournament,
        "entrants",
        form=form,
        marking=marking or MarksForm(seen=as_marked(entrants)),
        site=site(request),
        desk=shown,
        # Whoever is withdrawn in one act stands on one page.
        listing=arranged(request, listing, rows_a_page=MOST_ENTRANTS if is_ticking else 0),
        is_ticking=is_ticking,
        leaving=leaving,
        range=numbers,
        ticked=set(request.POST.getlist("number")) if leaving else {str(n) for n in numbers.ticked(themselves)},
        asked=_asked(request, shown),
        caption=gettext("Entrants"),
        is_caption_hidden=True,
        given=next(iter(rows(given, namesakes, form.offered)), None),
        seatless=seats.series_without(given[0]) if given and not given[0].withdrawn_at else None,
        clubs=selectors.clubs(tournament),
        people=books.names_offered_to(signed_in(request)),
        question=_question(request.GET.urlencode()).removeprefix("?"),
    )
    return render(request, "tables/desk/desk.html", context, status=status)


def _asked(request: HttpRequest, shown: Desk) -> list[Row]:
    """Return whom the words typed to check somebody in may mean: who is still missing first."""
    if "checking" not in request.GET or not shown.wanted.search:
        return []
    here = [row for row in shown.rows if not (row.entrant.withdrawn_at or row.entrant.excluded_at)]
    return sorted(here, key=lambda row: row.entrant.present)[:MOST_ASKED]


def _question(query: str) -> str:
    asked = {name: str(value) for name, value in QueryDict(query[:500]).items() if name in PARTS_OF_QUESTION}
    return f"?{urlencode(asked)}" if asked else ""


@require_POST
def check_in(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Mark as present whoever a number, a start card or a name means; lead back to the same field."""
    tournament = access.directed_tournament(request, slug=slug)
    form = CheckInForm(request.POST)
    desk, stays = reverse("tables:desk", kwargs={"slug": slug}), staying(request.POST.get("stays", ""))

    def led_on(**question: Any) -> HttpResponse:
        return redirect(f"{desk}?{urlencode({'checking': 1, **question, **stays}, doseq=True)}")

    if not form.is_valid():
        return led_on()
    typed, values = form.cleaned_data["who"], _meant(tournament, form)
    if not values:
        messages.error(request, gettext("Nobody registered fits “%(typed)s”.") % {"typed": typed[:60]})
        return led_on()
    if len(values) > 1:
        return led_on(q=typed)
    (entrant,) = values
    changed = registration.mark_entrants(
        tournament_id=tournament.pk, numbers=[entrant.number], present=True, by=signed_in(request), now=timezone.now()
    )
    _say(request, entrant, changed=bool(changed))
    return led_on(checking=entrant.number)


def _meant(tournament: Any, form: CheckInForm) -> list[Any]:
    everybody = list(selectors.everybody(tournament))
    is_named = form.number is not None or form.key
    here = [entrant for entrant in everybody if is_named or not (entrant.withdrawn_at or entrant.excluded_at)]
    return meant(here, form)


def _say(request: HttpRequest, entrant: Any, *, changed: bool) -> None:
    show, state = (
        (messages.success if changed else messages.info, gettext("present"))
        if changed or not (entrant.waiting_since or entrant.withdrawn_at or entrant.excluded_at)
        else (messages.error, gettext("waiting"))
        if entrant.waiting_since
        else (messages.error, gettext("withdrawn") if entrant.withdrawn_at else gettext("excluded"))
    )
    who = ", ".join(filter(None, (entrant.called, entrant.club)))
    facts = {"number": entrant.number, "name": who, "state": state}
    show(request, gettext("No. %(number)s, %(name)s: %(state)s.") % facts)


@require_safe
@never_cache
def entrants(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send everybody registered."""
    tournament = access.directed_tournament(request, slug=slug)
    sheet = entrants_sheet(selectors.entrants(tournament), known_classes(tournament))
    content = written([sheet], ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{slug}-{filed(gettext('Entrants'))}", ending)
