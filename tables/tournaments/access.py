"""From a request to what an office opens, or what is open to everybody."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from tables.accounts.access import signed_in
from tables.accounts.models import User
from tables.journal.selectors import AT_TABLE, DIRECTION, NOBODY, About, Reader
from tables.prepared import Prepared
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.selectors import tournaments

BY_SLUG: Final = Prepared(lambda slug: Tournament.objects.filter(slug=slug))
ROLES: Final = Prepared(lambda of: Role.objects.filter(tournament=of).values_list("kind", "user_id"))
SERIES: Final = Prepared(lambda of, number: Series.objects.filter(tournament=of, number=number))
"""Every page begins with these."""


class Unpublished(PermissionDenied):
    """The event is no longer shown to the public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offices:
    """What a request may do in a tournament."""

    director: bool = False
    judge: bool = False
    """Whether it decides disputes: as a judge, or as the direction where nobody is named as one (SkWO 4.5)."""

    stands_in: bool = False
    """Whether it decides them only because nobody is named as a judge."""

    treasurer: bool = False
    """Whether it sees the money and takes it: as the treasurer, or as the direction. It sees no dispute by that."""

    door: bool = False
    """Whether it lets people in at the door: as a helper there, or as the direction. It sees nothing else by that."""

    @property
    def any(self) -> bool:
        """Whether it holds an office that sees what was disputed and ordered."""
        return self.director or self.judge

    @property
    def reader(self) -> Reader:
        """Whoever holds these offices, as they read the journal."""
        if self.director:
            return DIRECTION
        of_play = AT_TABLE.about if self.judge else NOBODY.about
        of_money = {About.MONEY} if self.treasurer else set[About]()
        return Reader(about=of_play | of_money, is_official=self.any)


def offices(request: HttpRequest, tournament: Tournament) -> Offices:
    """Return the offices of whoever is signed in; the site's owner directs everywhere."""
    if not isinstance(request.user, User):
        return Offices()
    roles = ROLES(tournament.pk)
    kinds = {kind for kind, user_id in roles if user_id == request.user.pk}
    is_director = Role.Kind.DIRECTOR in kinds or request.user.is_superuser
    stands_in = is_director and all(kind != Role.Kind.JUDGE for kind, _user_id in roles)
    return Offices(
        director=is_director,
        judge=Role.Kind.JUDGE in kinds or stands_in,
        stands_in=stands_in,
        treasurer=Role.Kind.TREASURER in kinds or is_director,
        door=Role.Kind.DOOR in kinds or is_director,
    )


def public_tournament(request: HttpRequest | None = None, *, slug: str) -> Tournament:
    """Return an event, hidden ones to officials alone. Raise Http404 if there is none, Unpublished if not shown."""
    tournament = _tournament(slug)
    if not is_shown(request, tournament):
        raise Unpublished
    return tournament


def is_shown(request: HttpRequest | None, tournament: Tournament) -> bool:
    """Test whether a request may see the public pages of a tournament already fetched."""
    if tournaments.is_published(tournament, on=timezone.localdate()):
        return True
    if request is None:
        return False
    held = offices(request, tournament)
    return held.any or held.treasurer or held.door


def _tournament(slug: str) -> Tournament:
    return BY_SLUG.or_404(slug)


def _opening(office: str, refusal: str) -> Callable[..., Tournament]:
    def opened(request: HttpRequest, *, slug: str) -> Tournament:
        tournament = _tournament(slug)
        signed_in(request)
        if not getattr(offices(request, tournament), office):
            raise PermissionDenied(refusal)
        return tournament

    return opened


directed_tournament: Final = _opening("director", "not-your-tournament")
judged_tournament: Final = _opening("judge", "not-a-judge")
treasured_tournament: Final = _opening("treasurer", "not-the-treasurer")
guarded_tournament: Final = _opening("door", "not-at-the-door")
officiated_tournament: Final = _opening("any", "not-your-tournament")
"""Return a tournament to any of its officials. Raise Http404 if there is none, PermissionDenied for others."""


def directs(user: AbstractBaseUser | AnonymousUser, *, slug: str) -> bool:
    """Test whether somebody directs the tournament of an address, in one query: asked before a large body is taken."""
    if not isinstance(user, User) or not user.is_active:
        return False
    offices = Role.objects.filter(tournament__slug=slug, kind=Role.Kind.DIRECTOR, user=user)
    return (Tournament.objects.filter(slug=slug) if user.is_superuser else offices).exists()


def door_of(user: User) -> str:
    """Return the page of the door where somebody helps who has no other office, of the latest event; or nothing."""
    roles = Role.objects.filter(user=user).select_related("tournament").order_by("-tournament__starts_on", "-pk")
    helps = [role.tournament.slug for role in roles if role.kind == Role.Kind.DOOR]
    return reverse("scoring:door", args=[helps[0]]) if helps and len(helps) == len(roles) else ""


def series_of(tournament: Tournament, *, number: int) -> Series:
    """Return a series of a tournament already accessed. Raise Http404 if there is none."""
    return SERIES.or_404(tournament.pk, number, belonging_to={"tournament": tournament})


def announced_series(request: HttpRequest | None = None, *, slug: str, number: int) -> Series:
    """Return a series, its seats published or not. Raise Http404 if there is none, Unpublished if not shown."""
    return series_of(public_tournament(request, slug=slug), number=number)


def public_series(request: HttpRequest | None = None, *, slug: str, number: int) -> Series:
    """Return a series with published seats. Raise Http404 if there is none, Unpublished if not shown."""
    series = series_of(public_tournament(request, slug=slug), number=number)
    if series.published_at is None:
        raise Http404
    return series


def directed_series(request: HttpRequest, *, slug: str, number: int) -> Series:
    """Return a series the request directs. Raise Http404 if there is none, PermissionDenied for anyone else."""
    return series_of(directed_tournament(request, slug=slug), number=number)
