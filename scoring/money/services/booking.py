"""Writing movements, under the key of their act; boxes of cash filled, counted, handed over (SkWO 3.3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction

from scoring.money.models import FIRST_BOX, LARGEST, BoxCount, Move, MovementRow
from scoring.money.reckon.ledger import Account, Purpose, counted
from scoring.money.reckon.tariffs import Impossible
from scoring.money.selectors.accounts import balance_of, closing_of, owed_for_entering
from tables.accounts.models import User
from tables.accounts.services.accounts import account_named
from tables.acts.services import Refused, as_sent, sent_before
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

ORGANISER: Final = Account(Purpose.ORGANISER)


def differing(tournament: Tournament, numbers: Collection[int]) -> dict[int, bool]:
    """Return those of entrants whose tick is not what the accounts say, and what it should be."""
    owing = owed_for_entering(tournament) if numbers else None
    if owing is None:
        return {}
    ticks = tournament.entrants.filter(number__in=numbers).values_list("number", "paid")
    return {number: not paid for number, paid in ticks if paid == (number in owing)}


def transfer(source: Account, target: Account, cents: int, reason: str, **about: Any) -> MovementRow:
    """Return an amount to be moved, in cents, and what it is ``about``: columns of its row, which is not stored yet."""
    ends = {"source": source.purpose.value, "source_name": source.name}
    ends |= {"target": target.purpose.value, "target_name": target.name}
    return MovementRow(cents=cents, reason=reason, **ends, **about)


def organisers(account: Account, cents: int, reason: str, **about: Any) -> MovementRow:
    """Return what brings an account that holds so many cents to nothing: the rest is the organiser's."""
    ends = (account, ORGANISER) if cents > 0 else (ORGANISER, account)
    return transfer(*ends, abs(cents), reason, **about)


def counter(row: MovementRow, *, reason: str = Move.TAKEN_BACK, because: str = "") -> MovementRow:
    """Return what takes a movement back."""
    about = {"entrant": row.entrant, "series": row.series, "table": row.table, "reverses": row}
    return transfer(row.to_account, row.from_account, row.cents, reason, because=because, **about)


def book(
    tournament: Tournament,
    transfers: Sequence[MovementRow],
    *,
    by: User | None,
    at: datetime,
    entry_key: UUID | None = None,
) -> list[MovementRow]:
    """Write movements, in the caller's transaction and turn; the caller writes the line of the act.

    A closed account takes none, also not what follows from acts of others: what was rendered stays.

    :raises Refused: ``account-closed``, ``amount-missing``, ``amount-too-large``; ``sent-otherwise`` if another act has
        this key.
    """
    if not transfers:
        return []
    must_be_open(tournament)
    number = turns.next_number(tournament.movements)
    # What follows from an act has no form of its own: its first number, given once, stands for it.
    key = entry_key or uuid5(NAMESPACE_OID, f"movement {tournament.pk} {number}")
    if tournament.movements.filter(entry_key=key).exists():
        raise Refused("sent-otherwise")
    for part, row in enumerate(transfers):
        must_be_amount(row.cents)
        row.tournament, row.number, row.part = tournament, number + part, part + 1
        row.entry_key, row.at, row.by = key, at, by
    return MovementRow.objects.bulk_create(transfers)


def note(
    action: str,
    tournament: Tournament,
    moved: Sequence[MovementRow],
    *,
    by: User | None,
    at: datetime,
    sealing: journal.Sealing = journal.NOTHING_MORE,
    also_tick: Collection[int] = (),
    leave: Collection[int] = (),
    **facts: Any,
) -> None:
    """Write the line of an act that moved something, with the seals of what it moved and of whose tick follows it."""
    numbers = [row.number for row in moved]
    touched = {row.entrant for row in moved if row.entrant is not None}
    changed = differing(tournament, (touched | set(also_tick)) - set(leave))
    for has_paid in (True, False):
        if those := [number for number, should in changed.items() if should == has_paid]:
            tournament.entrants.filter(number__in=those).update(paid=has_paid)
    sealed: dict[str, Any] = {**sealing, "movement": [(number,) for number in numbers]}
    if changed:
        sealed["entrant"] = [(number,) for number in sorted(changed)]
    journal.record(action, tournament=tournament, by=by, at=at, sealing=sealed, movements=numbers, **facts)


def do(
    action: str,
    tournament: Tournament,
    transfers: Sequence[MovementRow],
    *,
    by: User | None,
    at: datetime,
    entry_key: UUID | None = None,
    **facts: Any,
) -> list[MovementRow]:
    """Write movements and the line of their act. Raise Refused: as ``book`` does."""
    moved = book(tournament, transfers, by=by, at=at, entry_key=entry_key)
    note(action, tournament, moved, by=by, at=at, **facts)
    return moved


def known_act(
    tournament: Tournament, entry_key: UUID, transfers: Sequence[MovementRow] | None = None, **content: Any
) -> list[MovementRow]:
    """Return what an act moved that came with this key before; empty if none did.

    :raises Refused: ``sent-otherwise`` if other ``transfers`` came with it, or the first is not of that ``content``.
    """
    rows = list(tournament.movements.filter(entry_key=entry_key).order_by("part"))
    if rows:
        as_sent(rows[0], "sent-otherwise", **content)
    if rows and transfers is not None:
        booked = [(row.from_account, row.to_account, row.cents) for row in rows]
        if booked != [(movement.from_account, movement.to_account, movement.cents) for movement in transfers]:
            raise Refused("sent-otherwise")
    return rows


def must_be_open(tournament: Tournament) -> None:
    """Refuse to move anything by hand in an account that was rendered. Raise Refused: ``account-closed``."""
    if closing_of(tournament):
        raise Refused("account-closed")


def must_be_amount(cents: int) -> None:
    """Refuse what is no amount. Raise Refused: ``amount-missing``, ``amount-too-large``."""
    if cents < 1:
        raise Refused("amount-missing")
    if cents > LARGEST:
        raise Refused("amount-too-large", most=LARGEST // 100)


def must_have_reason(because: str) -> str:
    """Return a reason without blanks around it. Raise Refused: ``reason-missing``."""
    if not because.strip():
        raise Refused("reason-missing")
    return because.strip()


def must_have(tournament: Tournament, box: Account, cents: int) -> None:
    """Refuse to take more out of a box than is in it. Raise Refused: ``box-has-less`` (has)."""
    if box.purpose == Purpose.BOX and (has := balance_of(tournament, box)) < cents:
        raise Refused("box-has-less", has=has)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A box as somebody counted it."""

    box: str = FIRST_BOX
    pieces: Mapping[int, int] = field(default_factory=dict)  # how many of each note and coin, by its cents
    because: str = ""
    witness: str = ""
    to: str = ""  # the user name of whoever has the box from then on; empty: it stays where it is


def put_in(*, box: str = FIRST_BOX, **details: Any) -> MovementRow:
    """Put the organiser's money into a box, as change; ``details`` as ``_between`` takes it. Sent again it counts once.

    :raises Refused: ``amount-missing``, ``amount-too-large``, ``account-closed``, ``sent-otherwise``.
    """
    return _between(ORGANISER, Account(Purpose.BOX, box), Move.PUT_IN, box=box, **details)


def take_out(*, box: str = FIRST_BOX, **details: Any) -> MovementRow:
    """Take money out of a box for the organiser: to the bank, for the hall. Sent again it counts once.

    :raises Refused: ``box-has-less`` (has), and as ``put_in`` does.
    """
    return _between(Account(Purpose.BOX, box), ORGANISER, Move.TAKEN_OUT, box=box, **details)


@transaction.atomic
def _between(
    source: Account,
    target: Account,
    reason: str,
    *,
    box: str,
    tournament_id: int,
    cents: int,
    entry_key: UUID,
    by: User,
    now: datetime,
    because: str = "",
) -> MovementRow:
    tournament = turns.take_turn(tournament_id)
    moved = transfer(source, target, cents, reason, because=because.strip())
    if movements := known_act(tournament, entry_key, [moved]):
        return movements[0]
    must_be_amount(cents)
    must_be_open(tournament)
    must_have(tournament, source, cents)
    facts: dict[str, Any] = {"box": box, "cents": cents} | ({"because": moved.because} if moved.because else {})
    return do(f"money.{reason}", tournament, [moved], entry_key=entry_key, by=by, at=now, **facts)[0]


def count_box(*, tournament_id: int, count: Count, entry_key: UUID, by: User, now: datetime) -> BoxCount:
    """Write down what is in a box, piece by piece; what is missing or too much is the organiser's, with its reason.

    :raises Refused: ``pieces-impossible``, ``difference-unexplained`` (found, expected), ``account-closed``,
        ``sent-otherwise``, and as ``account_named`` does.
    """
    to = account_named(count.to, by=by, now=now) if count.to.strip() else None
    return _counted(tournament_id, count, to, entry_key=entry_key, by=by, now=now)


@transaction.atomic
def _counted(
    tournament_id: int, count: Count, to: User | None, *, entry_key: UUID, by: User, now: datetime
) -> BoxCount:
    tournament = turns.take_turn(tournament_id)
    try:
        holds = counted(count.pieces)
    except Impossible as fault:
        raise Refused("pieces-impossible") from fault
    pieces = {str(piece): number for piece, number in sorted(count.pieces.items(), reverse=True) if number}
    values: dict[str, Any] = {"box": count.box, "pieces": pieces}
    if box_count := sent_before(BoxCount.objects, entry_key, "sent-otherwise", tournament_id=tournament_id, **values):
        return box_count
    must_be_open(tournament)
    account = Account(Purpose.BOX, count.box)
    expected, because = balance_of(tournament, account), count.because.strip()
    if holds != expected and not because:
        raise Refused("difference-unexplained", found=holds, expected=expected)
    differs = [organisers(account, expected - holds, Move.DIFFERENCE, because=because)] if holds != expected else []
    moved = book(tournament, differs, entry_key=entry_key, by=by, at=now)
    row = BoxCount.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.box_counts),
        entry_key=entry_key,
        found=holds,
        expected=expected,
        movement=moved[0] if moved else None,
        because=because if moved else "",
        witness=count.witness.strip(),
        to=to,
        counted_at=now,
        counted_by=by,
        **values,
    )
    facts: dict[str, Any] = {"box_count": row.number, "box": row.box, "found": holds, "expected": expected}
    facts |= {"because": row.because} if row.because else {}
    facts |= {"user": to.pk} if to else {}
    note("money.counted", tournament, moved, by=by, at=now, **facts)
    return row
