"""What the direction can order, in words (SkWO 4.3, 4.4, 7.1.2, 7.2.4, 9.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.selectors.rulings import USUAL_CLAUSES
from scoring.disputes.services.measures import Kind
from scoring.lists.wording.games import points

NAME = {
    Kind.WARNING: gettext_lazy("Warning"),
    Kind.PENALTY: gettext_lazy("Penalty points"),
    Kind.AWARD: gettext_lazy("Points awarded"),
    Kind.ZEROED: gettext_lazy("Series at zero"),
    Kind.VOID: gettext_lazy("List void"),
    Kind.EXPULSION: gettext_lazy("Expulsion"),
    Kind.EXCLUSION: gettext_lazy("Exclusion of a table"),
    Kind.REPLACEMENT: gettext_lazy("Replacement"),
}

DOES = {
    Kind.WARNING: gettext_lazy("It is on record. Nothing changes in the ranking."),
    Kind.PENALTY: gettext_lazy("Points come off what somebody earned in a series."),
    Kind.AWARD: gettext_lazy("Points come to what somebody earned in a series, by the plan or a decision."),
    Kind.ZEROED: gettext_lazy(
        "For a wrong seat: the series counts zero for that player, the others at the table keep everything."
    ),
    Kind.VOID: gettext_lazy("A list that was kept badly counts for nobody."),
    Kind.EXPULSION: gettext_lazy("The player is out of the tournament: no further seat, and no place in the ranking."),
    Kind.EXCLUSION: gettext_lazy("All players of a table are out, because they dealt a passed-in deal again."),
    Kind.REPLACEMENT: gettext_lazy("Somebody else plays on in that place until the end of the series."),
}
"""One line each: what comes of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindWords:
    """A kind of measure as it is offered."""

    kind: str
    name: str
    does: str
    clauses: Sequence[str]
    """The clauses it usually goes by."""


def kind_words(kind: Kind) -> KindWords:
    """Return how a kind of measure is offered."""
    return KindWords(kind=kind.value, name=str(NAME[kind]), does=str(DOES[kind]), clauses=USUAL_CLAUSES[kind])


def all_kinds() -> list[KindWords]:
    """Return everything that can be ordered, mildest first."""
    return [kind_words(kind) for kind in NAME]


def measure_name(kind: str) -> str:
    """Return what a measure is called."""
    return str(NAME[Kind(kind)])


def totals_line(name: str, *, game_points: int, won: int, lost: int) -> str:
    """Return what stands for a player in a list of which only the results were typed."""
    facts = {"name": name, "points": points(game_points), "won": won, "lost": lost}
    return _("%(name)s: %(points)s points, %(won)s won, %(lost)s lost") % facts
