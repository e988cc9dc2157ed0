"""What waits for the judges, who they are, the tribunal and who of it decides no appeal (SkWO 4.5, 7.3, 9.10)."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.disputes.models import Appeal, Objection, Panel, Ruling, TribunalMember
from scoring.disputes.selectors.complaints import open_objections, plays_at_table_of
from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import where_readable
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.journal.selectors import lines_of_numbered, lines_of_table
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament


class Conflict(enum.StrEnum):
    """Why a member of the tribunal may not decide an appeal."""

    TABLE = "table"  # they play at that table, or the appeal is their own
    CLUB = "club"
    TEAM = "team"
    RULED = "ruled"  # the appeal is against their own decision


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
    values = {
        Conflict.TABLE: any(player.pk in entrants for player in [*players, appeal.appellant]),
        Conflict.CLUB: _shares(_said(member, entrants, "club"), (player.club for player in players)),
        Conflict.TEAM: _shares(_said(member, entrants, "team"), (player.team for player in players)),
        Conflict.RULED: bool(member.user_id and appeal.ruling and appeal.ruling.decided_by_id == member.user_id),
    }
    return tuple(conflict for conflict, is_there in values.items() if is_there)


def _plays_as(members: Sequence[TribunalMember], tournament: Tournament) -> dict[int, dict[int, Entrant]]:
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
    return not {_plain(text) for text in mine if text.strip()}.isdisjoint(_plain(text) for text in theirs)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def bar_to_deciding(appeal: Appeal, user: User) -> Refused | None:
    """Return what keeps somebody from writing down the decision of an appeal, or None.

    Where there is a tribunal, a panel of it decides; without one a judge does, but never about their own decision.
    """
    if plays_at_table_of(appeal, user):
        return Refused("own-table")
    if panel_of(appeal) is not None:
        return None
    if tribunal_of(appeal.tournament).exists():
        return Refused("panel-missing", appeals=appeal.number)
    if appeal.ruling and appeal.ruling.decided_by_id == user.pk:
        return Refused("own-ruling", ruling=appeal.ruling.number)
    return None


def seated_objections(tournament: Tournament) -> list[tuple[Objection, list[Seat]]]:
    """Return the open objections, those nobody has taken on first, each with who sits at its table, in two queries."""
    objections = sorted(
        open_objections(tournament), key=lambda objection: (objection.taken_at is not None, objection.number)
    )
    tables = [objection.game_list.table_id for objection in objections if objection.game_list]
    seats = list(Seat.objects.filter(table__in=tables).select_related("entrant").order_by("place"))
    return [
        (objection, [seat for seat in seats if objection.game_list and seat.table_id == objection.game_list.table_id])
        for objection in objections
    ]


def players_at(table_id: int) -> list[Entrant]:
    """Return the entrants at a table, by their seats."""
    return list(Entrant.objects.filter(seats__table=table_id).order_by("seats__place"))


def known_name(user: User | None, tournament: Tournament) -> str:
    """Return the name of an official: that of the account, the tribunal or the entrants, else the user name."""
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


CORRECTING = ("list.deal-corrected", "list.frozen-anew")  # what a decision does to a list, before its own line


TO_A_LIST = ("list.", "second.")


@where_readable
def history_of_appeal(appeal: Appeal) -> list[JournalEntry]:
    """Return how an appeal was filed and decided, and what its decision did to the list."""
    own = list(lines_of_numbered(appeal.tournament, "appeal", appeal.number))
    if appeal.game_list is None or not appeal.decided_at or not own:
        return own
    # What an act does to a list stands before its own line, by the same hand and at the same moment.
    at_table = lines_of_table(
        appeal.tournament, series=appeal.series.number, table=appeal.game_list.table.number
    ).filter(action__in=CORRECTING, at=appeal.decided_at, by=appeal.decided_by)
    done = [line for line in at_table if own[0].number < line.number < own[-1].number]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)


@where_readable
def history_of_objection(objection: Objection) -> list[JournalEntry]:
    """Return how an objection was raised, taken on and ended, and what its decision did to the list."""
    own = list(lines_of_numbered(objection.tournament, "objection", objection.number))
    return with_consequences(own, objection.game_list)


@where_readable
def history_of_ruling(ruling: Ruling) -> list[JournalEntry]:
    """Return what a decision did to the list, its own line, and the appeals filed against it."""
    own = list(lines_of_numbered(ruling.tournament, "ruling", ruling.number))
    return with_consequences(own, ruling.game_list)


def with_consequences(own: list[JournalEntry], row: GameListRow | None) -> list[JournalEntry]:
    """Return lines with what the decision among them did to the list, which stands right before its own line."""
    made = next((line for line in own if line.action == "ruling.made" and line.by_id is not None), None)
    if made is None or row is None or not made.data.get("corrected"):
        return own
    series = row.table.series
    at_table = lines_of_table(series.tournament, series=series.number, table=row.table.number).filter(
        at=made.at, by=made.by_id, number__lt=made.number
    )
    done = [line for line in at_table if line.action.startswith(TO_A_LIST)]
    return sorted({line.number: line for line in [*own, *done]}.values(), key=lambda line: line.number)
