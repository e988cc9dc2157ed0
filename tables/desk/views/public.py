"""Who is registered, and the form on which anybody registers themselves."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from tables.accounts.access import address_of
from tables.acts.listings.columns import arranged
from tables.acts.views.attempts import attempt, status_of
from tables.desk.forms.registration import SelfRegistrationForm
from tables.people import selectors
from tables.people.forms.naming import BESIDE_NAMES
from tables.people.listings import entrants as people_entrants
from tables.people.listings.entrants import EntrantsListing
from tables.people.services import registration
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.views.frames import frame, typed


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
        entrant = attempt(
            form,
            lambda: registration.register(
                tournament_id=tournament.pk,
                registration=form.cleaned_data["registration"],
                source=form.source,
                entry_key=form.cleaned_data["entry_key"],
                by=None,
                now=timezone.now(),
                choice=form.cleaned_data["choice"],
                address=address_of(request),
            ),
            beside=BESIDE_NAMES,
        )
        if entrant:
            return redirect(f"{request.path}?{urlencode({'number': entrant.number})}")
    given = request.GET.get("number", "")
    context = frame(
        request,
        tournament,
        "register",
        form=form,
        clubs=selectors.public_clubs(tournament),
        entrant=selectors.entrants(tournament).filter(number=given).first() if _is_number(given) else None,
    )
    return render(request, "tables/desk/public/register.html", context, status=status_of(form))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7
