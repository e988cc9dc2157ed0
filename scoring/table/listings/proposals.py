"""Entries that a phone brought and the list did not take, beside what stands in their place (SkWO 7.2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.lists.models import EntryRow, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.lists.wording import games, problems, sides
from scoring.lists.wording import names as lists_names
from scoring.lists.wording.sides import Side
from scoring.rules.codes import Code
from scoring.rules.comparison import Cell, difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import Unreadable, read_line
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.moments import moment

ACCEPT, DISMISS, PROPOSE, DROP = "accept", "dismiss", "propose", "drop"
"""What it means to say that a version is right: of whoever decides the first two, of whoever brought it the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A deal that waits for somebody to accept it."""

    proposal: Proposal
    because: str
    """Why the list did not take it."""

    sides: tuple[Side, ...]
    """What the list has in its place, if it has something, and what was brought; nothing where that cannot be read."""

    seen: UUID | None
    """The key of what the list has in its place."""

    players: tuple[tuple[int, str], ...]
    """For whom it can count, as seats with names, where others sat at the table when it was written; else empty."""

    is_struck: bool
    """Whether the time struck it, so that it counts only if it had begun before."""

    is_mine: bool
    """Whether the phone of whoever looks brought it."""

    may_be_accepted: bool
    """Whether whoever looks may say that it counts, and the list has room for it."""


def proposed(book: Book, *, device: str) -> tuple[Proposed, ...]:
    """Return the deals that wait at a table as far as they concern a phone, or all of them: without ``device``."""
    decides = not device or book.keeper_of(FIRST) in {"", device}
    return tuple(
        _proposed(proposal, book, device=device, decides=decides)
        for proposal in book.open_proposals
        if decides or proposal.device == device
    )


def beside(book: Book, there: EntryRow, deal: Deal, *, sits: Sequence[int], copy: str, device: str) -> list[Side]:
    """Return what a copy of a list has of a deal, and what was brought of it while others may have sat there."""
    now = lists_names.names_at(book.seats)
    is_seated = book.is_seated(sits)
    then = now if is_seated else sitting.called_at(book.row.table, sits)
    stands = book.deal_of(there)
    # Whoever changed the seat meanwhile is the same player still.
    moved = deal if is_seated else sitting.for_whom(deal, now=book.sits, then=sits)
    found = difference(stands, moved or deal)
    differing = {*(found.cells if found else ()), *([] if moved else [Cell.DECLARER])}
    return [
        Side(
            title=_("In the second list") if copy == SECOND else _("In the list"),
            written=sides.entered(there, here=device, keeper=book.keeper_of(copy)),
            lines=sides.read(stands, names=now, differing=differing),
        ),
        Side(title=_("Not in the list"), written="", lines=sides.read(deal, names=then, differing=differing)),
    ]


def _proposed(proposal: Proposal, book: Book, *, device: str, decides: bool) -> Proposed:
    there = next((row for row in book.deals if row.number == proposal.number), None)
    deal, struck_after = _deal(proposal), book.row.struck_after
    is_seated = book.is_seated(proposal.sits)
    names = lists_names.names_at(book.seats)
    is_struck = there is None and struck_after is not None and proposal.number > struck_after
    may_be_accepted = decides and deal is not None and not is_struck and book.shut is None
    may_play = book.game_list().players_of(proposal.number) if not is_seated and deal and deal.declarer else ()
    return Proposed(
        proposal=proposal,
        because=_because(proposal, book),
        sides=_sides(proposal, deal, there, book, device=device, decides=decides, may_be_accepted=may_be_accepted),
        seen=there.entry_key if there else None,
        players=tuple((place, names[place - 1]) for place in may_play),
        is_struck=is_struck,
        is_mine=proposal.device == device,
        may_be_accepted=may_be_accepted,
    )


def _sides(
    proposal: Proposal,
    deal: Deal | None,
    there: EntryRow | None,
    book: Book,
    *,
    device: str,
    decides: bool,
    may_be_accepted: bool,
) -> tuple[Side, ...]:
    if deal is None:
        return ()
    written = sides.from_phone(proposal.device, proposal.received_at, here=device, keeper=book.keeper_of(FIRST))
    if there is None:
        then = lists_names.names_at(book.seats)
        if not book.is_seated(proposal.sits):
            then = sitting.called_at(book.row.table, proposal.sits)
        return (Side(title=_("Not in the list"), written=written, lines=sides.read(deal, names=then)),)
    listed, brought = beside(book, there, deal, sits=proposal.sits, copy=FIRST, device=device)
    if decides:
        effects = {
            DISMISS: _("The list stays as it is; the other one does not count."),
            ACCEPT: _("It takes the place of the other one, which stays in the history."),
        }
        stays, counts = DISMISS, ACCEPT if may_be_accepted else ""
    else:
        effects = {
            DROP: _("The list stays as it is; this phone lets go of its own."),
            PROPOSE: _("Whoever keeps the list decides, or the direction. Until then it does not count."),
        }
        stays, counts = DROP, PROPOSE
    return (
        replace(listed, does=stays, effect=effects[stays]),
        replace(brought, written=written, does=counts, effect=effects.get(counts, "")),
    )


def _deal(proposal: Proposal) -> Deal | None:
    try:
        return read_line(proposal.number, proposal.line)
    except (Unreadable, IllegalContract):
        return None


def _because(proposal: Proposal, book: Book) -> str:
    if proposal.because in list(Code):
        return problems.code(Code(proposal.because))
    if proposal.because in {"seated-otherwise", "seats-unnamed"}:
        then = sitting.called_at(book.row.table, proposal.sits)
        return refusals.refusal(Refused(proposal.because, then=then, now=lists_names.names_at(book.seats)))
    series = book.row.table.series.number
    if proposal.because == "list-signed":
        return _("The list was signed already when it came.")
    return refusals.refusal(Refused(proposal.because, deal=proposal.number, series=series, open=series - 1))


def decided(book: Book, *, device: str) -> dict[str, str]:
    """Return by their keys what became of the deals that a phone brought and that wait no more, each as a sentence.

    What a phone let go of itself is among them: it knows that, and asks no more.
    """
    settled = [one for one in book.proposals if one.device == device and one.settled_at]
    names = lists_names.names_at(book.seats) if settled else []
    return {str(one.entry_key): _decision(one, book, names) for one in settled}


def _decision(proposal: Proposal, book: Book, names: Sequence[str]) -> str:
    there = next((row for row in book.deals if row.number == proposal.number), None)
    facts = {"deal": proposal.number, "at": moment(proposal.settled_at)}
    if there is None:
        by_direction = _("Deal %(deal)s does not count: said by the direction, %(at)s.")
        by_table = _("Deal %(deal)s does not count: said on the phone that keeps the list, %(at)s.")
    else:
        facts["words"] = games.deal_line(book.deal_of(there), names)
        by_direction = _("Deal %(deal)s is settled: %(words)s. Said by the direction, %(at)s.")
        by_table = _("Deal %(deal)s is settled: %(words)s. Said on the phone that keeps the list, %(at)s.")
    return (by_direction if proposal.settled_by_id else by_table) % facts
