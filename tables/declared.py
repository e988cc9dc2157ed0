"""What a model says where it declares a column: whether the journal seals it, and if not, why not.

    class Season(models.Model):
        sealed_in: ClassVar = OfClub("club")
        entry_key = untold(models.UUIDField(unique=True), A_KEY)

Rows of an event are sealed in its chain (``tables.journal.sealing``), all others in that of a club or of the site: then
the model says in which. Every column of a row that is sealed is in its seal, unless it says otherwise here.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

A_KEY: Final = "recognises a form that is sent twice; what it wrote is sealed"

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class OfClub:
    """Rows that the chain of a club seals."""

    way: str
    """From such a row to its club."""


@dataclass(frozen=True, slots=True)
class OfSite:
    """Rows that the chain of the site seals."""


Chained = OfClub | OfSite


def untold(field: F, why: str) -> F:
    """Leave a column out of the seals of its rows, because it decides nothing or is told otherwise."""
    vars(field)["untold"] = why
    return field


def sealed_late(field: F) -> F:
    """Seal a column that rows had before it was sealed: it is written out even where it is empty.

    So no seal of before fits a row with it, nor one of today a row without it.
    """
    vars(field)["sealed_late"] = True
    return field


def why_untold(field: Any) -> str:
    """Return why a column is in no seal; empty if it is."""
    return str(vars(field).get("untold", ""))


def is_sealed_late(field: Any) -> bool:
    """Test whether there are seals of before that know nothing of a column."""
    return "sealed_late" in vars(field)
