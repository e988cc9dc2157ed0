"""Teams from a workbook or a table as text, row by row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms import TableFile
from tables.acts.wording.intake import intake_refused
from tables.intake.headings import NAMES, SEARCHED, Field
from tables.intake.layout import Layout, blocks, layout_of
from tables.intake.names import name_key
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.intake.rows import Line
from tables.intake.sources.files import MOST_BYTES, read_cells

SUBSTITUTE: Final = frozenset(
    {
        *("substitute", "substitutes", "reserve", "ersatz", "ersatzspieler", "ersatzspielerin"),
        *("auswechselspieler", "einwechselspieler", "suplente", "suplentes", "reemplazante", "запасной"),
    }
)
"""What stands over the column that says who is a substitute."""

NOT_TICKED: Final = frozenset({"", "0", "-", "–", "no", "nein", "n", "false", "falsch", "нет"})
NUMBERS: Final = (Field.NUMBER, Field.COUNT)


@dataclass(slots=True, kw_only=True)
class TableTeam:
    """A team of a table: the line it begins in, and the cells that say who belongs to it."""

    line: int
    name: str
    members: list[str] = field(default_factory=list)
    substitutes: list[str] = field(default_factory=list)


class TeamFileForm(forms.Form):
    """A workbook or a text with a table of teams. Clean, it has them under ``cleaned_data["teams"]``."""

    file = TableFile(
        help_text=_(
            "A workbook of Excel (.xlsx) or LibreOffice (.ods), or a table as text (.csv): a player a row, with the"
            " headings Team, Start number or Name, and Substitute (an x where it is one)."
        )
    )

    def clean(self) -> dict[str, Any]:
        """Read the file, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                data["teams"] = teams_in(read_cells(upload.read(MOST_BYTES + 1), most_rows=MOST_ENTRANTS + SEARCHED))
            except IntakeRefused as error:
                self.add_error("file", intake_refused(error))
            else:
                if not data["teams"]:
                    self.add_error("file", _("There is no team in this file. Its first column is to name the team."))
        return data


def teams_in(lines: Sequence[Line]) -> list[TableTeam]:
    """Return the teams of a table; without headings the first cell is the team, the others play."""
    layout = layout_of(lines)
    if not layout.has_headings or Field.TEAM not in layout.columns:
        return list(_bare(lines))
    if not {*NAMES, *NUMBERS}.intersection(layout.columns):
        return list(_bare([line for line in layout.lines if line.number not in layout.kinds]))
    teams: dict[str, TableTeam] = {}
    begins = 0
    for block in blocks(layout.columns):
        ends = begins + len(block)
        _group(layout, range(begins, ends), block, teams)
        begins = ends
    return list(teams.values())


def _group(layout: Layout, at: range, block: Sequence[str | None], teams: dict[str, TableTeam]) -> None:
    """Add the players of one table to their teams."""
    columns = {one: place for one, place in zip(block, at, strict=True) if one}
    headings = [name_key(layout.headings[place]) for place in at]
    substitute = next((place for text, place in zip(headings, at, strict=True) if text in SUBSTITUTE), None)
    name = ""
    for line in layout.lines:
        if line.number in layout.kinds:
            continue
        # In merged cells only the first row names the team.
        name = _cell(line, columns.get(Field.TEAM)) or name
        who = _who(line, columns)
        if not name or not who:
            continue
        team = teams.setdefault(name_key(name) or name, TableTeam(line=line.number, name=name))
        is_substitute = _cell(line, substitute).casefold() not in NOT_TICKED
        (team.substitutes if is_substitute else team.members).append(who)


def _who(line: Line, columns: Mapping[str, int]) -> str:
    for one in NUMBERS:
        if number := _cell(line, columns.get(one)):
            return number
    return " ".join(filter(None, (_cell(line, columns.get(one)) for one in (Field.FIRST, Field.NAME, Field.LAST))))


def _bare(lines: Sequence[Line]) -> Iterator[TableTeam]:
    for line in lines:
        if line.cells[0]:
            yield TableTeam(line=line.number, name=line.cells[0], members=[cell for cell in line.cells[1:] if cell])


def _cell(line: Line, at: int | None) -> str:
    return line.cells[at].strip() if at is not None and at < len(line.cells) else ""
