"""What is public as files: CSV and workbooks, a fragment for club pages, a feed of results."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from html import escape
from itertools import islice
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from scoring.paper import workbooks
from scoring.public.open_data import feed as public_feed
from scoring.public.open_data.embedded import embedded, embedded_ranking, embedded_year
from scoring.public.open_data.picture import MOST, ranking_picture
from scoring.public.selectors.hall_screen import closed_lately, closed_rankings, latest_act_anywhere, released_lately
from scoring.results.selectors import rankings
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings
from scoring.results.views.states import SEEN, last_line_for
from scoring.season import access as season_access
from scoring.season.selectors import played, seasons, tables
from tables.acts.views import as_tables, decimal_mark, written
from tables.draw import selectors as draw_seats
from tables.intake.names import filed
from tables.people import selectors
from tables.sheets import Sheet, table_html
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, site
from tables.tournaments.wording import above

View = Callable[..., HttpResponse]
KEPT_FOR = 600  # seconds that a file is kept that costs much to make


def state_of(request: HttpRequest, slug: str = "") -> str:
    """Return what names the state of an event, or else of the site; "" where nothing was ever done."""
    if slug:
        last = last_line_for(request, slug)
        return last.version if last else ""
    act = latest_act_anywhere()
    return act[0] if act else ""


def public_etag(request: HttpRequest, state: str) -> str | None:
    """Return what names an answer: its address, the state it is of, the language, the day.

    The day is in it because some events are shown until a day, and because they come, run and are over: whoever knows
    the name of an answer had it today. None where nothing was ever done.
    """
    if not state:
        return None
    address = f"{request.scheme}://{request.get_host()}{request.get_full_path()}"
    named = "\n".join((state, address, get_language() or "", str(timezone.localdate())))
    return f'"{hashlib.sha256(named.encode(errors="backslashreplace")).hexdigest()[:32]}"'


def same_for_everybody(view: View) -> View:
    """Let anybody keep what a view answers, and ask whether it is still that."""

    @wraps(view)
    def answered(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        state = state_of(request, kwargs.get("slug", ""))
        etag = public_etag(request, state)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            response = view(request, **kwargs)
            if etag and response.status_code == 200:
                response["ETag"] = etag
                response[SEEN] = state
        response["Access-Control-Allow-Origin"] = "*"
        patch_cache_control(response, public=True, no_cache=True)
        return response

    return answered


def kept(request: HttpRequest, state: str, make: Callable[[], bytes]) -> bytes:
    """Return what was made last for this address, state and language, else make it now; parameters do not count."""
    named = "\n".join((state, request.get_host(), request.path, get_language() or ""))
    key = f"public:{hashlib.sha256(named.encode()).hexdigest()}"
    data: bytes | None = cache.get(key) if state else None
    if data is None:
        data = make()
        if state:
            cache.set(key, data, KEPT_FOR)
    return data


HEAD_HEIGHT = 130
ROW_HEIGHT = 50  # what a fragment needs, in pixels


def snippet(address: str, parameters: Mapping[str, Any], *, title: str, rows: int) -> str:
    """Return the code that puts the fragment into a page."""
    asked = f"{address}?{urlencode(parameters)}" if parameters else address
    code = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border: 0"></iframe>'
    # Plain text: the page that shows it escapes it once more.
    return code.format(escape(asked), escape(title), HEAD_HEIGHT + rows * ROW_HEIGHT)


USUAL_ROWS = 10
MOST_ROWS = 200


class EmbedForm(forms.Form):
    """The choices of the fragment for club pages; each is a parameter of its address."""

    ranking = forms.IntegerField(label=_("Ranking"), required=False, min_value=1, max_value=10_000)
    competition = forms.IntegerField(required=False, min_value=1, max_value=10_000)  # of a season
    series = forms.IntegerField(label=_("Only series"), required=False, min_value=1, max_value=1_000)
    rows = forms.IntegerField(label=_("Lines"), required=False, min_value=1, max_value=MOST_ROWS)
    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[("", _("as the visitor’s device")), ("light", _("light")), ("dark", _("dark"))],
    )
    lang = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("as the visitor’s browser")), *settings.LANGUAGES]
    )

    def chosen(self) -> dict[str, Any]:
        """Return what was chosen; what nobody understands counts as not chosen, for nobody is there to be told."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}


class ShareForm(EmbedForm):
    """The same choices where they are made."""

    def __init__(
        self, *args: Any, series: list[tuple[int, str]], rankings: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        names = [("", _("Total")), *((f"series:{n}", name) for n, name in series)]
        names += [(f"ranking:{n}", name) for n, name in rankings]
        self.fields = {
            "what": forms.ChoiceField(label=_("Content"), required=False, choices=names),
            "rows": self.fields["rows"],
            "theme": self.fields["theme"],
            "lang": self.fields["lang"],
        }
        self.fields["rows"].initial = USUAL_ROWS

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the fragment's address."""
        chosen = self.chosen()
        kind, _colon, number = str(chosen.pop("what", "")).partition(":")
        return ({kind: number} if number else {}) | chosen


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
        name = "-".join((slug, pgettext("file name", "standings")))
        if ending == "csv":
            return _answer(tournament, _sheet(tournament, chosen), name, ending)
        content = kept(request, state, lambda: written(_all_rankings(tournament), ending, above=_above(tournament)))
        return as_tables(content, name, ending)


@require_safe
@same_for_everybody
def seats(request: HttpRequest, *, slug: str, series: int, ending: str) -> HttpResponse:
    """Send who sits where in a series."""
    found_series = access.public_series(slug=slug, number=series)
    sheet = workbooks.public_seats_sheet(found_series, draw_seats.seating_of(found_series))
    return _answer(found_series.tournament, sheet, f"{slug}-{filed(gettext('Seats'))}-{series}", ending)


@require_safe
@same_for_everybody
def entrants(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send who takes part."""
    tournament = access.public_tournament(slug=slug)
    sheet = workbooks.public_entrants_sheet(selectors.participants(tournament), known_classes(tournament))
    return _answer(tournament, sheet, f"{slug}-{filed(gettext('Entrants'))}", ending)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@same_for_everybody
def embed(request: HttpRequest, **of: Any) -> HttpResponse:
    """Show the first lines of a ranking, or of a public season's table, in a frame, without cookies."""
    chosen = EmbedForm(request.GET).chosen()
    with _in_language(chosen):
        try:
            context, status = _embedded_year(chosen, **of) if "season" in of else _embedded(chosen, **of), 200
        except access.Unpublished:
            context, status = {"refused": gettext("This event is no longer shown to the public.")}, 410
        except Http404:
            context, status = {"refused": gettext("There is no such ranking.")}, 404
        return render(request, "scoring/public/open_data/embed.html", {**context, "chosen": chosen}, status=status)


@require_safe
@same_for_everybody
def picture(request: HttpRequest, **of: Any) -> HttpResponse:
    """Send the first ten of an event, or of a public season, as a picture; before anybody is ranked, when and where it
    is.
    """
    if "season" in of:
        year = _embedded_year({**EmbedForm(request.GET).chosen(), "rows": MOST}, **of)
        name, under, lines = year["of"], year["title"], year["lines"]
    else:
        values = _embedded({"rows": MOST}, **of)
        event, lines = values["tournament"], values["lines"]
        about = f"{values['title']} · {values['state']}" if lines else event.place
        name, under = event.name, f"{date_format(event.starts_on, 'SHORT_DATE_FORMAT')} · {about}"
    return HttpResponse(ranking_picture(name, under, lines), content_type="image/png")


@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # its types know of no parts of an address
def share(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show how the results get onto other pages and into other programs."""
    tournament = access.public_tournament(request, slug=slug)
    shown = results_standings.shown_series(tournament)
    form = ShareForm(
        request.GET or {"rows": USUAL_ROWS},
        series=[(series.number, gettext("Series %(number)s") % {"number": series.number}) for series in shown],
        rankings=[(ranking.number, ranking.name) for ranking in rankings.rankings_of(tournament)],
    )
    parameters = form.parameters()
    address = site(request) + reverse("scoring:embed", args=[slug])
    rows = int(parameters.get("rows", USUAL_ROWS))
    at_play = next((series for series in reversed(shown) if series.status != series.Status.CLOSED), None)
    context = frame(
        request,
        tournament,
        "standings",
        form=form,
        shown=shown,
        lang=parameters.get("lang"),
        ranking_text=_ranking_to_tell(tournament, parameters, request) if shown else "",
        seats_text=public_feed.seats_text(at_play, draw_seats.seating_of(at_play), _absolute(request))
        if at_play
        else "",
        table=_to_paste(tournament, parameters, rows=rows),
        snippet=snippet(address, parameters, title=tournament.name, rows=rows),
        preview=f"{reverse('scoring:embed', args=[slug])}?{urlencode(parameters)}",
        height=HEAD_HEIGHT + rows * ROW_HEIGHT,
    )
    return render(request, "scoring/public/open_data/share.html", context)


@require_safe
@same_for_everybody
def feed(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Send the results of an event as a feed."""
    act = results_standings.latest_act(slug)
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
    return translation.override(chosen.get("lang") or translation.get_language())


def _embedded_year(chosen: dict[str, Any], *, season: str) -> dict[str, Any]:
    year = season_access.public_season(slug=season)
    competitions = seasons.competitions_of(year)
    number = chosen.get("competition", competitions[0].number if competitions else 0)
    table = tables.table_of(season_access.competition_of(year, number=number), played.year_of(year))
    return {
        "of": year.name,
        "title": table.competition.name,
        "lines": embedded_year(table, rows=chosen.get("rows", USUAL_ROWS)),
        "count": len(table.rows),
        "page": f"{reverse('scoring:season', args=[season])}?competition={number}",
    }


def _embedded(chosen: dict[str, Any], *, slug: str, request: HttpRequest | None = None) -> dict[str, Any]:
    act = results_standings.latest_act(slug)
    tournament = access.public_tournament(request, slug=slug)
    rows = chosen.get("rows", USUAL_ROWS)
    context = {
        "tournament": tournament,
        "of": tournament.name,
        "seen": act[0] if act else "",
        "as_of": act[1] if act else None,
    }
    if number := chosen.get("ranking"):
        shown_ranking = ranking_or_404(tournament, number)
        more = {
            "title": shown_ranking.ranking.name,
            "lines": embedded_ranking(shown_ranking, rows=rows),
            "count": len(shown_ranking.lines),
            "page": reverse("scoring:ranking", args=[slug, number]),
        }
        return {**context, **more, **_state(tournament, shown_ranking)}
    only = series_or_404(tournament, chosen["series"]) if "series" in chosen else None
    ranking = results_standings.standings(tournament, only=only)
    more = {
        "title": gettext("Series %(number)s") % {"number": only.number} if only else gettext("Standings"),
        "lines": embedded(ranking, rows=rows),
        "count": len(ranking.lines),
        "page": reverse("scoring:standings-series", args=[slug, only.number])
        if only
        else reverse("scoring:standings", args=[slug]),
    }
    return {**context, **more, **_state(tournament, ranking)}


def _state(tournament: Any, ranking: Standings | ShownRanking) -> dict[str, Any]:
    if tournament.released_at:
        state = gettext("final")
    elif tournament.under_review_since:
        state = gettext("under review")
    else:
        state = gettext("official") if ranking.is_official else gettext("provisional")
    return {"is_official": ranking.is_official, "series": ranking.series, "state": state}


def _sheet(tournament: Any, chosen: dict[str, Any]) -> Sheet:
    if number := chosen.get("ranking"):
        return workbooks.public_ranking_sheet(ranking_or_404(tournament, number))
    only = series_or_404(tournament, chosen["series"]) if "series" in chosen else None
    return workbooks.standings_sheet(
        results_standings.standings(tournament, only=only),
        known_classes(tournament),
        title=gettext("Series %(number)s") % {"number": only.number} if only else gettext("Standings"),
        is_public=True,
    )


def _to_paste(tournament: Any, chosen: dict[str, Any], *, rows: int) -> str:
    with _in_language(chosen):
        sheet = _sheet(tournament, {name: int(chosen[name]) for name in ("ranking", "series") if name in chosen})
        return table_html(replace(sheet, rows=list(islice(sheet.rows, rows))), decimal_mark=decimal_mark())


def _ranking_to_tell(tournament: Any, parameters: dict[str, Any], request: HttpRequest) -> str:
    with _in_language(parameters):
        asked = ("ranking", "series", "rows")
        chosen: dict[str, Any] = {name: int(parameters[name]) for name in asked if name in parameters}
        return public_feed.ranking_text(_embedded(chosen, slug=tournament.slug, request=request), _absolute(request))


def _all_rankings(tournament: Any) -> list[Sheet]:
    total, classes = results_standings.standings(tournament), known_classes(tournament)
    sheets = [workbooks.standings_sheet(total, classes, title=gettext("Standings"), is_public=True)]
    for series in total.series if len(total.series) > 1 else ():
        ranking = results_standings.standings(tournament, only=series)
        title = gettext("Series %(number)s") % {"number": series.number}
        sheets.append(workbooks.standings_sheet(ranking, classes, title=title, is_public=True))
    for other in rankings.rankings_of(tournament):
        other.tournament = tournament
        sheets.append(workbooks.public_ranking_sheet(rankings.shown_ranking(other)))
    return sheets


def series_or_404(tournament: Any, number: int) -> Any:
    """Return one of the series whose seats the public knows."""
    for series in results_standings.shown_series(tournament):
        if series.number == number:
            return series
    raise Http404


def ranking_or_404(tournament: Any, number: int) -> rankings.ShownRanking:
    """Return one of the rankings that are switched on, with its lines."""
    for ranking in rankings.rankings_of(tournament):
        if ranking.number == number:
            ranking.tournament = tournament
            return rankings.shown_ranking(ranking)
    raise Http404


def _absolute(request: HttpRequest) -> public_feed.Absolute:
    here = site(request)
    return lambda path: here + path


def _answer(tournament: Any, sheet: Sheet, name: str, ending: str) -> HttpResponse:
    return as_tables(written([sheet], ending, above=_above(tournament)), name, ending)


def _above(tournament: Any) -> tuple[str, str]:
    act = results_standings.latest_act(tournament.slug)
    return above(tournament, at=act[1] if act else None)
