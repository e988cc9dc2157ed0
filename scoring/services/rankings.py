"""Rankings beside the individual one: switched on and off at any time, their teams, substitutes and lots (SkWO 5.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from scoring.models import Ranking, Substitution
from tables.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a ranking is counted. Names are those of the model's fields."""

    kind: str
    name: str
    series: tuple[int, ...] = ()
    best_of: int | None = None
    size: int = 1
    scaled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A team as it is assigned: its name and the start numbers of its players, substitutes apart."""

    name: str
    members: tuple[int, ...]
    substitutes: tuple[int, ...] = ()


def switch_on(*, tournament_id: int, terms: Terms, entry_key: UUID, by: User, now: datetime) -> Ranking:
    """Switch on a new ranking; sent again it returns the one there is.

    :raises Refused: ``ranking-name-taken``, ``ranking-series-unknown``, ``ranking-best-of-too-many``,
        ``too-many-rankings``.
    """
    raise NotImplementedError


def change(*, ranking_id: int, terms: Terms, by: User, now: datetime) -> Ranking:
    """Change a ranking's terms; its kind stays. Lots that no longer separate equals are kept.

    :raises Refused: as ``switch_on``; ``ranking-kind-stays``.
    """
    raise NotImplementedError


def switch_off(*, ranking_id: int, by: User, now: datetime) -> Ranking:
    """Take a ranking from the public; its teams and lots stay. Done twice, it counts once."""
    raise NotImplementedError


def switch_on_again(*, ranking_id: int, by: User, now: datetime) -> Ranking:
    """Show a ranking again. Done twice, it counts once."""
    raise NotImplementedError


def assign_teams(*, ranking_id: int, teams: Sequence[Assigned], by: User, now: datetime) -> Ranking:
    """Make these the teams of a ranking, in place of those before; teams named again keep number and substitutions.

    :raises Refused: ``no-team-ranking``, ``team-member-unknown`` (numbers), ``team-member-twice`` (numbers),
        ``team-name-twice`` (name), ``team-too-large`` (name, size), ``pair-not-mixed`` (name), ``nothing-to-assign``.
    """
    raise NotImplementedError


def draw_teams(*, ranking_id: int, seed: str, by: User, now: datetime) -> Ranking:
    """Draw the teams of a ranking by lot among those with a seat in all its series, once the last of them is closed.

    The same seed and the same players give the same teams. Mixed pairs are drawn a lady and a man each; whoever is
    left over makes a smaller team, or stays without one where the ranking is not scaled.

    :raises Refused: ``no-team-ranking``, ``series-open`` (series), ``nothing-to-draw``, ``teams-there-already``.
    """
    raise NotImplementedError


def substitute(
    *, ranking_id: int, series_id: int, out: int, by_whom: int, entry_key: UUID, by: User, now: datetime
) -> Substitution:
    """Let a substitute count in one series for another member of his team; start numbers say who.

    :raises Refused: ``no-such-member``, ``not-a-substitute``, ``replaced-already``, ``substitutes-already``.
    """
    raise NotImplementedError


def take_back_substitution(*, substitution_id: int, by: User, now: datetime) -> Ranking:
    """Take a substitution back. It stays in the journal."""
    raise NotImplementedError


def draw_lots(*, ranking_id: int, seed: str, by: User, now: datetime) -> Ranking:
    """Draw lots for all that are equal in a ranking whose series are all closed; a lot once drawn stays (SkWO 5.2).

    :raises Refused: ``series-open`` (series), ``no-ties``.
    """
    raise NotImplementedError
