"""A team: its matches, and who may play for it from when to when."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from scoring.league import access
from scoring.league.forms.teams import CaptainForm, EndForm, PlayersForm, RenameForm, SanctionForm
from scoring.league.listings import days_of
from scoring.league.selectors import matches
from scoring.league.services import levels as services
from scoring.league.services.line_ups import as_sanctioned, sanction_team
from scoring.season import access as season_access
from scoring.season.views.public import frame
from tables.accounts.access import acting
from tables.acts.views import cleaned, done, private, refusals_at, show
from tables.tournaments.views.frames import typed


@require_http_methods(["GET", "HEAD", "POST"])
@private
def team(request: HttpRequest, *, season: str, division: int, number: int) -> HttpResponse:
    """Show a team; whoever leads the league says who may play for it."""
    found = season_access.shown_season(request, slug=season)
    if request.method == "POST":
        access.must_lead(request, found)
    chosen = access.team_of(access.division_of(found, number=division), number=number)
    leads, captain = season_access.keeps(request, found), bool(access.captained(request, [chosen]))
    roster = matches.roster_of(chosen)
    names = matches.names_of([one.member for one in roster], found, in_full=leads or captain)
    offered = [(one.pk, names.of(one.member_id)) for one in roster]
    context = frame(request, found, "league", team=chosen, division=chosen.division, captain=captain)
    context |= {
        "roster": [(one, names.of(one.member_id)) for one in roster],
        "captain_name": names.of(chosen.captain_id) if chosen.captain_id else "",
        "days": days_of(chosen.division, matches.matches_of(chosen.division, team=chosen)),
    }
    if leads:
        players = PlayersForm(typed(request, "players"), initial={"since": found.starts_on})
        end = EndForm(typed(request, "end"), roster=offered)
        named = CaptainForm(typed(request, "captain"), roster=offered)
        rename = RenameForm(typed(request, "rename"), seen={"name": chosen.name, "club": chosen.club})
        sanction = SanctionForm(typed(request, "sanction"), seen=as_sanctioned(chosen), auto_id="sanction_%s")
        if message := _sanctioned(request, chosen.pk, sanction) or _said(
            request, chosen.pk, players, end, named, rename
        ):
            return done(request, message, request.path)
        context |= {"players": players, "end": end, "named": named, "rename": rename, "sanction": sanction}
    return show(request, "scoring/league/team.html", context)


def _sanctioned(request: HttpRequest, team_id: int, sanction: SanctionForm) -> str:
    if not sanction.is_valid():
        return ""
    with refusals_at(sanction):
        stated = cleaned(sanction, "deducted", "withdrawn", "because", "seen")
        sanction_team(team_id=team_id, **stated, **acting(request))
        return _("The table counts it from now on.")
    return ""


def _said(
    request: HttpRequest, team_id: int, players: PlayersForm, end: EndForm, named: CaptainForm, rename: RenameForm
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    if players.is_valid():
        data = players.cleaned_data
        who = {name: data[name] for name in ("names", "since", "substitute")}
        with refusals_at(players):
            added = services.add_players(team_id=team_id, **who, **acting(request))
            return ngettext("%(n)s player more.", "%(n)s players more.", len(added)) % {"n": len(added)}
    if end.is_valid():
        data = end.cleaned_data
        with refusals_at(end):
            services.end_eligibility(team_id=team_id, place_id=data["place"], until=data["until"], **acting(request))
            return _("From the next day on they may play for another team.")
    if named.is_valid():
        with refusals_at(named):
            services.name_captain(team_id=team_id, place_id=named.cleaned_data["place"], **acting(request))
            return _("The captain is named.")
    if rename.is_valid():
        with refusals_at(rename):
            team = services.rename_team(team_id=team_id, **cleaned(rename, "name", "club", "seen"), **acting(request))
            return _("The team is called “%(name)s”.") % {"name": team.name}
    return ""


@require_GET
@private
def take_key(request: HttpRequest, *, season: str, key: str) -> HttpResponse:
    """Let whoever shows the key of a team act for its captain."""
    chosen = access.take_key(request, slug=season, key=key)
    return redirect("scoring:league-team", season=season, division=chosen.division.number, number=chosen.number)
