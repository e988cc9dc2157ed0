"""The only way from a request to an object: fetch it and check the role in one step.

Roles are the director and the judge, who sign in; the table, which holds a key; and the public.
"""

import re
import secrets
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from tables import selectors
from tables.models import Draw, Entrant, Role, Series, Table, Tournament, User

SESSION_KEYS = "table_keys"
"""Where a session keeps the tables' keys it was shown, by table."""

MOST_KEYS = 50
"""A phone holds a few keys, a director's laptop some more."""

SESSION_DEVICE = "device"
"""Where a session keeps what the site calls the phone it belongs to."""

DEVICE = re.compile(r"[0-9a-f]{32}")


class SignInNeeded(PermissionDenied):
    """Nobody is signed in; signing in may help."""


class KeyNeeded(PermissionDenied):
    """The request holds no valid key of this table."""


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


def public_tournament(*, slug: str) -> Tournament:
    """Return a tournament, which anyone may look at.

    :raises Http404: if there is none.
    """
    return get_object_or_404(Tournament, slug=slug)


def directed_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament that the request directs.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    tournament = public_tournament(slug=slug)
    signed_in(request)
    if not offices(request, tournament).director:
        raise PermissionDenied("not-your-tournament")
    return tournament


def judged_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament that the request judges.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a judge of it is signed in.
    """
    tournament = public_tournament(slug=slug)
    signed_in(request)
    if not offices(request, tournament).judge:
        raise PermissionDenied("not-a-judge")
    return tournament


def officiated_tournament(request: HttpRequest, *, slug: str) -> Tournament:
    """Return a tournament in which the request holds any office.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director or judge of it is signed in.
    """
    tournament = public_tournament(slug=slug)
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


def announced_series(*, slug: str, number: int) -> Series:
    """Return a series that anyone may know of, whether its seats are published or not.

    :raises Http404: if there is none.
    """
    return series_of(public_tournament(slug=slug), number=number)


def opened_draw(request: HttpRequest, *, slug: str, number: int) -> Draw:
    """Return a draw whose record the request may read: the direction always, everybody when nothing in it is ahead.

    :raises Http404: if there is none, or it tells of seats that are not published.
    """
    tournament = public_tournament(slug=slug)
    draw = get_object_or_404(Draw, tournament=tournament, number=number)
    draw.tournament = tournament
    if not selectors.is_open(draw) and not offices(request, tournament).director:
        raise Http404
    return draw


def public_series(*, slug: str, number: int) -> Series:
    """Return a series whose seats the public may see.

    :raises Http404: if there is none, or its seats are not published.
    """
    series = series_of(public_tournament(slug=slug), number=number)
    if series.published_at is None:
        raise Http404
    return series


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


def directed_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table of a tournament that the request directs.

    :raises Http404: if there is none.
    :raises PermissionDenied: unless a director of it is signed in.
    """
    return get_object_or_404(Table, series=directed_series(request, slug=slug, number=series), number=table)


def keyed_table(*, key: str) -> Table:
    """Return the table a key belongs to.

    :raises Http404: if the key is unknown, was renewed, or its seats are not published.
    """
    found = get_object_or_404(Table.objects.select_related("series__tournament"), key=key)
    if found.series.published_at is None:
        raise Http404
    return found


def take_key(request: HttpRequest, *, key: str) -> Table:
    """Return the table a key belongs to, and let the request see and keep its list from now on.

    :raises Http404: if the key is unknown, was renewed, or its seats are not published.
    """
    found = keyed_table(key=key)
    held = dict(request.session.get(SESSION_KEYS, {}))
    held.pop(str(found.pk), None)
    held[str(found.pk)] = key
    request.session[SESSION_KEYS] = dict(list(held.items())[-MOST_KEYS:])
    request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16))
    return found


def device(request: HttpRequest, table: Table | None = None) -> str:
    """Return what the site calls the phone of a request; "" if it never showed a key, or not one that opens ``table``.

    It is drawn at random with the first key, and only this phone and the site know it.
    """
    if table is not None and not _holds_key(request, table):
        return ""
    if request.session.get(SESSION_KEYS):
        # Sessions from before phones had names get theirs here.
        request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16))
    return str(request.session.get(SESSION_DEVICE, ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A phone that showed a table's key."""

    table: Table
    device: str


def table_by_key(request: HttpRequest, *, slug: str, series: int, table: int) -> Holder:
    """Return a table whose key comes in the request's head, and the phone it comes from.

    The page at the table sends both itself: it goes on when its session has ended or the site was restored.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the key is missing, not this table's or was renewed, or the phone does not say who it is.
    """
    # The one request that comes with every deal: nothing is read that it does not need.
    tables = Table.objects.select_related("series").only("key", "series__number", "series__tournament_id")
    found = _published_table(slug=slug, series=series, table=table, among=tables)
    sender = request.headers.get("X-Device", "")
    right = constant_time_compare(request.headers.get("X-Table-Key", ""), found.key)
    if not right or not DEVICE.fullmatch(sender):
        raise KeyNeeded
    return Holder(table=found, device=sender)


def kept_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may keep: it holds the table's key, or directs the tournament.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the request holds neither, or its key was renewed.
    """
    found = _published_table(slug=slug, series=series, table=table)
    if not _holds_key(request, found) and not offices(request, found.series.tournament).director:
        raise KeyNeeded
    return found


def seen_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may see: it holds the table's key, or any office of the tournament.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the request holds neither, or its key was renewed.
    """
    found = _published_table(slug=slug, series=series, table=table)
    if not _holds_key(request, found) and not offices(request, found.series.tournament).any:
        raise KeyNeeded
    return found


def _published_table(*, slug: str, series: int, table: int, among: QuerySet[Table] | None = None) -> Table:
    return get_object_or_404(
        Table.objects.select_related("series__tournament") if among is None else among,
        series__tournament__slug=slug,
        series__number=series,
        series__published_at__isnull=False,
        number=table,
    )


def _holds_key(request: HttpRequest, table: Table) -> bool:
    return bool(request.session.get(SESSION_KEYS, {}).get(str(table.pk)) == table.key)
