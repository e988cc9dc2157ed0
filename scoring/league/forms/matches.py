"""Line-ups, exchanges, reports, protests."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.season.rules.matches import MOST_DEALS, MOST_POINTS, PLAYERS, Line, Side
from tables.acts.forms import EntryKey, Paragraphs, offer
from tables.acts.forms import Line as OneLine


class SideForm(forms.Form):
    """An act on a team of a match."""

    side = forms.IntegerField(min_value=1, max_value=2**31, widget=forms.HiddenInput)
    act = forms.CharField(widget=forms.HiddenInput, required=False)


class LineUpForm(SideForm):
    """Who has which number. Under ``players`` it ends in members by number, None where nobody is."""

    def __init__(self, *args: Any, roster: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, PLAYERS + 1):
            field = forms.TypedChoiceField(label=gettext("Number %(n)s") % {"n": number}, coerce=int, required=False)
            field.empty_value = None
            offer(field, [("", gettext("nobody")), *roster])
            self.fields[f"number_{number}"] = field

    @property
    def players(self) -> list[int | None]:
        """Return the line-up."""
        return [self.cleaned_data[f"number_{number}"] for number in range(1, PLAYERS + 1)]


class ExchangeForm(SideForm):
    """Who takes a number from a series on."""

    number = forms.TypedChoiceField(label=_("Number"), coerce=int)
    player = forms.TypedChoiceField(label=_("is taken by"), coerce=int)
    from_series = forms.TypedChoiceField(label=_("from series"), coerce=int)

    def __init__(
        self, *args: Any, roster: Sequence[tuple[int, str]], numbers: Iterable[int], series: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["number"], [(number, str(number)) for number in numbers])
        offer(self.fields["player"], roster)
        offer(self.fields["from_series"], [(one, str(one)) for one in range(1, series + 1)])


class AgreeForm(SideForm):
    """Agreeing to the report that was seen."""

    number = forms.IntegerField(min_value=1, max_value=1000, widget=forms.HiddenInput)


class ProtestForm(SideForm):
    """What a team objects to."""

    entry_key = EntryKey()
    text = Paragraphs(label=_("What do you object to, and why?"), required=True)


class DecisionForm(forms.Form):
    """What becomes of a protest."""

    act = forms.CharField(initial="decide", widget=forms.HiddenInput, required=False)
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

    act = forms.CharField(initial="reject", widget=forms.HiddenInput, required=False)
    numbers = forms.TypedMultipleChoiceField(
        label=_("Protests"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Please tick protests that wait.")),
    )
    decision = Paragraphs(label=_("Reason"), required=True)

    def __init__(self, *args: Any, waiting: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["numbers"], list(waiting))


class VenueForm(forms.Form):
    """Where a match is played."""

    act = forms.CharField(initial="venue", widget=forms.HiddenInput, required=False)
    venue = OneLine(label=_("Where the match is played"), max_length=200, required=False)


PARTS: Final = {"points": _("Points"), "won": _("Won"), "lost": _("Lost")}
"""What is reported of somebody in a series."""

NUMBERS: Final = range(1, PLAYERS + 1)


class ReportForm(forms.Form):
    """What was played: of each team in each series its numbers with points, won and lost games."""

    beside: ClassVar = {"report-reason-missing": "reason"}

    act = forms.CharField(initial="report", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    broken_off = forms.BooleanField(
        label=_("The match was broken off"), required=False, help_text=_("Then it counts 0 for all teams.")
    )

    def __init__(self, *args: Any, teams: Sequence[str | None], series: int, again: bool, **kwargs: Any) -> None:
        """Make the fields of ``teams``, by position; None where one is absent."""
        super().__init__(*args, **kwargs)
        self.teams, self.series = teams, series
        for one in range(1, series + 1):
            for position, team in enumerate(teams, start=1):
                for number in NUMBERS if team else ():
                    self._add(one, position, number, str(team))
        if again:
            self.fields["reason"] = OneLine(
                label=_("Why this takes the place of the report before"), max_length=500, required=False
            )

    def _add(self, series: int, position: int, number: int, team: str) -> None:
        for part, called in PARTS.items():
            points = part == "points"
            label = gettext("Series %(series)s, %(team)s, number %(number)s: %(part)s")
            told = {"series": series, "team": team, "number": number, "part": called}
            self.fields[_field(series, position, number, part)] = forms.IntegerField(
                required=False,
                min_value=-MOST_POINTS if points else 0,
                max_value=MOST_POINTS if points else MOST_DEALS,
                widget=forms.NumberInput(
                    attrs={"inputmode": "text" if points else "numeric", "aria-label": label % told}
                ),
            )

    def rows(self, *, series: int, position: int) -> list[tuple[int, list[forms.BoundField]]]:
        """Return the fields of a team in a series, by number."""
        return [(number, [self[_field(series, position, number, part)] for part in PARTS]) for number in NUMBERS]

    @property
    def sides(self) -> list[Side]:
        """Return what was played, by position; a team of which nothing stands in a series was absent in it."""
        return [
            tuple(self._lines(series, position) if team else None for series in range(1, self.series + 1))
            for position, team in enumerate(self.teams, start=1)
        ]

    def _lines(self, series: int, position: int) -> tuple[Line, ...] | None:
        lines = []
        for number in NUMBERS:
            points, won, lost = (self.cleaned_data.get(_field(series, position, number, part)) for part in PARTS)
            if points is not None:
                lines.append(Line(number=number, points=points, won=won or 0, lost=lost or 0))
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
