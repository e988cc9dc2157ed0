"""Who is in charge of a tournament, and its journal."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tables.accounts.views.acting import perform
from tables.acts.listings.columns import arranged
from tables.acts.views.attempts import status_of
from tables.journal import chain
from tables.journal.listings import JournalListing
from tables.journal.selectors import reading
from tables.tournaments import access
from tables.tournaments.forms.officials import AppointForm, DismissForm, EngageForm
from tables.tournaments.listings.officials import OfficialsListing
from tables.tournaments.selectors import tournaments
from tables.tournaments.services import officials as offices
from tables.tournaments.views.frames import frame, site

MOST_CHECKED_AT_ONCE = 20_000
"""Lines of a journal that are checked with every look at it; more only when asked for."""

FIELD_OF = {
    "no-such-user": "username",
    "user-exists": "username",
    "no-such-entrant": "plays_as",
}
"""Beside which field each refusal stands."""


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is in charge; appoint, engage and dismiss."""
    tournament = access.directed_tournament(request, slug=slug)
    roles = tournaments.roles_of(tournament)
    typed = {act: request.POST if request.POST.get("act") == act else None for act in ("appoint", "engage", "dismiss")}
    appoint = AppointForm(typed["appoint"], seen=offices.as_held(roles))
    engage = EngageForm(typed["engage"], auto_id="new_%s")
    dismiss = DismissForm(typed["dismiss"], roles=roles)
    answer = None
    if appoint.is_valid():
        answer = _appoint(request, tournament.pk, appoint)
    elif engage.is_valid():
        answer = _engage(request, tournament.pk, engage)
    elif dismiss.is_valid():
        answer = _dismiss(request, dismiss, slug=slug)
    if answer:
        return answer
    listing = arranged(request, OfficialsListing(roles))
    forms = {"appoint": appoint, "engage": engage, "dismiss": dismiss}
    context = frame(
        request, tournament, "people", officials=listing, caption=_("Who is in charge"), is_caption_hidden=True, **forms
    )
    status = status_of(appoint, refused=request.method == "POST")
    return render(request, "tables/tournaments/people/people.html", context, status=status)


def _appoint(request: HttpRequest, tournament_id: int, form: AppointForm) -> HttpResponse | None:
    data = ("username", "kind", "plays_as", "seen")
    if not perform(request, form, offices.appoint, *data, tournament_id=tournament_id, beside=FIELD_OF):
        return None
    messages.success(request, _("%(name)s is appointed.") % {"name": form.cleaned_data["username"]})
    return redirect(request.path)


def _engage(request: HttpRequest, tournament_id: int, form: EngageForm) -> HttpResponse | None:
    """Make the account and show its password: this page is the only place where it can ever be read."""
    data = ("username", "password", "name", "kind", "plays_as")
    role = perform(request, form, offices.engage, *data, tournament_id=tournament_id, beside=FIELD_OF)
    if role is None:
        return None
    context = frame(
        request, role.tournament, "people", role=role, password=form.cleaned_data["password"], site=site(request)
    )
    return render(request, "tables/tournaments/people/engaged.html", context)


def _dismiss(request: HttpRequest, form: DismissForm, *, slug: str) -> HttpResponse | None:
    tournament = access.directed_tournament(request, slug=slug)
    role_id = form.cleaned_data["role"]
    if not perform(request, form, offices.dismiss, tournament_id=tournament.pk, role_id=role_id):
        return None
    messages.success(request, _("The office is taken away."))
    # Whoever has given up their own office has no page here to go back to.
    still_directs = access.offices(request, tournament).director
    return redirect("tables:people" if still_directs else "tables:tournament", slug=slug)


@require_safe
def journal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what was done, by whom and when, and whether the chain of the journal is whole."""
    tournament = access.directed_tournament(request, slug=slug)
    listing = arranged(request, JournalListing.of(reading.journal_of(tournament)))
    checks = listing.paginator.count <= MOST_CHECKED_AT_ONCE or "check" in request.GET
    context = frame(
        request,
        tournament,
        "journal",
        listing=listing,
        checked=checks,
        broken_line=chain.first_broken_line(tournament) if checks else None,
    )
    return render(request, "tables/tournaments/people/journal.html", context)
