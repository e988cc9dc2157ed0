"""Decisions of judges as numbered documents: facts, claims, ruling, reasons (SkWO 7.3.3, 9.10)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import wording
from scoring.documents.document import Document
from scoring.documents.fitting import Fitted, fitted
from scoring.documents.heading import heading
from scoring.documents.journal_foot import journal_note
from scoring.rules import Deal, booking
from scoring.selectors import Change, Decision, Sheet
from scoring.wording.moments import stamp
from tables.models import Tournament

ROOM: Final = 170.0
"""Width of the event's name."""

JUDGE: Final = 120.0
"""Width of the line the judge signs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One decision. What is empty is left to be filled in by hand."""

    title: str
    about: tuple[tuple[str, str], ...]
    """Series, table, deal, who appeals and when."""

    facts: tuple[str, ...]
    claims: str
    ruling: tuple[str, ...]
    effects: tuple[tuple[str, str], ...]
    """Each player and what he gains or loses."""

    reasons: str
    judge: Fitted
    decided: str


def decisions(tournament: Tournament, found: Sequence[Decision]) -> Document:
    """Return decisions, each beginning on a page of its own."""
    papers = [_paper(one) for one in found]
    title = papers[0].title if len(papers) == 1 else _("Decisions")
    number = f"-{found[0].appeal.number}" if len(papers) == 1 else ""
    return Document(
        template="scoring/documents/decisions.html",
        title=title,
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "decisions"))) + number,
        context={
            "tournament": tournament,
            **heading(tournament, room=ROOM, largest=1, is_organiser_named=True),
            "papers": papers,
            "journal": journal_note(tournament),
        },
    )


def _paper(one: Decision) -> Paper:
    appeal = one.appeal
    is_decided = bool(appeal.verdict)
    judge = (appeal.decided_by.get_full_name() or appeal.decided_by.get_username()) if appeal.decided_by else ""
    return Paper(
        title=_("Decision no. %(number)s") % {"number": appeal.number},
        about=tuple((label, text) for label, text in _about(one) if text),
        facts=tuple(_facts(one)),
        claims=appeal.text,
        ruling=tuple(_ruling(one)) if is_decided else (),
        effects=tuple(_effects(one.change, one.sheet)) if one.change and one.sheet else (),
        reasons=appeal.reasons,
        judge=fitted(judge, room=JUDGE),
        decided=stamp(appeal.decided_at),
    )


def _about(one: Decision) -> Iterator[tuple[str, str]]:
    appeal = one.appeal
    yield pgettext("number of a series", "Series"), str(appeal.series.number)
    yield _("Table"), str(appeal.game_list.table.number) if appeal.game_list else ""
    yield _("Deal"), str(appeal.deal or "")
    entrant = appeal.appellant
    club = f", {entrant.club}" if entrant.club else ""
    number = _("No. %(number)s") % {"number": entrant.number}
    yield _("Appeal by"), f"{entrant.called} ({number}{club})" if entrant.name else f"{number}{club}"
    late = _("after the deadline") if appeal.late else _("in time")
    yield _("Filed"), f"{stamp(appeal.filed_at)}, {late}"


def _facts(one: Decision) -> Iterator[str]:
    """Yield who sat at the table, and what stood and stands in the list."""
    if one.sheet is None:
        return
    seats = ", ".join(
        _("seat %(seat)s %(name)s") % {"seat": seat.place, "name": seat.entrant.called} for seat in one.sheet.seats
    )
    yield _("At the table: %(seats)s.") % {"seats": seats}
    if one.line is None:
        return
    for version in one.line.earlier:
        facts = {
            "entry": _sentence(version.deal, one.sheet),
            "from": stamp(version.row.entered_at),
            "until": stamp(version.row.voided_at),
        }
        yield _("In the list from %(from)s until %(until)s: %(entry)s.") % facts
    current = {"entry": _sentence(one.line.deal, one.sheet)}
    if one.line.booking:
        current["computation"] = wording.computation(one.line.booking)
        yield _("In the list now: %(entry)s (%(computation)s).") % current
    else:
        yield _("In the list now: %(entry)s.") % current


def _sentence(deal: Deal, sheet: Sheet) -> str:
    declarer = sheet.seats[deal.declarer - 1].entrant.called if deal.declarer else ""
    return wording.deal_line(deal, declarer=declarer, booking=booking(deal))


def _ruling(one: Decision) -> Iterator[str]:
    is_upheld = one.appeal.verdict == "upheld"
    yield _("The appeal is upheld.") if is_upheld else _("The appeal is dismissed.")
    if one.change and one.sheet:
        facts = {
            "deal": one.appeal.deal,
            "before": _sentence(one.change.before, one.sheet),
            "after": _sentence(one.change.after, one.sheet),
        }
        yield _("Deal %(deal)s is corrected. It was: %(before)s. It is: %(after)s.") % facts
    elif one.appeal.deal:
        yield _("The list stays as it is.")


def _effects(change: Change, sheet: Sheet) -> Iterator[tuple[str, str]]:
    for seat, effect in zip(sheet.seats, change.effects, strict=True):
        sign = "+" if effect > 0 else ""
        yield seat.entrant.called, f"{sign}{wording.points(effect)}"
