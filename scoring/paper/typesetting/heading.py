"""What stands at the head of every document: the event, when and where."""

from typing import Any

from scoring.paper.typesetting.fitting import TITLE_SIZES, fitted, lines
from scoring.paper.typesetting.measuring import Face
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where


def heading(
    tournament: Tournament,
    *,
    room: float,
    largest: int,
    is_organiser_named: bool,
    beside: tuple[float, int] | None = None,
) -> dict[str, Any]:
    """Return the event's name as ``event`` and its days and place as ``when``, for a room of so many millimetres.

    ``largest`` is the number of the size the name may have at most; ``beside`` says both of days and place, where
    they have another room.
    """
    about_room, about_largest = beside or (room, 1)
    about = [when_and_where(tournament)]
    if is_organiser_named:
        about.append(tournament.organiser)
    return {
        "event": fitted(tournament.name, room=room, sizes=TITLE_SIZES, largest=largest, face=Face.BOLD),
        "when": lines(about, room=about_room, largest=about_largest),
    }
