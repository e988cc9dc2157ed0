"""Ending many objections and appeals in one act: what a flood from a table left (SkWO 7.3)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Appeal, Objection
from scoring.disputes.services import appeals as filed
from scoring.disputes.services import objections as raised
from scoring.disputes.services.rulings import Draft
from scoring.disputes.services.tribunal import name_one_panel
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.tournaments.services import turns

APPEALS: Final = "ISkO 4.5.10"
"""What a dismissal cites that says nothing of the game itself."""


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

    Each is ended as if it had been ended by itself, and stays to be read. What is over already is left out. The members
    of the tribunal with the numbers in ``panel`` decide the appeals that have no panel yet.

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
    ended = {"objections": [one.number for one in to_withdraw], "appeals": [one.number for one in to_dismiss]}
    for objection in to_withdraw:
        raised.withdraw(objection_id=objection.pk, by=by, now=now)
    name_one_panel(tournament=tournament, appeals=to_dismiss, members=panel, entry_key=entry_key, by=by, now=now)
    for appeal in to_dismiss:
        filed.decide_appeal(
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
