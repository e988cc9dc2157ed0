"""What is said about an entrant when they register, and what can be wrong with it (SkWO 3.2)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from tables.intake.classes import NO_CLASSES, Classes, of_ages

LONGEST: Final = 80
"""Most characters of a name, a club or a team, as the entrants' table stores them."""


class Code(enum.StrEnum):
    """Everything that can be wrong with one registration or one line of a list."""

    NAME_TOO_LONG = "name-too-long"
    CLUB_TOO_LONG = "club-too-long"
    TEAM_TOO_LONG = "team-too-long"
    NAME_WITHOUT_LETTERS = "name-without-letters"
    TWO_AGES = "two-ages"
    NO_NAME = "no-name"
    UNKNOWN_MARK = "unknown-mark"
    DOUBTFUL = "doubtful"
    EXTRA_CELLS = "extra-cells"
    NO_NUMBER = "no-number"
    NUMBER_TWICE = "number-twice"
    NUMBER_GIVEN = "number-given"
    FORMULA_ERROR = "formula-error"
    NOT_POSSIBLE = "not-possible"
    SEVERAL_PEOPLE = "several-people"
    REMARK = "remark"
    PERHAPS = "perhaps"
    NOT_THE_FEE = "not-the-fee"
    """A sum that cannot be booked as it stands."""

    SHORTENED = "names-shortened"
    """Initials or a number stand for the name."""

    HIDDEN = "hidden"
    STRUCK_THROUGH = "struck-through"


@dataclass(frozen=True, slots=True)
class RowProblem:
    """One finding. ``detail`` is the word it is about, as it was typed, ``field`` what it should be, or nothing."""

    code: Code
    detail: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """An entrant as they register: the start number is the office's to give."""

    name: str = ""
    """May follow later at the desk; a list must bring it."""

    club: str = ""
    team: str = ""
    classes: frozenset[str] = frozenset()
    paid: bool = False
    present: bool = False
    cents: int | None = None
    """What was paid where it is not the fee: a part of it."""

    fills_in: bool = False
    brought: int = 0
    """The points with which they start."""

    optional: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What is said of the optional fields, by their names; what is not named stays as it is."""

    @property
    def columns(self) -> dict[str, Any]:
        """Everything that is said, by the columns of an entrant."""
        stated = {name: getattr(self, name) for name in STATED}
        return {**stated, "classes": sorted(self.classes), **self.optional}


STATED: Final = tuple(
    each_field.name
    for each_field in fields(Registration)
    if each_field.name not in ("optional", "cents", "fills_in", "brought")
)
"""What every registration says, and a change says again."""


def problems(registration: Registration, classes: Classes = NO_CLASSES) -> tuple[RowProblem, ...]:
    """Return everything that is wrong with a registration, so that it can be mended in one go."""
    written = (
        (registration.name, Code.NAME_TOO_LONG),
        (registration.club, Code.CLUB_TOO_LONG),
        (registration.team, Code.TEAM_TOO_LONG),
    )
    wrong = [RowProblem(code, str(len(text))) for text, code in written if len(text) > LONGEST]
    if registration.name and not any(character.isalpha() for character in registration.name):
        wrong.append(RowProblem(Code.NAME_WITHOUT_LETTERS, registration.name[:LONGEST]))
    if len(ages := of_ages(registration.classes, classes)) > 1:
        wrong.append(RowProblem(Code.TWO_AGES, ", ".join(player_class.name for player_class in ages)))
    return tuple(wrong)
