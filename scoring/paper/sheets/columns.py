"""The columns of a score sheet, as many characters wide as what is entered in them (SkWO 7.2)."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the deals."""

    label: tuple[Promise | str, ...]
    """Its heading, a line or two."""

    characters: int


_LEVELS: Final = (
    Column(label=(gettext_lazy("Hand"),), characters=3),
    Column(label=(gettext_lazy("Schneider"),), characters=3),
    Column(label=(gettext_lazy("announced"),), characters=3),
    Column(label=(gettext_lazy("Schwarz"),), characters=3),
    Column(label=(gettext_lazy("announced"),), characters=3),
    Column(label=(gettext_lazy("ouvert"),), characters=3),
    Column(
        label=(pgettext_lazy("over a narrow column", "Bid"), pgettext_lazy("over a narrow column", "if overbid")),
        characters=4,
    ),
)

_FIRST: Final = (
    Column(label=(gettext_lazy("Deal"),), characters=4),
    Column(label=(gettext_lazy("Dealer"),), characters=3),
    Column(label=(gettext_lazy("Base value"),), characters=6),
)

DEAL: Final = (
    *_FIRST,
    Column(label=(gettext_lazy("with +"), gettext_lazy("without −")), characters=4),
    *_LEVELS,
    Column(label=(gettext_lazy("Game value"), "+ / −"), characters=7),
)
"""What is written of a deal before the players' columns."""

DEAL_WITH_SIGNS: Final = (
    *_FIRST,
    Column(label=(gettext_lazy("with"),), characters=3),
    Column(label=(gettext_lazy("without"),), characters=3),
    *_LEVELS,
    Column(label=(gettext_lazy("Game value"), "+"), characters=5),
    Column(label=(gettext_lazy("Game value"), "−"), characters=5),
)
"""The same with a column for either sign."""

PLAYER: Final = {3: (9, 4, 4), 4: (7, 3, 3)}
"""Characters of running total, won and lost, by seats."""

PASSED: Final = {3: 5, 4: 4}
"""Of the tick for a deal that was passed in; a table of three has columns so much wider that its form is as wide."""


def deal_columns(*, has_signs: bool) -> tuple[Column, ...]:
    """Return the columns before the players'."""
    return DEAL_WITH_SIGNS if has_signs else DEAL
