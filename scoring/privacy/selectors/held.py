"""What a table of the database holds of persons, said field by field."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

GONE: Final = "–"
"""What stands where words had to go and something has to stand."""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a table of the database holds of persons, and what it does not."""

    of: str = ""
    """The way from a row to its event; empty where it belongs to none."""

    goes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Names, words and marks of persons, and what takes their place. ``GONE`` stands only where something stood."""

    specially: tuple[str, ...] = ()
    """What goes in a way of its own: see ``scoring.privacy.services``."""

    person: tuple[str, ...] = ()
    """What is about a person and stays, because without a name it tells nothing: seats, results, start numbers."""

    accounts: tuple[str, ...] = ()
    """Whose account did it. An account goes for itself: it may be in charge of other events."""

    neutral: tuple[str, ...] = ()
    """What tells nothing about anybody."""

    with_rows: bool = False
    """Whether whole rows go."""

    @property
    def names(self) -> frozenset[str]:
        """All fields that are named."""
        return frozenset((*self.goes, *self.specially, *self.person, *self.accounts, *self.neutral))

    @property
    def personal(self) -> frozenset[str]:
        """The fields that hold something about a person."""
        return self.names - frozenset(self.neutral) - frozenset(self.accounts)


def named(text: str) -> tuple[str, ...]:
    """Return the fields that a line of text names."""
    return tuple(text.split())


def emptied(text: str, value: Any = "") -> dict[str, Any]:
    """Return fields of which nothing stays, with what takes the place."""
    return dict.fromkeys(named(text), value)


def gone(text: str) -> dict[str, Any]:
    """Return fields in which something has to stand."""
    return emptied(text, GONE)
