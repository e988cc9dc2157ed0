"""Naming the tribunal of an event, and the panel that decides an appeal (ISkO 4.5.10, SkWO 6.2, 7.3.3)."""

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Appeal, Panel, TribunalMember
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench as disputes_tribunal
from scoring.disputes.services.objections import next_number
from scoring.lists.services.lists import KeyReused, counted
from tables.accounts.models import User
from tables.accounts.services.accounts import account_named
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


class Biased(Refused):
    """Some of those named may not decide this appeal. ``found`` says who and why, all at once."""

    def __init__(self, found: Collection[disputes_tribunal.Eligible]) -> None:
        super().__init__("biased", biased=tuple(found))
        self.found = tuple(found)


class BiasedInSome(Refused):
    """A panel may not decide some of many appeals. ``found`` says for each number of an appeal who and why."""

    def __init__(self, found: Mapping[int, Collection[disputes_tribunal.Eligible]]) -> None:
        super().__init__("biased-in-some", biased_in=found)
        self.found = found


def name_member(
    *,
    tournament_id: int,
    entry_key: UUID,
    by: User,
    now: datetime,
    name: str = "",
    username: str = "",
    plays_as: int | None = None,
    club: str = "",
    team: str = "",
) -> TribunalMember:
    """Name somebody to the tribunal of an event, by their account, their start number or just their name.

    Club and team are those of the entrant they play as where they are not said. Sent again with the same key, they are
    named once.

    :raises KeyReused: if the key came with somebody else before.
    :raises Refused: ``member-name-missing``, ``no-such-entrant``, ``named-before``, ``released-before``, and as
        ``account_named`` does.
    """
    user = account_named(username, by=by, now=now) if username.strip() else None
    who = {"name": name, "club": club, "team": team}
    return _named(tournament_id, user, entry_key=entry_key, plays_as=plays_as, by=by, now=now, **who)


@transaction.atomic
def _named(
    tournament_id: int,
    user: User | None,
    *,
    entry_key: UUID,
    by: User,
    now: datetime,
    name: str,
    plays_as: int | None,
    club: str,
    team: str,
) -> TribunalMember:
    tournament = turns.take_turn(tournament_id)
    entrant = tournament.entrants.filter(number=plays_as).first() if plays_as else None
    if plays_as and entrant is None:
        raise Refused("no-such-entrant", number=plays_as)
    called = (
        name.strip() or (entrant.name if entrant else "") or (user.get_full_name() or user.username if user else "")
    )
    if known := TribunalMember.objects.filter(entry_key=entry_key).first():
        if (known.tournament, known.name, known.user, known.plays_as) != (tournament, called[:80], user, entrant):
            raise KeyReused
        return known
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not called:
        raise Refused("member-name-missing")
    there = disputes_tribunal.tribunal_of(tournament)
    if (user and there.filter(user=user).exists()) or (entrant and there.filter(plays_as=entrant).exists()):
        raise Refused("named-before")
    at = counted(tournament, now)
    made = TribunalMember.objects.create(
        tournament=tournament,
        number=next_number(tournament, TribunalMember),
        entry_key=entry_key,
        user=user,
        name=called[:80],
        plays_as=entrant,
        club=(club.strip() or (entrant.club if entrant else ""))[:80],
        team=(team.strip() or (entrant.team if entrant else ""))[:80],
        named_at=at,
        named_by=by,
    )
    who = {"user": user.pk if user else None, "plays_as": entrant.number if entrant else None}
    journal.record("tribunal.named", tournament=tournament, by=by, at=at, member=made.number, **who)
    return made


@transaction.atomic
def leave(*, member_id: int, by: User, now: datetime) -> TribunalMember:
    """Take a member out of the tribunal; what they decided stands. Done twice, it counts once.

    :raises Refused: ``in-a-panel`` while they are to decide an appeal that is open.
    """
    tournament_id = TribunalMember.objects.values_list("tournament_id", flat=True).get(pk=member_id)
    tournament = turns.take_turn(tournament_id)
    member = TribunalMember.objects.get(pk=member_id)
    if member.left_at:
        return member
    panels = disputes_tribunal.panels_of(tournament)
    waiting = disputes_appeals.open_appeals(tournament).values_list("number", flat=True)
    if decides := [number for number in waiting if number in panels and member in panels[number].members.all()]:
        raise Refused("in-a-panel", appeals=decides)
    at = counted(tournament, now)
    member.left_at, member.left_by = at, by
    member.save(update_fields=["left_at", "left_by"])
    journal.record("tribunal.left", tournament=tournament, by=by, at=at, member=member.number)
    return member


@transaction.atomic
def name_panel(
    *,
    appeal_id: int,
    members: Collection[int],
    entry_key: UUID,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Panel:
    """Name who decides an appeal, by their numbers in the tribunal; named anew it is those. Sent again, once.

    Nobody of that table, of a club or a team of its players, and not the judge whose decision it is against.

    :raises KeyReused: if the key came with another panel before.
    :raises Biased: naming everybody who may not decide it, and why.
    :raises Refused: ``appeal-decided``, ``panel-empty``, ``not-in-tribunal``.
    :raises Overtaken: if others decide by now than those who were ``seen``.
    """
    tournament_id = Appeal.objects.values_list("tournament_id", flat=True).get(pk=appeal_id)
    tournament = turns.take_turn(tournament_id)
    appeal = Appeal.objects.select_related("appellant", "game_list", "ruling").get(pk=appeal_id)
    appeal.tournament = tournament
    wanted = sorted(set(members))
    if known := Panel.objects.filter(entry_key=entry_key).first():
        if known.appeal_id != appeal_id or sorted(known.members.values_list("number", flat=True)) != wanted:
            raise KeyReused
        return known
    if appeal.verdict:
        raise Refused("appeal-decided", appeal=appeal.number)
    must_be_as_seen(seen, now=as_named(appeal), wanted={"members": wanted})
    if not wanted:
        raise Refused("panel-empty")
    chosen = list(disputes_tribunal.tribunal_of(tournament).filter(number__in=wanted))
    if missing := sorted(set(wanted) - {member.number for member in chosen}):
        raise Refused("not-in-tribunal", members=missing)
    must_be_impartial(chosen, appeal)
    at = counted(tournament, now)
    made = Panel.objects.create(
        tournament=tournament,
        number=next_number(tournament, Panel),
        entry_key=entry_key,
        appeal=appeal,
        named_at=at,
        named_by=by,
    )
    made.members.set(chosen)
    journal.record("panel.named", tournament=tournament, by=by, at=at, appeal=appeal.number, members=wanted)
    return made


def as_named(appeal: Appeal) -> dict[str, list[int]]:
    """Return who decides an appeal, by the numbers in the tribunal."""
    there = disputes_tribunal.panel_of(appeal)
    return {"members": sorted(there.members.values_list("number", flat=True)) if there else []}


def must_be_impartial(members: Collection[TribunalMember], appeal: Appeal) -> None:
    """Refuse members who may not decide an appeal.

    :raises Biased: naming all of them.
    """
    if biased := _biased(members, appeal):
        raise Biased(biased)


@transaction.atomic
def name_one_panel(
    *,
    tournament: Tournament,
    appeals: Collection[Appeal],
    members: Collection[int],
    entry_key: UUID,
    by: User,
    now: datetime,
) -> None:
    """Name who decides each of several open appeals that has no panel yet; where there is no tribunal, nobody.

    :raises BiasedInSome: naming every appeal that its panel, or those named here, may not decide, with who and why.
    :raises Refused: ``panels-missing`` if nobody is named; ``not-in-tribunal``.
    """
    tribunal = list(disputes_tribunal.tribunal_of(tournament))
    if not tribunal:
        return
    named = {number: list(there.members.all()) for number, there in disputes_tribunal.panels_of(tournament).items()}
    without = [appeal for appeal in appeals if appeal.number not in named]
    if without and not members:
        raise Refused("panels-missing", appeals=[appeal.number for appeal in without])
    chosen = [member for member in tribunal if member.number in members]
    found = {appeal.number: _biased(named.get(appeal.number, chosen), appeal) for appeal in appeals}
    if any(found.values()):
        raise BiasedInSome({number: biased for number, biased in found.items() if biased})
    for one in without:
        key = uuid5(entry_key, f"panel {one.number}")
        name_panel(appeal_id=one.pk, members=members, entry_key=key, by=by, now=now)


def _biased(members: Collection[TribunalMember], appeal: Appeal) -> list[disputes_tribunal.Eligible]:
    return [eligible for eligible in disputes_tribunal.eligible(list(members), appeal) if eligible.conflicts]
