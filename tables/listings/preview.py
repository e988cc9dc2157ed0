"""The preview of a list of entrants: what would be registered, what cannot be, who seems to be there twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables import intake
from tables.models import Entrant
from tables.wording import intake_problem, who

ROWS_SHOWN = 100
BAD_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """A row that cannot be registered as it stands, with everything that is wrong with it."""

    line: int
    text: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a list would do, before it does anything."""

    rows: tuple[intake.Row, ...]
    bad: tuple[BadLine, ...]
    known: Mapping[int, str]
    """For each line whose name is registered already, as whom."""

    twice: tuple[str, ...]
    """Who stands in the list more than once, in words."""

    columns: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def first_rows(self) -> tuple[tuple[intake.Row, str], ...]:
        """Return the rows that are shown one by one, each with whom it seems to be."""
        return tuple((row, self.known.get(row.line, "")) for row in self.rows[:ROWS_SHOWN])

    @property
    def more_rows(self) -> int:
        """Return how many good rows are not shown one by one."""
        return max(0, len(self.rows) - ROWS_SHOWN)

    @property
    def first_bad(self) -> tuple[BadLine, ...]:
        """Return the bad rows that are shown one by one."""
        return self.bad[:BAD_SHOWN]

    @property
    def more_bad(self) -> int:
        """Return how many bad rows are not shown one by one."""
        return max(0, len(self.bad) - BAD_SHOWN)

    @property
    def new_rows(self) -> tuple[intake.Row, ...]:
        """Return the rows of those who are not registered yet."""
        return tuple(row for row in self.rows if row.line not in self.known)


def preview(found: intake.Intake, registered: Sequence[Entrant]) -> Preview:
    """Return what a list would do to those registered."""
    keys = {intake.name_key(e.name): who(e.number, e.name) for e in registered if e.name and not e.withdrawn_at}
    named = {row.line: row.registration.name for row in found.rows}
    found_keys = {line: intake.name_key(name) for line, name in named.items()}
    return Preview(
        rows=found.rows,
        bad=tuple(
            BadLine(line=row.line, text=row.text, sentences=tuple(map(intake_problem, row.problems)))
            for row in found.bad
        ),
        known={line: keys[key] for line, key in found_keys.items() if key in keys},
        twice=tuple(
            _("%(name)s stands in the list %(count)s times.") % {"name": named[lines[0]], "count": len(lines)}
            for lines in intake.doubles(named)
        ),
        columns=found.columns,
        ignored=found.ignored,
    )
