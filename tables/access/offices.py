"""From a request to what an office opens, or what is open to everybody."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from tables import selectors
from tables.models import Draw, Entrant, Role, Series, Table, Tournament, User


class SignInNeeded(PermissionDenied):
    """Nobody is signed in; signing in may help."""


class Unpublished(PermissionDenied):
    """The event is no longer shown to the public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offices:
    """What a request may do in a tournament."""

    director: bool = False
    judge: bool = False

    @property
    def any(self) -> bool:
        """Whether it holds an office at all."""
        return self.director or self.judge


def signed_in(request: HttpRequest) -> User:
    """Return who is signed in.

    :raises SignInNeeded: if nobody is.
    """
    if not isinstance(request.user, User):
        raise SignInNeeded
    return request.user


def official(request: HttpRequest) -> User | None:
    """Return who is signed in, or None: a table acting with its key is nobody."""
    return request.user if isinstance(request.user, User) else None


def offices(request: HttpRequest, tournament: Tournament) -> Offices:
    """Return the offices of whoever is signed in; the site's owner directs everywhere."""
    if not isinstance(request.user, User):
        return Offices()
    kinds = set(Role.objects.filter(tournament=tournament, user=request.user).values_list("kind", flat=True))
    return Offices(
        director=Role.Kind.DIRECTOR in kinds or request.user.is_superuser,
        judge=Role.Kind.JUDGE in kinds,
    )


def public_tournament(request: HttpRequest | None = None, *, slug: str) -> Tournament:
    """Return a tournament, which anyone may look at until it is no longer published; its officials may ever after.

    :raises Http404: if there is none.
    :raises Unpublished: if it is no longer shown; where no request is given, whoever asks.
    """
    tournament = _tournament(slug)
    if not is_shown(request, tournament):
        raise Unpublished
    return tournament


def is_shown(request: HttpRequest | None, tournament: Tournament) -> bool:
    """Test whether a request may see the public pages of a tournament already fetched."""
    if selectors.is_published(tournament, on=timezone.localdate()):
        return True
    return request is not None and offices(request, tournament).any


def _tournament(slug: str) -> Tournament:
    return get_object_or_404(Tournament, slug=slug)


def directed_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament that the request directs.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    tournament = _tournament(slug)
    signed_in(request)
    if not offices(request, tournament).director:
        raise PermissionDenied("not-your-tournament")
    return tournament


def judged_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament that the request judges.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a judge of it is signed in.
    """
    tournament = _tournament(slug)
    signed_in(request)
    if not offices(request, tournament).judge:
        raise PermissionDenied("not-a-judge")
    return tournament


def officiated_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament in which the request holds any office.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director or judge of it is signed in.
    """
    tournament = _tournament(slug)
    signed_in(request)
    if not offices(request, tournament).any:
        raise PermissionDenied("not-your-tournament")
    return tournament


def series_of(tournament: Tournament, *, number: int) -> Series:
    """Return a series of a tournament already accessed.

    :raises Http404: if there is none.
    """
    series = get_object_or_404(Series, tournament=tournament, number=number)
    series.tournament = tournament
    return series


def announced_series(request: HttpRequest | None = None, *, slug: str, number: int) -> Series:
    """Return a series that anyone may know of, whether its seats are published or not.

    :raises Http404: if there is none.
    :raises Unpublished: if the event is no longer shown to the public.
    """
    return series_of(public_tournament(request, slug=slug), number=number)


def opened_draw(request: HttpRequest, *, slug: str, number: int) -> Draw:
    """Return a draw whose record the request may read: the direction always, everybody when nothing in it is ahead.

    :raises Http404: if there is none, or it tells of seats that are not published.
    :raises Unpublished: if the event is no longer shown to the public.
    """
    tournament = public_tournament(request, slug=slug)
    draw = get_object_or_404(Draw, tournament=tournament, number=number)
    draw.tournament = tournament
    if not selectors.is_open(draw) and not offices(request, tournament).director:
        raise Http404
    return draw


def public_series(request: HttpRequest | None = None, *, slug: str, number: int) -> Series:
    """Return a series whose seats the public may see.

    :raises Http404: if there is none, or its seats are not published.
    :raises Unpublished: if the event is no longer shown to the public.
    """
    series = series_of(public_tournament(request, slug=slug), number=number)
    if series.published_at is None:
        raise Http404
    return series


def public_table(request: HttpRequest | None = None, *, slug: str, series: int, number: int) -> Table:
    """Return a table at which anyone may know who sits.

    :raises Http404: if there is none, or its seats are not published.
    :raises Unpublished: if the event is no longer shown to the public.
    """
    among = public_series(request, slug=slug, number=series)
    found = get_object_or_404(Table, series=among, number=number)
    found.series = among
    return found


def directed_series(request: HttpRequest, *, slug: str, number: int) -> Series:
    """Return a series of a tournament that the request directs.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    return series_of(directed_tournament(request, slug=slug), number=number)


def entrant_of(tournament: Tournament, *, number: int) -> Entrant:
    """Return an entrant of a tournament already accessed.

    :raises Http404: if there is none.
    """
    return get_object_or_404(Entrant, tournament=tournament, number=number)


def directed_entrant(request: HttpRequest, *, slug: str, number: int) -> Entrant:
    """Return an entrant of a tournament that the request directs, with the tournament.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    tournament = directed_tournament(request, slug=slug)
    entrant = entrant_of(tournament, number=number)
    entrant.tournament = tournament
    return entrant


def directed_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table of a tournament that the request directs.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    return get_object_or_404(Table, series=directed_series(request, slug=slug, number=series), number=table)
