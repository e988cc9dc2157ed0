"""What may be looked at of seasons: the list of them, the table of a year, a player's own year, calendar and files."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_safe

from scoring.season import access, wording
from scoring.season.forms import AimForm
from scoring.season.listings import YearListing, dropped_in, next_text, shown_cells, year_text
from scoring.season.mapping import plain_rule
from scoring.season.rules.competitions.rule import Rule
from scoring.season.selectors import head_to_head, own_years, played, seasons, tables
from scoring.season.selectors.seasons import planned_of
from scoring.season.wording import rule_sentences, together_sentence
from scoring.season.workbooks import year_sheet
from tables.accounts import access as accounts_access
from tables.acts.views import as_tables, private, written
from tables.tournaments.listings import WholeDay
from tables.tournaments.selectors import events
from tables.tournaments.views.frames import site
from tables.tournaments.views.public import several


def frame(request: HttpRequest, season: Any, here: str, **more: Any) -> dict[str, Any]:
    """Return the context of a page: its season, what whoever looks may do in it, and which page it is."""
    may = access.rights(request, season)
    return {"season": season, "club": season.club, "may": may, "keeps": may.keeps, "here": here, **more}


def chosen_of(request: HttpRequest, competitions: Sequence[Any], season: Any) -> Any:
    """Return the competition that an address asks for, else the first; None where there is none."""
    asked = request.GET.get("competition", "")
    found = next((one for one in competitions if str(one.number) == asked), None)
    chosen = found or (competitions[0] if competitions else None)
    if chosen is not None:
        chosen.season = season
    return chosen


def how_it_counts(competition: Any, rule: Rule, season: Any) -> list[str]:
    """Return how a competition counts, in sentences."""
    called = dict(seasons.classes_in(season)) if competition.only_class else {}
    together = together_sentence(competition.together, competition.of_each)
    said = rule_sentences(
        rule,
        group=str(competition.get_grouping_display()),
        kinds={kind.casefold(): kind for kind, _most in competition.quotas},
        class_name=called.get(competition.only_class, competition.only_class),
    )
    return [together, *said] if together else said


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the seasons of the site, one's own first."""
    user = accounts_access.official(request)
    kept = seasons.kept_by(user) if user else []
    own = {one.pk for one in kept}
    context = {"kept": kept, "seasons": [one for one in seasons.listed() if one.pk not in own]}
    return render(request, "scoring/season/seasons.html", context)


@require_safe
def season(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the table of a year: who stands where, what counts of each evening, what is dropped and why."""
    found = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found)
    chosen = chosen_of(request, competitions, found)
    year = played.year_of(found)
    context = frame(request, found, "table", competitions=competitions, chosen=chosen)
    here = site(request)
    coming = [one for one in year.evenings if one.ahead and not one.closed and one.is_shown]
    context |= {"coming": coming, "site": here}
    if following := next((one for one in coming if one.starts_on >= timezone.localdate()), None):
        address = here + reverse("tables:tournament", args=[following.slug])
        context["next_text"] = next_text(following, address=address)
    if chosen:
        table, guests = tables.table_of(chosen, year), tables.guests_of(chosen, year)
        context |= {
            "listing": YearListing(table),
            "year_text": year_text(YearListing(table), address=f"{here}{request.path}?competition={chosen.number}"),
            "guests": YearListing(guests) if guests and guests.rows else None,
            "rules": how_it_counts(chosen, table.rule, found),
            "has_report": year.is_whole and plain_rule(chosen) is not None,
            "dropped": dropped_in(table),
            "release": (last := chosen.releases.order_by("-number").first()) if chosen.released else None,
        }
        context["outdated_at"] = seasons.outdated_since(last) if chosen.released and last else None
    return render(request, "scoring/season/season.html", context)


@require_safe
@private
def player(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Show a player's own year: every evening, form and records, what a better place needs."""
    found = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found)
    chosen = chosen_of(request, competitions, found)
    if chosen is None:
        raise Http404
    year = played.year_of(found)
    table = tables.table_of(chosen, year)
    own = own_years.own_year(table, year, player=number)
    if own is None:
        if (became := played.became(number)) is None:
            raise Http404
        return redirect("scoring:season-player", season=season, number=became)
    context = frame(request, found, "player", competitions=competitions, chosen=chosen)
    context |= {
        "own": own,
        "rules": how_it_counts(chosen, table.rule, found),
        "strength": tables.figures_of(found).get(number),
        "meetings": head_to_head.meetings(year, player=number),
        "evenings": [(one, shown_cells(one.cells)) for one in reversed(own.evenings)],
        **_needs(request, chosen, year, own),
    }
    return render(request, "scoring/season/player.html", context)


@require_safe
def calendar(request: HttpRequest, *, season: str) -> HttpResponse:
    """Give the events of a season for calendars."""
    found, today = access.open_season(slug=season), timezone.localdate()
    planned = [
        WholeDay(
            identity=f"planned {found.slug} {one.day} {one.name}",
            day=one.day,
            name=one.name,
            changed_at=one.planned_at,
            address=reverse("scoring:season-days", args=[found.slug]),
        )
        for one in planned_of(found)
    ]
    shown = events.for_calendar(seasons.for_calendar(found, today=today))
    return several(request, shown, name=found.name, planned=planned)


@require_safe
def table_file(request: HttpRequest, *, season: str, ending: str) -> HttpResponse:
    """Send the table of a competition as CSV, or those of all as a workbook or as a page to upload."""
    found = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found)
    chosen = chosen_of(request, competitions, found)
    if chosen is None:
        raise Http404
    year = played.year_of(found)
    wanted = [chosen] if ending == "csv" else competitions
    for one in wanted:
        one.season = found
    days = " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in (found.starts_on, found.ends_on))
    above = (found.name, f"{days} · {found.club.name}")
    sheets = [year_sheet(tables.table_of(one, year)) for one in wanted]
    return as_tables(written(sheets, ending, above=above), f"{found.slug}-{pgettext('file name', 'table')}", ending)


@require_safe
def released(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Give the table of a competition as it was released last, with its hash; players stand in it by their numbers."""
    found = access.shown_season(request, slug=season)
    release = access.competition_of(found, number=number).releases.order_by("-number").first()
    if release is None:
        raise Http404
    facts = {"release": release.number, "released_at": release.released_at, "sha256": release.hash}
    return JsonResponse({**facts, "table": release.table}, json_dumps_params={"ensure_ascii": False})


@require_GET
@private
def take_key(request: HttpRequest, *, season: str, key: str) -> HttpResponse:
    """Open a season to whoever shows the key of its members."""
    found = access.take_key(request, slug=season, key=key)
    return redirect("scoring:season", season=found.slug)


def _needs(request: HttpRequest, chosen: Any, year: Any, own: own_years.OwnYear) -> dict[str, Any]:
    """Return what a place needs: the one asked for, else the one before a player's own."""
    ahead = own_years.lists_ahead(year)
    if not ahead or own.row is None:
        return {"ahead": ahead}
    usual = max(1, (own.row.place or 2) - 1)
    form = AimForm(request.GET if "aim" in request.GET else None, initial={"aim": usual})
    aim = form.cleaned_data["aim"] if form.is_bound and form.is_valid() else usual
    found = own_years.need_of(chosen, year, player=own.player.number, aim=aim)
    return {"ahead": ahead, "aim": form, "need": wording.need(found, aim=aim, lists=ahead)}
