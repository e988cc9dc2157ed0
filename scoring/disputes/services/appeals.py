"""Filing an appeal and deciding it, once; the tribunal and its panels; many at once (ISkO 4.5.10, SkWO 7.3.3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Appeal, Objection, Panel, Ruling, TribunalMember
from scoring.disputes.selectors import bench, complaints
from scoring.disputes.services import objections as raised
from scoring.disputes.services import rulings
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import GameListRow
from scoring.lists.services import lists
from scoring.lists.services.lists import clock_facts, counted
from scoring.rules.deadlines import may_appeal
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.accounts.services.accounts import account_named
from tables.acts.services import KeyReused, Refused, Seen, must_be_as_seen, sent_before
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

APPEALS: Final = "ISkO 4.5.10"  # what a dismissal cites that says nothing of the game itself


@transaction.atomic
def clear(
    *,
    tournament_id: int,
    objections: Sequence[int],
    appeals: Sequence[int],
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    panel: Collection[int] = (),
) -> int:
    """Withdraw objections and dismiss appeals, by their numbers, for one reason, all or none; return how many ended.

    :raises Refused: ``nobody-ticked``, ``reason-missing``, ``panels-missing``; ``own-table`` if one of them is about
        the table of whoever ends them, and what else keeps them from deciding an appeal.
    :raises BiasedInSome: naming the appeals that their panel may not decide, and why.
    """
    tournament = turns.take_turn(tournament_id)
    if not (objections or appeals):
        raise Refused("nobody-ticked")
    if not because.strip():
        raise Refused("reason-missing")
    to_withdraw = tournament.objections.filter(number__in=objections, outcome=Objection.Outcome.OPEN).order_by("number")
    of_appeals = tournament.appeals.filter(number__in=appeals, verdict="").order_by("number")
    to_dismiss = list(of_appeals.select_related("appellant", "game_list", "ruling"))
    ended = {"objections": [case.number for case in to_withdraw], "appeals": [case.number for case in to_dismiss]}
    for objection in to_withdraw:
        raised.withdraw(objection_id=objection.pk, by=by, now=now)
    name_one_panel(tournament=tournament, appeals=to_dismiss, members=panel, entry_key=entry_key, by=by, now=now)
    for appeal in to_dismiss:
        decide_appeal(
            appeal_id=appeal.pk,
            verdict=Appeal.Verdict.DISMISSED,
            draft=Draft(sentence=because, reasons=because, clauses=(APPEALS,)),
            entry_key=uuid5(entry_key, f"appeal {appeal.number}"),
            by=by,
            now=now,
        )
    if any(ended.values()):
        journal.record("disputes.cleared", tournament=tournament, by=by, at=now, because=because.strip(), **ended)
    return sum(map(len, ended.values()))


class AlreadyDecided(Refused):
    """The decision is final (SkWO 9.10)."""

    def __init__(self) -> None:
        super().__init__("already-decided")


@transaction.atomic
def file_appeal(
    *,
    series_id: int,
    appellant: int,
    list_id: int | None,
    deal: int | None,
    text: str,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    ruling_id: int | None = None,
    address: str = "",
) -> Appeal:
    """Log an appeal of the entrant with start number ``appellant``. A late one is kept and marked late.

    It never counts as filed before what the journal tells of already: a clock set back gives no time back.

    :raises KeyReused: if the key came with another appeal before.
    :raises Refused: ``text-missing``, ``no-such-entrant``, ``no-such-deal``, ``not-at-this-table``,
        ``series-not-begun``, ``event-released``, ``no-such-ruling``, ``ruling-final``, ``nobody-directs``; ``TooMany``
        from a table, a player or an address that sends more than anybody means.
    """
    tournament = turns.take_turn_of(Series, series_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    against = _ruling(series, ruling_id)
    if against:
        list_id, deal = against.game_list_id, against.deal
    values: dict[str, Any] = {"game_list_id": list_id, "deal": deal, "text": text.strip()}
    of = {"series_id": series_id, "ruling_id": ruling_id, "appellant__number": appellant}
    if filed_before := sent_before(Appeal.objects.select_related("appellant"), entry_key, **of, **values):
        return filed_before
    lists.must_be_directed(tournament)
    entrant = _appellant(series, appellant, text=text)
    if against and (against.stage == Ruling.Stage.TRIBUNAL or against.appeals.exclude(verdict="").exists()):
        raise Refused("ruling-final", ruling=against.number)
    if list_id is not None:
        row = GameListRow.objects.select_related("table").get(pk=list_id, table__series=series)
        if not row.table.seats.filter(entrant=entrant).exists():
            raise Refused("not-at-this-table", number=entrant.number, table=row.table.number)
        if deal is not None and not against and not row.deals.filter(number=deal, voided_at=None).exists():
            raise Refused("no-such-deal", deal=deal)
    if by is None:
        about = {"game_list": list_id} if list_id else {"appellant": entrant}
        waiting = tournament.appeals.filter(verdict="", filed_by=None, **about)
        floods.must_be_meant(waiting, address=address, now=now)

    at = counted(tournament, now)
    closes = complaints.appeals_close_at_for(series, appellant, ruling=against)
    appeal = Appeal.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.appeals),
        series=series,
        ruling=against,
        appellant=entrant,
        entry_key=entry_key,
        filed_at=at,
        filed_by=by,
        late=not may_appeal(at, closes=closes),
        **values,
    )
    journal.record(
        "appeal.filed",
        tournament=tournament,
        by=by,
        at=at,
        appeal=appeal.number,
        series=series.number,
        entrant=appellant,
        deal=deal,
        late=appeal.late,
        ruling=against.number if against else None,
        **clock_facts(at, now),
    )
    return appeal


@transaction.atomic
def decide_appeal(
    *, appeal_id: int, verdict: Appeal.Verdict, draft: Draft, entry_key: UUID, by: User, now: datetime
) -> Appeal:
    """Decide an appeal, once and finally, and if the decision says so, correct the deal it is about.

    :raises AlreadyDecided: if it has a verdict.
    :raises Biased: if somebody of the panel may not decide it any more.
    :raises EntryRefused: if the corrected deal would break the list.
    :raises Refused: ``reasons-missing``, ``nothing-to-correct``, ``own-table``, ``own-ruling``, ``released-before``,
        ``panel-missing``, and what ``rulings.write`` refuses.
    """
    tournament = turns.take_turn_of(Appeal, appeal_id)
    related = ("series", "game_list__table", "appellant", "ruling", "decision")
    appeal = Appeal.objects.select_related(*related).get(pk=appeal_id)
    appeal.tournament = appeal.series.tournament = tournament
    if appeal.verdict:
        if appeal.decision_key == entry_key and (appeal.verdict, appeal.reasons) == (verdict, draft.reasons.strip()):
            return appeal
        raise AlreadyDecided
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not draft.reasons.strip():
        raise Refused("reasons-missing")
    _must_be_impartial(appeal, by)
    if draft.correction is not None:
        is_about_it = appeal.game_list_id is not None and appeal.deal == draft.correction.number
        if verdict != Appeal.Verdict.UPHELD or not is_about_it:
            raise Refused("nothing-to-correct")
    at = counted(tournament, now)
    appeal.decision = rulings.write(
        replace(draft, deal=appeal.deal),
        stage=Ruling.Stage.TRIBUNAL,
        series=appeal.series,
        row=lists.held(appeal.game_list_id) if appeal.game_list_id else None,
        key=entry_key,
        by=by,
        now=at,
        appeal=appeal.number,
    )
    appeal.verdict, appeal.reasons, appeal.decision_key = verdict, draft.reasons.strip(), entry_key
    appeal.decided_by, appeal.decided_at = by, at
    appeal.save(update_fields=["verdict", "reasons", "decision_key", "decided_by", "decided_at", "decision"])
    journal.record(
        "appeal.decided",
        tournament=tournament,
        by=by,
        at=at,
        appeal=appeal.number,
        verdict=str(verdict),
        corrected=draft.correction.number if draft.correction else None,
    )
    return appeal


def _must_be_impartial(appeal: Appeal, by: User) -> None:
    if bar := bench.bar_to_deciding(appeal, by):
        raise bar
    if panel := bench.panel_of(appeal):
        must_be_impartial(list(panel.members.select_related("user", "plays_as")), appeal)


def _ruling(series: Series, ruling_id: int | None) -> Ruling | None:
    if ruling_id is None:
        return None
    ruling = Ruling.objects.select_related("series", "tournament").filter(pk=ruling_id, series=series).first()
    if ruling is None or ruling.taken_back_at:
        raise Refused("no-such-ruling")
    return ruling


def _appellant(series: Series, number: int, *, text: str) -> Entrant:
    if series.tournament.released_at:
        raise Refused("event-released")
    if series.status not in {Series.Status.RUNNING, Series.Status.CLOSED}:
        raise Refused("series-not-begun", series=series.number)
    if not text.strip():
        raise Refused("text-missing")
    entrant = series.tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number)
    return entrant


class Biased(Refused):
    """Some of those named may not decide this appeal. ``found`` says who and why, all at once."""

    def __init__(self, judges: Collection[bench.Eligible]) -> None:
        super().__init__("biased", biased=tuple(judges))
        self.judges = tuple(judges)


class BiasedInSome(Refused):
    """A panel may not decide some of many appeals. ``found`` says for each number of an appeal who and why."""

    def __init__(self, judges: Mapping[int, Collection[bench.Eligible]]) -> None:
        super().__init__("biased-in-some", biased_in=judges)
        self.judges = judges


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
    values = {"tournament": tournament, "name": called[:80], "user": user, "plays_as": entrant}
    if member := sent_before(TribunalMember.objects, entry_key, **values):
        return member
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not called:
        raise Refused("member-name-missing")
    members = bench.tribunal_of(tournament)
    if (user and members.filter(user=user).exists()) or (entrant and members.filter(plays_as=entrant).exists()):
        raise Refused("named-before")
    at = counted(tournament, now)
    made = TribunalMember.objects.create(
        number=turns.next_number(tournament.tribunal_members),
        entry_key=entry_key,
        club=(club.strip() or (entrant.club if entrant else ""))[:80],
        team=(team.strip() or (entrant.team if entrant else ""))[:80],
        named_at=at,
        named_by=by,
        **values,
    )
    who = {"user": user.pk if user else None, "plays_as": entrant.number if entrant else None}
    journal.record("tribunal.named", tournament=tournament, by=by, at=at, member=made.number, **who)
    return made


@transaction.atomic
def leave(*, member_id: int, by: User, now: datetime) -> TribunalMember:
    """Take a member out of the tribunal; what they decided stands. Done twice, it counts once.

    :raises Refused: ``in-a-panel`` while they are to decide an appeal that is open.
    """
    tournament = turns.take_turn_of(TribunalMember, member_id)
    member = TribunalMember.objects.get(pk=member_id)
    if member.left_at:
        return member
    panels = bench.panels_of(tournament)
    waiting = complaints.open_appeals(tournament).values_list("number", flat=True)
    if decides := [number for number in waiting if number in panels and member in panels[number].members.all()]:
        raise Refused("in-a-panel", appeals=decides)
    at = counted(tournament, now)
    member.left_at, member.left_by = at, by
    member.save(update_fields=["left_at", "left_by"])
    journal.record("tribunal.left", tournament=tournament, by=by, at=at, member=member.number)
    return member


@transaction.atomic
def name_panel(
    *, appeal_id: int, members: Collection[int], entry_key: UUID, by: User, now: datetime, seen: Seen | None = None
) -> Panel:
    """Name who decides an appeal, by their numbers in the tribunal; named anew it is those. Sent again, once.

    Nobody of that table, of a club or a team of its players, and not the judge whose decision it is against.

    :raises KeyReused: if the key came with another panel before.
    :raises Biased: naming everybody who may not decide it, and why.
    :raises Refused: ``appeal-decided``, ``panel-empty``, ``not-in-tribunal``.
    :raises Overtaken: if others decide by now than those who were ``seen``.
    """
    tournament = turns.take_turn_of(Appeal, appeal_id)
    appeal = Appeal.objects.select_related("appellant", "game_list", "ruling").get(pk=appeal_id)
    appeal.tournament = tournament
    wanted = sorted(set(members))
    if panel := sent_before(Panel.objects, entry_key, appeal_id=appeal_id):
        if sorted(panel.members.values_list("number", flat=True)) != wanted:
            raise KeyReused
        return panel
    if appeal.verdict:
        raise Refused("appeal-decided", appeal=appeal.number)
    must_be_as_seen(seen, now=as_named(appeal), wanted={"members": wanted})
    if not wanted:
        raise Refused("panel-empty")
    chosen = list(bench.tribunal_of(tournament).filter(number__in=wanted))
    if missing := sorted(set(wanted) - {member.number for member in chosen}):
        raise Refused("not-in-tribunal", value=missing)
    must_be_impartial(chosen, appeal)
    at = counted(tournament, now)
    made = Panel.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.panels),
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
    panel = bench.panel_of(appeal)
    return {"members": sorted(panel.members.values_list("number", flat=True)) if panel else []}


def must_be_impartial(members: Collection[TribunalMember], appeal: Appeal) -> None:
    """Refuse members who may not decide an appeal. Raise Biased naming all of them."""
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
    tribunal = list(bench.tribunal_of(tournament))
    if not tribunal:
        return
    named = {number: list(panel.members.all()) for number, panel in bench.panels_of(tournament).items()}
    without = [appeal for appeal in appeals if appeal.number not in named]
    if without and not members:
        raise Refused("panels-missing", appeals=[appeal.number for appeal in without])
    chosen = [member for member in tribunal if member.number in members]
    values = {appeal.number: _biased(named.get(appeal.number, chosen), appeal) for appeal in appeals}
    if any(values.values()):
        raise BiasedInSome({number: biased for number, biased in values.items() if biased})
    for each_appeal in without:
        key = uuid5(entry_key, f"panel {each_appeal.number}")
        name_panel(appeal_id=each_appeal.pk, members=members, entry_key=key, by=by, now=now)


def _biased(members: Collection[TribunalMember], appeal: Appeal) -> list[bench.Eligible]:
    return [eligible for eligible in bench.eligible(list(members), appeal) if eligible.conflicts]
