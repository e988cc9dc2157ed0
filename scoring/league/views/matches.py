"""A match: line-ups, seats, report, protests, and what captains and whoever leads the league do there."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms as django_forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.league import access
from scoring.league.forms import matches as forms
from scoring.league.listings import report_rows, score_rows, seat_plan
from scoring.league.mapping import to_sides
from scoring.league.selectors import matches
from scoring.league.selectors.matches import MatchView, SideView, match_view
from scoring.league.services import fixtures, line_ups
from scoring.league.wording import case_sentences
from scoring.season import access as season_access
from scoring.season.views.public import frame
from tables.accounts.access import official
from tables.acts.views import done, private, refusals_at, status_of

PLAIN = frozenset({"absent", "present"})
"""Acts on a team that need nothing but its name."""


@dataclass(slots=True)
class Acts:
    """What somebody may do in a match: the forms by team, and those of the whole match."""

    request: HttpRequest
    view: MatchView
    leads: bool
    own: Collection[int]
    by_team: dict[int, dict[str, django_forms.Form]] = field(default_factory=dict)
    """The forms of a team, by the number of its place in the match."""

    whole: dict[str, django_forms.Form] = field(default_factory=dict)

    @classmethod
    def on(cls, request: HttpRequest, view: MatchView, *, leads: bool, own: Collection[int]) -> "Acts":
        """Return the acts of a page; the form that was sent has what was typed in it."""
        made = cls(request=request, view=view, leads=leads, own=own)
        for side in view.sides:
            if made._acts_for(side):
                made.by_team[side.side.pk] = made._of_team(side)
        if made._reports():
            made.whole["report"] = made._report()
        if leads:
            made.whole["venue"] = forms.VenueForm(made._sent("venue"), initial={"venue": view.match.venue})
            made.whole["decide"] = forms.DecisionForm(made._sent("decide"), auto_id="decide_%s")
        return made

    @property
    def everything(self) -> list[django_forms.Form]:
        """All forms of the page."""
        return [*self.whole.values(), *(form for several in self.by_team.values() for form in several.values())]

    @property
    def teams(self) -> list[tuple[SideView, Mapping[str, django_forms.Form]]]:
        """The teams for which somebody acts, with their forms."""
        return [(side, self.by_team[side.side.pk]) for side in self.view.sides if side.side.pk in self.by_team]

    @property
    def sent(self) -> int | None:
        """The number of the team's place for which something was sent, or None."""
        side = self.request.POST.get("side", "")
        return int(side) if side.isdecimal() else None

    def must_be_allowed(self) -> None:
        """Refuse what was sent by somebody who has no form for it.

        :raises CaptainsOnly: if so.
        """
        act, side = self.request.POST.get("act", ""), self.request.POST.get("side", "")
        if self.leads or act in self.whole or any(side == str(key) for key in self.by_team):
            return
        raise access.CaptainsOnly

    def done(self) -> str:
        """Do what was sent; return what is said of it, or nothing if it was refused."""
        act = self.request.POST.get("act", "")
        for form in self.everything:
            if form.is_bound and form.is_valid():
                return self._does(act, form)
        return ""

    def _acts_for(self, side: SideView) -> bool:
        return self.leads or side.side.team_id in self.own

    def _reports(self) -> bool:
        """Tell whether somebody reports: the host's captain, on a central day any, and whoever leads."""
        host = self.view.match.host_id
        may = self.leads or (host in self.own if host else bool(self.own))
        return may and self.view.begun and self.view.open and (self.leads or not self.view.is_binding)

    def _sent(self, act: str, side: int | None = None) -> Any:
        post = self.request.POST
        mine = post.get("act") == act and (side is None or post.get("side") == str(side))
        return post if mine else None

    def _of_team(self, side: SideView) -> dict[str, django_forms.Form]:
        key, view = side.side.pk, self.view
        roster = matches.roster_of(side.side.team)
        names = matches.names_of([one.member for one in roster], view.match.division.season, in_full=True)
        offered = [(one.member_id, names.of(one.member_id)) for one in roster]
        made: dict[str, django_forms.Form] = {}

        def add(act: str, kind: Callable[..., django_forms.Form], **more: Any) -> None:
            initial = {"act": act, "side": key, **more.pop("initial", {})}
            made[act] = kind(self._sent(act, key), initial=initial, auto_id=f"{act}_{key}_%s", **more)

        if view.report is None:
            if not view.open and not side.side.absent:
                add("line-up", forms.LineUpForm, roster=offered, initial=_as_handed_in(side) if side.shown else {})
            if side.side.handed_in_at and view.open:
                series = view.match.division.level.series
                add("exchange", forms.ExchangeForm, roster=offered, numbers=range(1, 5), series=series)
            if self.leads:
                add("present" if side.side.absent else "absent", forms.SideForm)
        elif side.side.agreed_to != view.report.number:
            add("agree", forms.AgreeForm, initial={"number": view.report.number})
        if view.begun and not view.is_binding:
            add("protest", forms.ProtestForm)
        return made

    def _report(self) -> forms.ReportForm:
        last = self.view.report
        initial = forms.filled(to_sides(last)) if last else {}
        return forms.ReportForm(
            self._sent("report"),
            teams=[None if one.side.absent else one.side.team.name for one in self.view.sides],
            series=self.view.match.division.level.series,
            again=last is not None,
            initial={**initial, "broken_off": last.broken_off if last else False},
        )

    def _does(self, act: str, form: Any) -> str:
        data, match = form.cleaned_data, self.view.match
        user = official(self.request)
        who: dict[str, Any] = {"by": user, "now": timezone.now()}
        mine = sorted(one.side.team.name for one in self.view.sides if one.side.team_id in self.own)
        named = user.get_username() if user and self.leads else ", ".join(mine)
        side = data.get("side", 0)
        does: dict[str, tuple[Callable[[], Any], str]] = {
            "line-up": (
                lambda: line_ups.hand_in(side_id=side, players=form.players, leads=self.leads, **who),
                _("The line-up is in. The others see it when all are in."),
            ),
            "exchange": (
                lambda: line_ups.exchange(
                    side_id=side,
                    number=data["number"],
                    player=data["player"],
                    from_series=data["from_series"],
                    **who,
                ),
                _("The exchange is entered."),
            ),
            "absent": (
                lambda: line_ups.declare_absent(side_id=side, absent=True, **who),
                _("The team is entered as absent."),
            ),
            "present": (
                lambda: line_ups.declare_absent(side_id=side, absent=False, **who),
                _("The team is awaited again."),
            ),
            "report": (
                lambda: line_ups.hand_in_report(
                    match_id=match.pk,
                    sides=form.sides,
                    broken_off=data["broken_off"],
                    reason=data.get("reason", ""),
                    named=named,
                    leads=self.leads,
                    entry_key=data["entry_key"],
                    **who,
                ),
                _("The match is reported."),
            ),
            "agree": (
                lambda: line_ups.agree(side_id=side, number=data["number"], **who),
                _("You have agreed to the report."),
            ),
            "protest": (
                lambda: line_ups.protest(side_id=side, text=data["text"], entry_key=data["entry_key"], **who),
                _("The protest is made."),
            ),
            "decide": (
                lambda: line_ups.decide(
                    match_id=match.pk,
                    protest_id=data["protest"],
                    upheld=data["upheld"],
                    decision=data["decision"],
                    **who,
                ),
                _("The protest is decided."),
            ),
            "venue": (
                lambda: fixtures.move_match(match_id=match.pk, venue=data["venue"], **who),
                _("The place is entered."),
            ),
        }
        service, said = does[act]
        with refusals_at(form):
            service()
            return said
        return ""


def _as_handed_in(side: SideView) -> dict[str, Any]:
    """Return a line-up as the form has it; a closed one not even whoever leads the league sees."""
    places = side.side.places.filter(from_series=1).values_list("number", "member_id")
    return {f"number_{number}": member for number, member in places}


@require_http_methods(["GET", "HEAD", "POST"])
@private
def match(request: HttpRequest, *, season: str, division: int, number: int) -> HttpResponse:
    """Show a match; do what its captains and whoever leads the league do in it."""
    found = season_access.shown_season(request, slug=season)
    if request.method == "POST":
        access.must_have_part(request, found)
    chosen = access.match_of(access.division_of(found, number=division), number=number)
    sides = list(chosen.sides.select_related("team"))
    leads = season_access.keeps(request, found)
    own = access.captained(request, [one.team for one in sides])
    view = match_view(chosen, found, now=timezone.now(), own=own)
    acts = Acts.on(request, view, leads=leads, own=own)
    if request.method == "POST":
        acts.must_be_allowed()
        if message := acts.done():
            return done(request, message, request.path)
    context = frame(request, found, "league", match=chosen, division=chosen.division, view=view, acts=acts)
    context |= {
        "plan": seat_plan(view),
        "scores": score_rows(view),
        "case": case_sentences(view.case, sides) if view.case else [],
        "report_rows": report_rows(view, acts.whole["report"]) if "report" in acts.whole else [],
    }
    status = status_of(*acts.everything, refused=request.method == "POST")
    return render(request, "scoring/league/match.html", context, status=status)
