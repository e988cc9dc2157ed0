"""The tribunal of an event: its members, its panels, and who of them may not decide an appeal (SkWO 7.3.3, 9.10)."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from scoring.disputes.models import Appeal, Panel, TribunalMember
from scoring.disputes.selectors.appeals import plays_at_table_of
from scoring.disputes.selectors.bench import players_at
from tables.accounts.models import User
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament


class Conflict(enum.StrEnum):
    """Why a member of the tribunal may not decide an appeal."""

    TABLE = "table"
    """They play at that table, or the appeal is their own."""

    CLUB = "club"
    TEAM = "team"
    RULED = "ruled"
    """The appeal is against their own decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligible:
    """A member with what keeps them from deciding an appeal; nothing if they may."""

    member: TribunalMember
    conflicts: tuple[Conflict, ...]


def tribunal_of(tournament: Tournament) -> QuerySet[TribunalMember]:
    """Return the members of an event's tribunal who have not left it, in the order they were named."""
    return tournament.tribunal_members.filter(left_at=None).select_related("user", "plays_as").order_by("number")


def panel_of(appeal: Appeal) -> Panel | None:
    """Return the panel that decides an appeal, the last one named for it."""
    return appeal.panels.order_by("number").last()


def panels_of(tournament: Tournament) -> dict[int, Panel]:
    """Return the panels that decide the appeals of an event, by the number of the appeal."""
    panels = tournament.panels.select_related("appeal").prefetch_related("members").order_by("number")
    return {panel.appeal.number: panel for panel in panels}


def eligible_for(appeal: Appeal) -> list[Eligible]:
    """Return the members of the tribunal with what keeps each from deciding an appeal, in a fixed number of queries."""
    return eligible(list(tribunal_of(appeal.tournament)), appeal)


def eligible(members: Sequence[TribunalMember], appeal: Appeal) -> list[Eligible]:
    """Return members with what keeps each from deciding an appeal, in a fixed number of queries."""
    table = appeal.game_list.table_id if appeal.game_list else None
    players = players_at(table) if table else [appeal.appellant]
    entrants = _plays_as(members, appeal.tournament)
    return [
        Eligible(member=member, conflicts=_conflicts(member, entrants[member.pk], players, appeal))
        for member in members
    ]


def _conflicts(
    member: TribunalMember, entrants: dict[int, Entrant], players: Sequence[Entrant], appeal: Appeal
) -> tuple[Conflict, ...]:
    found = {
        Conflict.TABLE: any(player.pk in entrants for player in [*players, appeal.appellant]),
        Conflict.CLUB: _shares(_said(member, entrants, "club"), (player.club for player in players)),
        Conflict.TEAM: _shares(_said(member, entrants, "team"), (player.team for player in players)),
        Conflict.RULED: bool(member.user_id and appeal.ruling and appeal.ruling.decided_by_id == member.user_id),
    }
    return tuple(conflict for conflict, is_there in found.items() if is_there)


def _plays_as(members: Sequence[TribunalMember], tournament: Tournament) -> dict[int, dict[int, Entrant]]:
    """Return the entrants each member plays as: the one they were named with, and those of their account."""
    accounts = [member.user_id for member in members if member.user_id]
    roles = Role.objects.filter(tournament=tournament, user__in=accounts, plays_as__isnull=False)
    held = list(roles.values_list("user_id", "plays_as_id"))
    named = [member.plays_as_id for member in members if member.plays_as_id]
    entrants = Entrant.objects.in_bulk({*named, *(entrant for _user, entrant in held if entrant)})
    return {
        member.pk: {
            pk: entrants[pk]
            for pk in {member.plays_as_id, *(entrant for user, entrant in held if user == member.user_id)}
            if pk is not None
        }
        for member in members
    }


def _said(member: TribunalMember, entrants: dict[int, Entrant], what: str) -> set[str]:
    return {getattr(member, what), *(getattr(entrant, what) for entrant in entrants.values())}


def _shares(mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Test whether two groups name the same club or team, however it is spaced or capitalised."""
    return not {_plain(one) for one in mine if one.strip()}.isdisjoint(_plain(one) for one in theirs)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Why somebody may not write down the decision of an appeal, as a service refuses it."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)


def bar_to_deciding(appeal: Appeal, user: User) -> Bar | None:
    """Return what keeps somebody from writing down the decision of an appeal, or None.

    Where there is a tribunal, a panel of it decides; without one a judge does, but never about their own decision.
    """
    if plays_at_table_of(appeal, user):
        return Bar(code="own-table")
    if panel_of(appeal) is not None:
        return None
    if tribunal_of(appeal.tournament).exists():
        return Bar(code="panel-missing", facts={"appeal": appeal.number})
    if appeal.ruling and appeal.ruling.decided_by_id == user.pk:
        return Bar(code="own-ruling", facts={"ruling": appeal.ruling.number})
    return None
