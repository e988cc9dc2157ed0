"""Assigning the teams of a ranking: as text, from a file, as registered, or by lot."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.results.forms.rankings import TeamFileForm, TeamsForm
from scoring.results.forms.team_lines import TeamLine, registered_as_text, teams_as_text
from scoring.results.selectors.rankings import free_entrants, teams_of
from scoring.results.services.ranking_draws import draw_teams
from scoring.results.services.ranking_teams import assign_teams
from scoring.results.views.ranking_office import ranking_numbered
from tables.accounts.access import acting
from tables.acts.views import done, refusals_at, said_by, show, status_of
from tables.people import selectors
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.results.models import Team
    from tables.people.models import Entrant
from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from tables.acts.wording.intake import KIND
from tables.intake.outcome import Kind

SLIP = {
    "team-nobody": gettext_lazy("Nobody plays for this team. Write its name, a colon, then start numbers or names."),
    "team-name-long": gettext_lazy("The name of a team has up to %(longest)s characters."),
    "team-too-many": gettext_lazy(
        "These are %(count)s players; a team has %(size)s. Substitutes follow after a semicolon."
    ),
    "team-not-mixed": gettext_lazy("A mixed pair is a lady and a man."),
    "team-name-again": gettext_lazy("“%(name)s” is the name of the team in line %(line)s already."),
    "member-again": gettext_lazy("No. %(number)s stands in line %(line)s already; nobody plays for two teams."),
    "member-several": gettext_lazy("Several are called “%(who)s”: no. %(numbers)s. Write the start number."),
    "member-unknown": gettext_lazy("Nobody here is “%(who)s”."),
}
"""A sentence for everything that can be wrong with such a line."""


def slip_in_words(code: str, facts: Mapping[str, object]) -> str:
    """Return what is wrong with a line, as a sentence."""
    return str(SLIP.get(code, _("This line cannot be read."))) % facts


FATE = {
    "name": gettext_lazy("Team"),
    "club": gettext_lazy("Left out: the club."),
    "player": gettext_lazy("Player"),
    "substitute": gettext_lazy("Substitute"),
    "asked": gettext_lazy("Please look."),
}
"""What becomes of a cell."""


def fate_in_words(text: str, fate: str) -> str:
    """Return what becomes of a cell: it is taken as something, asked about, or left out for a reason."""
    if fate in FATE:
        return str(FATE[fate])
    is_figure = not any(map(str.isalpha, text))
    return _("Left out: no start number.") if is_figure else _("Left out: nothing says what this is.")


def left_out_because(kind: Kind) -> str:
    """Return why a row is no team of its own."""
    return _("belongs to the team above") if kind is Kind.AGAIN else str(KIND[kind])


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """A line that was read, and everything that is to be said about it."""

    read: TeamLine
    wrong: tuple[str, ...]
    """Why it cannot be taken as it stands."""

    odd: str
    """What may be meant so."""

    left_out: str
    """Why it is no team of its own; nothing where it is one."""

    fates: tuple[tuple[str, str], ...]
    """Each cell with what becomes of it, where a line has several, or one that is not taken whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPreview:
    """What lines of teams would do."""

    lines: tuple[PreviewLine, ...]
    free: int
    """How many would belong to no team."""

    gone: tuple[str, ...]
    """Teams there are now that would not be there any more."""

    @property
    def good(self) -> int:
        """How many lines are in order."""
        return sum(not line.wrong and not line.left_out for line in self.lines)

    @property
    def bad(self) -> int:
        """How many lines are to be corrected."""
        return sum(bool(line.wrong) for line in self.lines)


def preview_of(
    lines: Sequence[TeamLine], entrants: Iterable["Entrant"], *, size: int, before: Iterable["Team"]
) -> TeamPreview:
    """Return what lines would do to the teams ``before``, in a ranking whose teams have ``size`` players."""
    named = {line.name.casefold() for line in lines if not line.left_out}
    chosen = {entrant.number for line in lines for entrant in (*line.members, *line.substitutes)}
    playing = (entrant for entrant in entrants if not entrant.withdrawn_at and not entrant.unranked_as)
    return TeamPreview(
        lines=tuple(
            PreviewLine(
                read=line,
                wrong=tuple(slip_in_words(slip.code, slip.facts) for slip in line.slips),
                odd="" if line.slips or line.left_out else _odd(line, size),
                left_out=left_out_because(line.left_out) if line.left_out else "",
                fates=tuple((text, fate_in_words(text, fate)) for text, fate in line.cells)
                if len(line.cells) > 1 and not line.left_out
                else (),
            )
            for line in lines
        ),
        free=sum(entrant.number not in chosen for entrant in playing),
        gone=tuple(team.name for team in before if team.name.casefold() not in named),
    )


def _odd(line: TeamLine, size: int) -> str:
    missing = size - len(line.members)
    if line.is_registered:
        return _("The players are those who were registered for this team.")
    if missing <= 0:
        return ""
    said = ngettext("%(missing)s player is missing", "%(missing)s players are missing", missing)
    return said % {"missing": missing} if line.members else _("Nobody plays for it")


@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Take teams as text: first their preview, then, on a second word, the teams.

    ``?from=registered`` begins with those that were named at the desk.
    """
    tournament = access.directed_tournament(request, slug=slug)
    found = _with_teams(tournament, number)
    if request.method == "POST":
        form = TeamsForm(request.POST, ranking=found)
        return _read(request, tournament, found, form, takes=request.POST.get("act") == "take")
    if request.GET.get("from") == "registered":
        text = registered_as_text(selectors.entrants(tournament), size=found.size)
        if text:
            return _read(request, tournament, found, TeamsForm.begun(text, found))
        messages.info(request, _("No team was named when the entrants were registered."))
    form = TeamsForm(ranking=found, initial={"teams": teams_as_text(teams_of(found))})
    return render(request, "scoring/results/ranking_office/paste.html", _context(request, tournament, found, form=form))


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Take teams from a workbook or a table in text, and go on with their preview."""
    tournament = access.directed_tournament(request, slug=slug)
    found = _with_teams(tournament, number)
    form = TeamFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_valid():
        return _read(request, tournament, found, TeamsForm.begun(form.cleaned_data["teams"], found))
    context = _context(request, tournament, found, form=form)
    return show(request, "scoring/results/ranking_office/file.html", context, refused=request.method == "POST")


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Draw the teams by lot after the last series, once the director has said so."""
    tournament = access.directed_tournament(request, slug=slug)
    found = _with_teams(tournament, number)
    button = forms.Form(typed(request))
    if button.is_valid():
        with refusals_at(button):
            draw_teams(ranking_id=found.pk, seed=secrets.token_hex(8), **acting(request))
            message = _("The teams are drawn. Seed and result are in the journal.")
            return done(request, message, "scoring:ranking-office", slug=slug, number=number)
    over = [series for series in tournament.series.all() if series.number in (found.series or [series.number])]
    context = _context(request, tournament, found, refused=said_by(button)) | {
        "open": [series.number for series in over if series.closed_at is None],
        "teams": teams_of(found),
    }
    return show(request, "scoring/results/ranking_office/draw.html", context)


def _read(request: HttpRequest, tournament: Any, found: Any, form: TeamsForm, *, takes: bool = False) -> HttpResponse:
    """Show what the lines would do; carry it out if that is wanted and all of them are in order."""
    if not form.is_valid():
        context = _context(request, tournament, found, form=form)
        return render(request, "scoring/results/ranking_office/paste.html", context, status=422)
    entrants = list(selectors.entrants(tournament))
    lines = form.read(found, entrants)
    named = [line for line in lines if not line.left_out]
    is_sound = bool(named) and not any(line.slips for line in named)
    if takes and is_sound:
        with refusals_at(form):
            teams, seen = [line.assigned for line in named], form.cleaned_data["seen"]
            assign_teams(ranking_id=found.pk, teams=teams, seen=seen, **acting(request))
            said = ngettext("%(count)s team is assigned.", "%(count)s teams are assigned.", len(named))
            message = said % {"count": len(named)}
            return done(request, message, "scoring:ranking-office", slug=tournament.slug, number=found.number)
    context = _context(request, tournament, found, form=form) | {
        "preview": preview_of(lines, entrants, size=found.size, before=teams_of(found)),
        "warn": takes and not is_sound,
    }
    return render(request, "scoring/results/ranking_office/paste.html", context, status=status_of(form, refused=takes))


def _with_teams(tournament: Any, number: int) -> Any:
    """Return a ranking whose members are assigned.

    :raises Http404: if there is none of this number, or it has no teams.
    """
    found = ranking_numbered(tournament, number)
    if not found.is_of_teams:
        raise Http404
    return found


def _context(request: HttpRequest, tournament: Any, found: Any, **more: Any) -> dict[str, Any]:
    return frame(request, tournament, "rankings", ranking=found, free_count=len(free_entrants(found)), **more)
