"""Pages of a league: what may be looked at, what whoever leads it does, and a match with what its captains do there."""

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django import forms as fields
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from scoring.league import access, forms, selectors, wording
from scoring.league.selectors import MatchView, SideView
from scoring.league.services import levels, matches
from scoring.season import access as season_access
from scoring.season.forms import OneForm, SureForm
from scoring.season.views.public import frame
from scoring.season.wording import value
from tables.accounts.access import acting, official
from tables.acts.addresses import DIVISION, MATCH, SEASON
from tables.acts.views import done, private, refusals_at, show, status_of
from tables.tournaments.views.frames import FormAct, acted, site, typed


@require_safe
def league(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the league of a season: each level, its divisions, who goes up and down, also by comparison."""
    chosen = season_access.shown_season(request, slug=season)
    shown = [
        {
            "level": level_tables.level,
            "tables": [(table, wording.shown_rows(table)) for table in level_tables.tables],
            "next_best": wording.shown_compared(level_tables, level_tables.next_best),
            "next_worst": wording.shown_compared(level_tables, level_tables.next_worst),
            "too_many": level_tables.too_many,
        }
        for level_tables in selectors.league_of(chosen)
    ]
    return render(request, "scoring/league/league.html", frame(request, chosen, "league", levels=shown))


@require_safe
@private
def division(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Show a division: its table, its fixtures day by day, what each player brought home."""
    in_season = season_access.shown_season(request, slug=season)
    chosen = access.division_of(in_season, number=division)
    table = selectors.table_of(chosen)
    context = frame(request, in_season, "league", division=chosen, table=table, rows=wording.shown_rows(table))
    context["days"] = wording.days_of(chosen, selectors.matches_of(chosen))
    context["statistics"] = [(statistics, value(statistics.average)) for statistics in selectors.statistics_of(chosen)]
    return render(request, "scoring/league/division.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the levels and divisions of a league to whoever leads it; add a level."""
    chosen = season_access.kept_season(request, slug=season)
    form = forms.LevelForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            made = levels.make_level(season_id=chosen.pk, terms=form.cleaned_data["terms"], **acting(request))
            return done(request, _("Saved."), "scoring:level", season=season, number=made.number)
    from_top = list(chosen.levels.prefetch_related("days", "divisions").order_by("number"))
    context = frame(request, chosen, "league-office", form=form, levels=from_top)
    return show(request, "scoring/league/office.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def level(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Change a level; enter its days and divisions; delete it."""
    in_season = season_access.kept_season(request, slug=season)
    chosen = access.level_of(in_season, number=number)
    days = list(chosen.days.all())
    offered = [
        (each_day.pk, date_format(timezone.localtime(each_day.starts_at), "SHORT_DATETIME_FORMAT")) for each_day in days
    ]
    change = forms.ChangedLevelForm(typed(request, "level"), seen=levels.as_agreed(chosen))
    day = forms.DayForm(typed(request, "day"), days=offered)
    division = forms.DivisionForm(typed(request, "division"), auto_id="division_%s")
    gone = OneForm(typed(request, "remove-day"))
    delete = SureForm(typed(request, "delete"), auto_id="delete_%s")

    def entered(starts_at: Any, place: str, **who: Any) -> str:
        if moved := day.cleaned_data.get("moved"):
            levels.move_day(day_id=int(moved), starts_at=starts_at, place=place, **who)
        else:
            levels.add_day(starts_at=starts_at, place=place, **who)
        return _("Saved.")

    if change.is_valid():
        # With its number its address may be another.
        terms, seen = change.cleaned_data["terms"], change.cleaned_data["seen"]
        with refusals_at(change):
            changed = levels.change_level(level_id=chosen.pk, terms=terms, seen=seen, **acting(request))
            return done(request, _("Saved."), "scoring:level", season=season, number=changed.number)
    if answer := acted(
        request,
        FormAct(
            delete,
            levels.delete_level,
            "",
            lambda name: _("“%(name)s” is deleted.") % {"name": name},
            reverse("scoring:league-office", args=[season]),
        ),
        FormAct(day, entered, "starts_at place", str),
        FormAct(division, levels.make_division, "name entry_key", _("Saved.")),
        FormAct(gone, lambda number, **who: levels.remove_day(day_id=number, **who), "number", _("Saved.")),
        level_id=chosen.pk,
    ):
        return answer
    context = frame(request, in_season, "league-office", level=chosen, days=days, change=change, day=day)
    context |= {"division": division, "gone": gone, "delete": delete, "divisions": list(chosen.divisions.all())}
    return show(request, "scoring/league/level.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def division_office(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Show a division to whoever leads its league: teams and their keys, fixtures drawn and taken back."""
    in_season = season_access.kept_season(request, slug=season)
    chosen = access.division_of(in_season, number=division)
    act = request.POST.get("act", "")
    entered, draw = forms.TeamsForm(typed(request, "teams")), forms.FixturesForm(typed(request, "draw"))
    listed = forms.FixtureListForm(typed(request, "fixtures"), auto_id="listed_%s")
    chosen_form = OneForm(request.POST if act in {"remove-team", "renew-key", "take-back"} else None)
    delete = SureForm(typed(request, "delete"), auto_id="delete_%s")
    waiting = [(protest.pk, wording.protest_in_short(protest)) for protest in selectors.waiting_in(chosen.pk)]
    reject = forms.RejectForm(typed(request, "reject"), waiting=waiting, auto_id="reject_%s")
    seed = secrets.token_hex(8)

    def does(number: int, **who: Any) -> str:
        if act == "remove-team":
            levels.remove_team(team_id=number, **who)
        elif act == "renew-key":
            levels.renew_key(team_id=number, **who)
            return _("There is a new key; the old one opens nothing any more.")
        else:
            matches.take_back(**who)
        return _("Saved.")

    if answer := acted(
        request,
        FormAct(
            delete,
            levels.delete_division,
            "",
            lambda name: _("“%(name)s” is deleted.") % {"name": name},
            reverse("scoring:league-office", args=[season]),
        ),
        FormAct(reject, matches.reject_many, "numbers decision", _("Saved.")),
        FormAct(listed, partial(matches.enter_fixtures, seed=seed), "matches", _("Saved.")),
        FormAct(entered, levels.enter_teams, "teams", _("Saved.")),
        FormAct(
            draw,
            partial(matches.draw_fixtures, seed=seed),
            "few",
            lambda plan: _("The fixtures are drawn. %(how)s") % {"how": wording.plan_sentence(plan)},
        ),
        FormAct(chosen_form, does, "number", str),
        division_id=chosen.pk,
    ):
        return answer
    context = frame(request, in_season, "league-office", division=chosen, entered=entered, draw=draw, one=chosen_form)
    context |= {"delete": delete, "reject": reject, "listed": listed, "waiting": waiting}
    context["matches"] = selectors.matches_of(chosen)
    context["teams"] = [
        (team, site(request) + reverse("scoring:captain-key", args=[season, team.key]))
        for team in selectors.teams_of(chosen)
    ]
    return show(request, "scoring/league/division_office.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def team(request: HttpRequest, *, season: str, division: int, number: int) -> HttpResponse:
    """Show a team; whoever leads the league says who may play for it."""
    in_season = season_access.shown_season(request, slug=season)
    if request.method == "POST":
        access.must_lead(request, in_season)
    chosen = access.team_of(access.division_of(in_season, number=division), number=number)
    leads, captain = season_access.keeps(request, in_season), bool(access.captained(request, [chosen]))
    roster = selectors.roster_of(chosen)
    names = selectors.names_of([place.member for place in roster], in_season, in_full=leads or captain)
    offered = [(place.pk, names[place.member_id]) for place in roster]
    context = frame(request, in_season, "league", team=chosen, division=chosen.division, captain=captain)
    context |= {
        "roster": [(place, names[place.member_id]) for place in roster],
        "captain_name": names[chosen.captain_id] if chosen.captain_id else "",
        "days": wording.days_of(chosen.division, selectors.matches_of(chosen.division, team=chosen)),
    }
    if leads:
        players = forms.PlayersForm(typed(request, "players"), initial={"since": in_season.starts_on})
        end = forms.EndForm(typed(request, "end"), roster=offered)
        named = forms.CaptainForm(typed(request, "captain"), roster=offered, auto_id="captain_%s")
        rename = forms.RenameForm(typed(request, "rename"), seen={"name": chosen.name, "club": chosen.club})
        seen = matches.as_sanctioned(chosen)
        sanction = forms.SanctionForm(typed(request, "sanction"), seen=seen, auto_id="sanction_%s")
        if answer := acted(
            request,
            FormAct(sanction, matches.sanction_team, "deducted withdrawn because seen", _("Saved.")),
            FormAct(players, levels.add_players, "names since substitute", _("Saved.")),
            FormAct(
                end,
                lambda place, **stated: levels.end_eligibility(place_id=place, **stated),
                "place until",
                _("Saved."),
            ),
            FormAct(named, lambda place, **who: levels.name_captain(place_id=place, **who), "place", _("Saved.")),
            FormAct(rename, levels.rename_team, "name club seen", _("Saved.")),
            team_id=chosen.pk,
        ):
            return answer
        context |= {"players": players, "end": end, "named": named, "rename": rename, "sanction": sanction}
    return show(request, "scoring/league/team.html", context)


@require_GET
@private
def take_key(request: HttpRequest, *, season: str, key: str) -> HttpResponse:
    """Let whoever shows the key of a team act for its captain."""
    chosen = access.take_key(request, slug=season, key=key)
    return redirect("scoring:league-team", season=season, division=chosen.division.number, number=chosen.number)


@dataclass(slots=True)
class Acts:
    """What somebody may do in a match: the forms by team, and those of the whole match."""

    request: HttpRequest
    view: MatchView
    leads: bool
    own: Collection[int]
    by_team: dict[int, dict[str, fields.Form]] = field(default_factory=dict)
    whole: dict[str, fields.Form] = field(default_factory=dict)
    everything: list[FormAct] = field(default_factory=list)

    @classmethod
    def on(cls, request: HttpRequest, view: MatchView, *, leads: bool, own: Collection[int]) -> "Acts":
        """Return the acts of a page; the form that was sent has what was typed in it."""
        made = cls(request=request, view=view, leads=leads, own=own)
        made._of_match()
        for side in view.sides:
            if leads or side.side.team_id in own:
                made.by_team[side.side.pk] = {}
                made._of_team(side)
        return made

    @property
    def teams(self) -> list[tuple[SideView, Mapping[str, fields.Form]]]:
        """The teams for which somebody acts, with their forms."""
        return [(side, self.by_team[side.side.pk]) for side in self.view.sides if side.side.pk in self.by_team]

    @property
    def sent(self) -> int | None:
        """The number of the team's place for which something was sent, or None."""
        side = self.request.POST.get("side", "")
        return int(side) if side.isdecimal() else None

    def must_be_allowed(self) -> None:
        """Refuse what was sent by somebody who has no form for it (raises CaptainsOnly)."""
        act, side = self.request.POST.get("act", ""), self.request.POST.get("side", "")
        if self.leads or act in self.whole or any(side == str(key) for key in self.by_team):
            return
        raise access.CaptainsOnly

    def _add(
        self,
        key: int,
        act: str,
        kind: Callable[..., Any],
        service: Callable[..., Any],
        stated: str,
        text: str,
        **more: Any,
    ) -> None:
        post, initial = self.request.POST, {"act": act, "side": key, **more.pop("initial", {})}
        sent = post if (post.get("act"), post.get("side")) == (act, str(key)) else None
        form = self.by_team[key][act] = kind(sent, initial=initial, auto_id=f"{act}_{key}_%s", **more)
        self.everything.append(FormAct(form, partial(service, side_id=key), stated, text))

    def _of_team(self, side: SideView) -> None:
        view, add = self.view, partial(self._add, side.side.pk)
        roster = selectors.roster_of(side.side.team)
        names = selectors.names_of([place.member for place in roster], view.match.division.season, in_full=True)
        offered = [(place.member_id, names[place.member_id]) for place in roster]

        if view.report is None:
            if not view.open and not side.side.absent:
                # A line-up that is closed not even whoever leads the league sees.
                places = side.side.places.filter(from_series=1).values_list("number", "member_id")
                add(
                    "line-up",
                    forms.LineUpForm,
                    partial(matches.hand_in, leads=self.leads),
                    "players",
                    _("Saved."),
                    roster=offered,
                    initial={f"number_{number}": member for number, member in places} if side.shown else {},
                )
            if side.side.handed_in_at and view.open:
                series = view.match.division.level.series
                add(
                    "exchange",
                    forms.ExchangeForm,
                    matches.exchange,
                    "number player from_series",
                    _("Saved."),
                    roster=offered,
                    series=series,
                )
            if self.leads and side.side.absent:
                comes = partial(matches.declare_absent, absent=False)
                add("present", forms.SideForm, comes, "", _("Saved."))
            elif self.leads:
                away = partial(matches.declare_absent, absent=True)
                add("absent", forms.SideForm, away, "", _("Saved."))
        elif side.side.agreed_to != view.report.number:
            seen = {"number": view.report.number}
            add("agree", forms.AgreeForm, matches.agree, "number", _("Saved."), initial=seen)
        if view.begun and not view.is_binding:
            add("protest", forms.ProtestForm, matches.protest, "text entry_key", _("Saved."))

    def _of_match(self) -> None:
        host, view, last = self.view.match.host_id, self.view, self.view.report

        def add(act: str, form: fields.Form, service: Callable[..., Any], stated: str, text: str) -> None:
            self.whole[act] = form
            self.everything.append(FormAct(form, partial(service, match_id=view.match.pk), stated, text))

        may = self.leads or (host in self.own if host else bool(self.own))
        if may and view.begun and view.open and (self.leads or not view.is_binding):
            user = official(self.request)
            mine = sorted(side.side.team.name for side in view.sides if side.side.team_id in self.own)
            named = user.get_username() if user and self.leads else ", ".join(mine)
            initial = {**forms.filled(last.sides), "broken_off": last.broken_off} if last else {}
            form = forms.ReportForm(
                typed(self.request, "report"),
                teams=[None if side.side.absent else side.side.team.name for side in view.sides],
                series=view.match.division.level.series,
                again=last is not None,
                initial=initial,
            )
            stated = f"sides broken_off entry_key{' reason' if last else ''}"
            reports = partial(matches.hand_in_report, named=named, leads=self.leads)
            add("report", form, reports, stated, _("Saved."))
        if self.leads:
            venue = forms.VenueForm(typed(self.request, "venue"), initial={"venue": view.match.venue})
            add("venue", venue, matches.move_match, "venue", _("Saved."))
            add(
                "decide",
                forms.DecisionForm(typed(self.request, "decide"), auto_id="decide_%s"),
                lambda protest, **stated: matches.decide(protest_id=protest, **stated),
                "protest upheld decision",
                _("Saved."),
            )


@require_http_methods(["GET", "HEAD", "POST"])
@private
def match(request: HttpRequest, *, season: str, division: int, number: int) -> HttpResponse:
    """Show a match; do what its captains and whoever leads the league do in it."""
    in_season = season_access.shown_season(request, slug=season)
    if request.method == "POST":
        access.must_have_part(request, in_season)
    chosen = access.match_of(access.division_of(in_season, number=division), number=number)
    sides = list(chosen.sides.select_related("team"))
    leads = season_access.keeps(request, in_season)
    own = access.captained(request, [match_team.team for match_team in sides])
    view = selectors.match_view(chosen, in_season, now=timezone.now(), own=own)
    acts = Acts.on(request, view, leads=leads, own=own)
    if request.method == "POST":
        acts.must_be_allowed()
        if answer := acted(request, *acts.everything, who={"by": official(request), "now": timezone.now()}):
            return answer
    context = frame(request, in_season, "league", match=chosen, division=chosen.division, view=view, acts=acts)
    context |= {
        "plan": wording.seat_plan(view),
        "scores": wording.score_rows(view),
        "case": wording.case_sentences(view.case, sides) if view.case else [],
        "report_rows": wording.report_rows(view, acts.whole["report"]) if "report" in acts.whole else [],
    }
    status = status_of(*(act.form for act in acts.everything), refused=request.method == "POST")
    return render(request, "scoring/league/match.html", context, status=status)


urlpatterns = [
    path(f"{SEASON}league/", league, name="league"),
    path(f"{SEASON}league/office/", office, name="league-office"),
    path(f"{SEASON}league/office/levels/<int:number>/", level, name="level"),
    path(DIVISION, division, name="division"),
    path(f"{DIVISION}office/", division_office, name="division-office"),
    path(f"{DIVISION}teams/<int:number>/", team, name="league-team"),
    path(MATCH, match, name="match"),
    path(f"{SEASON}league/captain/<slug:key>/", take_key, name="captain-key"),
]
