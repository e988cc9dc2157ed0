"""What the next draws take into account: the policy, pairs kept apart, fixed tables."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from tables.accounts.models import User
from tables.acts.services import Refused, Seen, change_fields, must_be_as_seen, values_of
from tables.draw.selectors import apart_numbers
from tables.intake.optional import OPTIONAL
from tables.intake.registration import STATED, Registration
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.people.services import registration as registered
from tables.people.services.naming import held
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the direction wishes of every draw of a tournament."""

    clubs_apart: bool
    teams: Tournament.Teams
    strictly_by_standing: bool


@transaction.atomic
def change_wishes(
    *, tournament_id: int, wishes: Wishes, by: User, now: datetime, seen: Seen | None = None
) -> Tournament:
    """Change what holds from the next draw on. Raise Overtaken if it is not what was ``seen`` any more."""
    tournament = turns.take_turn(tournament_id)
    must_be_as_seen(seen, now=values_of(tournament, Wishes), wanted=asdict(wishes))
    if changed := change_fields(tournament, asdict(wishes)):
        journal.record("wishes.changed", tournament=tournament, by=by, at=now, changed=changed)
    return tournament


@transaction.atomic
def keep_apart(*, tournament_id: int, numbers: tuple[int, int], by: User, now: datetime) -> tuple[Entrant, Entrant]:
    """Keep two entrants from sharing a table. Raise Refused: ``no-such-entrants``, ``apart-from-oneself``."""
    tournament = turns.take_turn(tournament_id)
    entrant, other = (_entrants(tournament, numbers)[number] for number in numbers)
    _join(tournament, entrant, other, by=by, now=now)
    return entrant, other


@transaction.atomic
def let_meet(*, tournament_id: int, numbers: tuple[int, int], by: User, now: datetime) -> None:
    """Let two meet who were kept apart. Raise Refused: ``no-such-entrants``."""
    tournament = turns.take_turn(tournament_id)
    entrant, other = (_entrants(tournament, numbers)[number] for number in numbers)
    _part(tournament, entrant, other, by=by, now=now)


@transaction.atomic
def fix_table(
    *, tournament_id: int, number: int, table: int | None, by: User, now: datetime, seen: Seen | None = None
) -> Entrant:
    """Fix or free an entrant's table from the next draw on. Raise Refused: ``no-such-entrants``, or Overtaken."""
    tournament = turns.take_turn(tournament_id)
    entrant = _entrants(tournament, [number])[number]
    values = None if seen is None else {str(number): seen.get(str(number))}
    must_be_as_seen(values, now={str(number): entrant.fixed_table}, wanted={str(number): table})
    _fix(tournament, entrant, table, by=by, now=now)
    return entrant


@transaction.atomic
def change_entrant(
    *,
    entrant_id: int,
    registration: Registration,
    apart: Collection[int] | None,
    table: int | None,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Entrant:
    """Change what is known of an entrant, whom they are kept apart from and their fixed table: all or nothing.

    None leaves the pairs or the table as they are; table 0 takes it back.

    :raises Refused: as ``registration.change_entrant`` does; ``no-such-entrants``, ``apart-from-oneself``.
    :raises Overtaken: if this is not what was ``seen`` any more.
    """
    entrant = held(entrant_id)
    stated = as_stated(entrant)
    wished = {"apart": stated["apart"] if apart is None else sorted(apart)}
    wished["table"] = stated["table"] if table is None else table or None
    must_be_as_seen(seen, now=stated, wanted={**registration.columns, **wished})
    entrant = registered.change_entrant(entrant_id=entrant_id, registration=registration, by=by, now=now)
    tournament = entrant.tournament
    if apart is not None:
        before = set(entrant.apart_from.values_list("number", flat=True))
        others = _entrants(tournament, before | set(apart))
        for number in sorted(set(apart) - before):
            _join(tournament, entrant, others[number], by=by, now=now)
        for number in sorted(before - set(apart)):
            _part(tournament, entrant, others[number], by=by, now=now)
    if table is not None:
        _fix(tournament, entrant, table or None, by=by, now=now)
    return entrant


def as_stated(entrant: Entrant) -> dict[str, Any]:
    """Return what can be changed about an entrant: registration, whom they are kept apart from, fixed table."""
    stated = {name: getattr(entrant, name) for name in (*STATED, *OPTIONAL)}
    return {**stated, "apart": list(apart_numbers(entrant)), "table": entrant.fixed_table}


def _entrants(tournament: Tournament, numbers: Collection[int]) -> dict[int, Entrant]:
    entrants = {entrant.number: entrant for entrant in tournament.entrants.filter(number__in=set(numbers))}
    if unknown := sorted(set(numbers) - entrants.keys()):
        raise Refused("no-such-entrants", numbers=unknown)
    return entrants


def _join(tournament: Tournament, entrant: Entrant, other: Entrant, *, by: User, now: datetime) -> None:
    if entrant.number == other.number:
        raise Refused("apart-from-oneself", number=entrant.number)
    if not entrant.apart_from.filter(pk=other.pk).exists():
        entrant.apart_from.add(other)
        _record("wishes.apart", tournament, [entrant, other], by=by, now=now)


def _part(tournament: Tournament, entrant: Entrant, other: Entrant, *, by: User, now: datetime) -> None:
    if entrant.apart_from.filter(pk=other.pk).exists():
        entrant.apart_from.remove(other)
        _record("wishes.apart-removed", tournament, [entrant, other], by=by, now=now)


def _record(action: str, tournament: Tournament, pair: list[Entrant], *, by: User, now: datetime) -> None:
    numbers = sorted(entrant.number for entrant in pair)
    journal.record(action, tournament=tournament, by=by, at=now, entrants=numbers)


def _fix(tournament: Tournament, entrant: Entrant, table: int | None, *, by: User, now: datetime) -> None:
    if entrant.fixed_table == table:
        return
    entrant.fixed_table = table
    entrant.save(update_fields=["fixed_table"])
    journal.record("wishes.fixed-table", tournament=tournament, by=by, at=now, entrant=entrant.number, table=table)
