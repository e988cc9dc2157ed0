"""Who is in charge of a tournament (SkWO 3.2)."""

from datetime import datetime

from django.db import transaction

from tables import journal
from tables.models import Role, User
from tables.services.alone import alone_with
from tables.services.refusals import Refused


@transaction.atomic
def appoint(*, tournament_id: int, username: str, kind: str, plays_as: int | None, by: User, now: datetime) -> Role:
    """Give a user an office. Appointed twice, he holds it once; ``plays_as`` is his start number if he plays too.

    :raises Refused: ``no-such-user`` or ``no-such-entrant``.
    """
    tournament = journal.take_turn(tournament_id)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise Refused("no-such-user", username=username)
    entrant = tournament.entrants.filter(number=plays_as).first() if plays_as else None
    if plays_as and entrant is None:
        raise Refused("no-such-entrant", number=plays_as)
    role, _ = Role.objects.update_or_create(tournament=tournament, user=user, kind=kind, defaults={"plays_as": entrant})
    journal.record("role.given", tournament=tournament, by=by, at=now, user=user.pk, kind=str(kind), plays_as=plays_as)
    return role


@transaction.atomic
def engage(
    *, tournament_id: int, username: str, password: str, kind: str, plays_as: int | None, by: User, now: datetime
) -> Role:
    """Make an account for someone who has none and give him an office.

    :raises Refused: ``user-exists`` or ``no-such-entrant``.
    """
    journal.take_turn(tournament_id)
    alone_with("new accounts")
    if User.objects.filter(username__iexact=username.strip()).exists():
        raise Refused("user-exists", username=username)
    User.objects.create_user(username=username.strip(), password=password)
    return appoint(tournament_id=tournament_id, username=username, kind=kind, plays_as=plays_as, by=by, now=now)


@transaction.atomic
def dismiss(*, tournament_id: int, role_id: int, by: User, now: datetime) -> None:
    """Take an office away.

    :raises Refused: ``no-such-role``, or ``last-director``: somebody has to direct.
    """
    tournament = journal.take_turn(tournament_id)
    role = tournament.roles.filter(pk=role_id).first()
    if role is None:
        raise Refused("no-such-role")
    directors = tournament.roles.filter(kind=Role.Kind.DIRECTOR)
    if role.kind == Role.Kind.DIRECTOR and not directors.exclude(pk=role.pk).exists():
        raise Refused("last-director")
    journal.record("role.taken", tournament=tournament, by=by, at=now, user=role.user_id, kind=role.kind)
    role.delete()
