"""How a competition counts."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.season.models import Competition
from scoring.season.rules.competitions.rule import Count, Tie
from scoring.season.services.competitions import Terms
from scoring.season.wording.counting import COUNTS, TIES
from tables.acts.forms.fields import EntryKey, Line, offer
from tables.acts.forms.seen import SeesRow
from tables.intake.text import clean_text

FIELD_OF = {
    "competition-exists": "name",
    "together-needs-a-number": "of_each",
    "number-needs-a-team": "together",
    "best-needs-a-number": "best",
    "less-than-one-counts": "best",
    "places-need-points": "points",
    "group-needs-a-number": "best_of_group",
    "number-needs-a-group": "grouping",
    "a-step-twice": "bonus",
    "a-group-twice": "quotas",
    "quotas-need-kinds": "grouping",
}
"""Beside which field a refusal is said."""

MOST_LISTS = 1_000
MOST_POINTS = 100_000
MOST_NUMBERS = 200
MOST_OF_KIND = 40
"""Letters of a kind of event."""


class Numbers(forms.CharField):
    """Whole numbers, with commas or spaces between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the numbers.

        :raises ValidationError: if something else stands there.
        """
        typed = (super().to_python(value) or "").replace(",", " ").replace(";", " ").split()
        return [_whole(one) for one in typed[: MOST_NUMBERS + 1]]

    def validate(self, value: Any) -> None:
        """Refuse more numbers than anybody means."""
        super().validate(value)
        if len(value) > MOST_NUMBERS:
            raise forms.ValidationError(gettext("These are more numbers than anybody needs here."))

    def run_validators(self, value: Any) -> None:
        """Ask nothing more: what is no number was refused."""


class Steps(forms.CharField):
    """Lists played and the points for them: "30 500", one step a line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        """Return steps as they are typed."""
        return "\n".join(f"{lists} {points}" for lists, points in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the steps.

        :raises ValidationError: if a line is not two numbers.
        """
        steps = []
        for line in (super().to_python(value) or "").splitlines()[:MOST_NUMBERS]:
            words = line.replace(":", " ").replace("=", " ").split()
            if not words:
                continue
            if len(words) != 2:
                raise forms.ValidationError(gettext("Each line is two numbers: lists played, then the points."))
            steps.append([_whole(word) for word in words])
        if any(lists < 0 for lists, _points in steps):
            raise forms.ValidationError(gettext("Nobody plays less than no list."))
        return steps

    def run_validators(self, value: Any) -> None:
        """Ask nothing more: what is no number was refused."""


class Quotas(Steps):
    """Kinds of event and how many of each count: "cup 3", one a line."""

    def to_python(self, value: Any) -> Any:
        """Return the quotas.

        :raises ValidationError: if a line is not a kind and a number.
        """
        quotas = []
        for line in (forms.CharField.to_python(self, value) or "").splitlines()[:MOST_NUMBERS]:
            words = clean_text(line.replace(":", " ").replace("=", " ")).split()
            if not words:
                continue
            kind = " ".join(words[:-1])
            if not 1 <= len(kind) <= MOST_OF_KIND:
                raise forms.ValidationError(gettext("Each line is a kind of event, then how many of it count."))
            quotas.append([kind, _whole(words[-1])])
        return quotas


def _whole(word: str) -> int:
    text = word.replace("−", "-")
    if not (text.isascii() and text.removeprefix("-").isdigit()) or len(text) > 7:
        raise forms.ValidationError(gettext("“%(word)s” is no whole number that can be counted with.") % {"word": word})
    number = int(text)
    if abs(number) > MOST_POINTS:
        raise forms.ValidationError(gettext("“%(word)s” is no whole number that can be counted with.") % {"word": word})
    return number


def _number(label: Any, *, most: int = MOST_LISTS, least: int | None = 0, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, widget=widget, **kwargs)


class CompetitionForm(forms.Form):
    """What a competition is called and how it counts. Under ``cleaned_data["terms"]`` it ends in ``Terms``."""

    act = forms.CharField(initial="change", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    name = Line(label=_("Name"), max_length=80)
    count = forms.ChoiceField(label=_("What counts"), choices=[(str(one), COUNTS[one]) for one in Count])
    together = forms.ChoiceField(
        label=_("Who is ranked"),
        choices=Competition.Together.choices,
        required=False,
        help_text=_("Team and club are those of the address book."),
    )
    of_each = _number(_("Of a team or club so many count in each series"), least=1)
    best = _number(_("Only so many of the best"), least=None, help_text=_("Empty: all count."))
    best_of_group = _number(_("At most so many"), least=None)
    grouping = forms.ChoiceField(label=_("within"), choices=Competition.Grouping.choices, required=False)
    quotas = Quotas(
        label=_("At most so many of each kind"),
        required=False,
        help_text=_("Kind of event and how many of it count at most, one a line: cup 3. Only within a kind of event."),
    )
    points = Numbers(
        label=_("Points by place"),
        required=False,
        help_text=_("From the first place of an evening on: 10, 8, 6. Only where points by place count."),
    )
    last_points = Numbers(
        label=_("Points from the last place up"),
        required=False,
        help_text=_("Of the last place of an evening, the last but one and so on, besides those from the first."),
    )
    whole_evenings = forms.BooleanField(label=_("An evening counts as one result"), required=False)
    parts = Numbers(
        label=_("Only these series of an evening"), required=False, help_text=_("For example: 1. Empty: all series.")
    )
    minimum = _number(_("Ranked from so many lists on"))
    minimum_evenings = _number(_("Ranked from so many evenings on"))
    absent = _number(
        _("Points for a missing list"),
        most=MOST_POINTS,
        least=-MOST_POINTS,
        help_text=_("With an average: lists missing to the minimum count so much, and everybody is ranked."),
    )
    bonus = Steps(
        label=_("Bonus"),
        required=False,
        help_text=_("Lists played and points for them, one step a line: 30 500. The highest step reached counts."),
    )
    guests = forms.BooleanField(label=_("Guests are ranked with the members"), required=False)
    ties = forms.MultipleChoiceField(
        label=_("Among equals decides, after games won and lost"),
        choices=[(str(one), TIES[one]) for one in Tie],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    only_class = forms.ChoiceField(label=_("Only this class"), required=False)

    def __init__(self, *args: Any, classes: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["only_class"], [("", gettext("everybody")), *classes])

    def clean_parts(self) -> list[int]:
        """Return the numbers of series, in order and each once."""
        parts = self.cleaned_data["parts"]
        if any(not 1 <= part <= 99 for part in parts):
            raise forms.ValidationError(gettext("Series are numbered from 1 on."))
        return sorted(set(parts))

    def clean(self) -> dict[str, Any]:
        """Make the terms."""
        data = super().clean() or {}
        if not self.errors:
            given = {name: data[name] for name in Terms.__dataclass_fields__}
            data["terms"] = Terms(
                **{**given, "minimum": given["minimum"] or 0, "minimum_evenings": given["minimum_evenings"] or 0}
            )
        return data


class ChangedCompetitionForm(SeesRow, CompetitionForm):
    """A competition there is."""


class AimForm(forms.Form):
    """Which place somebody would like to reach."""

    aim = forms.IntegerField(
        label=_("Which place?"),
        min_value=1,
        max_value=9_999,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )
