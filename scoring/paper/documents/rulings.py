"""Decisions of judges and of the tribunal as numbered documents: facts, claims, what was decided, why (SkWO 7.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.disputes.models import Appeal, Ruling
from scoring.disputes.selectors import bench, queries
from scoring.disputes.selectors.appeals import AppealDocument, appeal_documents
from scoring.disputes.selectors.rulings import RulingDocument, ruling_document, rulings_of
from scoring.disputes.wording import call_states
from scoring.lists.wording import games
from scoring.lists.wording import refusals as lists_clauses
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import Fitted, fitted
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.journal_foot import journal_note
from scoring.rules.register.citing import UnknownClause, citation, meant_by
from tables.acts.wording.moments import stamp
from tables.tournaments.models import Tournament

ROOM: Final = 170.0
"""Width of the event's name."""

JUDGE: Final = 120.0
"""Width of the line the judge signs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPaper:
    """One decision on paper; what is empty of one that is still to be made is left to be filled in by hand."""

    title: str
    about: tuple[tuple[str, str], ...]
    """Series, table, deal, what it decides about."""

    facts: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    """Who says what."""

    sentence: str
    ordered: tuple[str, ...]
    """What became of the list."""

    effects: tuple[tuple[str, str], ...]
    """Each player and what they gain or lose."""

    reasons: str
    clauses: tuple[tuple[str, str], ...]
    """Each clause and what it says, in short."""

    last_word: str
    """Whether it is final, and what can be done against it."""

    panel: str
    judge: Fitted
    decided: str
    is_made: bool = True


def rulings(
    tournament: Tournament, ruling_documents: Sequence[RulingDocument], waiting: Sequence[AppealDocument] = ()
) -> Document:
    """Return decisions, each beginning on a page of its own, and forms for the appeals that wait for theirs."""
    papers = [*map(_paper, ruling_documents), *map(_form, waiting)]
    name = pgettext("file name", "decisions")
    if len(ruling_documents) == len(papers) == 1:
        name = f"{pgettext('file name', 'ruling')}-{ruling_documents[0].ruling.number}"
    return Document(
        template="scoring/paper/documents/rulings.html",
        title=papers[0].title if len(papers) == 1 else _("Decisions"),
        author=tournament.organiser,
        filename=f"{tournament.slug}-{name}",
        context={
            "tournament": tournament,
            **heading(tournament, room=ROOM, largest=1, is_organiser_named=True),
            "papers": papers,
            "journal": journal_note(tournament),
        },
    )


def _paper(one: RulingDocument) -> RulingPaper:
    ruling = one.ruling
    is_final = ruling.stage == Ruling.Stage.TRIBUNAL
    return RulingPaper(
        title=_("Decision no. %(number)s") % {"number": ruling.number},
        about=tuple((label, text) for label, text in _about(ruling) if text),
        facts=(ruling.facts,) if ruling.facts else (),
        claims=tuple((label, text) for label, text in _claims(ruling) if text),
        sentence=ruling.sentence,
        ordered=tuple(_ordered(one)),
        effects=tuple((seat.entrant.called, _signed(change)) for seat, change in one.seats),
        reasons=ruling.reasons,
        clauses=tuple((cited, _says(cited)) for cited in ruling.clauses),
        last_word=_("The decision of the tribunal is final (SkWO 9.10).")
        if is_final
        else _(
            "An appeal against it is made in writing: before the next series starts, after the last series until 15 "
            "minutes after the end of the event (ISkO 4.5.10, SkWO 7.3.3)."
        ),
        panel=", ".join(one.panel),
        judge=fitted(one.judge, room=JUDGE),
        decided=stamp(ruling.decided_at),
    )


def _form(appeal_document: AppealDocument) -> RulingPaper:
    """Return an appeal with what is known of it, and room for its decision, which has a number when it is made."""
    appeal = appeal_document.appeal
    verdicts = {"": "", "upheld": _("The appeal is upheld."), "dismissed": _("The appeal is dismissed.")}
    return RulingPaper(
        title=_("Appeal no. %(number)s") % {"number": appeal.number},
        about=tuple((label, text) for label, text in _filed(appeal) if text),
        facts=tuple(_stood(appeal_document)),
        claims=((appeal.appellant.called, appeal.text),),
        sentence=verdicts[appeal.verdict],
        ordered=(),
        effects=(),
        reasons=appeal.reasons,
        clauses=(),
        last_word=_("A decision is final (SkWO 9.10)."),
        panel="",
        judge=fitted(bench.known_name(appeal.decided_by, appeal.tournament), room=JUDGE),
        decided=stamp(appeal.decided_at),
        is_made=False,
    )


def _filed(appeal: Appeal) -> Iterator[tuple[str, str]]:
    yield pgettext("number of a series", "Series"), str(appeal.series.number)
    yield _("Table"), str(appeal.game_list.table.number) if appeal.game_list else ""
    yield _("Deal"), str(appeal.deal or "")
    entrant = appeal.appellant
    club = f", {entrant.club}" if entrant.club else ""
    number = _("No. %(number)s") % {"number": entrant.number}
    yield _("Appeal by"), f"{entrant.called} ({number}{club})" if entrant.name else f"{number}{club}"
    if appeal.ruling:
        yield _("Against"), _("Decision no. %(number)s") % {"number": appeal.ruling.number}
    late = _("after the deadline") if appeal.late else _("in time")
    yield _("Filed"), f"{stamp(appeal.filed_at)}, {late}"


def _stood(appeal_document: AppealDocument) -> Iterator[str]:
    """Yield who sat at the table, and what stood and stands in the list."""
    if appeal_document.sheet is None:
        return
    seats = ", ".join(
        _("seat %(seat)s %(name)s") % {"seat": seat.place, "name": seat.entrant.called}
        for seat in appeal_document.sheet.seats
    )
    yield _("At the table: %(seats)s.") % {"seats": seats}
    if appeal_document.line is None:
        return
    names = games.names_at(appeal_document.sheet.seats)
    for version in appeal_document.line.earlier:
        facts = {
            "entry": games.deal_line(version.deal, names),
            "from": stamp(version.row.entered_at),
            "until": stamp(version.row.voided_at),
        }
        yield _("In the list from %(from)s until %(until)s: %(entry)s.") % facts
    current = {"entry": games.deal_line(appeal_document.line.deal, names)}
    if appeal_document.line.booking:
        current["computation"] = games.computation(appeal_document.line.booking)
        yield _("In the list now: %(entry)s (%(computation)s).") % current
    else:
        yield _("In the list now: %(entry)s.") % current


def _about(ruling: Ruling) -> Iterator[tuple[str, str]]:
    yield pgettext("number of a series", "Series"), str(ruling.series.number)
    yield _("Table"), str(ruling.game_list.table.number) if ruling.game_list else ""
    yield _("Deal"), str(ruling.deal or "")
    if ruling.objection:
        case = queries.case_of(ruling.objection)
        number = {"number": ruling.objection.number, "kind": call_states.dispute_name(case.kind)}
        yield _("Objection"), _("no. %(number)s, %(kind)s") % number
    if appeal := getattr(ruling, "decided_appeal", None):
        yield _("Appeal"), _("no. %(number)s") % {"number": appeal.number}
    if ruling.taken_back_at:
        yield _("Taken back"), f"{stamp(ruling.taken_back_at)}: {ruling.taken_back_because}"


def _claims(ruling: Ruling) -> Iterator[tuple[str, str]]:
    if ruling.objection:
        case = queries.case_of(ruling.objection)
        yield _("Demand"), case.claim
        yield _("The other side"), case.answer
    if appeal := getattr(ruling, "decided_appeal", None):
        yield appeal.appellant.called, appeal.text


def _ordered(one: RulingDocument) -> Iterator[str]:
    ruling = one.ruling
    if one.after:
        names = [seat.entrant.called for seat, _change in one.seats]
        facts = {"deal": one.after.number, "after": games.deal_line(one.after, names)}
        if one.before:
            facts["before"] = games.deal_line(one.before, names)
            yield _("Deal %(deal)s is corrected. It was: %(before)s. It is: %(after)s.") % facts
        else:
            yield _("Deal %(deal)s is written down: %(after)s.") % facts
        if ruling.overruling:
            yield _("It stands although the rules refuse it: %(why)s") % {"why": ruling.overruling}
    elif ruling.dealt_again_from:
        yield _("Deal %(deal)s and those after it are void and dealt again.") % {"deal": ruling.dealt_again_from}
    elif ruling.game_list:
        yield _("The list stays as it is.")


def _signed(change: int) -> str:
    return f"+{games.points(change)}" if change > 0 else games.points(change)


def _says(cited: str) -> str:
    """Return what a clause says; nothing for one that the rule text here does not have."""
    try:
        return " ".join(lists_clauses.clause_text(clause) for clause in meant_by(citation(cited)))
    except UnknownClause:
        return ""


def _compose(task: Task) -> Document:
    made = [ruling_document(ruling) for ruling in rulings_of(task.tournament)]
    return rulings(task.tournament, made, appeal_documents(task.tournament))


DECISIONS = Kind(
    name="decisions",
    title=gettext_lazy("Decisions"),
    about=gettext_lazy("of the judges and of the tribunal"),
    compose=_compose,
    is_there=lambda there: there.decisions > 0,
    reader=Reader.OFFICIALS,
    archived=frozenset({Scope.EVENT}),
)
