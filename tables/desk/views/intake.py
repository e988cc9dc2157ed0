"""Lists of entrants, pasted or from a file, looked through before they are taken; and what somebody sends
themselves.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables import intake
from tables.accounts.access import acting, address_of
from tables.acts.listings import arranged
from tables.acts.views import cleaned, refusals_at, status_of
from tables.acts.wording.intake import FIELD, intake_refused
from tables.clubs.services.books import register_oneself
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


@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a list of entrants as text, and go on with its preview."""
    tournament = access.directed_tournament(request, slug=slug)
    classes = known_classes(tournament)
    form = ListForm(typed(request), classes=classes)
    if form.is_valid():
        review = Review.of(form.cleaned_data["read"], offered=OFFERED, classes=classes, is_file=False)
        return _preview(request, tournament, review, because=form.cleaned_data.get("because", ""))
    context = frame(request, tournament, "entrants", form=form)
    return render(request, "tables/people/intake/paste.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take a list of entrants as a workbook or a table in text, and go on with its preview."""
    tournament = access.directed_tournament(request, slug=slug)
    classes = known_classes(tournament)
    form = FileForm(typed(request), request.FILES or None, classes=classes)
    if form.is_valid():
        review = Review.of(form.cleaned_data["read"], offered=OFFERED, classes=classes, is_file=True)
        return _preview(request, tournament, review, because=form.cleaned_data.get("because", ""))
    context = frame(
        request,
        tournament,
        "entrants",
        form=form,
        optional=[FIELD[Field(name)] for name in OPTIONAL],
        classes=[player_class.name for player_class in classes],
    )
    return render(request, "tables/people/intake/file.html", context, status=422 if request.method == "POST" else 200)


@require_POST
def review(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Look through a list once more with what was said about it; on a second word register who is in order."""
    tournament = access.directed_tournament(request, slug=slug)
    classes = known_classes(tournament)
    try:
        sent = Review.sent(request.POST, offered=OFFERED, classes=classes)
    except IntakeRefused as refused:
        context = frame(
            request, tournament, "entrants", form=ListForm(classes=classes), refused=intake_refused(refused)
        )
        return render(request, "tables/people/intake/paste.html", context, status=422)
    looked = _looked(tournament, sent, sent=request.POST)
    if request.POST.get("act") != "take":
        return _shown(request, tournament, looked)
    return _take(request, tournament, looked) if looked.is_ready else _shown(request, tournament, looked, status=422)


def _preview(request: HttpRequest, tournament: Any, begun: Review, *, because: str) -> HttpResponse:
    looked = _looked(tournament, begun, because=because)
    return _shown(request, tournament, looked, status=422 if because else 200)


def _looked(tournament: Any, begun: Review, **more: Any) -> Looked:
    entrants = list(selectors.entrants(tournament))
    # A number without a name gets one of the list, unless it is withdrawn.
    given = {one.number: intake.name_key(one.name) or ("-" if one.is_gone else NAMELESS) for one in entrants}
    told = {"known": known_entrants(entrants), "given": given, "entrants": entrants, **_of_event(tournament)}
    return look(begun, limit=MOST_ENTRANTS, **told, **more)


def _of_event(tournament: Any) -> dict[str, Any]:
    return {"fee": int(tournament.entry_fee * 100), "year": tournament.starts_on.year}


def _shown(request: HttpRequest, tournament: Any, looked: Looked, *, status: int = 200) -> HttpResponse:
    status = 422 if looked.because or looked.form.errors else status
    action = reverse("tables:intake-review", kwargs={"slug": tournament.slug})
    context = frame(request, tournament, "entrants", **looked.context(action=action))
    return render(request, "tables/people/intake/preview.html", context, status=status)


def _take(request: HttpRequest, tournament: Any, looked: Looked) -> HttpResponse:
    """Register the list; rows still to be looked at stay on the page."""
    seen = looked.preview
    named = {one.key for one in looked.updates if one.is_named}
    rows = seen.new_rows if looked.form.cleaned_data["leave_out"] else seen.rows
    rows = tuple(row for row in rows if row.key not in named)
    changes = {one.number: one.said for one in looked.updates if one.key in looked.ticked}
    gone = [one.number for one in looked.gone if str(one.number) in looked.ticked]
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
            said = ngettext(
                "All places are taken: %(count)s of them stands on the waiting list.",
                "All places are taken: %(count)s of them stand on the waiting list.",
                waiting,
            )
            messages.warning(request, said % {"count": waiting})
        if changes or gone:
            facts = {"changed": len(changes), "gone": len(gone)}
            messages.success(request, _("Brought up to date: %(changed)s changed, %(gone)s withdrawn.") % facts)
        if not seen.bad:
            return redirect("tables:desk", slug=tournament.slug)
        known = known_entrants(list(selectors.entrants(tournament)))
        return _shown(request, tournament, left_over(looked, limit=MOST_ENTRANTS, known=known, **_of_event(tournament)))
    return _shown(request, tournament, looked, status=422)


def _taken(numbers: list[int], *, left_out: int) -> str:
    count, first = len(numbers), numbers[0]
    facts = {"count": count, "first": first, "last": first + count - 1}
    if numbers == [*range(first, first + count)]:
        said = ngettext(
            "%(count)s entrant registered as no. %(first)s.",
            "%(count)s entrants registered as no. %(first)s to %(last)s.",
            count,
        )
    else:
        said = _("%(count)s entrants registered with the start numbers of the list.")
    if left_out:
        more = ngettext(
            "%(left)s was registered already and left out.", "%(left)s were registered already and left out.", left_out
        )
        return f"{said % facts} {more % {'left': left_out}}"
    return said % facts


@require_safe
def entrants(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is registered."""
    tournament = access.public_tournament(request, slug=slug)
    everybody = selectors.entrants_shown(tournament)
    search = request.GET.get("q", "").strip()[:100]
    listing = arranged(request, EntrantsListing(people_entrants.matching_in_public(everybody, search)))
    context = frame(
        request,
        tournament,
        "entrants",
        listing=listing,
        search=search,
        count=len(everybody),
    )
    return render(request, "tables/desk/public/entrants.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let somebody register themselves while the public form is open."""
    tournament = access.public_tournament(request, slug=slug)
    form = SelfRegistrationForm(
        typed(request),
        known=known_classes(tournament),
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
    there = (
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
        entrant=there,
        waits_as=selectors.waits_as(there) if there and there.waiting_since else None,
        places_left=selectors.places_left(tournament),
    )
    return render(request, "tables/desk/public/register.html", context, status=status_of(form))
