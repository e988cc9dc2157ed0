"""Paper from its own address, as PDF or as a page; signed PDF files, and whether one is genuine (SkWO 7.2.3, 7.4)."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.disputes.selectors import complaints
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.league import access as league_access
from scoring.league.selectors import match_view
from scoring.lists.selectors import boards
from scoring.lists.selectors import sheets as lists_sheets
from scoring.money.listings import journal_sheet
from scoring.money.selectors.lines import movements, names
from scoring.money.selectors.statement import statement_of
from scoring.paper import pictures as album
from scoring.paper import workbooks
from scoring.paper.documents import texts
from scoring.paper.documents.cards import CERTIFICATES
from scoring.paper.documents.catalogue import KINDS, compose
from scoring.paper.documents.kind import NothingToPrint, PaperKind, Task
from scoring.paper.documents.lists import SHEETS
from scoring.paper.documents.rankings import RANKING
from scoring.paper.forms import Leaf, ListOrder, Paper, WantedPaper
from scoring.paper.runs import signing
from scoring.paper.runs.runs import BeingMade, made_once
from scoring.paper.runs.signing import CannotSign
from scoring.paper.sheets.form import SheetLook
from scoring.paper.sheets.score_sheets import score_sheet
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.paper.views.responses import PDF, answer, answer_everybody, being_made, links_of
from scoring.results.selectors import standings
from scoring.results.views.states import last_line_for
from scoring.season import access as season_access
from scoring.season.selectors import played, seasons, tables
from scoring.season.views.public import chosen_of, how_it_counts
from tables.acts.forms import FileKind, Upload
from tables.acts.views import as_file, as_tables, asked_number, show, written
from tables.draw import selectors as draw_seats
from tables.hall import access
from tables.intake.names import filed
from tables.sheets import Sheet
from tables.tournaments import access as tournaments_access
from tables.tournaments.selectors.tournaments import classes_of
from tables.tournaments.wording import above

E = TypeVar("E", bound=StrEnum)
MOST_AT_ONCE: Final = 60  # sheets or certificates while the browser waits; the print desk makes more
FIRST: Final = 3  # places that get a certificate if nobody says otherwise
MOST_NUMBERS: Final = 9999


@require_safe
def document(request: HttpRequest, *, slug: str, kind: str, series: int | None = None) -> HttpResponse:
    """Print a document of a kind; what the address may ask for is in ``_wanted``."""
    declared = KINDS["rankings" if kind == "ranking" and request.GET.get("ranking") else kind]
    tournament = declared.opened_by(request, slug=slug)
    wanted = _wanted(request, slug, declared, series)
    if wanted.of and wanted.of not in {player_class.code for player_class in classes_of(tournament)}:
        raise Http404
    is_public, given = declared.opened_by is tournaments_access.public_tournament, None
    if wanted.series is not None:
        given = tournaments_access.series_of(tournament, number=wanted.series)
        if is_public and given.published_at is None:
            raise Http404
        if declared is SHEETS and boards.lists_of(given).count() > MOST_AT_ONCE:
            return _at_the_desk(slug, kind=kind, series=given.number)
    last = last_line_for(request, slug) if is_public else None
    now = last.at if last else timezone.now()
    task = Task(tournament=tournament, wanted=wanted, links=links_of(request), now=now, given=given)
    try:
        if is_public:
            response = answer_everybody(request, slug, f"{wanted} {task.links}", lambda: compose(task))
            patch_cache_control(response, private=True, no_cache=True)
            return response
        made = compose(task)
        is_for_desk = declared is CERTIFICATES and len(made.under) > MOST_AT_ONCE
        response = _at_the_desk(slug, kind=declared.name, places="") if is_for_desk else answer(request, made)
    except NothingToPrint:
        if is_public:
            raise Http404 from None
        messages.warning(request, str(declared.not_yet))
        place = {"slug": slug} if series is None else {"slug": slug, "series": series}
        response = redirect("scoring:office" if series is None else "scoring:board", **place)
    add_never_cache_headers(response)
    return response


def _at_the_desk(slug: str, **asked: str | int) -> HttpResponse:
    return redirect(f"{reverse('scoring:print-desk', kwargs={'slug': slug})}?{urlencode(asked)}")


def _wanted(request: HttpRequest, slug: str, kind: PaperKind, series: int | None) -> WantedPaper:
    """Return what the address asks for.

    ``?series=2``, ``&class=ladies``, ``&ranking=1``: which places. ``&places=10`` or ``all``, ``&paper=portrait``: of
    certificates. ``&by=name``, ``&for=wall``: of the list of entrants. ``&first=101&last=120``, ``&sheet=4``,
    ``&ahead``: which cards, how many on a sheet of paper, and whether they tell seats not published yet.
    ``&leaf=a5`` or ``two``, ``&signs``: of score sheets.
    """
    first, last = asked_number(request, "first"), asked_number(request, "last")
    is_some = first is not None or last is not None
    pictures = album.latest_of(slug) if kind is CERTIFICATES else {}
    return WantedPaper(
        kind=kind.name,
        language=get_language() or "",
        series=asked_number(request, "series") if series is None else series,
        tables=tuple(range(first or 1, min(last or MOST_NUMBERS, MOST_NUMBERS) + 1)) if is_some else (),
        leaf=_choice(request, "leaf", Leaf) or Leaf.A4,
        has_signs="signs" in request.GET,
        a_sheet=asked_number(request, "sheet"),
        order=_choice(request, "by", ListOrder) or ListOrder.NUMBER,
        has_boxes=request.GET.get("for") != "wall",
        of=request.GET.get("class"),
        paper=_choice(request, "paper", Paper) or Paper.LANDSCAPE,
        places=None if request.GET.get("places") == "all" else asked_number(request, "places") or FIRST,
        ranking=asked_number(request, "ranking"),
        ahead="ahead" in request.GET,
        logo=pictures.get("logo"),
        background=pictures.get("background"),
    )


def _choice(request: HttpRequest, name: str, choices: type[E]) -> E | None:
    typed = request.GET.get(name, "")
    try:
        return choices(typed) if typed else None
    except ValueError:
        raise Http404 from None


@require_safe
def sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Print a table's score sheet, blank or with what is entered so far."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found_sheet = lists_sheets.sheet(boards.list_of(seen))
    directs, links = tournaments_access.offices(request, seen.series.tournament).director, links_of(request)
    link = links.to_list if directs else None
    look = SheetLook(now=timezone.now(), link=link, verification=links.to_verification)
    return answer(request, score_sheet(found_sheet, look))


@require_safe
def paper(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Print a decision of a judge or of the tribunal."""
    tournament = tournaments_access.officiated_tournament(request, slug=slug)
    ruling = disputes_rulings.ruling_of(tournament, number)
    if ruling is None:
        raise Http404
    return answer(request, texts.rulings(tournament, [disputes_rulings.ruling_document(ruling)]))


@require_safe
def appeal_paper(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Print the decision about an appeal, or the form for it while it waits."""
    tournament = tournaments_access.officiated_tournament(request, slug=slug)
    appeal = complaints.appeal_of(tournament, number)
    if appeal is None:
        raise Http404
    if appeal.decision:
        return redirect("scoring:ruling-pdf", slug=slug, number=appeal.decision.number)
    return answer(request, texts.rulings(tournament, [], [complaints.appeal_document(appeal)]))


@require_safe
def results(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send the results: the ranking, each series seat by seat, other rankings, the lists."""
    tournament = tournaments_access.directed_tournament(request, slug=slug)
    sheets = workbooks.results_sheets(tournament)
    return _answer(tournament, [next(sheets)] if ending == "csv" else list(sheets), _("Results"), ending)


@require_safe
def seats(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send who sits where in every series whose seats are published."""
    tournament = tournaments_access.directed_tournament(request, slug=slug)
    seatings = [(series, draw_seats.seating_of(series)) for series in standings.shown_series(tournament)]
    return _answer(tournament, [workbooks.seats_sheet(seatings)], _("Seats"), ending)


@require_safe
def deals(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send every deal of the event, and what was corrected."""
    tournament = tournaments_access.directed_tournament(request, slug=slug)
    lists = [(series, list(lists_sheets.sheets(series))) for series in standings.shown_series(tournament)]
    sheets = [workbooks.deals_sheet(lists), *([] if ending == "csv" else [workbooks.corrections_sheet(lists)])]
    return _answer(tournament, sheets, _("Deals"), ending)


@require_safe
def account(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send the account of the money, and its journal."""
    tournament = tournaments_access.treasured_tournament(request, slug=slug)
    sheets = workbooks.account_sheets(statement_of(tournament))
    journal = journal_sheet(movements(tournament).iterator(), names(tournament))
    return _answer(tournament, [*sheets, journal], pgettext("of an event", "Account"), ending)


def _answer(tournament: Any, sheets: Sequence[Sheet], title: Any, ending: str) -> HttpResponse:
    content = written(sheets, ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{tournament.slug}-{filed(str(title))}", ending)


@require_safe
def division(request: HttpRequest, *, season: str, division: int, kind: str) -> HttpResponse:
    """Print the table, the fixtures or the players of a division."""
    found_season = season_access.shown_season(request, slug=season)
    chosen = league_access.division_of(found_season, number=division)
    return answer(request, texts.division_paper(chosen, kind, as_of=timezone.now()))


@require_safe
def match(request: HttpRequest, *, season: str, division: int, number: int, kind: str) -> HttpResponse:
    """Print the invitation to a match, or the papers that are filled in there."""
    found_season = season_access.shown_season(request, slug=season)
    chosen = league_access.match_of(league_access.division_of(found_season, number=division), number=number)
    return answer(request, texts.match_paper(chosen, match_view(chosen, found_season, now=timezone.now()), kind))


@require_safe
def year(request: HttpRequest, *, season: str) -> HttpResponse:
    """Print the table of a competition."""
    found_season = season_access.shown_season(request, slug=season)
    chosen = chosen_of(request, seasons.competitions_of(found_season), found_season)
    if chosen is None:
        raise Http404
    table = tables.table_of(chosen, played.year_of(found_season))
    rules = how_it_counts(chosen, table.rule, found_season)
    return answer(request, texts.year_paper(found_season, table, rules=rules, as_of=timezone.now()))


class SignedForm(forms.Form):
    """The file."""

    file = Upload(
        kinds=frozenset({FileKind.PDF}),
        asked=_("a PDF file"),
        label=_("PDF file"),
        allow_empty_file=True,
        error_messages={"required": _("Please choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".pdf"}),
    )


@require_safe
@cache_control(private=True, no_cache=True)
def signed_ranking(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the official ranking, signed."""
    tournament = tournaments_access.public_tournament(request, slug=slug)
    if not standings.standings(tournament).is_official:
        raise Http404
    version, as_of = standings.latest_act(slug) or ("", timezone.now())
    task = Task(tournament=tournament, wanted=WantedPaper(kind=RANKING.name), now=as_of)
    return _signed(request, tournament, f"ranking:{version}", lambda: compose(task))


@require_safe
def signed_sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Send the closed list of a table, signed."""
    seen = access.seen_table(request, slug=slug, series=series, table=table)
    found_sheet = lists_sheets.sheet(boards.list_of(seen))
    if not found_sheet.row.signed_at:
        raise Http404
    look = SheetLook(now=timezone.now(), verification=links_of(request).to_verification)
    name = f"sheet:{found_sheet.row.pk}:{found_sheet.row.version}:{found_sheet.row.signed_at}"
    return _signed(request, seen.series.tournament, name, lambda: score_sheet(found_sheet, look))


def _signed(request: HttpRequest, tournament: Any, name: str, make: Callable[[], Document]) -> HttpResponse:
    if not signing.can_sign():
        raise Http404

    def sign() -> tuple[str, bytes]:
        document = make()
        site = links_of(request).site
        made = signing.sealed(document, place=tournament.place, now=timezone.now(), site=site)
        return "-".join((document.filename, pgettext("file name", "signed.pdf"))), made.content

    try:
        filename, content = made_once(tournament.slug, "signed", f"{name}:{get_language()}", sign)
    except (CannotSign, CannotTypeset) as missing:
        raise Http404 from missing
    except BeingMade:
        return being_made(request, has_page=False)
    return as_file(content, filename, PDF)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Tell a file that this site signed from one that was altered."""
    if not signing.can_sign():
        raise Http404
    form = SignedForm(request.POST, request.FILES) if request.method == "POST" else SignedForm()
    # Its beginning is enough to see that it is too big.
    examined = signing.examined(form.cleaned_data["file"].read(signing.MOST_BYTES + 1)) if form.is_valid() else None
    context = {"form": form, "found": examined}
    return show(request, "scoring/history/verify/file.html", context)
