"""By which names a document goes: what hangs on a wall as the public sees them, what is the office's in full."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tables.names.order import SortKey, family_name_first
from tables.people.models import Entrant


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
    called=lambda entrant: entrant.public_name,
    sorted_as=lambda entrant: entrant.public_family_name_first,
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
