"""Teams, their players, their fixtures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.league.services.fixtures import Fixture
from scoring.league.services.levels import MOST_PLAYERS, MOST_TEAMS, TeamDetails
from scoring.league.wording import WITHDRAWN
from scoring.season.forms import DAY
from tables.acts.forms import Line, Paragraphs, SeesRow, offer
from tables.intake.outcome import Kind
from tables.intake.sources.lines import rows_of
from tables.intake.teams import ListedTeam, read_teams

LONGEST = 80
"""Characters of a name."""


class Rows(Paragraphs):
    """Rows typed with semicolons, or pasted from a sheet."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned lines, semicolons between the cells."""
        return super().to_python(str(value or "").replace("\t", ";"))


class TeamsForm(forms.Form):
    """Teams as they are pasted: one a line, the club behind a semicolon or a tabulator."""

    act = forms.CharField(initial="teams", widget=forms.HiddenInput, required=False)
    looked = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)
    teams = Rows(
        label=_("Teams"),
        required=True,
        max_length=MOST_TEAMS * 2 * (LONGEST + 1),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line. Its club may stand behind a semicolon: “Herz Dame 2; SC Herz Dame”."),
    )

    def clean_teams(self) -> list[TeamDetails]:
        """Return the teams.

        :raises ValidationError: if a line is no team.
        """
        text = str(self.cleaned_data["teams"])
        rows = rows_of(text, limit=len(text))
        read = read_teams(rows)
        teams = [team for team in read if team.kind is None]
        for team in teams:
            if not team.name or max(len(team.name), len(team.club)) > LONGEST:
                line = next("; ".join(filter(None, row.cells)) for row in rows if row.number == team.line)
                raise forms.ValidationError(
                    _("“%(line)s” is no team: a name of up to %(most)s letters is needed."),
                    params={"line": line[:LONGEST], "most": LONGEST},
                )
        self._show(read, {row.number: " ".join(filter(None, row.cells)) for row in rows})
        return [TeamDetails(name=team.name, club=team.club) for team in teams]

    def _show(self, read: Sequence[ListedTeam], lines: Mapping[int, str]) -> None:
        """Show how the lines are read where one is asked about or left out, until it was sent once more.

        :raises ValidationError: with what is to be looked at.
        """
        shown = "\n".join("; ".join(filter(None, (one.name, one.club))) for one in read if one.kind is None)
        sentences = [
            (_("Left out: %(lines)s."), [one for one in read if one.kind in (Kind.CANCELLED, Kind.BLANK)]),
            (_("Please look whether these are teams: %(lines)s."), [one for one in read if one.is_asked]),
        ]
        if not any(ones for _sentence, ones in sentences) or self.data.get("looked") == shown:
            return
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["teams"] = data["looked"] = shown
        self.data = data
        said = [
            str(sentence) % {"lines": ", ".join(f"“{lines[one.line][:LONGEST]}”" for one in ones)}
            for sentence, ones in sentences
            if ones
        ]
        raise forms.ValidationError([*said, _("Change what is wrong above, and send it once more.")])


class RenameForm(SeesRow):
    """What a team is called, and of which club it is."""

    beside: ClassVar = {"team-named-so": "name"}

    act = forms.CharField(initial="rename", widget=forms.HiddenInput, required=False)
    name = Line(label=_("Team"), max_length=LONGEST)
    club = Line(label=_("Club"), max_length=LONGEST, required=False)


class FixturesForm(forms.Form):
    """How the teams of a division are to meet."""

    act = forms.CharField(initial="draw", widget=forms.HiddenInput, required=False)
    few = forms.BooleanField(
        label=_("In as few matches as can be, of five teams where they fit"),
        required=False,
        help_text=_("Else matches have four teams and, for the rest, three."),
    )


class FixtureListForm(forms.Form):
    """Fixtures as a federation made them: a match a line."""

    beside: ClassVar = dict.fromkeys(
        ("fixture-other-day", "fixture-other-team", "fixture-of-other-size", "fixture-team-twice"), "matches"
    )

    act = forms.CharField(initial="fixtures", widget=forms.HiddenInput, required=False)
    matches = Rows(
        label=_("Matches"),
        required=True,
        max_length=MOST_TEAMS * 5 * 6 * (LONGEST + 1),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line: the day, then its teams, the host first: “22.03.2026; Herz Dame; Pik Sieben; Kreuz”."),
    )

    def clean_matches(self) -> list[Fixture]:
        """Return the matches.

        :raises ValidationError: if a line does not begin with a day.
        """
        found = []
        for number, line in enumerate(str(self.cleaned_data["matches"]).splitlines(), start=1):
            first, *teams = (cell.strip() for cell in line.split(";"))
            if not line.strip(" ;"):
                continue
            day = forms.DateField(input_formats=["%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d"])
            try:
                found.append(Fixture(line=number, day=day.clean(first), teams=tuple(filter(None, teams))))
            except forms.ValidationError as error:
                raise forms.ValidationError(
                    _("Line %(line)s: “%(cell)s” is no day. Write it as 16.01.2026."),
                    params={"line": number, "cell": first[:LONGEST]},
                ) from error
        if not found:
            raise forms.ValidationError(self.fields["matches"].error_messages["required"])
        return found


class PlayersForm(forms.Form):
    """Who may play for a team."""

    act = forms.CharField(initial="players", widget=forms.HiddenInput, required=False)
    names = Paragraphs(
        label=_("Players"),
        required=True,
        max_length=MOST_PLAYERS * (LONGEST + 1),
        help_text=_("One name a line."),
    )
    since = forms.DateField(label=_("May play from"), widget=DAY)
    substitute = forms.BooleanField(label=_("Substitutes"), required=False)

    def clean_names(self) -> list[str]:
        """Return the names.

        :raises ValidationError: if one is too long.
        """
        names = [line for line in str(self.cleaned_data["names"]).splitlines() if line]
        if any(len(name) > LONGEST for name in names):
            raise forms.ValidationError(_("A name may have up to %(most)s letters."), params={"most": LONGEST})
        return names


class SanctionForm(SeesRow):
    """Points off, and withdrawing, with the reason."""

    beside: ClassVar = {"reason-missing": "because"}

    act = forms.CharField(initial="sanction", widget=forms.HiddenInput, required=False)
    deducted = forms.IntegerField(label=_("Points off"), min_value=0, max_value=999)
    withdrawn = forms.ChoiceField(
        label=_("The team"),
        required=False,
        choices=[("", _("plays")), *WITHDRAWN.items()],
    )
    because = Line(
        label=_("Reason"), max_length=300, required=False, help_text=_("The table of the division shows it.")
    )


class EndForm(forms.Form):
    """Until when somebody may play for a team."""

    beside: ClassVar = {"ends-before-it-starts": "until"}

    act = forms.CharField(initial="end", widget=forms.HiddenInput, required=False)
    place = forms.TypedChoiceField(label=_("Who"), coerce=int)
    until = forms.DateField(label=_("The last day"), widget=DAY)

    def __init__(self, *args: Any, roster: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["place"], list(roster))


class CaptainForm(forms.Form):
    """Who is captain."""

    act = forms.CharField(initial="captain", widget=forms.HiddenInput, required=False)
    place = forms.TypedChoiceField(label=_("Captain"), coerce=int)

    def __init__(self, *args: Any, roster: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["place"], list(roster))
