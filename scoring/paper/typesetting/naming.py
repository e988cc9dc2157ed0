"""By which names a document goes: what hangs on a wall as the public sees them, what is the office's in full."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tables.names.order import SortKey, family_name_first
from tables.people.models import Entrant
from tables.tournaments.models import Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What a document calls entrants, their clubs and their teams."""

    called: Callable[[Entrant], str]
    """The name, or the start number."""

    sorted_as: Callable[[Entrant], str]
    """The name as one looks for it in a list; empty where there is a start number only."""

    order: Callable[[Entrant], tuple[bool, SortKey, int]]
    """By what that list is sorted."""

    club: Callable[[Entrant], str]
    team: Callable[[Entrant], str]


PUBLIC: Final = Names(
    called=lambda entrant: entrant.unmarked_name,
    sorted_as=lambda entrant: family_name_first(entrant.name) if entrant.shown_as == Shown.FULL else entrant.shown_name,
    order=lambda entrant: entrant.public_order,
    club=lambda entrant: entrant.public_club,
    team=lambda entrant: entrant.public_team,
)
"""As each wants to be named."""

FULL: Final = Names(
    called=lambda entrant: entrant.called,
    sorted_as=lambda entrant: family_name_first(entrant.name),
    order=lambda entrant: entrant.order,
    club=lambda entrant: entrant.club,
    team=lambda entrant: entrant.team,
)
"""As they registered: for the office and the record of the event."""


def told_apart(
    entrants: Sequence[Entrant], names: Names, *, is_sorted: bool = False, has_club: bool = False
) -> list[str]:
    """Return how entrants are called, with the club of those who are called alike, and who is excluded or fills in.

    ``is_sorted`` says that the family name stands first, ``has_club`` that their clubs stand beside them. Whom not even
    a club tells apart, the start number does.
    """
    called = [(names.sorted_as(entrant) if is_sorted else "") or names.called(entrant) for entrant in entrants]
    clubs = [names.club(entrant) for entrant in entrants]
    alike, like_both = Counter(called), Counter(zip(called, clubs, strict=True))
    return [
        marked(
            name,
            club if alike[name] > 1 and not has_club else "",
            _("No. %(number)s") % {"number": entrant.number} if like_both[name, club] > 1 else "",
            entrant.unranked_as,
        )
        for name, club, entrant in zip(called, clubs, entrants, strict=True)
    ]


def marked(name: str, *said: str) -> str:
    """Return a name with what has to be said of it in brackets."""
    words = "; ".join(filter(None, said))
    return f"{name} ({words})" if words else name
