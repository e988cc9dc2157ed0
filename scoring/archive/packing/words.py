"""How the record of an event tells what it stores: every value in a form of its own, every other row by words."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Model

from scoring.disputes.models import Appeal, Correction, Objection, Ruling, TribunalMember
from scoring.lists.models import Call, DealRow, GameListRow
from scoring.money.models import MovementRow, PrizeListRow
from scoring.results.models import Ranking, Team, TeamMember
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.draw.models import Draw, Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

BY_NUMBER: Final[tuple[type[Model], ...]] = (
    *(Appeal, Correction, DealRow, Draw, Entrant, MovementRow, Objection, PrizeListRow, Ranking, Ruling, Series),
    *(Table, Team, TribunalMember),
)

NAMED: Final[Mapping[type[Model], Callable[[Any], str | int | None]]] = {
    **dict.fromkeys(BY_NUMBER, attrgetter("number")),
    Call: attrgetter("kind"),
    Club: attrgetter("name"),
    GameListRow: attrgetter("table.number"),
    Person: attrgetter("name"),
    Season: attrgetter("slug"),
    Seat: attrgetter("place"),
    TeamMember: attrgetter("entrant.number"),
    Tournament: attrgetter("slug"),
    User: User.get_username,
}
"""By what another row is known to whoever reads the record: its number in the event, or its name."""


def plain(row: Model, columns: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, other rows by their words."""
    return {column: word_of(getattr(row, column)) for column in columns}


def word_of(value: Any) -> Any:
    """Return by what a row is known, None for none; anything else as it is.

    :raises TypeError: if it is a row of a kind that has no words here.
    """
    if not isinstance(value, Model):
        return value
    if type(value) not in NAMED:
        raise TypeError(f"The record has no words for a {type(value).__name__}.")
    return NAMED[type(value)](value)


def spelled(value: object) -> str | float:
    """Return a value that JSON does not know as text, a span of time in seconds.

    :raises TypeError: if it is of a kind that has no form here.
    """
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal | UUID):
        return str(value)
    raise TypeError(f"The record has no form for a {type(value).__name__}.")
