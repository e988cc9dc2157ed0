"""The columns of a list that a venue's file has, and rows made of them again."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, Model
from django.utils import timezone

from scoring.archive.packing.words import plain
from scoring.lists.models import Confirmation, DealRow, GameListRow, SecondDealRow, TotalsRow
from scoring.signing.drawings import is_readable
from scoring.venues.reading import NoVenueFile
from tables.accounts.models import User

Row = TypeVar("Row", bound=Model)

MODELS: Final[Mapping[str, Any]] = {
    "deals": DealRow,
    "second_deals": SecondDealRow,
    "totals": TotalsRow,
    "confirmations": Confirmation,
}
"""What belongs to a list, by the name of its kind."""

OF_ROW: Final = (
    *("kind", "version", "seats_confirmed_at", "presence", "struck_after", "short_because"),
    *("signed_at", "signed_by", "signed_hash"),
)
"""What a venue decides of a list; whether it is void, judges do where all comes together."""

VOIDED: Final = ("voided_at", "voided_by", "voided_because")
NOT_TAKEN: Final = ("id", "game_list", "correction", "replaced_by")


class NoAccount(ValueError):
    """Whoever did something at a venue has no account here; ``args`` has the user name."""


def columns_of(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a model that a venue's file has."""
    if model is GameListRow:
        return OF_ROW
    return tuple(field.name for field in model._meta.concrete_fields if field.name not in NOT_TAKEN)


def told(row: Model) -> dict[str, Any]:
    """Return these columns of a row, but for those that hold what they begin with."""
    fields: dict[str, Any] = {name: row._meta.get_field(name) for name in columns_of(type(row))}
    begins = {name: field.get_default() for name, field in fields.items()}
    return {name: value for name, value in plain(row, fields).items() if value != begins[name]}


def made_of(model: type[Row], said: Mapping[str, Any], users: Mapping[str, User]) -> Row:
    """Return the row, not yet saved, that a file tells of.

    :raises NoVenueFile: if it cannot be one.
    :raises NoAccount: if somebody in it has none.
    """
    if unknown := said.keys() - set(columns_of(model)):
        raise NoVenueFile(f"There are no such columns: {', '.join(sorted(unknown))}.")
    made = model()
    try:
        for name, value in said.items():
            field: Any = model._meta.get_field(name)
            if isinstance(field, ForeignKey) and value not in users:
                raise NoAccount(value)
            setattr(made, name, users[value] if isinstance(field, ForeignKey) else field.to_python(value))
        others = [field.name for field in model._meta.concrete_fields if field.is_relation or field.name not in said]
        made.clean_fields(exclude=[*others, "presence"])
    except (ValidationError, TypeError, ArithmeticError, AttributeError) as error:
        raise NoVenueFile(str(error)) from error
    if any(timezone.is_naive(value) for value in vars(made).values() if hasattr(value, "tzinfo")):
        raise NoVenueFile("A moment is without its zone.")
    if isinstance(made, Confirmation) and made.drawing and not is_readable(made.drawing):
        raise NoVenueFile("A signature cannot be read.")
    return made


def is_same(one: Model, other: Model) -> bool:
    """Test whether two rows say the same, but for whether they still count."""
    columns = [name for name in columns_of(type(one)) if name not in VOIDED]
    return all(getattr(one, name) == getattr(other, name) for name in columns)
