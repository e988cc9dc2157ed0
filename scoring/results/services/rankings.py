"""Rankings beside the individual one: switched on and off at any time, their teams, substitutes and lots (SkWO 5.2)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.results.models import Ranking
from scoring.results.services.ranking_draws import draw_lots, draw_teams
from scoring.results.services.ranking_teams import (
    LONGEST_NAME,
    Assigned,
    assign_teams,
    rename_team,
    substitute,
    take_back_substitution,
)
from scoring.results.services.ranking_turn import held, record
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before, values_of
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

__all__ = [
    "Assigned",
    "Terms",
    "assign_teams",
    "change",
    "draw_lots",
    "draw_teams",
    "rename_team",
    "substitute",
    "switch_off",
    "switch_on",
    "switch_on_again",
    "take_back_substitution",
]

Kind = Ranking.Kind

MOST_RANKINGS = 30
LARGEST_TEAM = 20
PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a ranking is counted. Names are those of the model's fields."""

    kind: str
    name: str
    series: tuple[int, ...] = ()
    best_of: int | None = None
    size: int = 1
    scaled: bool = False


@transaction.atomic
def switch_on(*, tournament_id: int, terms: Terms, entry_key: UUID, by: User, now: datetime) -> Ranking:
    """Switch on a new ranking; sent again it returns the one there is.

    :raises KeyReused: if the key came with a ranking of another kind before.
    :raises Refused: ``ranking-name-missing``, ``ranking-name-taken``, ``ranking-series-unknown`` (series),
        ``ranking-best-of-too-many`` (series), ``ranking-size-out-of-range`` (most), ``too-many-rankings`` (most),
        ``no-such-class``.
    """
    tournament = turns.take_turn(tournament_id)
    if ranking := sent_before(Ranking.objects, entry_key, tournament_id=tournament_id, kind=terms.kind):
        return ranking
    terms = _checked(tournament, terms)
    if tournament.rankings.count() >= MOST_RANKINGS:
        raise Refused("too-many-rankings", most=MOST_RANKINGS)
    ranking = Ranking.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.rankings),
        entry_key=entry_key,
        made_at=now,
        made_by=by,
        **_fields(terms),
    )
    called = {"class_name": of.called} if (of := tournament.classes.filter(code=terms.kind).first()) else {}
    record("ranking.switched-on", ranking, by=by, now=now, **_told(_fields(terms)), **called)
    return ranking


@transaction.atomic
def change(*, ranking_id: int, terms: Terms, by: User, now: datetime, seen: Seen | None = None) -> Ranking:
    """Change a ranking's terms; its kind stays. Lots that no longer separate equals are kept.

    :raises Refused: as ``switch_on``; ``ranking-kind-stays``.
    :raises Overtaken: if the terms are not what was ``seen`` any more.
    """
    ranking = held(ranking_id)
    if terms.kind != ranking.kind:
        raise Refused("ranking-kind-stays")
    must_be_as_seen(seen, now=as_agreed(ranking), wanted=_fields(terms))
    fresh = _fields(_checked(ranking.tournament, terms, besides=ranking))
    changed = sorted(name for name, value in fresh.items() if getattr(ranking, name) != value)
    if not changed:
        return ranking
    for name in changed:
        setattr(ranking, name, fresh[name])
    ranking.save(update_fields=changed)
    values = _told({name: fresh[name] for name in changed})
    record("ranking.changed", ranking, by=by, now=now, changed=changed, **values)
    return ranking


@transaction.atomic
def switch_off(*, ranking_id: int, by: User, now: datetime) -> Ranking:
    """Take a ranking from the public; its teams and lots stay. Done twice, it counts once."""
    return _switch(ranking_id, off_at=now, action="ranking.switched-off", by=by, now=now)


@transaction.atomic
def switch_on_again(*, ranking_id: int, by: User, now: datetime) -> Ranking:
    """Show a ranking again. Done twice, it counts once."""
    return _switch(ranking_id, off_at=None, action="ranking.switched-on-again", by=by, now=now)


def as_agreed(ranking: Ranking) -> dict[str, object]:
    """Return the terms of a ranking by their names."""
    return values_of(ranking, Terms)


def _switch(ranking_id: int, *, off_at: datetime | None, action: str, by: User, now: datetime) -> Ranking:
    ranking = held(ranking_id)
    if (ranking.off_at is None) != (off_at is None):
        ranking.off_at = off_at
        ranking.save(update_fields=["off_at"])
        record(action, ranking, by=by, now=now)
    return ranking


def _told(fields: Mapping[str, object]) -> dict[str, object]:
    """Return terms for the journal: a name may be that of a person, and ``series`` in a line is the one it is about."""
    return {"over" if name == "series" else name: value for name, value in fields.items() if name != "name"}


def _fields(terms: Terms) -> dict[str, object]:
    return {**asdict(terms), "series": list(terms.series)}


def _checked(tournament: Tournament, terms: Terms, *, besides: Ranking | None = None) -> Terms:
    name = " ".join(terms.name.split())[:LONGEST_NAME]
    if not name:
        raise Refused("ranking-name-missing")
    others = tournament.rankings.exclude(pk=besides.pk) if besides else tournament.rankings.all()
    if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
        raise Refused("ranking-name-taken", name=name)
    numbers = set(tournament.series.values_list("number", flat=True))
    series = tuple(sorted(set(terms.series)))
    if unknown := [number for number in series if number not in numbers]:
        raise Refused("ranking-series-unknown", series=unknown)
    most = len(series or numbers)
    if terms.best_of is not None and not 1 <= terms.best_of <= most:
        raise Refused("ranking-best-of-too-many", series=most)
    kind = _kind(tournament, terms.kind)
    return _fitting(replace(terms, kind=kind, name=name, series=series), Ranking(kind=kind))


def _kind(tournament: Tournament, kind: str) -> str:
    if kind not in Kind and not tournament.classes.filter(code=kind).exists():
        raise Refused("no-such-class")
    return str(kind)


def _fitting(terms: Terms, ranking: Ranking) -> Terms:
    if ranking.is_of_players:
        return replace(terms, size=1, scaled=False)
    if terms.kind in {Kind.TANDEM, Kind.MIXED}:
        return replace(terms, size=PAIR)
    if not (1 if terms.kind == Kind.CLUB else PAIR) <= terms.size <= LARGEST_TEAM:
        raise Refused("ranking-size-out-of-range", most=LARGEST_TEAM)
    return terms if terms.kind == Kind.TEAM else replace(terms, scaled=False)
