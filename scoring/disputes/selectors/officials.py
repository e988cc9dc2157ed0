"""What officials are called: by their names, where anybody has told them."""

from scoring.disputes.models import TribunalMember
from tables.accounts.models import User
from tables.tournaments.models import Role, Tournament


def known_name(user: User | None, tournament: Tournament) -> str:
    """Return the name of somebody who holds an office at an event.

    It is that of the account; else the one in the tribunal or, of an official who plays, in the list of entrants. The
    user name is the last resort. Nobody has no name.
    """
    if user is None:
        return ""
    if name := user.get_full_name():
        return name
    member = TribunalMember.objects.filter(tournament=tournament, user=user).order_by("-number").first()
    if member and member.name != user.get_username():
        return member.name
    plays = Role.objects.filter(tournament=tournament, user=user).exclude(plays_as__name="").exclude(plays_as=None)
    role = plays.select_related("plays_as").first()
    return role.plays_as.name if role and role.plays_as else user.get_username()


def judges_of(tournament: Tournament) -> list[str]:
    """Return the names of those named as judges of an event."""
    named = User.objects.filter(roles__tournament=tournament, roles__kind=Role.Kind.JUDGE)
    return [user.get_full_name() or user.get_username() for user in named.order_by("pk")]
