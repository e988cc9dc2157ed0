"""Teams from a workbook or a table as text, written as the lines one would type for them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.fields import TableFile
from tables.intake import MOST_BYTES, NAMES, SEARCHED, Field, IntakeRefused, Line, Refusal, fields, name_key, read_cells
from tables.services.registration import MOST_ENTRANTS
from tables.wording import intake_refused

SUBSTITUTE: Final = frozenset(
    {
        *("substitute", "substitutes", "reserve", "ersatz", "ersatzspieler", "ersatzspielerin"),
        *("auswechselspieler", "einwechselspieler", "suplente", "suplentes", "reemplazante", "запасной"),
    }
)
"""What stands over the column that says who is a substitute."""

NOT_TICKED: Final = frozenset({"", "0", "-", "–", "no", "nein", "n", "false", "falsch", "нет"})


class TeamFileForm(forms.Form):
    """A workbook or a text with a table of teams. Clean, it has their lines under ``cleaned_data["text"]``."""

    file = TableFile(
        help_text=_(
            "An Excel workbook (.xlsx) or a table as text (.csv): a player a row, with the headings Team, Start number"
            " or Name, and Substitute (an x where it is one)."
        )
    )

    def clean(self) -> dict[str, Any]:
        """Read the file, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                if (upload.size or 0) > MOST_BYTES:
                    raise IntakeRefused(Refusal.TOO_BIG)
                data["text"] = table_as_text(read_cells(upload.read(), most_rows=MOST_ENTRANTS + SEARCHED))
            except IntakeRefused as error:
                self.add_error("file", intake_refused(error))
            else:
                if not data["text"]:
                    self.add_error("file", _("There is no team in this file. Its first column is to name the team."))
        return data


def table_as_text(lines: Sequence[Line]) -> str:
    """Return a table of teams as a line for each; without headings the first cell is the team, the others play."""
    top = next((at for at, line in enumerate(lines[:SEARCHED]) if Field.TEAM in fields(line.cells)), None)
    if top is None:
        return "\n".join(_bare(line) for line in lines if line.cells[0])
    headings = lines[top].cells
    known = fields(headings)
    columns = {one: at for at, one in enumerate(known) if one}
    if not (NAMES | {Field.NUMBER}).intersection(columns):
        return "\n".join(_bare(line) for line in lines[top + 1 :] if line.cells[0])
    substitute = next((at for at, text in enumerate(headings) if name_key(text) in SUBSTITUTE), None)
    return _grouped(lines[top + 1 :], columns, substitute)


def _grouped(lines: Sequence[Line], columns: Mapping[Field, int], substitute: int | None) -> str:
    teams: dict[str, tuple[str, list[str], list[str]]] = {}
    team = ""
    for line in lines:
        # In merged cells only the first row names the team.
        team = _cell(line, columns[Field.TEAM]) or team
        who = _who(line, columns)
        if not team or not who:
            continue
        _name, members, substitutes = teams.setdefault(name_key(team) or team, (team, [], []))
        is_substitute = substitute is not None and _cell(line, substitute).casefold() not in NOT_TICKED
        (substitutes if is_substitute else members).append(who)
    return "\n".join(_line(name, members, substitutes) for name, members, substitutes in teams.values())


def _who(line: Line, columns: Mapping[Field, int]) -> str:
    number = _cell(line, columns[Field.NUMBER]) if Field.NUMBER in columns else ""
    if number:
        return number
    return " ".join(
        filter(None, (_cell(line, columns[one]) for one in (Field.FIRST, Field.NAME, Field.LAST) if one in columns))
    )


def _bare(line: Line) -> str:
    return _line(line.cells[0], [cell for cell in map(_plain, line.cells[1:]) if cell], [])


def _line(name: str, members: Sequence[str], substitutes: Sequence[str]) -> str:
    more = f"; {', '.join(substitutes)}" if substitutes else ""
    return f"{_plain(name)}: {', '.join(members)}{more}"


def _cell(line: Line, at: int) -> str:
    return _plain(line.cells[at]) if at < len(line.cells) else ""


def _plain(text: str) -> str:
    # These two divide a line.
    return text.replace(":", " ").replace(";", ",").strip()
