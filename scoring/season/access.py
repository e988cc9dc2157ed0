"""From a request to a season: of those who keep it or do a part of it, or of whoever may look."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from scoring.season.models import Competition, Season
from scoring.season.selectors.seasons import Rights, rights_of
from tables.accounts.access import KeptShut, signed_in
from tables.accounts.held_keys import KeyKind, held_keys
from tables.accounts.models import User
from tables.clubs import selectors
from tables.clubs.access import BookClosed, keeps_club


class SeasonClosed(KeptShut):
    """Only its members may look at this season."""

    needed = "season"


def shown_season(request: HttpRequest, *, slug: str) -> Season:
    """Return a season that the request may look at, or raise Http404, or SeasonClosed without its members' key."""
    season = _season(slug)
    if season.visibility == Season.Visibility.MEMBERS and not (
        _has_key(request, season) or rights(request, season).any
    ):
        raise SeasonClosed
    return season


def open_season(*, slug: str) -> Season:
    """Return a season that anybody may look at, or raise Http404, or SeasonClosed if it is its members' alone."""
    season = _season(slug)
    if season.visibility == Season.Visibility.MEMBERS:
        raise SeasonClosed
    return season


def public_season(*, slug: str) -> Season:
    """Return a season that stands in the list of the site, or raise Http404 if there is none."""
    return get_object_or_404(Season.objects.select_related("club"), slug=slug, visibility=Season.Visibility.PUBLIC)


def keeps(request: HttpRequest, season: Season) -> bool:
    """Test whether a request may change all of a season already accessed."""
    return keeps_club(request, season.club)


def rights(request: HttpRequest, season: Season) -> Rights:
    """Return what a request may do in a season already accessed."""
    return rights_of(season, request.user) if isinstance(request.user, User) else Rights()


def helped_season(request: HttpRequest, *, slug: str) -> tuple[Season, Rights]:
    """Return a season and which part of it the request may do, or raise Http404, or BookClosed if none."""
    season = _season(slug)
    may = rights_of(season, signed_in(request))
    if not may.any:
        raise BookClosed
    return season, may


def released_season(request: HttpRequest, *, slug: str) -> Season:
    """Return a season whose tables the request may release, or raise Http404 or BookClosed."""
    season, may = helped_season(request, slug=slug)
    if not may.releases:
        raise BookClosed
    return season


def kept_season(request: HttpRequest, *, slug: str) -> Season:
    """Return a season that the request may change, or raise Http404, or BookClosed unless its club's keeper asks."""
    season = _season(slug)
    if not selectors.is_kept_by(season.club, signed_in(request)):
        raise BookClosed
    return season


def take_key(request: HttpRequest, *, slug: str, key: str) -> Season:
    """Open a season to a request that shows the key of its members, or raise Http404 if that is not its key."""
    season = get_object_or_404(Season, slug=slug, key=key)
    held_keys(request).take(KeyKind.SEASON, season.pk, key)
    return season


def competition_of(season: Season, *, number: int) -> Competition:
    """Return a competition of a season already accessed, or raise Http404 if there is none."""
    competition = get_object_or_404(Competition, season=season, number=number)
    competition.season = season
    return competition


def _season(slug: str) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), slug=slug)


def _has_key(request: HttpRequest, season: Season) -> bool:
    return constant_time_compare(held_keys(request).key_of(KeyKind.SEASON, season.pk), season.key)
