"""Tables for other programs: results, seats and deals as workbooks, and the first sheet of each as CSV."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.lists.selectors import boards
from scoring.lists.selectors import seats as lists_seats
from scoring.lists.selectors import sheets as lists_sheets
from scoring.money.listings.journal import journal_sheet
from scoring.money.selectors.journal import movements, names
from scoring.money.selectors.statement import statement_of
from scoring.paper.workbooks import account as paper_account
from scoring.paper.workbooks import deals as paper_deals
from scoring.paper.workbooks import rankings as paper_rankings
from scoring.paper.workbooks import results as paper_results
from scoring.paper.workbooks import seats as paper_seats
from scoring.results.selectors import public_state, standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tables.acts.views.files import as_tables, written
from tables.draw.selectors import seats as draw_seats
from tables.sheets import Sheet
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.wording.above import above


@require_safe
@never_cache
def results(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send the results: the ranking, each series seat by seat, other rankings, the lists."""
    tournament = access.directed_tournament(request, slug=slug)
    ranking, classes = standings.standings(tournament, with_hidden=True), known_classes(tournament)
    if ending == "csv":
        return _answer(
            tournament, [paper_results.ranking_sheet(ranking, classes)], pgettext("file name", "results"), ending
        )
    series = [(one, lists_seats.results_by_seat(one)) for one in ranking.series]
    lists = paper_results.lists_sheet((one, boards.board(one)) for one in ranking.series)
    rankings = paper_rankings.rankings_sheets(map(shown_ranking, rankings_of(tournament)))
    sheets = [*paper_results.results_sheets(ranking, series, classes), *rankings, lists]
    return _answer(tournament, sheets, pgettext("file name", "results"), ending)


@require_safe
@never_cache
def seats(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send who sits where in every series whose seats are published."""
    tournament = access.directed_tournament(request, slug=slug)
    seatings = [(series, draw_seats.seating_of(series)) for series in public_state.shown_series(tournament)]
    return _answer(tournament, [paper_seats.seats_sheet(seatings)], pgettext("file name", "seats"), ending)


@require_safe
@never_cache
def deals(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send every deal of the event, and what was corrected."""
    tournament = access.directed_tournament(request, slug=slug)
    lists = [(series, list(lists_sheets.sheets(series))) for series in public_state.shown_series(tournament)]
    sheets = [paper_deals.deals_sheet(lists), *([] if ending == "csv" else [paper_deals.corrections_sheet(lists)])]
    return _answer(tournament, sheets, pgettext("file name", "deals"), ending)


@require_safe
@never_cache
def account(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send the account of the money, and its journal."""
    tournament = access.treasured_tournament(request, slug=slug)
    sheets = paper_account.account_sheets(statement_of(tournament))
    journal = journal_sheet(movements(tournament).iterator(), names(tournament))
    return _answer(tournament, [*sheets, journal], pgettext("file name", "account"), ending)


def _answer(tournament: Any, sheets: Sequence[Sheet], part: str, ending: str) -> HttpResponse:
    content = written(sheets, ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{tournament.slug}-{part}", ending)
