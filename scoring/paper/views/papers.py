"""What is handed out and hung up: cards, lists of entrants, the plan, certificates, decisions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from scoring.disputes.views.asked import choice, number, site_of
from scoring.lists.listings import cards as cards_listings
from scoring.lists.selectors import lists
from scoring.paper.documents import certificates as paper_certificates
from scoring.paper.documents import entrant_lists
from scoring.paper.documents import lists_overview as paper_lists_overview
from scoring.paper.documents import plan as paper_plan
from scoring.paper.documents import start_cards as paper_start_cards
from scoring.paper.documents import table_cards as paper_table_cards
from scoring.paper.selectors import cards as paper_cards
from scoring.paper.views.handed_out import answer, answer_everybody
from scoring.results.selectors import classes, standings
from tables.draw.selectors import seats
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.selectors import tournaments

FIRST = 3
"""Places that get a certificate if nobody says otherwise."""

TWO = 2
"""Table cards on a sheet if nobody says otherwise."""

"""Where the words of a table are typed."""


@require_safe
@cache_control(private=True, no_cache=True)
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the tournament plan (SkWO 6.2)."""
    tournament = access.public_tournament(request, slug=slug)
    site = site_of(request)
    page = reverse("tables:tournament", kwargs={"slug": slug})
    link = None if cards_listings.reaches_only_this_machine(site) else site + page
    return answer_everybody(
        request,
        slug,
        f"plan-{link}",
        lambda: paper_plan.plan(tournament, list(tournaments.series_of(tournament)), link=link),
    )


@require_safe
@never_cache
def entrant_list(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the entrants, ``?by=number``, ``name`` or ``club``; ``&for=wall`` leaves out who has paid."""
    tournament = access.directed_tournament(request, slug=slug)
    document = entrant_lists.entrant_list(
        tournament,
        selectors.entrants(tournament).filter(withdrawn_at=None),
        order=choice(request, "by", entrant_lists.Order) or entrant_lists.Order.NUMBER,
        has_boxes=request.GET.get("for") != "wall",
        as_of=timezone.now(),
    )
    return answer(request, document)


@require_safe
@never_cache
def start_cards(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print the start cards of all who take part, or with ``?first=101&last=120`` of some."""
    tournament = access.directed_tournament(request, slug=slug)
    cards = paper_cards.start_cards(
        tournament,
        ahead="ahead" in request.GET,
        first=number(request, "first"),
        last=number(request, "last"),
    )
    document = paper_start_cards.start_cards(
        tournament,
        cards,
        series=tournament.series.count(),
        a_sheet=number(request, "sheet"),
        link=_to_own_page(request),
    )
    return answer(request, document)


@require_safe
@never_cache
def table_cards(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print a card for every table of a series, or with ``?first=7&last=7`` for some."""
    directed = access.directed_series(request, slug=slug, number=series)
    first, last = number(request, "first") or 0, number(request, "last")
    tables = [
        table
        for table, _seats in seats.seating_of(directed)
        if first <= table.number and (last is None or table.number <= last)
    ]
    a_sheet = number(request, "sheet") or TWO
    return answer(request, paper_table_cards.table_cards(directed, tables, a_sheet=a_sheet, way=_way(request)))


@require_safe
@never_cache
def certificates(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Print certificates for the first three, or with ``?places=10`` or ``all`` for more.

    ``&series=2`` and ``&class=ladies`` choose a ranking, ``&paper=portrait`` how the paper lies.
    """
    tournament = access.directed_tournament(request, slug=slug)
    only = access.series_of(tournament, number=wanted) if (wanted := number(request, "series")) else None
    ranking = standings.standings(tournament, only=only)
    if not ranking.is_official or (only is None and len(ranking.series) < tournament.series.count()):
        messages.warning(request, _("Certificates come when the series are closed: until then places may change."))
        return redirect("scoring:office", slug=slug)
    of = choice(request, "class", classes.Class)
    document = paper_certificates.certificates(
        tournament,
        classes.of_class(ranking, of) if of else ranking,
        only=only,
        of=of,
        places=None if request.GET.get("places") == "all" else number(request, "places") or FIRST,
        paper=choice(request, "paper", paper_certificates.Paper) or paper_certificates.Paper.LANDSCAPE,
    )
    return answer(request, document)


@require_safe
@never_cache
def lists_overview(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Print a table of all lists of a series."""
    shown = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    document = paper_lists_overview.lists_overview(shown, lists.lists_with_results(shown), as_of=timezone.now())
    return answer(request, document)


def _to_own_page(request: HttpRequest) -> paper_start_cards.SeatLink | None:
    """Return what makes the address of an entrant's own page, or None where no phone would get anywhere by it."""
    site = site_of(request)
    if cards_listings.reaches_only_this_machine(site):
        return None
    return lambda entrant: site + reverse("scoring:own-key", kwargs={"key": entrant.key})


def _way(request: HttpRequest) -> paper_table_cards.Way | None:
    """Return how phones get to the lists of tables, or None where none would get anywhere."""
    site = site_of(request)
    if cards_listings.reaches_only_this_machine(site):
        return None
    return paper_table_cards.Way(
        link=lambda table: site + reverse("scoring:list-key", kwargs={"key": table.key}),
        typed_at=f"{site.removeprefix('https://')}{reverse('scoring:code')}",
    )
