"""Rankings, their kinds and their teams as the direction sees them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.results.models import Ranking, Team, TeamMember
from scoring.results.wording.competitors import ABOUT, about_kind, kind_name, terms_in_words, weak_spot
from tables.intake.classes import Classes


@dataclass(frozen=True, slots=True, kw_only=True)
class KindTile:
    """A kind of ranking that can be switched on."""

    kind: str
    name: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeLine:
    """A ranking in the list of the direction."""

    ranking: Ranking
    kind: str
    terms: tuple[str, ...]
    has_teams: bool
    """Whether its members are assigned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCard:
    """A team with its players, and what is odd about it."""

    team: Team
    members: tuple[TeamMember, ...]
    substitutes: tuple[TeamMember, ...]
    weak: tuple[str, ...]


def kind_tiles(classes: Classes) -> tuple[KindTile, ...]:
    """Return the kinds of rankings an event can have, each with what it is."""
    kinds = (*map(str, ABOUT), *(player_class.code for player_class in classes))
    return tuple(KindTile(kind=kind, name=kind_name(kind, classes), about=about_kind(kind)) for kind in kinds)


def office_line(ranking: Ranking, classes: Classes) -> OfficeLine:
    """Return a ranking with its kind and its terms in words."""
    return OfficeLine(
        ranking=ranking,
        kind=kind_name(ranking.kind, classes),
        terms=tuple(terms_in_words(ranking)),
        has_teams=ranking.is_of_teams,
    )


def team_cards(teams: Iterable[Team], weak: Mapping[int, tuple[str, ...]]) -> tuple[TeamCard, ...]:
    """Return teams with their players; ``weak`` has what is odd about them, by number."""
    return tuple(
        TeamCard(
            team=team,
            members=tuple(member for member in team.members.all() if not member.substitute),
            substitutes=tuple(member for member in team.members.all() if member.substitute),
            weak=tuple(map(weak_spot, weak.get(team.number, ()))),
        )
        for team in teams
    )
