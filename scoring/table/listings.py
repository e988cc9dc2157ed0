"""What the direction sees of tables: calls, phones, and entries that a list did not take (SkWO 7.2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.disputes.wording import phrases
from scoring.lists.models import Call, EntryRow, Phone, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.selectors.boards import BoardLine
from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.lists.selectors.sitting import BY_TABLE, came_by, first_round
from scoring.lists.wording import comparison, games
from scoring.lists.wording import refusals as problems
from scoring.lists.wording.comparison import Side
from scoring.rules.comparison import Cell, difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import Unreadable, read_line
from scoring.rules.profiles.games import ANY_PROBLEM
from scoring.table.wording import kept_since
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.acts.wording.moments import ago, moment

SILENT_AFTER: Final = timedelta(minutes=5)
"""An open page asks for the list twice a minute: a phone that is silent for so long is out of reach, or closed."""


def phone_notes(phones: Sequence[Phone], handed: Sequence[Call], *, now: datetime) -> tuple[str, ...]:
    """Return what the direction has to know of the phones that keep a table's lists, as sentences.

    ``handed`` are the calls by which phones were given them: of those that the table itself decided it is told.
    """
    came = [call for phone in phones if (call := came_by(handed, phone)) and call.kind in BY_TABLE]
    silent = [note for phone in phones if (note := phone_note(phone, now=now))]
    return (*map(kept_since, came), *silent)


def phone_note(phone: Phone, *, now: datetime) -> str:
    """Return what the direction has to know of a phone that keeps a list; nothing if all is well."""
    silent = now - phone.seen_at >= SILENT_AFTER
    facts = {"deals": phone.unsent, "ago": ago(phone.seen_at, now=now)}
    if not phone.unsent:
        return _("Its phone was last heard of %(ago)s.") % facts if silent else ""
    text = ngettext(
        "%(deals)s deal is not sent yet; its phone was last heard of %(ago)s.",
        "%(deals)s deals are not sent yet; their phone was last heard of %(ago)s.",
        phone.unsent,
    )
    return text % facts


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCall:
    """Something a table calls the direction for."""

    call: Call = field(repr=False)
    """Its row, whose name would be asked of the database."""

    about: str
    """What it is about, as a sentence."""

    caller: str
    """Whom it is about or who calls: seat and name; empty for the table as a whole."""

    since: str
    aside: str
    """What helps to decide: what is known of the phone that keeps the list now, or from when on a player is away."""

    grants: str
    """What the direction does by saying yes; empty where there is nothing to grant."""

    objection: int | None
    """The number of the objection it is the bell of: that ends it, nothing else does."""

    judge: str
    """Which judge is on the way; empty while nobody is."""

    @property
    def is_for_judge(self) -> bool:
        """Whether it is a judge who is called, not somebody of the direction."""
        return self.objection is not None


def asked(line: BoardLine, call: Call, *, now: datetime) -> AskedCall:
    """Return what a table calls for, in words."""
    seat = next((seat for seat in line.seats if seat.place == call.place), None)
    about = str(call.get_kind_display())
    if call.kind == Call.Kind.TAKE_OVER and call.second:
        about = _("another phone is to keep the second list")
    objection = getattr(call, "objection", None)
    return AskedCall(
        call=call,
        about=capfirst(about),
        caller=_("Seat %(place)s, %(name)s") % {"place": seat.place, "name": seat.entrant.called} if seat else "",
        since=ago(call.called_at, now=now),
        aside=_aside(line, call, now=now),
        grants=_grants(call),
        objection=objection.number if objection else None,
        judge=phrases.on_the_way(objection, now=now) if objection else "",
    )


def _grants(call: Call) -> str:
    if call.kind == Call.Kind.TAKE_OVER:
        return _("Let that phone keep the second list") if call.second else _("Let that phone keep the list")
    return {Call.Kind.LEAVES: _("Let the player leave"), Call.Kind.RETURNS: _("Let the player back in")}.get(
        Call.Kind(call.kind), ""
    )


def _aside(line: BoardLine, call: Call, *, now: datetime) -> str:
    if call.kind == Call.Kind.TAKE_OVER:
        return _keeper(line, call, now=now)
    if call.kind not in {Call.Kind.LEAVES, Call.Kind.RETURNS}:
        return ""
    first = first_round(line.game_list)
    if first is None:
        return _("The last round has begun; it is played to the end by those who sit there.")
    return _("It would hold from round %(round)s on.") % {"round": first}


def _keeper(line: BoardLine, call: Call, *, now: datetime) -> str:
    keeps = Phone.Keeps.SECOND if call.second else Phone.Keeps.FIRST
    keeper = next((phone for phone in line.phones if phone.keeps == keeps), None)
    if keeper is None:
        return _("No phone keeps it now.")
    text = phone_note(keeper, now=now)
    return text or _("Its phone was last heard of %(ago)s.") % {"ago": ago(keeper.seen_at, now=now)}


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


def beside(book: Book, in_list: EntryRow, deal: Deal, *, sits: Sequence[int], copy: str, device: str) -> list[Side]:
    """Return what a copy of a list has of a deal, and what was brought of it while others may have sat there."""
    now = games.names_at(book.seats)
    is_seated = sitting.is_seated(book.row, now=book.sits, then=sits)
    then = now if is_seated else sitting.called_at(book.row.table, sits)
    stands = book.deal_of(in_list)
    # Whoever changed the seat meanwhile is the same player still.
    moved = deal if is_seated else sitting.for_whom(deal, now=book.sits, then=sits)
    found_difference = difference(stands, moved or deal)
    differing = {*(found_difference.cells if found_difference else ()), *([] if moved else [Cell.DECLARER])}
    return [
        Side(
            title=_("In the second list") if copy == SECOND else _("In the list"),
            written=comparison.entered(in_list, here=device, keeper=book.keeper_of(copy)),
            lines=comparison.read(stands, names=now, differing=differing),
        ),
        Side(title=_("Not in the list"), written="", lines=comparison.read(deal, names=then, differing=differing)),
    ]


def _proposed(proposal: Proposal, book: Book, *, device: str, decides: bool) -> Proposed:
    in_list = next((row for row in book.deals if row.number == proposal.number), None)
    deal, struck_after = _deal(proposal), book.row.struck_after
    is_seated = sitting.is_seated(book.row, now=book.sits, then=proposal.sits)
    names = games.names_at(book.seats)
    is_struck = in_list is None and struck_after is not None and proposal.number > struck_after
    may_be_accepted = decides and deal is not None and not is_struck and book.shut is None
    may_play = book.game_list().players_of(proposal.number) if not is_seated and deal and deal.declarer else ()
    return Proposed(
        proposal=proposal,
        because=_because(proposal, book),
        sides=_sides(proposal, deal, in_list, book, device=device, decides=decides, may_be_accepted=may_be_accepted),
        seen=in_list.entry_key if in_list else None,
        players=tuple((place, names[place - 1]) for place in may_play),
        is_struck=is_struck,
        is_mine=proposal.device == device,
        may_be_accepted=may_be_accepted,
    )


def _sides(
    proposal: Proposal,
    deal: Deal | None,
    entry: EntryRow | None,
    book: Book,
    *,
    device: str,
    decides: bool,
    may_be_accepted: bool,
) -> tuple[Side, ...]:
    if deal is None:
        return ()
    written = comparison.from_phone(proposal.device, proposal.received_at, here=device, keeper=book.keeper_of(FIRST))
    if entry is None:
        then = games.names_at(book.seats)
        if not sitting.is_seated(book.row, now=book.sits, then=proposal.sits):
            then = sitting.called_at(book.row.table, proposal.sits)
        return (Side(title=_("Not in the list"), written=written, lines=comparison.read(deal, names=then)),)
    listed, brought = beside(book, entry, deal, sits=proposal.sits, copy=FIRST, device=device)
    if decides:
        effects = {
            DISMISS: _("The list stays as it is."),
            ACCEPT: _("It takes the place of the other one, which stays in the history."),
        }
        stays, counts = DISMISS, ACCEPT if may_be_accepted else ""
    else:
        effects = {
            DROP: _("The list stays as it is."),
            PROPOSE: _("Whoever keeps the list decides. Until then it does not count."),
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
    if problem := ANY_PROBLEM.get(proposal.because):
        return problems.problem(problem)
    if proposal.because in {"seated-otherwise", "seats-unnamed"}:
        then = sitting.called_at(book.row.table, proposal.sits)
        return refusals.refusal(Refused(proposal.because, then=then, now=games.names_at(book.seats)))
    series = book.row.table.series.number
    if proposal.because == "list-signed":
        return _("The list was signed already when it came.")
    return refusals.refusal(Refused(proposal.because, deal=proposal.number, series=series, open=series - 1))


def decided(book: Book, *, device: str) -> dict[str, str]:
    """Return by their keys what became of the deals that a phone brought and that wait no more, each as a sentence.

    What a phone let go of itself is among them: it knows that, and asks no more.
    """
    settled = [proposal for proposal in book.proposals if proposal.device == device and proposal.settled_at]
    names = games.names_at(book.seats) if settled else []
    return {str(proposal.entry_key): _decision(proposal, book, names) for proposal in settled}


def _decision(proposal: Proposal, book: Book, names: Sequence[str]) -> str:
    deal = next((row for row in book.deals if row.number == proposal.number), None)
    words = games.deal_line(book.deal_of(deal), names) if deal else _("does not count")
    by_direction = _("Deal %(deal)s is settled: %(words)s. Said by the direction, %(at)s.")
    by_table = _("Deal %(deal)s is settled: %(words)s. Said on the phone that keeps the list, %(at)s.")
    facts = {"deal": proposal.number, "at": moment(proposal.settled_at), "words": words}
    return (by_direction if proposal.settled_by_id else by_table) % facts
