"""What the public sees of an event: names, until when, and ranks while a series is played."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tables.accounts.views.acting import perform
from tables.acts.views.attempts import status_of
from tables.acts.views.private import NOT_INDEXED
from tables.tournaments import access
from tables.tournaments.forms.publishing import BESIDE_DAYS, PublishingForm, suggested_end
from tables.tournaments.selectors import publishing as tournaments_publishing
from tables.tournaments.services.publishing import publish
from tables.tournaments.views.frames import frame, typed

ROBOTS = "User-agent: *\n" + "".join(f"Disallow: {address}\n" for address in NOT_INDEXED)
"""Search engines find the site, and nobody by name."""


@require_http_methods(["GET", "HEAD", "POST"])
def publishing(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Change what the public sees of a tournament."""
    tournament = access.directed_tournament(request, slug=slug)
    form = PublishingForm(typed(request), tournament=tournament)
    data, facts = ("publishing", "seen"), {"tournament_id": tournament.pk}
    if form.is_valid() and perform(request, form, publish, *data, beside=BESIDE_DAYS, **facts) is not None:
        messages.success(request, _("Saved. The public sees it so from now on."))
        return redirect("tables:publishing", slug=slug)
    context = frame(
        request,
        tournament,
        "plan",
        form=form,
        suggested=suggested_end(tournament),
        is_published=tournaments_publishing.is_published(tournament, on=timezone.localdate()),
        chosen=tournaments_publishing.names_chosen(tournament),
    )
    return render(request, "tables/tournaments/publishing/publishing.html", context, status=status_of(form))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines to leave every tournament and every season alone."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
