"""From a request to an entrant: of the direction, or by the key on a start card."""

import secrets

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from tables.accounts.access import MOST_KEYS, SESSION_DEVICE, KeptShut
from tables.people.models import Entrant
from tables.tournaments.access import directed_tournament
from tables.tournaments.models import Tournament

SESSION_OWN = "own_keys"
"""Where a session keeps the keys of the start cards it was shown, by entrant: a family may share a phone."""


class OwnKeyNeeded(KeptShut):
    """The request holds no valid key of this player."""

    needed = "own key"


def take_own_key(request: HttpRequest, *, key: str) -> Entrant:
    """Return the entrant a key belongs to, and open their own pages to the request from now on.

    :raises Http404: if the key is unknown or was renewed.
    """
    entrant = get_object_or_404(Entrant.objects.select_related("tournament"), key=key)
    held = dict(request.session.get(SESSION_OWN, {}))
    held.pop(str(entrant.pk), None)
    held[str(entrant.pk)] = key
    request.session[SESSION_OWN] = dict(list(held.items())[-MOST_KEYS:])
    # What is raised with this phone is taken back with it.
    request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16))
    return entrant


def owns(request: HttpRequest, entrant: Entrant) -> bool:
    """Test whether a request holds the key of a player; one that was renewed is none."""
    held = str(request.session.get(SESSION_OWN, {}).get(str(entrant.pk), ""))
    return constant_time_compare(held, entrant.key)


def own_device(request: HttpRequest) -> str:
    """Return what the site calls the phone of a request that holds a player's key."""
    return str(request.session.get(SESSION_DEVICE, ""))


def own_entrant(request: HttpRequest, *, slug: str, number: int) -> Entrant:
    """Return the entrant whose own pages the request may see.

    :raises Http404: if there is no such entrant.
    :raises OwnKeyNeeded: if the request does not hold their key, whatever else it may do.
    """
    among = Entrant.objects.select_related("tournament")
    entrant = get_object_or_404(among, tournament__slug=slug, number=number)
    if not owns(request, entrant):
        raise OwnKeyNeeded
    return entrant


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
