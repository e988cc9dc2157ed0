"""Filing an appeal and deciding it, once (ISkO 4.5.10, SkWO 7.3.3, 9.10)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from scoring import selectors
from scoring.models import Appeal, GameListRow
from scoring.rules import Deal, may_appeal
from scoring.services import lists
from scoring.services.entry import replace_deal
from scoring.services.series import settle_standings
from scoring.services.signing import freeze_anew
from tables import journal
from tables.models import Entrant, Series, User
from tables.services.refusals import Refused


class AlreadyDecided(Exception):
    """The decision is final (SkWO 9.10)."""


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
) -> Appeal:
    """Log an appeal of the entrant with start number ``appellant``. A late one is kept and marked late.

    Sent again with the same key it is logged once.

    :raises Refused: ``text-missing``, ``no-such-entrant``, ``no-such-deal``, ``not-at-this-table``,
        ``series-not-begun``, ``event-released``.
    """
    tournament_id = Series.objects.values_list("tournament_id", flat=True).get(pk=series_id)
    tournament = journal.take_turn(tournament_id)
    if known := Appeal.objects.filter(entry_key=entry_key, tournament=tournament).first():
        return known
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    entrant = _appellant(series, appellant, text=text)
    if list_id is not None:
        _must_be_his(GameListRow.objects.select_related("table").get(pk=list_id, table__series=series), entrant, deal)

    number = (tournament.appeals.aggregate(last=Max("number"))["last"] or 0) + 1
    appeal = Appeal.objects.create(
        tournament=tournament,
        number=number,
        series=series,
        game_list_id=list_id,
        deal=deal,
        appellant=entrant,
        text=text.strip(),
        entry_key=entry_key,
        filed_at=now,
        filed_by=by,
        late=not may_appeal(now, closes=selectors.appeals_close_for(series)),
    )
    journal.record(
        "appeal.filed",
        tournament=tournament,
        by=by,
        at=now,
        appeal=number,
        series=series.number,
        entrant=appellant,
        deal=deal,
        late=appeal.late,
    )
    return appeal


@transaction.atomic
def decide_appeal(
    *,
    appeal_id: int,
    verdict: Appeal.Verdict,
    reasons: str,
    corrected: Deal | None,
    entry_key: UUID,
    by: User,
    now: datetime,
) -> Appeal:
    """Decide an appeal and, if the decision says so, correct the deal it is about.

    :raises AlreadyDecided: if it has a verdict.
    :raises EntryRefused: if the corrected deal would break the list; nothing is decided then.
    :raises Refused: ``reasons-missing``, ``nothing-to-correct``, ``own-table``, ``released-before``.
    """
    tournament_id = Appeal.objects.values_list("tournament_id", flat=True).get(pk=appeal_id)
    tournament = journal.take_turn(tournament_id)
    appeal = Appeal.objects.select_related("series", "game_list__table").get(pk=appeal_id)
    appeal.tournament = appeal.series.tournament = tournament
    if appeal.verdict:
        raise AlreadyDecided
    if tournament.released_at:
        raise Refused("released-before")
    if not reasons.strip():
        raise Refused("reasons-missing")
    if selectors.plays_at_table_of(appeal, by):
        raise Refused("own-table")
    if corrected is not None:
        if verdict != Appeal.Verdict.UPHELD or appeal.game_list_id is None or appeal.deal != corrected.number:
            raise Refused("nothing-to-correct")
        row = lists.held(appeal.game_list_id)
        replace_deal(row, corrected, because=reasons, entry_key=entry_key, by=by, now=now)
        freeze_anew(row, by=by, now=now)
        # A corrected result may tie where nothing was tied, and seat the next series differently.
        settle_standings(tournament, seed=str(entry_key), now=now)
    appeal.verdict, appeal.reasons = verdict, reasons.strip()
    appeal.decided_by, appeal.decided_at = by, now
    appeal.save(update_fields=["verdict", "reasons", "decided_by", "decided_at"])
    journal.record(
        "appeal.decided",
        tournament=tournament,
        by=by,
        at=now,
        appeal=appeal.number,
        verdict=str(verdict),
        corrected=corrected.number if corrected else None,
    )
    return appeal


def _appellant(series: Series, number: int, *, text: str) -> Entrant:
    """Return the entrant who appeals, if an appeal is possible at all."""
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


def _must_be_his(row: GameListRow, entrant: Entrant, deal: int | None) -> None:
    """Refuse an appeal about a list by someone who is not in it, or about a deal that is not there."""
    if not row.table.seats.filter(entrant=entrant).exists():
        raise Refused("not-at-this-table", number=entrant.number, table=row.table.number)
    if deal is not None and not row.deals.filter(number=deal, voided_at=None).exists():
        raise Refused("no-such-deal", deal=deal)
