"""Pots: filled from what was charged, given something besides, and a jackpot given out of one (practice; SkWO 1.5)."""

from collections import defaultdict
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.db.models import Max

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import of_entrant, standing
from scoring.money.selectors.pots import FILLS, GIVEN_TO, JACKPOT, pots_of, to_be_filled
from scoring.money.services.booking import Transfer, book, counter, known_act, must_be_amount, must_be_open, note
from scoring.money.services.boxes import ORGANISER
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


def fill_pots(tournament: Tournament, *, by: User | None, at: datetime) -> list[MovementRow]:
    """Move what was charged into the pots it goes to, in the caller's transaction and turn; what fits already stays."""
    wanted = to_be_filled(tournament)
    there: dict[tuple[str, str], list[MovementRow]] = defaultdict(list)
    for row in standing(tournament).filter(reason=FILLS):
        there[row.target_name, row.source_name].append(row)
    transfers: list[Transfer] = []
    for where in {**there, **wanted}:
        rows = there.get(where, [])
        if sum(row.cents for row in rows) == wanted.get(where, 0):
            continue
        transfers += map(counter, rows)
        if cents := wanted.get(where, 0):
            code, pot = where
            source, target = Account(Purpose.POT, pot), Account(Purpose.TARIFF, code)
            transfers.append(Transfer(source=source, target=target, cents=cents, reason=FILLS))
    if not transfers:
        return []
    last = tournament.movements.aggregate(last=Max("number"))["last"] or 0
    moved = book(
        tournament, transfers, entry_key=uuid5(NAMESPACE_OID, f"pots {tournament.pk} {last + 1}"), by=by, at=at
    )
    note("money.pots-filled", tournament, moved, by=by, at=at, cents=sum(wanted.values()))
    return moved


@transaction.atomic
def give_to_pot(
    *, tournament_id: int, pot: str, cents: int, because: str, entry_key: UUID, by: User, now: datetime
) -> MovementRow:
    """Give a pot something of the organiser's: of a sponsor, or what a jackpot brings over. Sent again it counts once.

    :raises Refused: ``pot-missing``, ``amount-missing``, ``amount-too-large``, ``reason-missing``, ``account-closed``,
        ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if not pot.strip():
        raise Refused("pot-missing")
    must_be_amount(cents)
    source = Account(Purpose.POT, pot.strip())
    transfer = Transfer(source=source, target=ORGANISER, cents=cents, reason=GIVEN_TO, because=because.strip())
    if known := known_act(tournament, entry_key, [transfer]):
        return known[0]
    must_be_open(tournament)
    if not transfer.because:
        raise Refused("reason-missing")
    (moved,) = book(tournament, [transfer], entry_key=entry_key, by=by, at=now)
    facts: dict[str, Any] = {"pot": pot.strip(), "cents": cents, "because": transfer.because}
    note("money.given-to-pot", tournament, [moved], by=by, at=now, **facts)
    return moved


@transaction.atomic
def give_jackpot(
    *,
    tournament_id: int,
    pot: str,
    number: int,
    cents: int,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    of_list: tuple[int, int] | None = None,
) -> MovementRow:
    """Give somebody the jackpot: the deal and its witnesses are the reason. It is then due to them; sent again, once.

    ``of_list`` is series and table where it was won.

    :raises Refused: ``no-such-entrant``, ``pot-has-less`` (has), ``amount-missing``, ``reason-missing``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    must_be_amount(cents)
    transfer = Transfer(
        source=of_entrant(number),
        target=Account(Purpose.POT, pot),
        cents=cents,
        reason=JACKPOT,
        because=because.strip(),
        entrant=number,
        of_list=of_list,
    )
    if known := known_act(tournament, entry_key, [transfer]):
        return known[0]
    must_be_open(tournament)
    if not tournament.entrants.filter(number=number).exists():
        raise Refused("no-such-entrant", number=number)
    if not transfer.because:
        raise Refused("reason-missing")
    has = next((one.holds for one in pots_of(tournament).pots if one.name == pot), 0)
    if has < cents:
        raise Refused("pot-has-less", pot=pot, has=has)
    (moved,) = book(tournament, [transfer], entry_key=entry_key, by=by, at=now)
    facts: dict[str, Any] = {"pot": pot, "number": number, "cents": cents, "because": transfer.because}
    note("money.jackpot", tournament, [moved], by=by, at=now, **facts)
    return moved
