"""Switching rankings on, their terms, their substitutes and lots (SkWO 5.2)."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.results.forms.rankings import (
    ChangedTermsForm,
    SubstitutionBackForm,
    SubstitutionForm,
    SwitchForm,
    TeamNameForm,
    TermsForm,
    suggested_name,
)
from scoring.results.selectors.rankings import free_entrants, rankings_of, shown_ranking, teams_of, weak_spots
from scoring.results.services import rankings as services
from scoring.results.services.ranking_draws import draw_teams
from scoring.results.views.ranking_teams import ASSIGNING, assign
from scoring.results.wording.competitors import ABOUT, about_kind, kind_name, terms_in_words, weak_spot
from tables.accounts.access import acting
from tables.acts.views import cleaned, done, refusals_at, said_by, show
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.results.models import Team


def team_cards(teams: Iterable["Team"], weak: Mapping[int, tuple[str, ...]]) -> tuple[dict[str, Any], ...]:
    """Return teams with their players; ``weak`` has what is odd about them, by number."""
    return tuple(
        {
            "team": team,
            "members": [member for member in team.members.all() if not member.substitute],
            "substitutes": [member for member in team.members.all() if member.substitute],
            "weak": tuple(map(weak_spot, weak.get(team.number, ()))),
        }
        for team in teams
    )


def rankings(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Let the director switch rankings on and off, choose a kind of a new one, and say its terms."""
    listed, classes = rankings_of(tournament, with_off=True), known_classes(tournament)
    kinds = (*map(str, ABOUT), *(player_class.code for player_class in classes))
    tiles = [{"kind": kind, "name": kind_name(kind, classes), "about": about_kind(kind)} for kind in kinds]
    named = {tile["kind"]: tile["name"] for tile in tiles}
    kind = request.GET.get("kind", "")
    kind = kind if kind in named else ""
    is_switch = "ranking" in request.POST or not kind
    switch, terms = SwitchForm(typed(request) if is_switch else None), None
    refused = ""
    if switch.is_bound:
        wanted = next(
            (
                each_ranking
                for each_ranking in listed
                if switch.is_valid() and each_ranking.pk == switch.cleaned_data["ranking"]
            ),
            None,
        )
        if wanted is None:
            refused = _("This form did not arrive completely. Please reload the page and try again.")
        else:
            with refusals_at(switch):
                _switch(request, wanted, is_on=switch.cleaned_data["action"] == "on")
                return done(request, _("Saved."), request.path)
            refused = said_by(switch)
    if kind:
        terms = TermsForm(
            None if is_switch else typed(request),
            kind=kind,
            series=_numbers(tournament),
            initial={"name": suggested_name(named[kind], [each_ranking.name for each_ranking in listed])},
        )
        if terms.is_valid():
            with refusals_at(terms):
                key = terms.cleaned_data["entry_key"]
                stated = {"tournament_id": tournament.pk, "terms": terms.terms(), "entry_key": key}
                made = services.switch_on(**stated, **acting(request))
                return done(request, _("Saved."), "scoring:ranking-office", slug=tournament.slug, number=made.number)
    return {
        "rankings": [
            {
                "ranking": each_ranking,
                "kind": kind_name(each_ranking.kind, classes),
                "terms": tuple(terms_in_words(each_ranking)),
                "has_teams": each_ranking.is_of_teams,
            }
            for each_ranking in listed
        ],
        "refused": refused,
        "tiles": tiles,
        "terms": terms,
        "kind": named.get(kind, ""),
        "about": about_kind(kind) if kind else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
def ranking(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a ranking with everything the direction can do about it, and do it."""
    tournament = access.directed_tournament(request, slug=slug)
    found_ranking = next(
        (each_ranking for each_ranking in rankings_of(tournament, with_off=True) if each_ranking.number == number), None
    )
    if found_ranking is None:
        raise Http404
    teams = teams_of(found_ranking) if found_ranking.is_of_teams else ()
    action = request.POST.get("action", "")
    is_assigning = found_ranking.is_of_teams and action in ASSIGNING
    assigned = assign(request, tournament, found_ranking, teams) if found_ranking.is_of_teams else {}
    if isinstance(assigned, HttpResponse):
        return assigned
    sent = typed(request, "change", under="action")
    terms = ChangedTermsForm(sent, ranking=found_ranking, series=_numbers(tournament), prefix="terms")
    over = [series for series in tournament.series.all() if series.number in (found_ranking.series or [series.number])]
    substitution = SubstitutionForm(
        typed(request, "substitute", under="action"),
        series=[(series.pk, series.number) for series in over],
        teams=teams,
    )
    rename = TeamNameForm(typed(request, "rename", under="action"), teams=teams, prefix="team")
    is_button = not (is_assigning or any(one.is_bound for one in (terms, substitution, rename)))
    button = forms.Form(typed(request) if is_button else None)
    form = next((form for form in (terms, substitution, rename, button) if form.is_bound), None)
    act = _acts(request, found_ranking, terms, substitution, rename).get(action) if form else None
    if form and act and form.is_valid():
        with refusals_at(form):
            act()
            return done(request, _("Saved."), "scoring:ranking-office", slug=slug, number=number)
    refused = (
        _("This form did not arrive completely. Please reload the page and try again.")
        if form and act is None
        else said_by(button)
    )
    shown = shown_ranking(found_ranking)
    kind = kind_name(found_ranking.kind, known_classes(tournament))
    context = (
        frame(request, tournament, "rankings")
        | assigned
        | {
            "ranking": found_ranking,
            "open": [series.number for series in over if series.closed_at is None],
            "has_teams": found_ranking.is_of_teams,
            "about": about_kind(found_ranking.kind),
            "kind": "" if kind == found_ranking.name else kind,
            "terms_said": terms_in_words(found_ranking),
            "terms": terms,
            "teams": team_cards(teams, weak_spots(found_ranking)) if teams else (),
            "free": free_entrants(found_ranking) if found_ranking.is_of_teams else (),
            "substitution": substitution,
            "rename": rename,
            "substitutions": sorted(
                (
                    substituted
                    for team in teams
                    for member in team.members.all()
                    for substituted in member.replaced_in.all()
                ),
                key=lambda substituted: (substituted.series.number, substituted.pk),
            ),
            "shown": shown,
            "ties": sum(line.shared for line in shown.lines) if shown.is_official else 0,
            "refused": refused,
        }
    )
    return show(request, "scoring/results/ranking_office/ranking.html", context, refused=bool(assigned.get("warn")))


Act = Callable[[], object]


def _acts(
    request: HttpRequest, value: Any, terms: ChangedTermsForm, substitution: SubstitutionForm, rename: TeamNameForm
) -> dict[str, Act]:
    values = {"ranking_id": value.pk, **acting(request)}

    def change() -> None:
        services.change(terms=terms.terms(), seen=terms.cleaned_data["seen"], **values)

    def substitute() -> None:
        data = substitution.cleaned_data
        services.substitute(
            series_id=data["series"], out=data["out"], by_whom=data["by_whom"], entry_key=data["entry_key"], **values
        )

    def call_otherwise() -> None:
        services.rename_team(**cleaned(rename, "number", "name", "seen"), **values)

    def take_back() -> None:
        form = SubstitutionBackForm(request.POST)
        numbers = {
            substituted.pk
            for team in teams_of(value)
            for member in team.members.all()
            for substituted in member.replaced_in.all()
        }
        if form.is_valid() and form.cleaned_data["substitution"] in numbers:
            services.take_back_substitution(
                substitution_id=form.cleaned_data["substitution"], by=values["by"], now=values["now"]
            )
        # Taken back twice, it is gone all the same.

    def draw() -> None:
        draw_teams(seed=secrets.token_hex(8), **values)

    def lots() -> None:
        services.draw_lots(seed=secrets.token_hex(8), **values)

    return {
        "change": change,
        "substitute": substitute,
        "rename": call_otherwise,
        "take-back": take_back,
        "lots": lots,
        "draw": draw,
        "on": lambda: _switch(request, value, is_on=True),
        "off": lambda: _switch(request, value, is_on=False),
    }


def _switch(request: HttpRequest, value: Any, *, is_on: bool) -> None:
    act = services.switch_on_again if is_on else services.switch_off
    act(ranking_id=value.pk, **acting(request))


def _numbers(tournament: Any) -> list[int]:
    return [series.number for series in tournament.series.all()]
