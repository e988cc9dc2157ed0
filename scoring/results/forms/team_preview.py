"""What lines of teams would do before they do it: who would play where, what is wrong, which teams would go."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.results.forms.team_lines import TeamLine
from scoring.results.models import Team
from scoring.results.wording.team_lines import slip_in_words
from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """A line that was read, and everything that is to be said about it."""

    read: TeamLine
    wrong: tuple[str, ...]
    """Why it cannot be taken as it stands."""

    odd: str
    """What may be meant so."""


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
        return sum(not line.wrong for line in self.lines)

    @property
    def bad(self) -> int:
        """How many lines are to be corrected."""
        return len(self.lines) - self.good


def preview_of(
    lines: Sequence[TeamLine], entrants: Iterable[Entrant], *, size: int, before: Iterable[Team]
) -> TeamPreview:
    """Return what lines would do to the teams ``before``, in a ranking whose teams have ``size`` players."""
    named = {line.name.casefold() for line in lines}
    chosen = {entrant.number for line in lines for entrant in (*line.members, *line.substitutes)}
    playing = (entrant for entrant in entrants if not entrant.withdrawn_at and not entrant.excluded_at)
    return TeamPreview(
        lines=tuple(
            PreviewLine(
                read=line,
                wrong=tuple(slip_in_words(slip.code, slip.facts) for slip in line.slips),
                odd="" if line.slips else _odd(line, size),
            )
            for line in lines
        ),
        free=sum(entrant.number not in chosen for entrant in playing),
        gone=tuple(team.name for team in before if team.name.casefold() not in named),
    )


def _odd(line: TeamLine, size: int) -> str:
    missing = size - len(line.members)
    if missing <= 0:
        return ""
    said = ngettext("%(missing)s player is missing", "%(missing)s players are missing", missing)
    return said % {"missing": missing} if line.members else _("Nobody plays for it")
