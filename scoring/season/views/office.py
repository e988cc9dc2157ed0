"""What a club does with its seasons: begins and changes them, their events, members, competitions and calendar."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms as django_forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access, forms
from scoring.season.forms import DAY, ChangedCompetitionForm, CompetitionForm, OneForm
from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.rule import Count, Rule
from scoring.season.rules.competitions.standings import standings
from scoring.season.rules.holidays import Land
from scoring.season.selectors import seasons
from scoring.season.services import competitions as services_competitions
from scoring.season.services import seasons as services
from scoring.season.views.public import frame
from scoring.season.wording import LAENDER, holiday_named, rule_sentences
from tables.accounts.access import acting
from tables.acts.forms import Line, offer
from tables.acts.views import done, private, refusals_at, show
from tables.clubs.access import kept_club
from tables.tournaments.views.frames import site, typed

if TYPE_CHECKING:
    from scoring.season.models import Season


YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def following(before: Sequence["Season"], *, year: int) -> dict[str, Any]:
    """Return what a new season of a club begins with; ``before`` has the latest season first."""
    if not before:
        return {"starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}
    last = before[0]
    return {
        "name": YEARS.sub(lambda found: str(int(found[0]) + 1), last.name),
        "like": last.pk,
        "starts_on": _a_year_later(last.starts_on),
        "ends_on": _a_year_later(last.ends_on),
        "visibility": last.visibility,
        "names_shown": last.names_shown,
    }


def _a_year_later(day: date) -> date:
    """Return the same day a year later; the 29th of February becomes the 28th."""
    return day.replace(year=day.year + 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


KEPT = frozenset({"change", "delete", "renew-key"})
"""What only whoever keeps the season does."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, club: str) -> HttpResponse:
    """Begin a season of a club."""
    found = kept_club(request, slug=club)
    before = list(found.seasons.filter(forgotten_at=None))
    form = forms.NewSeasonForm(typed(request), before=before, initial=following(before, year=timezone.localdate().year))
    if form.is_valid():
        with refusals_at(form):
            made = services.begin_season(
                club_id=found.pk,
                details=form.cleaned_data["details"],
                entry_key=form.cleaned_data["entry_key"],
                like=form.season_before,
                terms=form.terms,
                **acting(request),
            )
            message = gettext(
                "%(name)s has begun. New events of the club count in it; earlier ones can be ticked here."
            ) % {"name": made.name}
            return done(request, message, "scoring:season-office", season=made.slug)
    # While it is chosen how the season counts, the example follows.
    asked = forms.NewSeasonForm(request.GET, before=before) if "count" in request.GET else form
    context = {"club": found, "keeps": True, "here": "season", "form": form, "example": example_of(asked)}
    return show(request, "scoring/season/new.html", context)


EXAMPLE = {
    "Anna": ((812, 1034), (655, 921), ()),
    "Bert": ((900, 700), (850, 880), (760, 640)),
    "Carl": ((1005, 400), (), (990, 1010)),
}
"""What three players won in the lists of three evenings, by which a page explains how a season counts."""

BEST_OF_EXAMPLE = 4


def example_of(form: forms.NewSeasonForm) -> dict[str, Any]:
    """Return the table of the example as the form counts, reckoned by the rules; as usual where it says nothing."""
    form.is_valid()
    said = getattr(form, "cleaned_data", {})
    count = Count(said.get("count") or Count.SUM)
    best = min(said.get("best") or BEST_OF_EXAMPLE, BEST_OF_EXAMPLE) if count is Count.BEST else None
    points = tuple(said.get("points") or forms.USUAL_POINTS) if count is Count.PLACES else ()
    rule = Rule(count=count, best=best, points=points)
    names = dict(enumerate(EXAMPLE))
    lists = [
        SeasonList(player=player, evening=evening, series=10 * evening + part, part=part, performance=performance)
        for player, name in names.items()
        for evening, played in enumerate(EXAMPLE[name], start=1)
        for part, performance in enumerate(played, start=1)
    ]
    rows = [
        (one.place, names[one.account.entrant], EXAMPLE[names[one.account.entrant]], one.account)
        for one in standings(rule, lists)
    ]
    return {"rules": rule_sentences(rule), "rows": rows}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show a season to whoever does a part of it; change what it is, which events and people belong to it."""
    found, may = access.helped_season(request, slug=season)
    act = request.POST.get("act", "")
    if act in KEPT:
        access.kept_season(request, slug=season)
    entries, members = seasons.events_of(found), seasons.members_of(found, may.removes)
    # What is in it already is offered as well: whoever sends it twice is told so.
    events = [*seasons.events_to_add(found, may.enters), *(one.tournament for one in entries)]
    people = [*seasons.people_to_add(found, may.enters), *members]
    change = forms.ChangedSeasonForm(typed(request, "change"), seen=services.as_described(found))
    add_events = forms.EventsForm(typed(request, "add-events"), events=events, auto_id="events_%s")
    add_members = forms.MembersForm(typed(request, "add-members"), people=people, auto_id="members_%s")
    goes = forms.OneForm(request.POST if act in {"remove-event", "remove-member", "renew-key"} else None)
    delete = forms.SureForm(typed(request, "delete"), auto_id="delete_%s")
    if delete.is_valid():
        with refusals_at(delete):
            deleted = services.delete_season(season_id=found.pk, **acting(request))
            message = gettext("%(name)s is deleted. Its events stay.") % {"name": deleted}
            return done(request, message, "tables:club", club=found.club.slug)
    if message := _done(request, found.pk, may.removes, change, add_events, add_members, goes, act):
        return done(request, message, request.path)
    inside, known = {one.tournament_id for one in entries}, {one.pk for one in members}
    context = frame(request, found, "office", competitions=seasons.competitions_of(found))
    context |= {
        "entries": entries,
        "guests": any(one.guests for one in entries),
        "members": members,
        "change": change,
        "add_events": add_events,
        "add_members": add_members,
        "goes": goes,
        "delete": delete,
        "has_events": len(events) > len(inside),
        "has_people": len(people) > len(known),
        "offered_events": [one for one in events if one.pk not in inside],
        "offered_people": [one for one in people if one.pk not in known],
        "ticked": {*request.POST.getlist("event"), *request.POST.getlist("person")},
        "key_address": site(request) + reverse("scoring:season-key", args=[found.slug, found.key]),
    }
    return show(request, "scoring/season/office.html", context, refused=request.method == "POST")


def _done(
    request: HttpRequest,
    season_id: int,
    clubs: Collection[int] | None,
    change: Any,
    add_events: Any,
    add_members: Any,
    goes: Any,
    act: str,
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if change.is_valid():
        data = change.cleaned_data
        with refusals_at(change):
            services.change_season(season_id=season_id, details=data["details"], seen=data["seen"], **who)
            return gettext("The season is changed.")
    if add_events.is_valid():
        chosen, kind = add_events.cleaned_data["event"], add_events.cleaned_data["kind"]
        with refusals_at(add_events):
            added = services.add_events(season_id=season_id, tournaments=chosen, kind=kind, **who)
            return _counted_events(len(added)) if added else ""
    if add_members.is_valid():
        chosen = add_members.cleaned_data["person"]
        with refusals_at(add_members):
            joined = services.add_members(season_id=season_id, people=chosen, **who)
            return _counted_members(len(joined)) if joined else ""
    if goes.is_valid():
        return _gone(season_id, clubs, goes, act, who)
    return ""


def _gone(season_id: int, clubs: Collection[int] | None, goes: Any, act: str, who: dict[str, Any]) -> str:
    number = goes.cleaned_data["number"]
    with refusals_at(goes):
        if act == "remove-event":
            services.remove_event(season_id=season_id, tournament_id=number, clubs=clubs, **who)
            return gettext("The event counts in this season no longer.")
        if act == "remove-member":
            services.remove_member(season_id=season_id, person_id=number, clubs=clubs, **who)
            return gettext("From now on this is a guest.")
        services.renew_key(season_id=season_id, **who)
        return gettext("The members have a new key; the old one opens nothing any more.")
    return ""


def _counted_events(count: int) -> str:
    said = ngettext("%(count)s event counts in it now.", "%(count)s events count in it now.", count)
    return said % {"count": count}


def _counted_members(count: int) -> str:
    return ngettext("%(count)s member more.", "%(count)s members more.", count) % {"count": count}


EVERY = ((0, _("only once")), (1, _("every week")), (2, _("every two weeks")), (4, _("every four weeks")))


class LandForm(django_forms.Form):
    """Whose holidays the calendar shows."""

    act = django_forms.CharField(initial="land", widget=django_forms.HiddenInput, required=False)
    land = django_forms.TypedChoiceField(
        label=_("Public holidays of"),
        required=False,
        coerce=Land,
        empty_value=None,
        choices=[("", _("nowhere")), *((str(one), name) for one, name in LAENDER.items())],
    )


class PlanForm(django_forms.Form):
    """An evening, or one every so many weeks to the end of the season."""

    beside: ClassVar = {"day-outside-season": "day"}

    act = django_forms.CharField(initial="plan", widget=django_forms.HiddenInput, required=False)
    name = Line(label=_("Name"), max_length=80, help_text=_("For example: Club evening"))
    day = django_forms.DateField(label=_("Day"), widget=DAY)
    every = django_forms.TypedChoiceField(label=_("How often"), coerce=int, choices=EVERY, initial=0)

    def days(self, season: "Season") -> list[tuple[date, str]]:
        """Return the evenings, up to the end of the season."""
        data = self.cleaned_data
        found, day = [data["day"]], data["day"]
        while data["every"] and (day := day + timedelta(weeks=data["every"])) <= season.ends_on:
            found.append(day)
        return [(day, data["name"]) for day in found]


class LikeForm(django_forms.Form):
    """Which season the evenings are like."""

    act = django_forms.CharField(initial="like", widget=django_forms.HiddenInput, required=False)
    season = django_forms.TypedChoiceField(label=_("As in"), coerce=int)

    def __init__(self, *args: Any, before: Iterable["Season"], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["season"], [(one.pk, one.name) for one in before])


@require_http_methods(["GET", "HEAD", "POST"])
@private
def page(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the days of a season by month; whoever keeps it plans evenings and chooses whose holidays stand there."""
    if request.method == "POST":
        found, keeps = access.kept_season(request, slug=season), True
    else:
        found = access.shown_season(request, slug=season)
        keeps = access.keeps(request, found)
    days = [(one, holiday_named(one.holiday)) for one in seasons.calendar_of(found)]
    months = [(first, list(several)) for first, several in groupby(days, key=lambda shown: shown[0].day.replace(day=1))]
    context = frame(request, found, "calendar", months=months, today=timezone.localdate())
    if not keeps:
        return render(request, "scoring/season/calendar.html", context)
    land = LandForm(typed(request, "land"), initial={"land": found.land})
    plan = PlanForm(typed(request, "plan"), auto_id="plan_%s")
    like = LikeForm(typed(request, "like"), before=seasons.before(found))
    gone = OneForm(typed(request, "cancel"))
    if message := _said(request, found, land, plan, like, gone):
        return done(request, message, request.path)
    context |= {"land": land, "plan": plan, "like": like, "gone": gone}
    return show(request, "scoring/season/calendar.html", context, refused=request.method == "POST")


def _said(request: HttpRequest, season: Any, land: LandForm, plan: PlanForm, like: LikeForm, gone: OneForm) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if land.is_valid():
        with refusals_at(land):
            services.choose_land(season_id=season.pk, land=land.cleaned_data["land"], **who)
            return gettext("It is noted.")
    if plan.is_valid():
        with refusals_at(plan):
            return _counted(len(services.plan_evenings(season_id=season.pk, days=plan.days(season), **who)))
    if like.is_valid():
        before = like.cleaned_data["season"]
        with refusals_at(like):
            return _counted(len(services.plan_like(season_id=season.pk, before_id=before, **who)))
    if gone.is_valid():
        with refusals_at(gone):
            services.cancel_evening(season_id=season.pk, planned_id=gone.cleaned_data["number"], **who)
            return gettext("The evening is taken out of the plan.")
    return ""


def _counted(many: int) -> str:
    return ngettext("%(n)s evening more is planned.", "%(n)s evenings more are planned.", many) % {"n": many}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_competition(request: HttpRequest, *, season: str) -> HttpResponse:
    """Make a competition."""
    found = access.kept_season(request, slug=season)
    form = CompetitionForm(typed(request), classes=seasons.classes_in(found))
    if form.is_valid():
        terms, key = form.cleaned_data["terms"], form.cleaned_data["entry_key"]
        with refusals_at(form):
            made = services_competitions.make_competition(
                season_id=found.pk, terms=terms, entry_key=key, **acting(request)
            )
            message = gettext("“%(name)s” counts from now on.") % {"name": made.name}
            return done(request, message, "scoring:season-office", season=season)
    return show(request, "scoring/season/competition.html", frame(request, found, "office", form=form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def competition(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Change how a competition counts, release its table, delete it."""
    found = access.released_season(request, slug=season)
    chosen = access.competition_of(found, number=number)
    act = request.POST.get("act", "")
    if act in {"change", "delete"}:
        access.kept_season(request, slug=season)
    form = ChangedCompetitionForm(
        typed(request, "change"),
        seen=services_competitions.as_agreed(chosen),
        classes=seasons.classes_in(found),
    )
    delete = forms.SureForm(typed(request, "delete"), auto_id="delete_%s")
    release = forms.ReleaseForm(typed(request, "release"), auto_id="release_%s")
    if delete.is_valid():
        with refusals_at(delete):
            deleted = services_competitions.delete_competition(competition_id=chosen.pk, **acting(request))
            message = gettext("“%(name)s” is deleted.") % {"name": deleted}
            return done(request, message, "scoring:season-office", season=season)
    if message := _competitions_done(request, chosen.pk, form, release):
        return done(request, message, request.path)
    context = frame(request, found, "office", form=form, competition=chosen, delete=delete, release=release)
    context["releases"] = [(one, seasons.outdated_since(one)) for one in chosen.releases.order_by("-number")]
    return show(request, "scoring/season/competition.html", context, refused=request.method == "POST")


def _competitions_done(
    request: HttpRequest, competition_id: int, form: ChangedCompetitionForm, release: forms.ReleaseForm
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    if form.is_valid():
        terms, seen = form.cleaned_data["terms"], form.cleaned_data["seen"]
        with refusals_at(form):
            services_competitions.change_competition(
                competition_id=competition_id, terms=terms, seen=seen, **acting(request)
            )
            return gettext("The competition is changed.")
    if release.is_valid():
        with refusals_at(release):
            made = services_competitions.release_table(competition_id=competition_id, **acting(request))
            return gettext("The table is released, as no. %(number)s.") % {"number": made.number}
    return ""
