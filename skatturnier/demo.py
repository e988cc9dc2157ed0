"""The demo: every page says that it is one; three doors lead into its event; a public one keeps nothing.

What ``serve --demo`` loads is an invented event in the middle of its day. Anybody who comes may direct it, keep a list
or look on, without an account. Where it is open to the internet (``SKATTURNIER_PUBLIC_DEMO``), what would lock others
out, or keep something of theirs, is refused; that it forgets everything each night, ``deploy/demo`` sees to.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.lists.selectors import boards
from simulation import accounts
from skatturnier.machine import places
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments


def is_demo(_request: HttpRequest) -> dict[str, Any]:
    """Tell every template whether this is the demo, a public one, and how a site is started that is none."""
    return {"is_demo": settings.DEMO, "is_public_demo": settings.PUBLIC_DEMO, "starting": places}


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
        # Django's own way gives a new session, which would refuse what the tab of a table sends in that moment.
        request.session[SESSION_KEY] = str(director.pk)
        request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        request.session[HASH_SESSION_KEY] = director.get_session_auth_hash()
        return redirect("scoring:office", slug=tournament.slug)
    return render(request, "demo/doors.html", {"tournament": tournament, "table": table_at_play(tournament)})


def table_at_play(tournament: Tournament) -> Table | None:
    """Return a table in the middle of its list."""
    series = tournament.series.filter(status=Series.Status.RUNNING).first()
    board = boards.board(series) if series else []
    return next((line.table for line in board if line.state is boards.ListState.OPEN), None)


REFUSED: Final = frozenset(
    {
        *("tables:account", "tables:withdraw-event", "settings of plan", "settings of people"),
        *("tables:club-new", "tables:book", "tables:book-list", "tables:book-person", "tables:club"),
        *("scoring:season-new", "scoring:season-office", "scoring:office", "scoring:archive"),
        "settings of publishing",
    }
)
"""Where nothing can be done: accounts, who is in charge, whether the event is shown, announcements and its end."""

SHUT: Final = frozenset({"tables:account", "phones", "phones-poster"})
"""Pages that are not even shown: of an account that everybody shares, and of the network of the machine."""


class KeepNothing:
    """Refuses, with a sentence, what would lock others out of a public demo, and every file."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        if not settings.PUBLIC_DEMO or request.resolver_match is None:
            return None
        name, only_looks = request.resolver_match.view_name, request.method in {"GET", "HEAD", "OPTIONS"}
        named = f"settings of {request.GET.get('at')}" if name == "scoring:settings" else name
        if name in SHUT or (not only_looks and (named in REFUSED or request.FILES)):
            return render(request, "demo/refused.html", status=HTTPStatus.FORBIDDEN)
        return None
