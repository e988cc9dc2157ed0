"""Who is in charge of a tournament (SkWO 3.2)."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tables.accounts.models import User
from tables.acts.services.alone import alone_with
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen
from tables.journal import chain as journal
from tables.tournaments.models import Role, Tournament
from tables.tournaments.services import turns


@transaction.atomic
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
    """Give a user an office. Appointed twice, they hold it once; ``plays_as`` is their start number if they play too.

    ``seen`` has the offices that were seen, as ``as_held`` names them.

    :raises Refused: ``no-such-user`` or ``no-such-entrant``.
    :raises Overtaken: if the office is not what was seen any more.
    """
    tournament = turns.take_turn(tournament_id)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise Refused("no-such-user", username=username)
    entrant = tournament.entrants.filter(number=plays_as).first() if plays_as else None
    if plays_as and entrant is None:
        raise Refused("no-such-entrant", number=plays_as)
    office = office_of(user, kind)
    before = as_held(tournament.roles.filter(user=user, kind=kind).select_related("user", "plays_as"))
    known = None if seen is None else {office: seen.get(office)}
    must_be_as_seen(known, now={office: before.get(office)}, wanted={office: plays_as or 0})
    if before.get(office) == (plays_as or 0):
        return tournament.roles.get(user=user, kind=kind)
    role, _ = Role.objects.update_or_create(tournament=tournament, user=user, kind=kind, defaults={"plays_as": entrant})
    journal.record("role.given", tournament=tournament, by=by, at=now, user=user.pk, kind=str(kind), plays_as=plays_as)
    return role


@transaction.atomic
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
    """Make an account for someone who has none and give them an office; ``name`` is what papers call them.

    :raises Refused: ``user-exists`` or ``no-such-entrant``.
    """
    turns.take_turn(tournament_id)
    alone_with("new accounts")
    if User.objects.filter(username__iexact=username.strip()).exists():
        raise Refused("user-exists", username=username)
    User.objects.create_user(username=username.strip(), password=password, last_name=name.strip())
    return appoint(tournament_id=tournament_id, username=username, kind=kind, plays_as=plays_as, by=by, now=now)


def as_held(roles: Iterable[Role]) -> dict[str, int]:
    """Return for each office that somebody holds the start number they play as, 0 for none."""
    return {office_of(role.user, role.kind): role.plays_as.number if role.plays_as else 0 for role in roles}


def office_of(user: User, kind: str) -> str:
    """Return what an office of somebody is called in a form."""
    return f"{Role.Kind(kind).value} {user.get_username()}"


@transaction.atomic
def dismiss(*, tournament_id: int, role_id: int, by: User, now: datetime) -> Tournament:
    """Take an office away.

    :raises Refused: ``no-such-role``, or ``last-director``: somebody has to direct.
    """
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
