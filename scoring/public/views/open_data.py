"""What is public as files: CSV and workbooks, a fragment for club pages, a feed of results."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring.public import workbooks
from scoring.public.forms.open_data import USUAL_ROWS, EmbedForm, ShareForm
from scoring.public.listings import embedding
from scoring.public.open_data import feed as public_feed
from scoring.public.selectors.open_data import closed_lately, closed_rankings, latest_act_anywhere, released_lately
from scoring.public.views.open_answers import kept, same_for_everybody, state_of
from scoring.results.selectors import public_state as results_shown
from scoring.results.selectors import rankings
from scoring.results.selectors import standings as results_standings
from scoring.season import access as season_access
from scoring.season.selectors import played, seasons, tables
from tables.acts.views.files import as_tables, written
from tables.draw.selectors import seats as draw_seats
from tables.people import selectors
from tables.sheets import Sheet, table_html
from tables.tournaments import access
from tables.tournaments.selectors.classes import known_classes
from tables.tournaments.views.frames import site
from tables.tournaments.wording.above import above

ATOM = "application/atom+xml; charset=utf-8"

MOST_IN_FEED = 50


@require_safe
@same_for_everybody
def standings(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send the standings; with every series and every other ranking in a workbook or page, as CSV the one asked for."""
    state = state_of(request, slug)
    tournament = access.public_tournament(slug=slug)
    chosen = EmbedForm(request.GET).chosen()
    with _in_language(chosen):
        name = f"{slug}-{pgettext('file name', 'standings')}"
        if ending == "csv":
            return _answer(tournament, _sheet(tournament, chosen), name, ending)
        content = kept(request, state, lambda: written(_all_rankings(tournament), ending, above=_above(tournament)))
        return as_tables(content, name, ending)


@require_safe
@same_for_everybody
def seats(request: HttpRequest, *, slug: str, series: int, ending: str) -> HttpResponse:
    """Send who sits where in a series."""
    found = access.public_series(slug=slug, number=series)
    sheet = workbooks.public_seats_sheet(found, draw_seats.seating_of(found))
    return _answer(found.tournament, sheet, f"{slug}-{pgettext('file name', 'seats')}-{series}", ending)


@require_safe
@same_for_everybody
def entrants(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send who takes part."""
    tournament = access.public_tournament(slug=slug)
    sheet = workbooks.public_entrants_sheet(
        selectors.entrants(tournament).filter(withdrawn_at=None), known_classes(tournament)
    )
    return _answer(tournament, sheet, f"{slug}-{pgettext('file name', 'entrants')}", ending)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@same_for_everybody
def embed(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the first lines of a ranking for the page of a club: without cookies, in a frame anywhere."""
    chosen = EmbedForm(request.GET).chosen()
    with _in_language(chosen):
        try:
            context, status = _embedded(slug, chosen), 200
        except access.Unpublished:
            context, status = {"refused": _("This event is no longer shown to the public.")}, 410
        except Http404:
            context, status = {"refused": _("There is no such ranking.")}, 404
        return render(request, "scoring/public/open_data/embed.html", {**context, "chosen": chosen}, status=status)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@same_for_everybody
def embed_season(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the first lines of the table of a public season for the page of a club, as ``embed`` does of an event."""
    chosen = EmbedForm(request.GET).chosen()
    with _in_language(chosen):
        try:
            context, status = _embedded_year(season, chosen), 200
        except Http404:
            context, status = {"refused": _("There is no such ranking.")}, 404
        return render(request, "scoring/public/open_data/embed.html", {**context, "chosen": chosen}, status=status)


@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # its types know of no parts of an address
def share(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show how the results get onto other pages and into other programs."""
    tournament = access.public_tournament(request, slug=slug)
    shown = results_shown.shown_series(tournament)
    form = ShareForm(
        request.GET or {"rows": USUAL_ROWS},
        series=[(series.number, _("Series %(number)s") % {"number": series.number}) for series in shown],
        rankings=[(ranking.number, ranking.name) for ranking in rankings.rankings_of(tournament)],
    )
    parameters = form.parameters()
    address = site(request) + reverse("scoring:embed", args=[slug])
    rows = int(parameters.get("rows", USUAL_ROWS))
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "here": "standings",
        "form": form,
        "shown": shown,
        "lang": parameters.get("lang"),
        "table": _to_paste(tournament, parameters, rows=rows),
        "snippet": embedding.snippet(address, parameters, title=tournament.name, rows=rows),
        "preview": f"{reverse('scoring:embed', args=[slug])}?{urlencode(parameters)}",
        "height": embedding.HEAD_HEIGHT + rows * embedding.ROW_HEIGHT,
    }
    return render(request, "scoring/public/open_data/share.html", context)


@require_safe
@same_for_everybody
def feed(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the results of an event as a feed."""
    act = results_shown.latest_act(slug)
    version, as_of = act or ("", None)
    tournament = access.public_tournament(slug=slug)

    def made() -> bytes:
        closed = closed_rankings(tournament)
        final = results_standings.standings(tournament) if tournament.released_at else None
        return public_feed.event_feed(tournament, closed, final, as_of=as_of, absolute=_absolute(request)).encode()

    return HttpResponse(kept(request, version, made), content_type=ATOM)


@require_safe
@same_for_everybody
def site_feed(request: HttpRequest) -> HttpResponse:
    """Send the results of all events of the site as a feed."""
    act, today = latest_act_anywhere(), timezone.localdate()
    written = public_feed.site_feed(
        closed_lately(today=today, most=MOST_IN_FEED),
        released_lately(today=today, most=MOST_IN_FEED),
        most=MOST_IN_FEED,
        as_of=act[1] if act else None,
        absolute=_absolute(request),
    )
    return HttpResponse(written, content_type=ATOM)


def _in_language(chosen: Mapping[str, Any]) -> translation.override:
    """Return what writes in the language that is chosen, else in that of whoever asks."""
    return translation.override(chosen.get("lang") or translation.get_language())


def _embedded_year(slug: str, chosen: dict[str, Any]) -> dict[str, Any]:
    season = season_access.public_season(slug=slug)
    competitions = seasons.competitions_of(season)
    number = chosen.get("competition", competitions[0].number if competitions else 0)
    table = tables.table_of(season_access.competition_of(season, number=number), played.year_of(season))
    return {
        "of": season.name,
        "title": table.competition.name,
        "lines": embedding.embedded_year(table, rows=chosen.get("rows", USUAL_ROWS)),
        "count": len(table.rows),
        "page": f"{reverse('scoring:season', args=[slug])}?competition={number}",
    }


def _embedded(slug: str, chosen: dict[str, Any]) -> dict[str, Any]:
    act = results_shown.latest_act(slug)
    tournament = access.public_tournament(slug=slug)
    rows = chosen.get("rows", USUAL_ROWS)
    context = {
        "tournament": tournament,
        "of": tournament.name,
        "seen": act[0] if act else "",
        "as_of": act[1] if act else None,
    }
    if number := chosen.get("ranking"):
        shown_ranking = _ranking(tournament, number)
        more = {
            "title": shown_ranking.ranking.name,
            "lines": embedding.embedded_ranking(shown_ranking, rows=rows),
            "count": len(shown_ranking.lines),
            "page": reverse("scoring:ranking", args=[slug, number]),
        }
        return {**context, **more, "is_official": shown_ranking.is_official, "series": shown_ranking.series}
    only = _series(tournament, chosen["series"]) if "series" in chosen else None
    ranking = results_standings.standings(tournament, only=only)
    more = {
        "title": _("Series %(number)s") % {"number": only.number} if only else _("Standings"),
        "lines": embedding.embedded(ranking, rows=rows),
        "count": len(ranking.lines),
        "page": reverse("scoring:standings-series", args=[slug, only.number])
        if only
        else reverse("scoring:standings", args=[slug]),
    }
    return {**context, **more, "is_official": ranking.is_official, "series": ranking.series}


def _sheet(tournament: Any, chosen: dict[str, Any]) -> Sheet:
    """Return the ranking that is chosen, as a table."""
    if number := chosen.get("ranking"):
        return workbooks.public_ranking_sheet(_ranking(tournament, number))
    only = _series(tournament, chosen["series"]) if "series" in chosen else None
    return workbooks.public_standings_sheet(
        results_standings.standings(tournament, only=only),
        title=_("Series %(number)s") % {"number": only.number} if only else _("Standings"),
        classes=known_classes(tournament),
    )


def _to_paste(tournament: Any, chosen: dict[str, Any], *, rows: int) -> str:
    """Return the first lines of the ranking that is chosen, as a table to be pasted into a page."""
    with _in_language(chosen):
        sheet = _sheet(tournament, {name: int(chosen[name]) for name in ("ranking", "series") if name in chosen})
        return table_html(replace(sheet, rows=list(islice(sheet.rows, rows))))


def _all_rankings(tournament: Any) -> list[Sheet]:
    total, classes = results_standings.standings(tournament), known_classes(tournament)
    sheets = [workbooks.public_standings_sheet(total, title=_("Standings"), classes=classes)]
    for series in total.series if len(total.series) > 1 else ():
        ranking = results_standings.standings(tournament, only=series)
        title = _("Series %(number)s") % {"number": series.number}
        sheets.append(workbooks.public_standings_sheet(ranking, title=title, classes=classes))
    for other in rankings.rankings_of(tournament):
        other.tournament = tournament
        sheets.append(workbooks.public_ranking_sheet(rankings.shown_ranking(other)))
    return sheets


def _series(tournament: Any, number: int) -> Any:
    series = next((one for one in results_shown.shown_series(tournament) if one.number == number), None)
    if series is None:
        raise Http404
    return series


def _ranking(tournament: Any, number: int) -> rankings.ShownRanking:
    ranking = next((one for one in rankings.rankings_of(tournament) if one.number == number), None)
    if ranking is None:
        raise Http404
    ranking.tournament = tournament
    return rankings.shown_ranking(ranking)


def _absolute(request: HttpRequest) -> public_feed.Absolute:
    here = site(request)
    return lambda path: here + path


def _answer(tournament: Any, sheet: Sheet, name: str, ending: str) -> HttpResponse:
    return as_tables(written([sheet], ending, above=_above(tournament)), name, ending)


def _above(tournament: Any) -> tuple[str, str]:
    """Return what stands above, as of the last act: whoever asks later gets the very same."""
    act = results_shown.latest_act(tournament.slug)
    return above(tournament, at=act[1] if act else None)
