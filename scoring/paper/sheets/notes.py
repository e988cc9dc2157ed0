"""What has to be said about a list beside its numbers: corrections, rulings, who pays whom (ISkO 5.5.3, 5.5.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from scoring.lists.selectors.settlement import kitty_of, settlement_of
from scoring.lists.selectors.sheets import DealLine, Sheet, may_end
from scoring.lists.wording import games
from scoring.lists.wording.acts import comings_and_goings, ended_early, presence_in_brief
from scoring.lists.wording.games import in_brief, in_full, kitty_in_brief, kitty_payment
from scoring.paper.sheets.measures import Measures
from scoring.paper.typesetting.fitting import broken, width
from tables.acts.wording.moments import moment

SIZE: Final = 2.9
"""Of the notes on pages of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note: in a few words under the list, in full on a page of its own."""

    short: str
    full: str
    deal: int | None = None


def notes(sheet: Sheet) -> list[Note]:
    """Return the notes of a list, that of the whole list first, then in the order of the deals."""
    found = [note for line in sheet.lines for note in (_corrected(sheet, line), _ruled(line)) if note]
    return [*_settled(sheet), *_kitty(sheet), *_changing(sheet), *_short(sheet), *found]


def by_page(found: Sequence[Note], measures: Measures) -> Iterator[tuple[Note, ...]]:
    """Yield the notes of each page that is theirs, in full."""
    page: list[Note] = []
    room = measures.note_lines
    for note in found:
        taken = 1 + int(width(note.full) * SIZE / measures.note_room)
        if page and taken > room:
            yield tuple(page)
            page, room = [], measures.note_lines
        page.append(note)
        room -= taken
    yield tuple(page)


def brief(found: Sequence[Note], measures: Measures) -> tuple[str, bool]:
    """Return what stands under the list, and whether it is everything.

    It is its notes in a few words, or that they are on the next page.
    """
    most, room = measures.notes, (measures.box - 1.8) / measures.word
    each = [broken(note.short, room=room) for note in found]
    if sum(map(len, each)) <= most:
        return "\n".join(chain(*each)), True
    if not most:
        return _("See the next page"), False
    kept: list[str] = []
    for number, lines in enumerate(each):
        more = broken(_("and %(count)s more on the next page") % {"count": len(found) - number}, room=room)
        if len(kept) + len(lines) + len(more) > most:
            break
        kept += lines
    return "\n".join((*kept, *more)), False


def _settled(sheet: Sheet) -> list[Note]:
    """Return who gets and who pays (ISkO 5.5.5), where a stake was agreed."""
    settled = settlement_of(sheet)
    if settled is None:
        return []
    short = in_brief(settled, games.short_names_at(sheet.seats))
    return [Note(short=short, full=in_full(settled, games.names_at(sheet.seats)))]


def _kitty(sheet: Sheet) -> list[Note]:
    """Return what the kitty gave and took (Pinke), where anything was paid."""
    pot = kitty_of(sheet)
    if pot is None or not pot.payments:
        return []
    names = games.names_at(sheet.seats)
    paid = "; ".join(kitty_payment(one, names) for one in pot.payments)
    short = kitty_in_brief(pot, games.short_names_at(sheet.seats))
    return [Note(short=short, full=f"{kitty_in_brief(pot, names)}. {paid}")]


def _changing(sheet: Sheet) -> list[Note]:
    brief = presence_in_brief(sheet.game_list)
    full = " ".join(comings_and_goings(sheet.game_list, games.names_at(sheet.seats)))
    notes = [Note(short=brief, full=full)] if brief else []
    return [*notes, *(Note(short=words, full=words) for words in games.on_other_chairs(sheet.seats))]


def _short(sheet: Sheet) -> list[Note]:
    if sheet.row.short_because:
        is_pub_table = sheet.row.table.series.tournament.is_pub_table
        short = ended_early(sheet) if is_pub_table and sheet.is_ended_early else _("Accepted with fewer deals")
        return [Note(short=short, full=f"{short}: {sheet.row.short_because}")]
    if may_end(sheet.row, len(sheet.lines)) and len(sheet.lines) < sheet.game_list.length:
        words = _("Time over: the deals after no. %(deal)s are struck") % {"deal": len(sheet.lines)}
        return [Note(short=words, full=words)]
    return []


def _corrected(sheet: Sheet, line: DealLine) -> Note | None:
    if not line.earlier:
        return None
    last = line.earlier[-1].row
    facts = {"deal": line.number, "at": moment(last.voided_at)}
    short = _("Deal %(deal)s corrected %(at)s") % facts
    names = games.short_names_at(sheet.seats)
    before = "; ".join(games.deal_entry(version.deal, names) for version in line.earlier)
    full = _("%(note)s. Before: %(before)s") % {"note": short, "before": before}
    if last.voided_because:
        full = _("%(note)s. Reason: %(reason)s") % {"note": full, "reason": last.voided_because}
    return Note(short=short, full=full, deal=line.number)


def _ruled(line: DealLine) -> Note | None:
    if not line.deal.overruled:
        return None
    words = _("Deal %(deal)s stands by a judge's ruling") % {"deal": line.number}
    return Note(short=words, full=words, deal=line.number)
