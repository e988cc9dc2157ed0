"""From a request to an entrant: of the direction, or by the key on a start card."""

from typing import Final

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from tables.accounts.access import KeptShut
from tables.accounts.held_keys import KeyKind, held_keys
from tables.people.models import Entrant
from tables.prepared import Prepared
from tables.tournaments.access import directed_tournament
from tables.tournaments.models import Tournament

BY_KEY: Final = Prepared(
    lambda key: Entrant.objects.filter(key=key).select_related("tournament", "same_as__tournament")
)
BY_SLUG: Final = Prepared(
    lambda slug, number: Entrant.objects.filter(tournament__slug=slug, number=number).select_related("tournament")
)
BY_NUMBER: Final = Prepared(lambda of, number: Entrant.objects.filter(tournament=of, number=number))


class OwnKeyNeeded(KeptShut):
    """The request holds no valid key of this player."""

    needed = "own key"


def take_own_key(request: HttpRequest, *, key: str) -> Entrant:
    """Return a key's entrant, of a double the one that stays, and open their pages. Raise Http404 for unknown keys."""
    found_entrant = BY_KEY.or_404(key)
    entrant = found_entrant.same_as or found_entrant
    # A family may share a phone.
    held_keys(request).take(KeyKind.CARD, entrant.pk, entrant.key)
    return entrant


def go_by(request: HttpRequest, double: Entrant) -> Entrant:
    """Return the entrant who somebody registered twice is; whoever holds the key of the one opens the other too."""
    entrant = double.same_as or double
    if entrant != double and owns(request, double):
        held_keys(request).take(KeyKind.CARD, entrant.pk, entrant.key)
    return entrant


def owns(request: HttpRequest, entrant: Entrant) -> bool:
    """Test whether a request holds the key of a player; one that was renewed is none."""
    return constant_time_compare(held_keys(request).key_of(KeyKind.CARD, entrant.pk), entrant.key)


def own_device(request: HttpRequest) -> str:
    """Return what the site calls the phone of a request that holds a player's key: what it raised it may take back."""
    return held_keys(request).device


def own_entrant(request: HttpRequest, *, slug: str, number: int) -> Entrant:
    """Return the entrant whose pages are asked for. Raise Http404 if nobody, OwnKeyNeeded without their key."""
    entrant = BY_SLUG.or_404(slug, number)
    if not owns(request, entrant):
        raise OwnKeyNeeded
    return entrant


def entrant_of(tournament: Tournament, *, number: int) -> Entrant:
    """Return an entrant of a tournament already accessed. Raise Http404 if there is none."""
    return BY_NUMBER.or_404(tournament.pk, number, belonging_to={"tournament": tournament})


def directed_entrant(request: HttpRequest, *, slug: str, number: int) -> Entrant:
    """Return entrant and tournament. Raise Http404 if there is none, PermissionDenied for anyone but a director."""
    return entrant_of(directed_tournament(request, slug=slug), number=number)
