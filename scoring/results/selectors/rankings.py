"""The rankings of an event beside the individual one, computed from what the seats earned (SkWO 1.5, 5.2)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from django.db.models import Prefetch

from scoring.results.models import Ranking, Substitution, Team, TeamMember
from scoring.results.selectors.earned import earned_in, lots_of
from scoring.results.selectors.standings import open_results
from scoring.rules.results.ranking import (
    Competitor,
    SeriesResult,
    TeamPlayer,
    by_lot,
    is_mixed,
    of_club,
    of_player,
    of_team,
    ranked_teams,
    tied,
)
from tables.intake.classes import LADIES
from tables.intake.names import plain
from tables.people.models import Entrant, tell_apart
from tables.prepared import Prepared
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked

Kind = Ranking.Kind
Earned = Mapping[int, Sequence[SeriesResult]]

KEY_LENGTH = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """What a player brings to the line they belong to."""

    entrant: Entrant
    by_series: tuple[int | None, ...]  # performance; None where they had no seat, or have no place
    counted: tuple[bool, ...]  # for each series whether it counts for the line
    substitute: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLine:
    """One competitor's line: a player, a pair, a team, a club."""

    rank: int
    shared: bool  # whether only a lot can still separate it from another
    by_lot: bool  # whether a lot gave it its place
    competitor: str  # as in ``RankingLot.competitor``; of a club not named publicly nothing telling
    team: Team | None
    club: str  # as most of its players write it; "" unless clubs are ranked and shown
    members: tuple[MemberLine, ...]
    by_series: tuple[Fraction | None, ...]  # performance; None where they had no seat, or have no place
    counted: tuple[bool, ...]  # for each series whether it is among those that count
    performance: Fraction
    won: Fraction
    lost: Fraction
    scaled: bool  # whether something was scaled up because somebody was missing
    unnamed: int = 0  # how many more of a club count for it who do not show their club to the public
    brought: int = 0  # the points of the event before with which a player started


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A competitor as it is in a ranking."""

    code: str  # as in ``RankingLot.competitor``
    comes_to: Competitor
    players: tuple[tuple[Entrant, bool], ...]  # who belongs to it, each with whether they are a substitute
    team: Team | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """All competitors of a ranking over some series, with what they earned."""

    entered: Mapping[int, Entered]
    earned: Earned  # by entrant, those who have no place left out
    lots: Mapping[int, int] = field(default_factory=dict)


def lines_of(ranking: Ranking, series: Sequence[Series]) -> tuple[RankingLine, ...]:
    """Return the lines of a ranking over series, best first, in a fixed number of queries."""
    found_field = field_of(ranking, [each_series.number for each_series in series])
    places = ranked_teams((entered.comes_to.result for entered in found_field.entered.values()), lots=found_field.lots)
    lucky = by_lot(places)
    numbers = [each_series.number for each_series in series]
    lines = tuple(
        RankingLine(
            rank=place.rank,
            shared=place.shared,
            by_lot=place.result.entrant in lucky,
            competitor=entered.code if entered.team or club or ranking.kind != Kind.CLUB else f"club:#{at}",
            team=entered.team,
            club=club,
            members=tuple(_members(shown, found_field.earned, comes_to, numbers)),
            by_series=tuple(by_number.get(number) for number in numbers),
            counted=tuple(number in among for number in numbers),
            performance=place.result.performance,
            won=place.result.won,
            lost=place.result.lost,
            scaled=comes_to.scaled,
            unnamed=len(
                {player for player, _series in comes_to.counted} - {entrant.pk for entrant, _substitute in shown}
            ),
            brought=entered.players[0][0].brought if ranking.counts_brought else 0,
        )
        for at, place in enumerate(places, start=1)
        for entered in [found_field.entered[place.result.entrant]]
        for comes_to in [entered.comes_to]
        for among in [comes_to.counted_series]
        for by_number in [{team_series.series: team_series.performance for team_series in comes_to.series}]
        for shown in [_shown(ranking, entered)]
        for club in [_club_name(entrant for entrant, _substitute in shown) if ranking.kind == Kind.CLUB else ""]
    )
    tell_apart(member_line.entrant for line in lines for member_line in line.members)
    return lines


def ties_without_lot(ranking: Ranking, numbers: Collection[int]) -> tuple[str, ...]:
    """Return the codes of all that only a lot can separate, and that drew none yet, best first."""
    found_field = field_of(ranking, numbers)
    return tuple(
        found_field.entered[number].code
        for group in tied(entered.comes_to.result for entered in found_field.entered.values())
        for number in group
        if number not in found_field.lots
    )


def field_of(ranking: Ranking, numbers: Collection[int]) -> Field:
    """Return who competes in a ranking over the series of these numbers, and what everybody comes to."""
    earned: dict[int, list[SeriesResult]] = defaultdict(list)
    for cells in earned_in(ranking.tournament, numbers=numbers, ranked_only=True):
        earned[cells.entrant].append(
            SeriesResult(series=cells.series, performance=cells.performance, won=cells.won, lost=cells.lost)
        )
    if ranking.is_of_teams:
        return _of_teams(ranking, earned)
    entrants = [entrant for entrant in ranking.tournament.entrants.all() if entrant.pk in earned]
    if ranking.kind == Kind.CLUB:
        return _of_clubs(ranking, entrants, earned)
    return _of_players(ranking, entrants, earned)


def with_members(ranking: Ranking) -> list[Team]:
    """Return the teams of a ranking with members and substitutions prefetched, in their order, in four queries."""
    replaced = Substitution.objects.select_related("series", "substitute__entrant")
    plays = Substitution.objects.select_related("series", "out__entrant")
    members = TeamMember.objects.select_related("entrant").prefetch_related(
        Prefetch("replaced_in", replaced), Prefetch("plays_in", plays)
    )
    return list(ranking.teams.prefetch_related(Prefetch("members", members)))


def club_key(club: str) -> str:
    """Return by what two spellings of a club's name are one club; empty for none."""
    return (plain(club) or " ".join(club.split()).casefold())[:KEY_LENGTH]


def _of_players(ranking: Ranking, entrants: Iterable[Entrant], earned: Earned) -> Field:
    competing = [entrant for entrant in entrants if ranking.of_class is None or ranking.of_class in entrant.classes]
    lots = lots_of(ranking.tournament)
    return Field(
        entered={
            entrant.number: Entered(
                code=f"entrant:{entrant.number}",
                comes_to=of_player(
                    entrant.number,
                    entrant.pk,
                    earned[entrant.pk],
                    best=ranking.best_of,
                    brought=entrant.brought if ranking.counts_brought else 0,
                ),
                players=((entrant, False),),
            )
            for entrant in competing
        },
        earned=earned,
        lots={entrant.number: lots[entrant.pk] for entrant in competing if entrant.pk in lots},
    )


def _of_teams(ranking: Ranking, earned: Earned) -> Field:
    entered = {}
    for team in with_members(ranking):
        members = [member for member in team.members.all() if not member.entrant.fills_in]
        players = [
            TeamPlayer(
                player=member.entrant_id,
                results=tuple(earned.get(member.entrant_id, ())),
                substitute=member.substitute,
                switched=frozenset(
                    change.series.number
                    for change in (member.plays_in if member.substitute else member.replaced_in).all()
                ),
                excluded=member.entrant.excluded_at is not None,
            )
            for member in members
        ]
        comes_to = of_team(team.number, players, size=ranking.size, scaled=ranking.scaled, best=ranking.best_of)
        if comes_to.series:
            entered[team.number] = Entered(
                code=f"team:{team.number}",
                comes_to=comes_to,
                players=tuple((member.entrant, member.substitute) for member in members),
                team=team,
            )
    return Field(entered=entered, earned=earned, lots=_lots_by(ranking, entered))


def _of_clubs(ranking: Ranking, entrants: Iterable[Entrant], earned: Earned) -> Field:
    players: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in entrants:
        if key := club_key(entrant.club):
            players[key].append(entrant)
    entered = {
        at: Entered(
            code=f"club:{key}",
            comes_to=of_club(
                at, {player.pk: earned[player.pk] for player in players[key]}, size=ranking.size, best=ranking.best_of
            ),
            players=tuple((player, False) for player in players[key]),
        )
        for at, key in enumerate(sorted(players), start=1)
    }
    return Field(entered=entered, earned=earned, lots=_lots_by(ranking, entered))


def _lots_by(ranking: Ranking, entered: Mapping[int, Entered]) -> dict[int, int]:
    drawn = dict(ranking.lots.values_list("competitor", "number"))
    return {at: drawn[one.code] for at, one in entered.items() if one.code in drawn}


def _shown(ranking: Ranking, entered: Entered) -> list[tuple[Entrant, bool]]:
    """Return whom the public sees as belonging to a competitor: nobody is told of who hides their club."""
    if ranking.kind != Kind.CLUB:
        return list(entered.players)
    counting = {player for player, _series in entered.comes_to.counted}
    named = [player for player in entered.players if player[0].public_club]
    return sorted(named, key=lambda pair: (pair[0].pk not in counting, pair[0].number))


def _members(
    shown: Iterable[tuple[Entrant, bool]], earned: Earned, comes_to: Competitor, numbers: Sequence[int]
) -> Iterator[MemberLine]:
    for entrant, substitute in shown:
        mine = {series_result.series: series_result.performance for series_result in earned.get(entrant.pk, ())}
        yield MemberLine(
            entrant=entrant,
            by_series=tuple(mine.get(number) for number in numbers),
            counted=tuple((entrant.pk, number) in comes_to.counted for number in numbers),
            substitute=substitute,
        )


def _club_name(players: Iterable[Entrant]) -> str:
    spelled = Counter(" ".join(entrant.public_club.split()) for entrant in players)
    return min(spelled, key=lambda name: (-spelled[name], name), default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRanking:
    """A ranking as the public sees it."""

    ranking: Ranking
    series: tuple[Series, ...]  # the series it is over that the public may see, in order
    lines: tuple[RankingLine, ...]
    is_official: bool  # whether all series it is over are closed

    @property
    def has_brought(self) -> bool:
        """Whether a player started with points."""
        return any(line.brought for line in self.lines)


OF_EVENT: Final = Prepared(lambda tournament: Ranking.objects.filter(tournament=tournament).order_by("number"))


def rankings_of(tournament: Tournament, *, with_off: bool = False) -> tuple[Ranking, ...]:
    """Return the rankings that are switched on, in their order; ``with_off`` also the others."""
    rankings = OF_EVENT(tournament.pk, belonging_to={"tournament": tournament})
    return tuple(ranking for ranking in rankings if with_off or ranking.off_at is None)


def shown_ranking(ranking: Ranking) -> ShownRanking:
    """Return a ranking's lines, best first, in a fixed number of queries."""
    tournament = ranking.tournament
    series = tuple(result for result in open_results(tournament) if is_over(ranking, result))
    # They are prefetched with what the public sees.
    all_of_it = [each_series for each_series in tournament.series.all() if is_over(ranking, each_series)]
    return ShownRanking(
        ranking=ranking,
        series=series,
        lines=lines_of(ranking, series),
        is_official=bool(all_of_it) and all(each_series.status == Series.Status.CLOSED for each_series in all_of_it),
    )


def is_over(ranking: Ranking, series: Series) -> bool:
    """Tell whether a ranking is over a series."""
    return not ranking.series or series.number in ranking.series


def series_of(ranking: Ranking) -> tuple[Series, ...]:
    """Return all series a ranking is over, also those still to come."""
    return tuple(series for series in ranking.tournament.series.order_by("number") if is_over(ranking, series))


def teams_of(ranking: Ranking) -> tuple[Team, ...]:
    """Return the teams of a ranking with members (and their entrants) and substitutions prefetched, in their order."""
    return tuple(with_members(ranking))


def free_entrants(ranking: Ranking) -> Sequence[Entrant]:
    """Return who takes part and belongs to no team of the ranking, by start number."""
    entrants = ranking.tournament.entrants.filter(is_ranked(), withdrawn_at=None)
    return list(entrants.exclude(memberships__ranking=ranking).order_by("number"))


def weak_spots(ranking: Ranking) -> Mapping[int, tuple[str, ...]]:
    """Return what is odd about teams, by number, as codes: ``too-few``, ``too-many``, ``not-mixed``."""
    if not ranking.is_of_teams:
        return {}
    values = {team.number: tuple(_weak_spots(ranking, team)) for team in with_members(ranking)}
    return {number: codes for number, codes in values.items() if codes}


def _weak_spots(ranking: Ranking, team: Team) -> list[str]:
    regular = [member.entrant for member in team.members.all() if not (member.substitute or member.entrant.fills_in)]
    odd = {
        "too-few": len(regular) < ranking.size,
        "too-many": len(regular) > ranking.size,
        "not-mixed": ranking.kind == Ranking.Kind.MIXED
        and not is_mixed([LADIES in entrant.classes for entrant in regular]),
    }
    return [code for code, holds in odd.items() if holds]
