"""Papers that are read like letters: the plan (SkWO 6.2), decisions (SkWO 7.3), tables of a year and of a league."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.disputes.models import Appeal, Ruling
from scoring.disputes.selectors import bench, complaints
from scoring.disputes.selectors.complaints import AppealDocument, appeal_document, appeals_of
from scoring.disputes.selectors.rulings import RulingDocument, ruling_document, rulings_of
from scoring.disputes.wording import phrases
from scoring.league.models import Division, Match
from scoring.league.selectors import MatchView, matches_of, statistics_of, table_of
from scoring.league.wording import days_of, seat_plan, shown_players, shown_rows
from scoring.lists.wording import games
from scoring.lists.wording import refusals as lists_clauses
from scoring.paper.documents.kind import PaperKind, Scope, Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import fitted
from scoring.paper.typesetting.heading import event_document, heading, journal_note
from scoring.rules.register.citing import UnknownClause, citation, meant_by
from scoring.season.listings import dropped_in
from scoring.season.models import Season
from scoring.season.rules.matches import PLAYERS
from scoring.season.selectors.played import Evening
from scoring.season.selectors.tables import YearRow, YearTable
from scoring.season.wording import remarks, value
from tables.acts.wording.moments import stamp
from tables.intake.names import filed
from tables.qr_codes import qr_code
from tables.tournaments import access
from tables.tournaments.listings import plan_of
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments


def _plan(task: Task) -> Document:
    tournament, link = task.tournament, task.links.event_page(task.tournament)
    series = list(tournaments.series_of(tournament))
    return event_document(
        tournament,
        "plan",
        title=_("Tournament plan"),
        context={
            **heading(tournament, room=150, largest=0, is_organiser_named=True),
            "parts": [
                {
                    "letter": letter,
                    "title": part.title,
                    # On paper they are signed under the plan.
                    "points": [point for point in part.points if point.title != _("Signatures")],
                }
                for letter, part in zip("AB", plan_of(tournament, series), strict=True)
            ],
            "seals": [(each_series.number, each_series.commitment) for each_series in series],
            "code": qr_code(link) if link else None,
        },
    )


PLAN = PaperKind(
    name="plan",
    title=gettext_lazy("Tournament plan"),
    compose=_plan,
    opened_by=access.public_tournament,
    archived=frozenset({Scope.EVENT}),
    has_codes=True,
)


def rulings(
    tournament: Tournament, ruling_documents: Sequence[RulingDocument], waiting: Sequence[AppealDocument] = ()
) -> Document:
    """Return decisions, each beginning on a page of its own, and forms for the appeals that wait for theirs."""
    papers = [*map(_paper, ruling_documents), *map(_form, waiting)]
    return event_document(
        tournament,
        "rulings",
        title=papers[0]["title"] if len(papers) == 1 else _("Decisions"),
        context={
            **heading(tournament, room=170, largest=1, is_organiser_named=True),
            "papers": papers,
            "journal": journal_note(tournament),
        },
    )


JUDGE: Final = 120.0  # width of the line the judge signs on


def _paper(ruling_document: RulingDocument) -> dict[str, Any]:
    ruling = ruling_document.ruling
    return {
        "is_made": True,
        "title": _("Decision %(number)s") % {"number": ruling.number},
        "about": [(label, text) for label, text in _about(ruling) if text],
        "facts": [ruling.facts] if ruling.facts else [],
        "claims": [(label, text) for label, text in _claims(ruling) if text],
        "sentence": ruling.sentence,
        "ordered": list(_ordered(ruling_document)),
        "effects": [(seat.entrant.called, _signed(change)) for seat, change in ruling_document.seats],
        "reasons": ruling.reasons,
        "clauses": [(cited, _says(cited)) for cited in ruling.clauses],
        "last_word": _("The decision of the tribunal is final (SkWO 9.10).")
        if ruling.stage == Ruling.Stage.TRIBUNAL
        else _(
            "An appeal against it is made in writing: before the next series starts, after the last series until 15 "
            "minutes after the end of the event (ISkO 4.5.10, SkWO 7.3.3)."
        ),
        "panel": ", ".join(ruling_document.panel),
        "judge": fitted(ruling_document.judge, room=JUDGE),
        "decided": stamp(ruling.decided_at),
    }


def _form(appeal_document: AppealDocument) -> dict[str, Any]:
    appeal = appeal_document.appeal
    verdicts = {"": "", "upheld": _("The appeal is upheld."), "dismissed": _("The appeal is dismissed.")}
    return {
        "title": _("Appeal %(number)s") % {"number": appeal.number},
        "about": [(label, text) for label, text in _filed(appeal) if text],
        "facts": list(_stood(appeal_document)),
        "claims": [(appeal.appellant.called, appeal.text)],
        "sentence": verdicts[appeal.verdict],
        "reasons": appeal.reasons,
        "last_word": _("A decision is final (SkWO 9.10)."),
        "judge": fitted(bench.known_name(appeal.decided_by, appeal.tournament), room=JUDGE),
        "decided": stamp(appeal.decided_at),
    }


def _filed(appeal: Appeal) -> Iterator[tuple[str, str]]:
    yield pgettext("number of a series", "Series"), str(appeal.series.number)
    yield _("Table"), str(appeal.game_list.table.number) if appeal.game_list else ""
    yield _("Deal"), str(appeal.deal or "")
    entrant = appeal.appellant
    club = f", {entrant.club}" if entrant.club else ""
    number = _("No. %(number)s") % {"number": entrant.number}
    yield _("Appeal by"), f"{entrant.called} ({number}{club})" if entrant.name else f"{number}{club}"
    if appeal.ruling:
        yield _("Against"), _("Decision %(number)s") % {"number": appeal.ruling.number}
    late = _("after the deadline") if appeal.late else _("in time")
    yield _("Filed"), f"{stamp(appeal.filed_at)}, {late}"


def _stood(appeal_document: AppealDocument) -> Iterator[str]:
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
        case = complaints.case_of(ruling.objection)
        number = {"number": ruling.objection.number, "kind": phrases.dispute_name(case.kind)}
        yield _("Objection"), _("no. %(number)s, %(kind)s") % number
    if appeal := getattr(ruling, "decided_appeal", None):
        yield _("Appeal"), _("no. %(number)s") % {"number": appeal.number}
    if ruling.taken_back_at:
        yield _("Taken back"), f"{stamp(ruling.taken_back_at)}: {ruling.taken_back_because}"


def _claims(ruling: Ruling) -> Iterator[tuple[str, str]]:
    if ruling.objection:
        case = complaints.case_of(ruling.objection)
        yield _("Demand"), case.claim
        yield _("The other side"), case.answer
    if appeal := getattr(ruling, "decided_appeal", None):
        yield appeal.appellant.called, appeal.text


def _ordered(this_ruling_document: RulingDocument) -> Iterator[str]:
    ruling = this_ruling_document.ruling
    if this_ruling_document.after:
        names = [seat.entrant.called for seat, _change in this_ruling_document.seats]
        facts = {"deal": this_ruling_document.after.number, "after": games.deal_line(this_ruling_document.after, names)}
        if this_ruling_document.before:
            facts["before"] = games.deal_line(this_ruling_document.before, names)
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
    try:
        return " ".join(lists_clauses.clause_text(clause) for clause in meant_by(citation(cited)))
    except UnknownClause:
        return ""


def _decisions(task: Task) -> Document:
    made = [ruling_document(ruling) for ruling in rulings_of(task.tournament)]
    undecided = [appeal_document(appeal) for appeal in appeals_of(task.tournament).filter(decision=None)]
    return rulings(task.tournament, made, undecided)


DECISIONS = PaperKind(
    name="decisions",
    title=gettext_lazy("Decisions"),
    compose=_decisions,
    is_there=lambda printable: printable.decisions > 0,
    opened_by=access.officiated_tournament,
    archived=frozenset({Scope.EVENT}),
)


def division_paper(division: Division, kind: str, *, as_of: datetime) -> Document:
    """Return a paper of a division; ``kind`` is table, fixtures or statistics."""
    titles = {"table": _("Division table"), "fixtures": _("Fixtures"), "statistics": _("Players")}
    context: dict[str, Any] = {"as_of": _as_of(as_of)}
    if kind == "table":
        context |= {"table": (table := table_of(division)), "rows": shown_rows(table)}
    elif kind == "fixtures":
        context["days"] = days_of(division, matches_of(division))
    else:
        context["players"] = shown_players(statistics_of(division))
    return _league(division, kind, title=titles[kind], context=context)


def match_paper(match: Match, view: MatchView, kind: str) -> Document:
    """Return a paper of a match; ``kind`` is invitation or papers."""
    titles = {"invitation": _("Invitation"), "papers": _("Papers of the match")}
    context: dict[str, Any] = {
        "match": match,
        "where": match.venue or match.day.place or (match.host.name if match.host else ""),
        "sides": view.sides,
        "plan": seat_plan(view),
        "series": range(1, match.division.level.series + 1),
        "numbers": range(1, PLAYERS + 1),
        "exchanges": range(6),
        "binding": view.binding,
    }
    return _league(match.division, kind, title=titles[kind], context=context, more=f"-{match.number}")


def _league(division: Division, kind: str, *, title: str, context: Mapping[str, Any], more: str = "") -> Document:
    season = division.season
    words = {"division": division, "season": season, "kind": kind}
    return Document(
        template=f"scoring/paper/documents/league_{kind}.html",
        title=title,
        author=season.club.name,
        filename=f"{season.slug}-{division.number}{more}-{filed(title)}",
        context={**words, **context},
    )


def _as_of(at: datetime) -> str:
    return _("as of %(at)s") % {"at": date_format(localtime(at), "SHORT_DATETIME_FORMAT")}


DENSE: Final = (10, 18, 27, 40)  # evenings that have room in each size of the style sheet, the largest first


def year_paper(season: Season, table: YearTable, *, rules: Sequence[str], as_of: datetime) -> Document:
    """Return the table of a competition to hang up; ``rules`` say how it counts."""
    days = " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in (season.starts_on, season.ends_on))
    release = table.competition.releases.order_by("-number").first()
    return Document(
        template="scoring/paper/documents/year.html",
        title=table.competition.name,
        author=season.club.name,
        filename="-".join((season.slug, pgettext("file name", "table"), str(table.competition.number))),
        context={
            "season": season,
            "days": days,
            "rules": rules,
            "evenings": [f"{evening.starts_on:%d.%m.}" for evening in table.evenings],
            "dense": next((at for at, most in enumerate(DENSE) if len(table.evenings) <= most), len(DENSE)),
            "rows": [_row(row, table.evenings) for row in table.rows],
            "dropped": dropped_in(table),
            "as_of": _as_of(as_of),
            "release": release,
        },
    )


def _row(row: YearRow, evenings: Sequence[Evening]) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.player.name,
        "club": row.player.club,
        "total": value(row.value),
        # What an evening says, and whether it counts.
        "cells": [
            [(value(cell.points), cell.dropped is None) for cell in row.cells.get(evening.number, ())]
            for evening in evenings
        ],
        "account": row.account,
        "remarks": remarks(row.account),
    }
