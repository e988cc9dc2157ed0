"""Which entry may be taken back by a tap: the one entered last, on the phone that entered it (ISkO 5.5.3)."""

from collections.abc import Iterable, Sequence
from itertools import chain

from scoring.lists.models import EntryRow, GameListRow


def in_order_of_entry(*rows: Iterable[EntryRow]) -> list[EntryRow]:
    """Return stored entries, those that count and those that did, in the order in which they were made."""
    return sorted(chain(*rows), key=lambda row: row.pk)


def is_undoable(row: EntryRow, entered: Sequence[EntryRow], *, device: str) -> bool:
    """Test whether a phone may take an entry back without asking anybody.

    ``entered`` are all entries of the same list there ever were, in the order in which they were made. Once the next
    deal was entered, even if that one does not count any more, an entry is corrected with the consent of its players.
    """
    since = entered[entered.index(row) + 1 :]
    return bool(device) and row.device == device and not any(other.number > row.number for other in since)


def may_undo(game_list: GameListRow, *, number: int, device: str) -> bool:
    """Test whether a phone may take the valid entry of a deal back without asking anybody."""
    entered = in_order_of_entry(game_list.deals.all())
    row = next((row for row in entered if row.number == number and row.voided_at is None), None)
    return row is not None and is_undoable(row, entered, device=device)
