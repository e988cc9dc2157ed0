"""What whoever leads a league does with a division: teams, fixtures, keys of captains."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.league import access
from scoring.league.forms.matches import RejectForm
from scoring.league.forms.teams import FixtureListForm, FixturesForm, TeamsForm
from scoring.league.selectors import matches
from scoring.league.selectors.matches import waiting_in
from scoring.league.services import fixtures as services
from scoring.league.services import levels, line_ups
from scoring.league.wording import plan_sentence, protest_in_short
from scoring.season import access as season_access
from scoring.season.forms import OneForm, SureForm
from scoring.season.views.public import frame
from tables.accounts.access import acting
from tables.acts.views import cleaned, done, refusals_at, show
from tables.tournaments.views.frames import site, typed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Show a division to whoever leads its league: teams and their keys, fixtures drawn and taken back."""
    found = season_access.kept_season(request, slug=season)
    chosen = access.division_of(found, number=division)
    act = request.POST.get("act", "")
    entered, draw = TeamsForm(typed(request, "teams")), FixturesForm(typed(request, "draw"))
    listed = FixtureListForm(typed(request, "fixtures"), auto_id="listed_%s")
    one = OneForm(request.POST if act in {"remove-team", "renew-key", "take-back"} else None)
    delete = SureForm(typed(request, "delete"), auto_id="delete_%s")
    waiting = [(protest.pk, protest_in_short(protest)) for protest in waiting_in(chosen.pk)]
    reject = RejectForm(typed(request, "reject"), waiting=waiting, auto_id="reject_%s")
    if delete.is_valid():
        with refusals_at(delete):
            deleted = levels.delete_division(division_id=chosen.pk, **acting(request))
            message = _("“%(name)s” is deleted.") % {"name": deleted}
            return done(request, message, "scoring:league-office", season=season)
    if message := (_rejected(request, chosen.pk, reject) or _listed(request, chosen.pk, listed)) or _said(
        request, chosen.pk, entered, draw, one, act
    ):
        return done(request, message, request.path)
    context = frame(request, found, "league-office", division=chosen, entered=entered, draw=draw, one=one)
    context |= {
        "delete": delete,
        "reject": reject,
        "listed": listed,
        "waiting": waiting,
        "matches": matches.matches_of(chosen),
        "teams": [(team, _address(request, found.slug, team.key)) for team in matches.teams_of(chosen)],
    }
    return show(request, "scoring/league/division_office.html", context)


def _rejected(request: HttpRequest, division_id: int, reject: RejectForm) -> str:
    if not reject.is_valid():
        return ""
    with refusals_at(reject):
        count = (
            line_ups.reject_many(division_id=division_id, **cleaned(reject, "numbers", "decision"), **acting(request))
            or 0
        )
        return ngettext("%(n)s protest is rejected.", "%(n)s protests are rejected.", count) % {"n": count}
    return ""


def _listed(request: HttpRequest, division_id: int, listed: FixtureListForm) -> str:
    if not listed.is_valid():
        return ""
    with refusals_at(listed):
        wanted = {**cleaned(listed, "matches"), "seed": secrets.token_hex(8)}
        made = services.enter_fixtures(division_id=division_id, **wanted, **acting(request))
        return ngettext("%(n)s match is entered.", "%(n)s matches are entered.", len(made)) % {"n": len(made)}
    return ""


def _said(
    request: HttpRequest, division_id: int, entered: TeamsForm, draw: FixturesForm, one: OneForm, act: str
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who = acting(request)
    if entered.is_valid():
        wanted = entered.cleaned_data["teams"]
        with refusals_at(entered):
            made = levels.enter_teams(division_id=division_id, teams=wanted, **who)
            return ngettext("%(n)s team more.", "%(n)s teams more.", len(made)) % {"n": len(made)}
    if draw.is_valid():
        few = draw.cleaned_data["few"]
        with refusals_at(draw):
            plan = services.draw_fixtures(division_id=division_id, seed=secrets.token_hex(8), few=few, **who)
            return _("The fixtures are drawn. %(how)s") % {"how": plan_sentence(plan)}
    if one.is_valid():
        number = one.cleaned_data["number"]
        with refusals_at(one):
            if act == "remove-team":
                levels.remove_team(division_id=division_id, team_id=number, **who)
                return _("The team is taken out.")
            if act == "renew-key":
                levels.renew_key(division_id=division_id, team_id=number, **who)
                return _("Its captain has a new key; the old one opens nothing any more.")
            services.take_back(division_id=division_id, **who)
            return _("The fixtures are taken back.")
    return ""


def _address(request: HttpRequest, season: str, key: str) -> str:
    return site(request) + reverse("scoring:captain-key", args=[season, key])
