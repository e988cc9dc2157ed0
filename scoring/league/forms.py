"""What is typed in a league: levels, days, divisions, teams, players, fixtures, line-ups, reports, protests."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any, ClassVar, Final

from django import forms
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.league.models import Level
from scoring.league.services.levels import MOST_PLAYERS, MOST_TEAMS, LevelTerms, TeamDetails
from scoring.league.services.matches import Fixture
from scoring.league.wording import WITHDRAWN
from scoring.season.forms import DAY
from scoring.season.rules.matches import MOST_DEALS, MOST_POINTS, PLAYERS, Side
from scoring.season.rules.matches import SeriesLine as Played
from tables.acts.forms import ActName, EntryKey, Paragraphs, SeesRow, TextLine, offer
from tables.intake.outcome import Kind
from tables.intake.sources.lines import rows_of
from tables.intake.teams import ListedTeam, read_teams

MOST_PLACES = 20  # places of a table that can go up or down


def _places(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=MOST_PLACES, initial=0)


class LevelForm(forms.Form):
    """What is the same in all divisions of a level. Under ``cleaned_data["terms"]`` it ends in ``LevelTerms``."""

    beside: ClassVar = {"level-exists": "name"}

    act = ActName("level")
    name = TextLine(label=_("Name"), max_length=80)
    number = forms.IntegerField(
        label=_("Level"), min_value=1, max_value=20, help_text=_("From the top: 1 is the highest.")
    )
    series = forms.IntegerField(label=_("Series a day"), min_value=1, max_value=4, initial=3)
    ties = forms.TypedChoiceField(
        label=_("Same total in a series"),
        coerce=Level.Ties,
        choices=Level.Ties.choices,
        initial=Level.Ties.SHARE,
        help_text=_("What two teams get of each other then; else it is a point for each team beaten."),
    )
    up = _places(_("Promoted from each division"))
    best_next = _places(_("and of the next place, the best so many"))
    down = _places(_("Relegated from each division"))
    worst_next = _places(_("and of the place above, the worst so many"))
    binding_days = forms.IntegerField(label=_("Days until a result is binding"), min_value=0, max_value=60, initial=14)

    def clean(self) -> dict[str, Any]:
        """Make the terms."""
        data = super().clean() or {}
        if not self.errors:
            data["terms"] = LevelTerms(**{name: data[name] for name in LevelTerms.__dataclass_fields__})
        return data


class ChangedLevelForm(SeesRow, LevelForm):
    """What a level there is, has."""


class DayForm(forms.Form):
    """A day of play."""

    beside: ClassVar = {"day-outside-season": "day", "day-twice": "day"}

    act = ActName("day")
    moved = forms.ChoiceField(label=_("Match day"), required=False)
    day = forms.DateField(label=_("Day"), widget=DAY)
    at = forms.TimeField(
        label=_("Begins at"), initial=time(10), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    place = TextLine(
        label=_("Place"),
        max_length=120,
        required=False,
        help_text=_("Where all matches are played, on a central day. Left empty, each match is at its host."),
    )

    def __init__(self, *args: Any, days: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if days:
            offer(self.fields["moved"], [("", gettext("a further one")), *days])
        else:
            del self.fields["moved"]

    def clean(self) -> dict[str, Any]:
        """Make the moment when it begins."""
        data = super().clean() or {}
        if not self.errors:
            data["starts_at"] = datetime.combine(data["day"], data["at"], tzinfo=get_current_timezone())
        return data


class DivisionForm(forms.Form):
    """A division of a level."""

    beside: ClassVar = {"division-exists": "name"}

    act = ActName("division")
    entry_key = EntryKey()
    name = TextLine(label=_("Name"), max_length=80)


LONGEST = 80  # characters of a name


class Rows(Paragraphs):
    """Rows typed with semicolons, or pasted from a sheet."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned lines, semicolons between the cells."""
        return super().to_python(str(value or "").replace("\t", ";"))


class TeamsForm(forms.Form):
    """Teams as they are pasted: one a line, the club behind a semicolon or a tabulator."""

    act = ActName("teams")
    looked = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)
    teams = Rows(
        label=_("Teams"),
        required=True,
        max_length=MOST_TEAMS * 2 * (LONGEST + 1),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line. Its club may stand behind a semicolon: “Herz Dame 2; SC Herz Dame”."),
    )

    def clean_teams(self) -> list[TeamDetails]:
        """Return the teams, or raise ValidationError if a line is no team."""
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
        shown = "\n".join("; ".join(filter(None, (team.name, team.club))) for team in read if team.kind is None)
        sentences = [
            (_("Left out: %(lines)s."), [team for team in read if team.kind in (Kind.CANCELLED, Kind.BLANK)]),
            (_("Please look whether these are teams: %(lines)s."), [team for team in read if team.is_asked]),
        ]
        if not any(teams for _sentence, teams in sentences) or self.data.get("looked") == shown:
            return
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["teams"] = data["looked"] = shown
        self.data = data
        texts = [
            str(sentence) % {"lines": ", ".join(f"“{lines[team.line][:LONGEST]}”" for team in teams)}
            for sentence, teams in sentences
            if teams
        ]
        raise forms.ValidationError([*texts, _("Change what is wrong above, and send it once more.")])


class RenameForm(SeesRow):
    """What a team is called, and of which club it is."""

    beside: ClassVar = {"team-named-so": "name"}

    act = ActName("rename")
    name = TextLine(label=_("Team"), max_length=LONGEST)
    club = TextLine(label=_("Club"), max_length=LONGEST, required=False)


class FixturesForm(forms.Form):
    """How the teams of a division are to meet."""

    act = ActName("draw")
    few = forms.BooleanField(label=_("In as few matches as can be, of five teams where they fit"), required=False)


class FixtureListForm(forms.Form):
    """Fixtures as a federation made them: a match a line."""

    beside: ClassVar = dict.fromkeys(
        ("fixture-other-day", "fixture-other-team", "fixture-of-other-size", "fixture-team-twice"), "matches"
    )

    act = ActName("fixtures")
    matches = Rows(
        label=_("Matches"),
        required=True,
        max_length=MOST_TEAMS * 5 * 6 * (LONGEST + 1),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line: the day, then its teams, the host first: “22.03.2026; Herz Dame; Pik Sieben; Kreuz”."),
    )

    def clean_matches(self) -> list[Fixture]:
        """Return the matches, or raise ValidationError if a line does not begin with a day."""
        fixtures = []
        for number, line in enumerate(str(self.cleaned_data["matches"]).splitlines(), start=1):
            first, *teams = (cell.strip() for cell in line.split(";"))
            if not line.strip(" ;"):
                continue
            day = forms.DateField(input_formats=["%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d"])
            try:
                fixtures.append(Fixture(line=number, day=day.clean(first), teams=tuple(filter(None, teams))))
            except forms.ValidationError as error:
                raise forms.ValidationError(
                    _("Line %(line)s: “%(cell)s” is no day. Write it as 16.01.2026."),
                    params={"line": number, "cell": first[:LONGEST]},
                ) from error
        if not fixtures:
            raise forms.ValidationError(self.fields["matches"].error_messages["required"])
        return fixtures


class PlayersForm(forms.Form):
    """Who may play for a team."""

    act = ActName("players")
    names = Paragraphs(
        label=_("Players"), required=True, max_length=MOST_PLAYERS * (LONGEST + 1), help_text=_("One name a line.")
    )
    since = forms.DateField(label=_("May play from"), widget=DAY)
    substitute = forms.BooleanField(label=_("Substitutes"), required=False)

    def clean_names(self) -> list[str]:
        """Return the names, or raise ValidationError if one is too long."""
        names = [line for line in str(self.cleaned_data["names"]).splitlines() if line]
        if any(len(name) > LONGEST for name in names):
            raise forms.ValidationError(_("Its name has at most %(most)s characters."), params={"most": LONGEST})
        return names


class SanctionForm(SeesRow):
    """Points off, and withdrawing, with the reason."""

    beside: ClassVar = {"reason-missing": "because"}

    act = ActName("sanction")
    deducted = forms.IntegerField(label=_("Points off"), min_value=0, max_value=999)
    withdrawn = forms.ChoiceField(label=_("Team"), required=False, choices=[("", _("plays")), *WITHDRAWN.items()])
    because = TextLine(label=_("Reason"), max_length=300, required=False)


class CaptainForm(forms.Form):
    """Who is captain."""

    act = ActName("captain")
    place = forms.TypedChoiceField(label=_("Captain"), coerce=int)

    def __init__(self, *args: Any, roster: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["place"], list(roster))


class EndForm(CaptainForm):
    """Until when somebody may play for a team."""

    beside: ClassVar = {"ends-before-it-starts": "until"}

    act = ActName("end")
    place = forms.TypedChoiceField(label=_("Who"), coerce=int)
    until = forms.DateField(label=_("The last day"), widget=DAY)


class SideForm(forms.Form):
    """An act on a team of a match."""

    side = forms.IntegerField(min_value=1, max_value=2**31, widget=forms.HiddenInput)
    act = ActName()


class LineUpForm(SideForm):
    """Who has which number. Under ``players`` it ends in members by number, None where nobody is."""

    def __init__(self, *args: Any, roster: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, PLAYERS + 1):
            field = forms.TypedChoiceField(label=gettext("Number %(n)s") % {"n": number}, coerce=int, required=False)
            field.empty_value = None
            offer(field, [("", gettext("nobody")), *roster])
            self.fields[f"number_{number}"] = field

    def clean(self) -> dict[str, Any]:
        """Make the line-up."""
        data = super().clean() or {}
        return data | {"players": [data.get(f"number_{number}") for number in range(1, PLAYERS + 1)]}


class ExchangeForm(SideForm):
    """Who takes a number from a series on."""

    number = forms.TypedChoiceField(label=_("Number"), coerce=int)
    player = forms.TypedChoiceField(label=_("is taken by"), coerce=int)
    from_series = forms.TypedChoiceField(label=_("from series"), coerce=int)

    def __init__(self, *args: Any, roster: Sequence[tuple[int, str]], series: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["number"], [(number, str(number)) for number in NUMBERS])
        offer(self.fields["player"], roster)
        offer(self.fields["from_series"], [(number, str(number)) for number in range(1, series + 1)])


class AgreeForm(SideForm):
    """Agreeing to the report that was seen."""

    number = forms.IntegerField(min_value=1, max_value=1000, widget=forms.HiddenInput)


class ProtestForm(SideForm):
    """What a team objects to."""

    entry_key = EntryKey()
    text = Paragraphs(label=_("What do you object to, and why?"), required=True)


class DecisionForm(forms.Form):
    """What becomes of a protest."""

    act = ActName("decide")
    protest = forms.IntegerField(min_value=1, max_value=2**31, widget=forms.HiddenInput)
    upheld = forms.TypedChoiceField(
        label=_("Decision"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("The protest is upheld")), ("no", _("The protest is rejected"))],
        widget=forms.RadioSelect,
    )
    decision = Paragraphs(label=_("Reason"), required=True)


class RejectForm(forms.Form):
    """Rejecting many protests for one reason."""

    act = ActName("reject")
    numbers = forms.TypedMultipleChoiceField(
        label=_("Protests"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Please choose.")),
    )
    decision = Paragraphs(label=_("Reason"), required=True)

    def __init__(self, *args: Any, waiting: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["numbers"], list(waiting))


class VenueForm(forms.Form):
    """Where a match is played."""

    act = ActName("venue")
    venue = TextLine(label=_("Where the match is played"), max_length=200, required=False)


PARTS: Final = {"points": _("Points"), "won": _("Won"), "lost": _("Lost")}
NUMBERS: Final = range(1, PLAYERS + 1)


class ReportForm(forms.Form):
    """What was played: of each team in each series its numbers with points, won and lost games."""

    beside: ClassVar = {"report-reason-missing": "reason"}

    act = ActName("report")
    entry_key = EntryKey()
    broken_off = forms.BooleanField(
        label=_("The match was broken off"), required=False, help_text=_("Then it counts 0 for all teams.")
    )

    def __init__(self, *args: Any, teams: Sequence[str | None], series: int, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams, self.series = teams, series
        for at in range(1, series + 1):
            for position, team in enumerate(teams, start=1):
                for number in NUMBERS if team else ():
                    self._add(at, position, number, str(team))
        if again:
            self.fields["reason"] = TextLine(
                label=_("Why this takes the place of the report before"), max_length=500, required=False
            )

    def _add(self, series: int, position: int, number: int, team: str) -> None:
        for part, called in PARTS.items():
            points = part == "points"
            label = gettext("Series %(series)s, %(team)s, number %(number)s: %(part)s")
            values = {"series": series, "team": team, "number": number, "part": called}
            self.fields[_field(series, position, number, part)] = forms.IntegerField(
                required=False,
                min_value=-MOST_POINTS if points else 0,
                max_value=MOST_POINTS if points else MOST_DEALS,
                widget=forms.NumberInput(
                    attrs={"inputmode": "text" if points else "numeric", "aria-label": label % values}
                ),
            )

    def rows(self, *, series: int, position: int) -> list[tuple[int, list[forms.BoundField]]]:
        """Return the fields of a team in a series, by number."""
        return [(number, [self[_field(series, position, number, part)] for part in PARTS]) for number in NUMBERS]

    def clean(self) -> dict[str, Any]:
        """Make what was played, by position; a team of which nothing stands in a series was absent in it."""
        sides: list[Side] = [
            tuple(self._lines(series, position) if team else None for series in range(1, self.series + 1))
            for position, team in enumerate(self.teams, start=1)
        ]
        return (super().clean() or {}) | {"sides": sides}

    def _lines(self, series: int, position: int) -> tuple[Played, ...] | None:
        lines = []
        for number in NUMBERS:
            points, won, lost = (self.cleaned_data.get(_field(series, position, number, part)) for part in PARTS)
            if points is not None:
                lines.append(Played(number=number, points=points, won=won or 0, lost=lost or 0))
        return tuple(lines) or None


def _field(series: int, position: int, number: int, part: str) -> str:
    return f"s{series}-t{position}-n{number}-{part}"


def filled(sides: Sequence[Side]) -> dict[str, int]:
    """Return what a report says as a form has it."""
    return {
        _field(series, position, line.number, part): getattr(line, part)
        for position, side in enumerate(sides, start=1)
        for series, lines in enumerate(side, start=1)
        for line in lines or ()
        for part in PARTS
    }
