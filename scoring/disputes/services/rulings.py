"""Ruling at the table: in one sentence, with reasons and clauses, and what it orders in the list (SkWO 7.3.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services import objections
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.book import SECOND
from scoring.lists.services import entry, lists
from scoring.lists.services.entries import replace_deal
from scoring.lists.services.lists import clock_facts, counted, freeze_anew
from scoring.results.services.series import settle_standings
from scoring.rules.game_list.deals import Deal
from scoring.rules.register.citing import UnknownClause, citation
from scoring.rules.rulings import as_it_stands
from tables.accounts.models import User
from tables.acts.services import KeyReused, Refused, as_sent, sent_before
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDealer:
    """That deals out of turn are void and dealt again (ISkO 3.2.11 to 3.2.13)."""

    mistake: int | None  # the deal with which the order went wrong, or None if nobody can show it any more
    last_begun: int  # the last deal that had begun when it was noticed
    version: int  # that of the list that was looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A decision before it is made."""

    sentence: str  # what is decided, in one sentence
    reasons: str
    clauses: Sequence[str]  # the clauses it rests on, as they were typed or picked
    facts: str = ""
    deal: int | None = None  # the deal it is about; None for no deal, or where the correction says it
    correction: Deal | None = None  # the deal as it is to stand in the list; None where the list stays as it is
    seen: UUID | None = None  # the key of the entry that it replaces, as ``selectors.preview_ruling`` gave it
    wrong_dealer: WrongDealer | None = None  # that deals are void instead; the list is an open one then
    overruling: str = ""  # why the correction is to stand though the rules refuse it

    @property
    def number(self) -> int | None:
        """The number of the deal it is about."""
        if self.correction:
            return self.correction.number
        return self.wrong_dealer.mistake if self.wrong_dealer and self.deal is None else self.deal

    @property
    def is_about_play(self) -> bool:
        """Whether it rules on a deal, which it does by clauses; else it orders something in the hall."""
        return self.number is not None or self.wrong_dealer is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What carrying a decision out did."""

    overruling: str = ""  # why the entry stands against the rules; empty where it does not
    voided: DealRow | None = None
    entry: DealRow | None = None
    lots: Mapping[str, int] = field(default_factory=dict)  # lots drawn since its series is closed, by start number

    @property
    def in_journal(self) -> dict[str, object]:
        """What the journal says of the lots."""
        return {"lots": dict(self.lots)} if self.lots else {}


@transaction.atomic
def rule(
    *,
    draft: Draft,
    entry_key: UUID,
    by: User,
    now: datetime,
    objection_id: int | None = None,
    list_id: int | None = None,
    series_id: int | None = None,
) -> Ruling:
    """Decide an objection, or what a judge saw themselves, and carry out what that orders. Sent again, it counts once.

    What it orders voids the entry there is and adds the new one, in a signed list too, which then has another hash.

    :raises KeyReused: if the key came with another decision before.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises ListSigned: if a deal is to be added to a signed list, or deals of it are to be dealt again.
    :raises Refused: ``sentence-missing``, ``reasons-missing``, ``clauses-missing``, ``unknown-clause``, ``own-table``,
        ``objection-over``, ``released-before``, ``deal-corrected`` if the entry is not the one that was seen,
        ``overruling-missing``, ``no-such-deal``, ``nothing-changed``, ``nothing-to-correct``, ``kept-as-totals``,
        ``list-changed`` where deals are to be dealt again.
    """
    objection = objections.held(objection_id) if objection_id else None
    series, row = _about(objection, list_id=list_id, series_id=series_id)
    tournament = series.tournament
    if ruling := sent_before(Ruling.objects, entry_key):
        if not is_same(ruling, draft):
            raise KeyReused
        return as_sent(ruling, objection=objection, game_list=row, series=series)
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if objection and objection.outcome != Objection.Outcome.OPEN:
        raise Refused("objection-over", objection=objection.number)
    objections.must_not_play_there(tournament, row, by)
    if objection:
        # Told by the decision's own line, which seals it as it is then.
        objections.end(objection, outcome=Objection.Outcome.RULED, by=by, now=now, note=False)
    return write(
        draft, stage=Ruling.Stage.JUDGE, series=series, row=row, objection=objection, key=entry_key, by=by, now=now
    )


@transaction.atomic
def take_back(*, ruling_id: int, because: str, by: User, now: datetime) -> Ruling:
    """Take a decision of direction or judge back: its objection is open again, what it ordered in the list is undone.

    :raises ListSigned: if it entered a deal into a list that was signed since.
    :raises Refused: ``reason-missing``, ``ruling-final``, ``ruling-appealed`` (ruling, appeal), ``released-before``,
        ``own-table``, ``dealt-again-since``, ``deal-corrected`` if its entry is not the one that counts,
        ``not-the-last-deal``.
    """
    ruling = Ruling.objects.select_related("objection__call", "entry", "voided").get(pk=ruling_id)
    series, row = _about(None, list_id=ruling.game_list_id, series_id=ruling.series_id)
    tournament = series.tournament
    ruling.refresh_from_db(fields=["taken_back_at", "objection"])
    if ruling.taken_back_at:
        return ruling
    if not because.strip():
        raise Refused("reason-missing")
    _must_not_rest(ruling, tournament)
    objections.must_not_play_there(tournament, row, by)
    at, objection = counted(tournament, now), ruling.objection
    if row and ruling.entry:
        _undo(row, ruling, because=because.strip()[:300], by=by, now=at)
    if objection:
        objections.reopen(objection)
    ruling.taken_back_at, ruling.taken_back_by, ruling.taken_back_because = at, by, because.strip()[:300]
    # Its journal says what it decided; another decision may end the objection now.
    ruling.objection = None
    ruling.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_because", "objection"])
    journal.record(
        "ruling.taken-back",
        tournament=tournament,
        by=by,
        at=at,
        ruling=ruling.number,
        series=series.number,
        table=row.table.number if row else None,
        deal=ruling.deal,
        objection=objection.number if objection else None,
        because=ruling.taken_back_because,
        **clock_facts(at, now),
    )
    return ruling


def _must_not_rest(ruling: Ruling, tournament: Tournament) -> None:
    if ruling.stage == Ruling.Stage.TRIBUNAL:
        raise Refused("ruling-final", ruling=ruling.number)
    if appeal := ruling.appeals.order_by("number").first():
        raise Refused("ruling-appealed", ruling=ruling.number, appeal=appeal.number)
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if ruling.dealt_again_from:
        raise Refused("dealt-again-since", deal=ruling.dealt_again_from)


def _undo(row: GameListRow, ruling: Ruling, *, because: str, by: User, now: datetime) -> None:
    entered = ruling.entry
    if entered is None or entered.voided_at:
        raise Refused("deal-corrected", deal=ruling.deal)
    if ruling.voided is None:
        entry.take_back_deal(list_id=row.pk, number=entered.number, because=because, by=by, now=now, agreed=True)
        return
    draft = Draft(
        sentence=because,
        reasons="",
        clauses=(),
        correction=mapping.to_deal(ruling.voided),
        seen=entered.entry_key,
        overruling=ruling.overruling or because,
    )
    carry_out(row, draft, key=uuid5(ruling.entry_key, "taken back"), by=by, now=now)


def write(
    draft: Draft,
    *,
    stage: str,
    series: Series,
    row: GameListRow | None,
    key: UUID,
    by: User,
    now: datetime,
    objection: Objection | None = None,
    **facts: object,
) -> Ruling:
    """Make a decision and carry it out, in the caller's transaction and turn; ``facts`` go into its journal line.

    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: as ``rule`` does for what the draft says.
    """
    cited = read(draft, row)
    tournament = series.tournament
    at = counted(tournament, now)
    carried, again = Carried(), None
    if draft.correction and row:
        carried = carry_out(row, draft, key=key, by=by, now=at)
    elif draft.wrong_dealer and row:
        again = _deal_again(row, draft.wrong_dealer, because=draft.sentence.strip(), by=by, now=at)
    made = Ruling.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.rulings),
        stage=stage,
        series=series,
        game_list=row,
        deal=draft.number,
        objection=objection,
        sentence=draft.sentence.strip()[:300],
        facts=draft.facts.strip(),
        reasons=draft.reasons.strip(),
        clauses=cited,
        overruling=carried.overruling,
        voided=carried.voided,
        entry=carried.entry,
        dealt_again_from=again,
        entry_key=key,
        decided_at=at,
        decided_by=by,
    )
    journal.record(
        "ruling.made",
        tournament=tournament,
        by=by,
        at=at,
        ruling=made.number,
        stage=str(stage),
        series=series.number,
        table=row.table.number if row else None,
        deal=made.deal,
        corrected=carried.entry is not None or again is not None,
        overruled=bool(carried.overruling),
        objection=objection.number if objection else None,
        clauses=cited,
        **carried.in_journal,
        **clock_facts(at, now),
        **facts,
    )
    return made


def read(draft: Draft, row: GameListRow | None) -> list[str]:
    """Return the clauses of a draft as they are cited, once everything that it must say is said.

    :raises Refused: ``sentence-missing``, ``reasons-missing``, ``clauses-missing``, ``unknown-clause``,
        ``nothing-to-correct``.
    """
    if not draft.sentence.strip():
        raise Refused("sentence-missing")
    if not draft.reasons.strip():
        raise Refused("reasons-missing")
    if row is None and draft.number is not None:
        raise Refused("nothing-to-correct")
    if (draft.correction and draft.deal not in {None, draft.correction.number}) or (
        draft.wrong_dealer and (draft.correction or row is None)
    ):
        raise Refused("nothing-to-correct")
    try:
        cited = [str(citation(typed)) for typed in draft.clauses if typed.strip()]
    except UnknownClause as unknown:
        raise Refused("unknown-clause", clause=unknown.clause) from None
    if not cited and draft.is_about_play:
        raise Refused("clauses-missing")
    return list(dict.fromkeys(cited))


def carry_out(row: GameListRow, draft: Draft, *, key: UUID, by: User, now: datetime) -> Carried:
    """Put the deal that a decision orders into its list, and let standings and lots follow where its series is closed.

    :raises EntryRefused: if the list would break a rule with it.
    :raises Refused: ``deal-corrected``, ``overruling-missing``, ``no-such-deal``, ``nothing-changed``.
    """
    if draft.correction is None:
        raise ValueError("nothing is ordered")
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    entries = lists.valid_deals(row)
    old = next((deal_row for deal_row in entries if deal_row.number == draft.correction.number), None)
    if (old.entry_key if old else None) != draft.seen:
        raise Refused("deal-corrected", deal=draft.correction.number)
    deal = as_it_stands(mapping.to_game_list(row, entries), draft.correction)
    overruling = draft.overruling.strip()[:300] if deal.overruled else ""
    if deal.overruled and not overruling:
        raise Refused("overruling-missing", deal=deal.number)
    if old is None:
        entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key, by=by, now=now)
        return Carried(overruling=overruling, entry=row.deals.get(entry_key=key))
    new = replace_deal(row, deal, because=draft.sentence.strip(), entry_key=key, by=by, now=now)
    _follow_in_second(row, deal, because=draft.sentence.strip(), key=key, by=by, now=now)
    freeze_anew(row, by=by, now=now)
    lots: dict[str, int] = {}
    if row.table.series.status == Series.Status.CLOSED:
        # A corrected result may tie where nothing was tied, and seat the next series differently.
        lots = settle_standings(row.table.series.tournament, seed=str(key), by=by, now=now)
    old.refresh_from_db()
    return Carried(overruling=overruling, voided=old, entry=new, lots=lots)


def _deal_again(row: GameListRow, wrong: WrongDealer, *, because: str, by: User, now: datetime) -> int | None:
    result = entry.deal_again(
        list_id=row.pk,
        mistake=wrong.mistake,
        last_begun=wrong.last_begun,
        version=wrong.version,
        because=because,
        by=by,
        now=now,
    )
    return result.void[0] if result.void else None


def _follow_in_second(row: GameListRow, deal: Deal, *, because: str, key: UUID, by: User, now: datetime) -> None:
    if row.signed_at:
        return
    second_deal = row.second_deals.filter(voided_at=None, number=deal.number).first()
    if second_deal is not None and mapping.to_deal(second_deal) != deal:
        replace_deal(row, deal, because=because, entry_key=key, by=by, now=now, copy=SECOND)


def _about(
    objection: Objection | None, *, list_id: int | None, series_id: int | None
) -> tuple[Series, GameListRow | None]:
    if objection is not None:
        list_id, series_id = objection.game_list_id, objection.series_id
    if list_id is not None:
        row = lists.held(list_id)
        return row.table.series, row
    if series_id is None:
        raise ValueError("a ruling is about an objection, a list or a series")
    tournament: Tournament = turns.take_turn_of(Series, series_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    return series, None


def is_same(ruling: Ruling, draft: Draft) -> bool:
    """Test whether a decision is what a draft says."""
    cells = (ruling.sentence, ruling.facts, ruling.reasons, ruling.deal, ruling.clauses)
    wanted = (draft.sentence.strip()[:300], draft.facts.strip(), draft.reasons.strip(), draft.number)
    if cells != (*wanted, read(draft, ruling.game_list)):
        return False
    if ruling.entry is None or draft.correction is None:
        return ruling.entry is None and draft.correction is None
    written = mapping.to_deal(ruling.entry)
    return replace_flag(written) == replace_flag(draft.correction)


def replace_flag(deal: Deal) -> Deal:
    """Return a deal as if nobody had overruled anything: as it was played."""
    return replace(deal, overruled=False, ruling=None)
