"""Assigning the teams of a ranking: as text, from a file or as registered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.results.forms.rankings import TeamFileForm, TeamsForm
from scoring.results.forms.team_lines import TeamLine, registered_as_text, teams_as_text
from scoring.results.services.ranking_teams import assign_teams
from tables.accounts.access import acting
from tables.acts.views import done, refusals_at
from tables.acts.wording.intake import KIND
from tables.intake.outcome import Kind
from tables.people import selectors

if TYPE_CHECKING:
    from scoring.results.models import Team
    from tables.people.models import Entrant

SLIP = {
    "team-nobody": gettext_lazy("Nobody plays for this team. Write its name, a colon, then start numbers or names."),
    "team-name-long": gettext_lazy("Its name has at most %(most)s characters."),
    "team-too-many": gettext_lazy(
        "These are %(count)s players; a team has %(size)s. Substitutes follow after a semicolon."
    ),
    "team-not-mixed": gettext_lazy("A mixed pair is a lady and a man."),
    "team-name-again": gettext_lazy("“%(name)s” is the name of the team in line %(line)s already."),
    "member-again": gettext_lazy("No. %(number)s stands in line %(line)s already; nobody plays for two teams."),
    "member-several": gettext_lazy("Several are called “%(who)s”: no. %(numbers)s. Write the start number."),
    "member-unknown": gettext_lazy("Nobody here is “%(who)s”."),
}


FATE = {
    "name": gettext_lazy("Team"),
    "club": gettext_lazy("Left out: the club."),
    "player": gettext_lazy("Player"),
    "substitute": gettext_lazy("Substitute"),
    "asked": gettext_lazy("Please look."),
}


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
    wrong: tuple[str, ...]  # why it cannot be taken as it stands
    odd: str  # what may be meant so
    left_out: str  # why it is no team of its own; nothing where it is one
    fates: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPreview:
    """What lines of teams would do."""

    lines: tuple[PreviewLine, ...]
    free: int  # how many would belong to no team
    gone: tuple[str, ...]  # teams there are now that would not be there any more

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
                wrong=tuple(
                    str(SLIP.get(slip.code, _("This line cannot be read."))) % slip.facts for slip in line.slips
                ),
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
    text = ngettext("%(missing)s player is missing", "%(missing)s players are missing", missing)
    return text % {"missing": missing} if line.members else _("Nobody plays for it")


ASSIGNING: Final = ("check", "take", "file")  # buttons: read lines of teams, carry them out, read a file


def assign(
    request: HttpRequest, tournament: Any, ranking: Any, teams: "Sequence[Team]"
) -> HttpResponse | dict[str, Any]:
    """Take teams as text or from a file: first their preview, then, on a second word, the teams."""
    action = request.POST.get("action", "")
    data, files = (request.POST, request.FILES) if action == "file" else (None, None)
    file = TeamFileForm(data, files, auto_id="file_%s")
    form = TeamsForm(ranking=ranking, initial={"teams": teams_as_text(teams)})
    if action in ("check", "take"):
        form = TeamsForm(request.POST, ranking=ranking)
    elif file.is_valid():
        form = TeamsForm.begun(file.cleaned_data["teams"], ranking)
    elif request.method != "POST" and request.GET.get("from") == "registered":
        if text := registered_as_text(selectors.entrants(tournament), size=ranking.size):
            form = TeamsForm.begun(text, ranking)
        else:
            messages.info(request, _("No team was named when the entrants were registered."))
    shown = {"form": form, "file": file}
    if not form.is_valid():
        return shown
    entrants = list(selectors.entrants(tournament))
    lines = form.read(ranking, entrants)
    named = [line for line in lines if not line.left_out]
    is_sound = bool(named) and not any(line.slips for line in named)
    if action == "take" and is_sound:
        with refusals_at(form):
            stated = {"teams": [line.assigned for line in named], "seen": form.cleaned_data["seen"]}
            assign_teams(ranking_id=ranking.pk, **stated, **acting(request))
            return done(request, _("Saved."), request.path)
    preview = preview_of(lines, entrants, size=ranking.size, before=teams)
    return shown | {"preview": preview, "warn": action == "take" and not is_sound}
