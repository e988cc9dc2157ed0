"""From a request to a club, and to the address book that its keepers alone may open."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tables.accounts.access import KeptShut, signed_in
from tables.accounts.models import User
from tables.clubs import selectors
from tables.clubs.models import Club, Person


class BookClosed(KeptShut):
    """Whoever is signed in does not keep this address book."""

    needed = "book"


def public_club(*, slug: str) -> Club:
    """Return a club, which anyone may look at. Raise Http404 if there is none."""
    return get_object_or_404(Club, slug=slug)


def keeps_club(request: HttpRequest, club: Club) -> bool:
    """Test whether a request may open the book of a club already accessed."""
    return isinstance(request.user, User) and selectors.is_kept_by(club, request.user)


def kept_club(request: HttpRequest, *, slug: str) -> Club:
    """Return a club whose book the request keeps. Raise Http404 if there is none, BookClosed for anyone else."""
    club = public_club(slug=slug)
    if not selectors.is_kept_by(club, signed_in(request)):
        raise BookClosed
    return club


def person_of(club: Club, *, number: int) -> Person:
    """Return somebody, or a merged double, in the book of a club already accessed. Raise Http404 if nobody is."""
    return get_object_or_404(Person, club=club, pk=number)
