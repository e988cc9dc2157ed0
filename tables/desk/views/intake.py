"""Several entrants at once, looked through before they are taken; and what somebody sends themselves."""

from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tables import intake
from tables.accounts.access import acting, address_of, signed_in
from tables.acts.listings import arranged
from tables.acts.views import cleaned, done, refusals_at, show, status_of
from tables.acts.wording.intake import FIELD, intake_refused
from tables.clubs import selectors as books
from tables.clubs.forms import ComingForm, as_of_a_book, to_tick
from tables.clubs.services.books import register_former, register_oneself, register_people
from tables.desk.forms import SelfRegistrationForm
from tables.intake.headings import Field
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.people import listings as people_entrants
from tables.people import selectors
from tables.people.forms import FileForm, ListForm, Review
from tables.people.listings import NAMELESS, EntrantsListing, known_entrants
from tables.people.services import registration
from tables.people.views import Looked, left_over, look
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

OFFERED = [field for field in Field if field not in (Field.CONTACT, Field.COUNT)]
"""What a column can hold: of entrants the office keeps no way to reach them."""

LONGEST_SEARCH: Final = 100

WAYS: Final = ("paste", "file", "book")
"""The ways to add several: the sections of one page, of which its address asks for one."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def add(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Add several entrants: from a list as text or as a file, by its preview, or by ticking who is known already."""
    tournament = access.directed_tournament(request, slug=slug)
    classes = known_classes(tournament)
    at = request.GET.get("at", "")
    # Who comes to a club's evening is in its book.
    at = at if at in WAYS else "book" if tournament.club_id else "paste"
    context: dict[str, Any] = {"at": at}
    if "cells" in request.POST:
        try:
            return _reviewed(request, tournament, Review.sent(request.POST, offered=OFFERED, classes=classes))
        except IntakeRefused as refused:
            context |= {"refused": intake_refused(refused), "form": ListForm(classes=classes)}
    elif at == "book":
        ticked = _known_players(request, tournament)
        if isinstance(ticked, HttpResponse):
            return ticked
        context |= ticked | {"classes": classes}
    else:
        is_file = at == "file"
        form = (
            FileForm(typed(request), request.FILES or None, classes=classes)
            if is_file
            else ListForm(typed(request), classes=classes)
        )
        if form.is_valid():
            begun = Review.of(form.cleaned_data["read"], offered=OFFERED, classes=classes, is_file=is_file)
            return _shown(request, tournament, _looked(tournament, begun, because=form.cleaned_data.get("because", "")))
        context |= {
            "form": form,
            "optional": [FIELD[Field(name)] for name in OPTIONAL],
            "classes": [player_class.name for player_class in classes],
        }
    return show(request, "tables/desk/add.html", frame(request, tournament, "entrants", **context))


def _reviewed(request: HttpRequest, tournament: Any, sent: Review) -> HttpResponse:
    """Look through a list once more with what was said about it; on a second word register who is in order."""
    looked = _looked(tournament, sent, sent=request.POST)
    if request.POST.get("act") != "take":
        return _shown(request, tournament, looked)
    return _take(request, tournament, looked) if looked.is_ready else _shown(request, tournament, looked, status=422)


def _known_players(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Let somebody tick who takes part: of their address books, or of those who came to the events of before."""
    user = signed_in(request)
    clubs = books.kept_by(user)
    former = books.former_entrants(tournament, of=user)
    is_former = bool(former) and ("before" in request.GET or not clubs)
    chosen = next((club for club in clubs if club.slug == request.GET.get("club")), None)
    numbers = books.numbers_in(tournament)
    ticked = set(request.POST.getlist("person"))
    if is_former:
        people, numbers, usual = as_of_a_book(former, numbers)
        ticked |= set() if request.POST else usual
    else:
        people = books.people_of(chosen) if chosen else books.by_name(books.offered_to(user))
    form = ComingForm(typed(request), people=people)
    if form.is_valid():
        stated = {"tournament_id": tournament.pk, "entry_key": form.cleaned_data["entry_key"], **acting(request)}
        with refusals_at(form):
            register = partial(register_former, entrants=form.cleaned_data["person"])
            if not is_former:
                register = partial(register_people, people=form.cleaned_data["person"])
            if entrants := register(**stated):
                message = _taken([entrant.number for entrant in entrants], left_out=0)
                return done(request, message, "tables:desk", slug=tournament.slug)
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    return {
        "kept": clubs,
        "has_former": bool(former),
        "is_former": is_former,
        "chosen": chosen,
        "to_tick": to_tick(people, numbers, search=search, ticked=ticked),
        "form": form,
    }


def _looked(tournament: Any, begun: Review, **more: Any) -> Looked:
    entrants = list(selectors.entrants(tournament))
    # A number without a name gets one of the list, unless it is withdrawn.
    given = {
        entrant.number: intake.name_key(entrant.name) or ("-" if entrant.is_gone else NAMELESS) for entrant in entrants
    }
    values = {"registered": known_entrants(entrants), "given": given, "entrants": entrants, **_of_event(tournament)}
    return look(begun, limit=MOST_ENTRANTS, **values, **more)


def _of_event(tournament: Any) -> dict[str, Any]:
    return {"fee": int(tournament.entry_fee * 100), "year": tournament.starts_on.year}


def _shown(request: HttpRequest, tournament: Any, looked: Looked, *, status: int = 200) -> HttpResponse:
    status = 422 if looked.because or looked.form.errors else status
    action = reverse("tables:add", kwargs={"slug": tournament.slug})
    context = frame(request, tournament, "entrants", **looked.context(action=action))
    return render(request, "tables/people/intake/preview.html", context, status=status)


def _take(request: HttpRequest, tournament: Any, looked: Looked) -> HttpResponse:
    """Register the list; rows still to be looked at stay on the page."""
    seen = looked.preview
    named = {update.key for update in looked.updates if update.is_named}
    rows = seen.new_rows if looked.form.cleaned_data["leave_out"] else seen.rows
    rows = tuple(row for row in rows if row.key not in named)
    changes = {update.number: update.registration for update in looked.updates if update.key in looked.ticked}
    gone = [entrant.number for entrant in looked.gone if str(entrant.number) in looked.ticked]
    with refusals_at(looked.form):
        entrants = registration.take_list(
            tournament_id=tournament.pk,
            registrations=[row.registration for row in rows],
            numbers=[row.number for row in rows],
            changes=changes,
            gone=gone,
            source=looked.review.source,
            **cleaned(looked.form, "entry_key", "because"),
            **acting(request),
        )
        if entrants:
            numbers = [entrant.number for entrant in entrants]
            messages.success(request, _taken(numbers, left_out=len(seen.rows) - len(rows) - len(changes)))
        if waiting := sum(entrant.waiting_since is not None for entrant in entrants):
            text = ngettext(
                "All places are taken: %(count)s of them stands on the waiting list.",
                "All places are taken: %(count)s of them stand on the waiting list.",
                waiting,
            )
            messages.warning(request, text % {"count": waiting})
        if changes or gone:
            facts = {"changed": len(changes), "gone": len(gone)}
            messages.success(request, _("Brought up to date: %(changed)s changed, %(gone)s withdrawn.") % facts)
        if not seen.bad:
            return redirect("tables:desk", slug=tournament.slug)
        values = known_entrants(list(selectors.entrants(tournament)))
        return _shown(
            request, tournament, left_over(looked, limit=MOST_ENTRANTS, registered=values, **_of_event(tournament))
        )
    return _shown(request, tournament, looked, status=422)


def _taken(numbers: list[int], *, left_out: int) -> str:
    count, first = len(numbers), numbers[0]
    facts = {"count": count, "first": first, "last": first + count - 1}
    if numbers == [*range(first, first + count)]:
        text = ngettext(
            "%(count)s entrant registered as no. %(first)s.",
            "%(count)s entrants registered as no. %(first)s to %(last)s.",
            count,
        )
    else:
        text = _("%(count)s entrants registered with the start numbers of the list.")
    if left_out:
        more = ngettext(
            "%(left)s was registered already and left out.", "%(left)s were registered already and left out.", left_out
        )
        return f"{text % facts} {more % {'left': left_out}}"
    return text % facts


@require_safe
def entrants(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is registered."""
    tournament = access.public_tournament(request, slug=slug)
    everybody = selectors.entrants_shown(tournament)
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    listing = arranged(request, EntrantsListing(people_entrants.matching_in_public(everybody, search)))
    context = frame(request, tournament, "entrants", listing=listing, search=search, count=len(everybody))
    return render(request, "tables/desk/public/entrants.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let somebody register themselves while the public form is open."""
    tournament = access.public_tournament(request, slug=slug)
    form = SelfRegistrationForm(
        typed(request),
        offered=known_classes(tournament),
        number_of=partial(selectors.registered_as, tournament),
        tournament=tournament,
    )
    if form.is_valid():
        with refusals_at(form):
            entrant = register_oneself(
                tournament_id=tournament.pk,
                **cleaned(form, "registration", "entry_key", "choice", "agrees"),
                now=timezone.now(),
                address=address_of(request),
            )
            return redirect(f"{request.path}?{urlencode({'number': entrant.number})}")
    given = request.GET.get("number", "")
    registered = (
        selectors.entrants(tournament).filter(number=given).first()
        if (given.isascii() and given.isdigit() and len(given) < 7)
        else None
    )
    context = frame(
        request,
        tournament,
        "register",
        form=form,
        clubs=selectors.public_clubs(tournament),
        entrant=registered,
        waits_as=selectors.waits_as(registered) if registered and registered.waiting_since else None,
        places_left=selectors.places_left(tournament),
    )
    return render(request, "tables/desk/public/register.html", context, status=status_of(form))
