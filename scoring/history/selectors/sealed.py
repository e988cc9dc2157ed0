"""Whether rows still are what the journal sealed: whoever changed one would have to change the journal too."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError

from scoring.history.selectors.problems import Discrepancy, Doubt
from tables.journal import sealing
from tables.journal.chain import SEALS
from tables.tournaments.models import Tournament

CANNOT_BE_READ: Final = (ValueError, TypeError, ArithmeticError, ValidationError, DataError)
"""What a database or Django says of a value that its column cannot have."""

CREATED: Final = "tournament.created"

WITHOUT_NAMES: Final = "confirmation "
"""Subjects that nobody seals anew when their names go: what is left of them the acts of their list tell."""


@dataclass(slots=True, kw_only=True)
class Sealed:
    """The seals of an event, held against its rows."""

    discrepancies: list[Discrepancy]
    uncovered: dict[str, int]
    """How many rows of a kind no line seals: they are from before there were seals."""


def against_seals(tournament: Tournament) -> Sealed:
    """Return what is there otherwise than it was sealed last, in a fixed number of queries."""
    told = _told(tournament)
    is_covered = _is_covered(tournament)
    sealed = Sealed(discrepancies=[], uncovered=defaultdict(int))
    for kind in sealing.KINDS:
        try:
            there = {sealing.subject_of(kind, key): state for key, state in sealing.states(kind, tournament).items()}
        except CANNOT_BE_READ as error:
            sealed.discrepancies.append(Discrepancy(doubt=Doubt.SEALED_UNREADABLE, what=kind, stored=str(error)[:200]))
            continue
        mine = {name: seal for name, seal in told.items() if name.partition(" ")[0] == kind}
        for name in sorted(there.keys() | mine.keys(), key=_in_order):
            if name not in mine:
                if is_covered and not sealing.KINDS[kind].comes_unsealed:
                    sealed.discrepancies.append(Discrepancy(doubt=Doubt.UNSEALED, what=name))
                elif not is_covered and not sealing.KINDS[kind].comes_unsealed:
                    sealed.uncovered[kind] += 1
            else:
                sealed.discrepancies += _held_against(tournament, name, there.get(name), *mine[name])
    return sealed


def _told(tournament: Tournament) -> dict[str, tuple[int, Any]]:
    """Return the last seal of everything that was ever sealed, with the number of its line."""
    lines = tournament.journal.filter(data__has_key=SEALS).order_by("number")
    return {
        name: (number, seal)
        for number, data in lines.values_list("number", "data")
        for name, seal in data[SEALS].items()
    }


def _is_covered(tournament: Tournament) -> bool:
    """Test whether the event was sealed from its first act on."""
    first = tournament.journal.order_by("number").first()
    return first is not None and first.action == CREATED and SEALS in first.data


def _held_against(tournament: Tournament, name: str, state: str | None, line: int, seal: Any) -> Iterator[Discrepancy]:
    is_confirmation = name.startswith(WITHOUT_NAMES)
    if state is None:
        # A confirmation lapses when its list changes; which there have to be the acts of the list tell.
        if seal is not None and not is_confirmation:
            yield Discrepancy(doubt=Doubt.SEALED_MISSING, what=name, line=line)
    elif seal is None:
        yield Discrepancy(doubt=Doubt.UNSEALED, what=name)
    elif len(seal) == 1:
        if not (is_confirmation and tournament.forgotten_at):
            yield Discrepancy(doubt=Doubt.SALT_MISSING, what=name, line=line)
    elif not sealing.fits(seal, state):
        yield Discrepancy(doubt=Doubt.SEAL_DIFFERS, what=name, line=line)


def _in_order(name: str) -> tuple[str, list[int]]:
    kind, *key = name.split()
    return kind, [int(number) for number in key]


def uncovered_words(uncovered: Mapping[str, int]) -> str:
    """Return what no line of the journal seals, counted: "3 entrants, 1 ranking"."""
    return ", ".join(f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in uncovered.items())
