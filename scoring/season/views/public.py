"""What may be looked at of seasons: their list, the table of a year, a player's own, days, figures, files."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from scoring.season import access, wording
from scoring.season.forms import DAY, AimForm, OneForm
from scoring.season.listings import YearListing, dropped_in, next_text, shown_cells, year_sheet, year_text
from scoring.season.rules.lists import Land, Rule
from scoring.season.rules.strength import PROVISIONAL, changes
from scoring.season.selectors import played, seasons, tables
from scoring.season.selectors.seasons import plain_rule
from scoring.season.services import competitions as services
from scoring.season.services.seasons import cancel_evening, choose_land, plan_evenings, plan_like
from scoring.season.wording import LAENDER, holiday_named, rule_sentences, together_sentence
from tables.accounts import access as accounts_access
from tables.acts.forms import ActName, TextLine, offer
from tables.acts.views import as_tables, private, show, written
from tables.tournaments.listings import WholeDay
from tables.tournaments.selectors import events
from tables.tournaments.views.frames import FormAct, acted, site, typed
from tables.tournaments.views.public import several

if TYPE_CHECKING:
    from scoring.season.models import Season


def frame(request: HttpRequest, season: Any, here: str, **more: Any) -> dict[str, Any]:
    """Return the context of a page: its season, what whoever looks may do in it, and which page it is."""
    may = access.rights(request, season)
    return {"season": season, "club": season.club, "may": may, "keeps": may.keeps, "here": here, **more}


def looked_at(request: HttpRequest, slug: str) -> tuple["Season", bool]:
    """Return a season for a page on which whoever keeps it acts, and whether the request keeps it."""
    if request.method == "POST":
        return access.kept_season(request, slug=slug), True
    season = access.shown_season(request, slug=slug)
    return season, access.keeps(request, season)


def chosen_of(request: HttpRequest, competitions: Sequence[Any], season: Any) -> Any:
    """Return the competition that an address asks for, else the first; None where there is none."""
    asked = request.GET.get("competition", "")
    value = next((competition for competition in competitions if str(competition.number) == asked), None)
    chosen = value or (competitions[0] if competitions else None)
    if chosen is not None:
        chosen.season = season
    return chosen


def how_it_counts(competition: Any, rule: Rule, season: Any) -> list[str]:
    """Return how a competition counts, in sentences."""
    called = dict(seasons.classes_in(season)) if competition.only_class else {}
    together = together_sentence(competition.together, competition.of_each)
    texts = rule_sentences(
        rule,
        group=str(competition.get_grouping_display()),
        kinds={kind.casefold(): kind for kind, _most in competition.quotas},
        class_name=called.get(competition.only_class, competition.only_class),
    )
    return [together, *texts] if together else texts


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Show the seasons of the site, one's own first."""
    user = accounts_access.official(request)
    own = seasons.kept_by(user) if user else []
    context = {"kept": own, "seasons": [season for season in seasons.listed() if season not in own]}
    return render(request, "scoring/season/seasons.html", context)


@require_safe
def season(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the table of a year: who stands where, what counts of each evening, what is dropped and why."""
    found_season = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found_season)
    chosen = chosen_of(request, competitions, found_season)
    year = played.year_of(found_season)
    context = frame(request, found_season, "table", competitions=competitions, chosen=chosen)
    here = site(request)
    coming = [evening for evening in year.evenings if evening.ahead and not evening.closed and evening.is_shown]
    context |= {"coming": coming, "site": here}
    if following := next((evening for evening in coming if evening.starts_on >= timezone.localdate()), None):
        address = here + reverse("tables:tournament", args=[following.slug])
        context["next_text"] = next_text(following, address=address)
    if chosen:
        table, guests = tables.table_of(chosen, year), tables.guests_of(chosen, year)
        context |= {
            "listing": YearListing(table),
            "year_text": year_text(YearListing(table), address=f"{here}{request.path}?competition={chosen.number}"),
            "guests": YearListing(guests) if guests and guests.rows else None,
            "rules": how_it_counts(chosen, table.rule, found_season),
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
    found_season = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found_season)
    chosen = chosen_of(request, competitions, found_season)
    if chosen is None:
        raise Http404
    year = played.year_of(found_season)
    table = tables.table_of(chosen, year)
    own = tables.own_year(table, year, player=number)
    if own is None:
        if (became := played.became(number)) is None:
            raise Http404
        return redirect("scoring:season-player", season=season, number=became)
    context = frame(request, found_season, "player", competitions=competitions, chosen=chosen)
    context |= {
        "own": own,
        "rules": how_it_counts(chosen, table.rule, found_season),
        "strength": tables.figures_of(found_season).get(number),
        "meetings": played.meetings(year, player=number),
        "evenings": [(evening, shown_cells(evening.cells)) for evening in reversed(own.evenings)],
        **_needs(request, chosen, year, own),
    }
    return render(request, "scoring/season/player.html", context)


@require_safe
def calendar(request: HttpRequest, *, season: str) -> HttpResponse:
    """Give the events of a season for calendars."""
    found_season, today = access.open_season(slug=season), timezone.localdate()
    planned = [
        WholeDay(
            identity=f"planned {found_season.slug} {evening.day} {evening.name}",
            day=evening.day,
            name=evening.name,
            changed_at=evening.planned_at,
            address=reverse("scoring:season-days", args=[found_season.slug]),
        )
        for evening in seasons.planned_of(found_season)
    ]
    shown = events.for_calendar(seasons.for_calendar(found_season, today=today))
    return several(request, shown, name=found_season.name, planned=planned)


@require_safe
def table_file(request: HttpRequest, *, season: str, ending: str) -> HttpResponse:
    """Send the table of a competition as CSV, or those of all as a workbook or as a page to upload."""
    found_season = access.shown_season(request, slug=season)
    competitions = seasons.competitions_of(found_season)
    chosen = chosen_of(request, competitions, found_season)
    if chosen is None:
        raise Http404
    year = played.year_of(found_season)
    wanted = [chosen] if ending == "csv" else competitions
    for competition in wanted:
        competition.season = found_season
    days = " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in (found_season.starts_on, found_season.ends_on))
    above = (found_season.name, f"{days} · {found_season.club.name}")
    sheets = [year_sheet(tables.table_of(competition, year)) for competition in wanted]
    return as_tables(
        written(sheets, ending, above=above), "-".join((found_season.slug, pgettext("file name", "table"))), ending
    )


@require_safe
def released(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Give the table of a competition as it was released last, with its hash; players stand in it by their numbers."""
    found_season = access.shown_season(request, slug=season)
    release = access.competition_of(found_season, number=number).releases.order_by("-number").first()
    if release is None:
        raise Http404
    facts = {"release": release.number, "released_at": release.released_at, "sha256": release.hash}
    return JsonResponse({**facts, "table": release.table}, json_dumps_params={"ensure_ascii": False})


@require_GET
@private
def take_key(request: HttpRequest, *, season: str, key: str) -> HttpResponse:
    """Open a season to whoever shows the key of its members."""
    found_season = access.take_key(request, slug=season, key=key)
    return redirect("scoring:season", season=found_season.slug)


def _needs(request: HttpRequest, chosen: Any, year: Any, own: tables.OwnYear) -> dict[str, Any]:
    ahead = sum(len(evening.ahead) for evening in year.evenings)
    if not ahead or own.row is None:
        return {"ahead": ahead}
    usual = max(1, (own.row.place or 2) - 1)
    form = AimForm(request.GET if "aim" in request.GET else None, initial={"aim": usual})
    aim = form.cleaned_data["aim"] if form.is_bound and form.is_valid() else usual
    needed = tables.need_of(chosen, year, player=own.player.number, aim=aim)
    return {"ahead": ahead, "aim": form, "need": wording.need(needed, aim=aim, lists=ahead)}


EVERY = ((0, _("only once")), (1, _("every week")), (2, _("every two weeks")), (4, _("every four weeks")))


class LandForm(forms.Form):
    """Whose holidays the calendar shows."""

    act = ActName("land")
    land = forms.TypedChoiceField(
        label=_("Public holidays of"),
        required=False,
        coerce=Land,
        empty_value=None,
        choices=[("", _("nowhere")), *((str(land), name) for land, name in LAENDER.items())],
    )


class EveningPlanForm(forms.Form):
    """An evening, or one every so many weeks to the end of the season: under ``days`` with their names."""

    beside: ClassVar = {"day-outside-season": "day"}

    act = ActName("plan")
    name = TextLine(label=_("Name"), max_length=80)
    day = forms.DateField(label=_("Day"), widget=DAY)
    every = forms.TypedChoiceField(label=_("How often"), coerce=int, choices=EVERY, initial=0)

    def __init__(self, *args: Any, until: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.until = until

    def clean(self) -> dict[str, Any]:
        """Make the evenings."""
        data = super().clean() or {}
        if not self.errors:
            data["days"] = [(data["day"], data["name"])]
            day = data["day"]
            while data["every"] and (day := day + timedelta(weeks=data["every"])) <= self.until:
                data["days"].append((day, data["name"]))
        return data


class LikeForm(forms.Form):
    """Which season the evenings are like."""

    act = ActName("like")
    season = forms.TypedChoiceField(label=_("As in"), coerce=int)

    def __init__(self, *args: Any, before: Iterable["Season"], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["season"], [(each_season.pk, each_season.name) for each_season in before])


@require_http_methods(["GET", "HEAD", "POST"])
@private
def days(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the days of a season by month; whoever keeps it plans evenings and chooses whose holidays stand there."""
    chosen, keeps = looked_at(request, season)
    named = [(values, holiday_named(values["holiday"])) for values in seasons.calendar_of(chosen)]
    months = [(first, list(several)) for first, several in groupby(named, key=lambda day: day[0]["day"].replace(day=1))]
    context = frame(request, chosen, "calendar", months=months, today=timezone.localdate())
    if not keeps:
        return render(request, "scoring/season/calendar.html", context)
    land = LandForm(typed(request, "land"), initial={"land": chosen.land})
    plan = EveningPlanForm(typed(request, "plan"), until=chosen.ends_on, auto_id="plan_%s")
    like = LikeForm(typed(request, "like"), before=seasons.before(chosen))
    gone = OneForm(typed(request, "cancel"))

    if answer := acted(
        request,
        FormAct(land, choose_land, "land", gettext("Saved.")),
        FormAct(plan, plan_evenings, "days", gettext("Saved.")),
        FormAct(like, lambda season, **who: plan_like(before_id=season, **who), "season", gettext("Saved.")),
        FormAct(gone, lambda number, **who: cancel_evening(planned_id=number, **who), "number", gettext("Saved.")),
        season_id=chosen.pk,
    ):
        return answer
    context |= {"land": land, "plan": plan, "like": like, "gone": gone}
    return show(request, "scoring/season/calendar.html", context, refused=request.method == "POST")


MOST_POINTS = 5_000
USUAL = 900  # about what a list of 48 deals brings on an evening of a club


class StrengthForm(forms.Form):
    """Whether there is a figure, and with what it begins."""

    act = ActName("strength")
    start = forms.IntegerField(
        label=_("Everybody starts with"),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("Points of a list, for example what is usual here: 900. Left empty, there is no figure."),
    )


class ConsentForm(forms.Form):
    """Who wants a figure."""

    act = ActName("consent")
    person = forms.TypedMultipleChoiceField(
        label=_("Who wants a figure"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(person.pk, person.name) for person in people])


EXAMPLE = ((1200, 1000), (1100, 1100), (1000, 600), (900, 900))


@require_http_methods(["GET", "HEAD", "POST"])
@private
def strength(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the figures and how they are reckoned; whoever keeps the season turns them on and notes who wants one."""
    chosen, keeps = looked_at(request, season)
    if chosen.strength_start is None and not keeps:
        raise Http404
    moved = changes([100 * figure for figure, _points in EXAMPLE], [points for _figure, points in EXAMPLE])
    example = [
        {"figure": figure, "points": points, "change": f"{change // 100:+d}", "then": figure + change // 100}
        for (figure, points), change in zip(EXAMPLE, moved, strict=True)
    ]
    context = frame(request, chosen, "strength", example=example, provisional=PROVISIONAL)
    if keeps:
        people = tables.people_asked(chosen)
        start = StrengthForm(typed(request, "strength"), initial={"start": chosen.strength_start or USUAL})
        consent = ConsentForm(typed(request, "consent"), people=people)
        if answer := acted(
            request,
            FormAct(start, services.turn_strength, "start", gettext("Saved.")),
            FormAct(
                consent, lambda person, **who: services.note_consents(people=person, **who), "person", gettext("Saved.")
            ),
            season_id=chosen.pk,
        ):
            return answer
        agreed = {str(number) for number in tables.consenting(chosen)}
        ticked = {*request.POST.getlist("person")} if consent.is_bound else agreed
        context |= {"start": start, "consent": consent, "people": people, "ticked": ticked}
    if chosen.strength_start is not None:
        context["rows"] = tables.strength_table(played.year_of(chosen))
    return show(request, "scoring/season/strength.html", context, refused=request.method == "POST")
