"""Who is in charge of a tournament, and its classes (SkWO 1.5, 3.2)."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.text import slugify

from tables.accounts.models import User
from tables.accounts.services.accounts import account_named, is_taken, name_must_be_free
from tables.acts.services import Refused, Seen, alone_with, change_fields, must_be_as_seen
from tables.intake.classes import SENIORS, senior_from
from tables.intake.headings import Field
from tables.intake.names import plain
from tables.journal import chain as journal
from tables.tournaments.models import PlayerClass, Role, Tournament
from tables.tournaments.services import turns


def appoint(
    *,
    tournament_id: int,
    username: str,
    kind: str,
    plays_as: int | None,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Role:
    """Give a user an office, once; ``plays_as`` is their start number if they play, ``seen`` as ``as_held``.

    :raises Refused: ``no-such-entrant``, and as ``account_named`` does.
    :raises Overtaken: if the office is not what was seen any more.
    """
    user = account_named(username, by=by, now=now)
    return _appointed(tournament_id, user, kind=kind, plays_as=plays_as, by=by, now=now, seen=seen)


@transaction.atomic
def _appointed(
    tournament_id: int,
    user: User,
    *,
    kind: str,
    plays_as: int | None,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Role:
    tournament = turns.take_turn(tournament_id)
    entrant = tournament.entrants.filter(number=plays_as).first() if plays_as else None
    if plays_as and entrant is None:
        raise Refused("no-such-entrant", number=plays_as)
    office = office_of(user, kind)
    before = as_held(tournament.roles.filter(user=user, kind=kind).select_related("user", "plays_as"))
    values = None if seen is None else {office: seen.get(office)}
    must_be_as_seen(values, now={office: before.get(office)}, wanted={office: plays_as or 0})
    if before.get(office) == (plays_as or 0):
        return tournament.roles.get(user=user, kind=kind)
    role, _ = Role.objects.update_or_create(tournament=tournament, user=user, kind=kind, defaults={"plays_as": entrant})
    journal.record("role.given", tournament=tournament, by=by, at=now, user=user.pk, kind=str(kind), plays_as=plays_as)
    return role


def engage(
    *,
    tournament_id: int,
    username: str,
    password: str,
    kind: str,
    plays_as: int | None,
    by: User,
    now: datetime,
    name: str = "",
) -> Role:
    """Make an account and give it an office. Raise Refused: ``no-such-entrant``, or as ``name_must_be_free``."""
    name_must_be_free(username, by=by, now=now)
    called = {"username": username, "password": password, "name": name}
    return _engaged(tournament_id, **called, kind=kind, plays_as=plays_as, by=by, now=now)


@transaction.atomic
def _engaged(
    tournament_id: int,
    *,
    username: str,
    password: str,
    name: str,
    kind: str,
    plays_as: int | None,
    by: User,
    now: datetime,
) -> Role:
    turns.take_turn(tournament_id)
    alone_with("new accounts")
    # Somebody may have taken it a moment ago.
    if is_taken(username):
        raise Refused("user-exists", username=username)
    user = User(username=User.normalize_username(username.strip()), last_name=name.strip())
    user.changed_by = by
    user.set_password(password)
    user.save()
    return _appointed(tournament_id, user, kind=kind, plays_as=plays_as, by=by, now=now)


def as_held(roles: Iterable[Role]) -> dict[str, int]:
    """Return for each office that somebody holds the start number they play as, 0 for none."""
    return {office_of(role.user, role.kind): role.plays_as.number if role.plays_as else 0 for role in roles}


def office_of(user: User, kind: str) -> str:
    """Return what an office of somebody is called in a form."""
    return f"{Role.Kind(kind).value} {user.get_username()}"


@transaction.atomic
def dismiss(*, tournament_id: int, role_id: int, by: User, now: datetime) -> Tournament:
    """Take an office away. Raise Refused: ``no-such-role``, ``last-director``."""
    tournament = turns.take_turn(tournament_id)
    role = tournament.roles.filter(pk=role_id).first()
    if role is None:
        raise Refused("no-such-role")
    directors = tournament.roles.filter(kind=Role.Kind.DIRECTOR)
    if role.kind == Role.Kind.DIRECTOR and not directors.exclude(pk=role.pk).exists():
        raise Refused("last-director")
    role.delete()
    journal.record("role.taken", tournament=tournament, by=by, at=now, user=role.user_id, kind=role.kind)
    return tournament


MOST_CLASSES: Final = 20
RANKED_OTHERWISE: Final = frozenset({"individual", "club", "tandem", "mixed", "team"})
"""What else a ranking can be of: it names a class by its code."""

TAKEN: Final = frozenset({*Field, *RANKED_OTHERWISE, "all"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedClass:
    """What the direction states of a class. Names are those of the model's fields."""

    name: str
    mark: str = ""
    words: str = ""
    headings: str = ""
    youngest: int | None = None
    oldest: int | None = None
    position: int = 1


def begin_classes(tournament: Tournament, *, like: Tournament | None = None) -> list[int]:
    """Give a new event the classes of the one it is ``like``, else the usual ones; return their numbers."""
    rows = list(PlayerClass.objects.filter(tournament=like))
    for player_class in rows:
        player_class.pk, player_class.tournament = None, tournament
        if player_class.code == SENIORS and player_class.youngest:
            player_class.youngest = senior_from(tournament.starts_on.year)
    PlayerClass.objects.bulk_create(rows)
    return [row.number for row in rows]


@transaction.atomic
def add_class(*, tournament_id: int, stated: StatedClass, by: User, now: datetime) -> PlayerClass:
    """Give an event one more class; stated again, it is the one there is.

    :raises Refused: ``event-released``, ``class-name-taken``, ``ages-out-of-order``, ``too-many-classes``.
    """
    tournament = _open(tournament_id)
    stated = _fitting(stated)
    for player_class in tournament.classes.all():
        if as_stated(player_class) == asdict(stated):
            return player_class
    _must_be_named_alone(tournament, stated.name)
    if tournament.classes.count() >= MOST_CLASSES:
        raise Refused("too-many-classes", most=MOST_CLASSES)
    number = turns.next_number(tournament.classes)
    code = _free_code(stated.name, taken={*TAKEN, *tournament.classes.values_list("code", flat=True)})
    made = PlayerClass.objects.create(tournament=tournament, number=number, code=code, **asdict(stated))
    journal.record("class.added", tournament=tournament, by=by, at=now, **_facts(made))
    return made


@transaction.atomic
def change_class(
    *, tournament_id: int, number: int, stated: StatedClass, by: User, now: datetime, seen: Seen | None = None
) -> PlayerClass:
    """Change what is stated of a class; its code and whoever is in it stay.

    :raises Refused: ``no-such-class``, and as ``add_class``.
    :raises Overtaken: if the class is not what was ``seen`` any more.
    """
    tournament = _open(tournament_id)
    row, stated = _there(tournament, number), _fitting(stated)
    must_be_as_seen(seen, now=as_stated(row), wanted=asdict(stated))
    _must_be_named_alone(tournament, stated.name, but=row)
    fresh = asdict(stated)
    if row.is_translated and (stated.name, stated.mark) == (row.called, row.shown_mark):
        del fresh["name"], fresh["mark"]
    elif row.is_translated:
        fresh["is_translated"] = False
    if changed := change_fields(row, fresh):
        journal.record("class.changed", tournament=tournament, by=by, at=now, changed=changed, **_facts(row))
    return row


@transaction.atomic
def remove_class(*, tournament_id: int, number: int, by: User, now: datetime, seen: Seen | None = None) -> bool:
    """Remove a class from an event; whoever was in it is not any more. Removed twice, it is gone.

    :raises Refused: ``event-released``, ``class-is-ranked`` (name) while a ranking is of it.
    :raises Overtaken: if the class is not what was ``seen`` any more.
    """
    tournament = _open(tournament_id)
    row = tournament.classes.filter(number=number).first()
    if row is None:
        return True
    must_be_as_seen(seen, now=as_stated(row), wanted=None)
    # A ranking belongs to the lists, of which the hall knows no more than that they may count on a class.
    if tournament.rankings.filter(kind=row.code).exists():
        raise Refused("class-is-ranked", name=row.called)
    left = []
    for entrant in tournament.entrants.order_by("number"):
        if row.code in entrant.classes:
            entrant.classes = [code for code in entrant.classes if code != row.code]
            entrant.save(update_fields=["classes"])
            left.append(entrant.number)
    facts = {**_facts(row), "entrants": left}
    row.delete()
    gone: journal.Sealing = {"class": [(number,)]}
    journal.record("class.removed", tournament=tournament, by=by, at=now, sealing=gone, **facts)
    return True


def as_stated(row: PlayerClass) -> dict[str, object]:
    """Return what is stated of a class, name and mark as they are shown."""
    stated = StatedClass(
        name=row.called,
        mark=row.shown_mark,
        words=row.words,
        headings=row.headings,
        youngest=row.youngest,
        oldest=row.oldest,
        position=row.position,
    )
    return asdict(stated)


def _facts(row: PlayerClass) -> dict[str, object]:
    return {"class": row.number, "code": row.code, "class_name": row.called}


def _open(tournament_id: int) -> Tournament:
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at:
        raise Refused("event-released")
    return tournament


def _there(tournament: Tournament, number: int) -> PlayerClass:
    row = tournament.classes.filter(number=number).first()
    if row is None:
        raise Refused("no-such-class")
    return row


def _must_be_named_alone(tournament: Tournament, name: str, *, but: PlayerClass | None = None) -> None:
    others = [player_class for player_class in tournament.classes.all() if player_class != but]
    if plain(name) in {plain(player_class.called) for player_class in others}:
        raise Refused("class-name-taken", name=name)


def _fitting(stated: StatedClass) -> StatedClass:
    if None not in (stated.youngest, stated.oldest) and (stated.youngest or 0) > (stated.oldest or 0):
        raise Refused("ages-out-of-order")
    facts = asdict(stated)
    return StatedClass(**{**facts, "mark": stated.mark or stated.name[:1].upper()})


def _free_code(name: str, *, taken: Collection[str]) -> str:
    begins = slugify(plain(name))[:30] or "class"
    numbered = (begins if at == 1 else f"{begins}-{at}" for at in range(1, len(taken) + 2))
    return next(code for code in numbered if code not in taken)
