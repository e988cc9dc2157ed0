"""Three doors into the event of the demo: to direct it, to keep a list, to look on; each may be a tab of its own."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.lists.selectors import boards
from simulation import accounts
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def doors(request: HttpRequest) -> HttpResponse:
    """Show the doors, or let somebody in as the director of the demo: nothing there is real."""
    tournament = tournaments.last_tournament() if settings.DEMO else None
    if tournament is None:
        raise Http404
    if request.method == "POST":
        director = User.objects.filter(username=accounts.DIRECTOR, roles__tournament=tournament).first()
        if director is None:
            raise Http404
        _sign_in(request, director)
        return redirect("scoring:office", slug=tournament.slug)
    return render(request, "demo/doors.html", {"tournament": tournament, "table": table_at_play(tournament)})


def _sign_in(request: HttpRequest, director: User) -> None:
    """Let a browser be the director, and leave its session and token as they are.

    Django would change both, to keep others out of an account: what the tab of a table sends in that moment would be
    refused. This account opens to everybody.
    """
    request.session[SESSION_KEY] = str(director.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = director.get_session_auth_hash()


def table_at_play(tournament: Tournament) -> Table | None:
    """Return a table in the middle of its list."""
    series = tournament.series.filter(status=Series.Status.RUNNING).first()
    board = boards.board(series) if series else []
    return next((line.table for line in board if line.state is boards.ListState.OPEN), None)
