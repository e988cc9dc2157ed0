"""Mistakes in a posted result: posting it, reporting one, answering that (SkWO 7.4.3)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.disputes.models import ResultQuery
from tables.acts.forms import EntryKey, Paragraphs, offer
from tables.tournaments.models import Series

FINAL = "final"
LONGEST_TEXT = 4_000


class PostForm(forms.Form):
    """Which result is posted: that of a series, or without one the final result."""

    series = forms.IntegerField(min_value=1, max_value=100, required=False)
    back = forms.ChoiceField(
        choices=[(name, name) for name in ("bench", "office", "board")], required=False, initial="bench"
    )


class WithdrawPostingForm(PostForm):
    """Which posting is taken back, or in how many minutes its time is over, and why."""

    because = forms.CharField(label=_("Because"), max_length=300, required=False)
    action = forms.ChoiceField(choices=[("withdraw", ""), ("shorten", "")], required=False)
    minutes = forms.IntegerField(label=_("Minutes from the posting on"), required=False, min_value=0, max_value=1440)

    def clean(self) -> dict[str, Any]:
        """Say that minutes are missing where the time is to be shortened."""
        data = super().clean() or {}
        if data.get("action") == "shorten" and data.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", _("Enter the minutes from the posting on."))
        return data


class QueryForm(forms.Form):
    """What an entrant finds wrong in which result. Clean, ``series`` is a number, or None for the final result."""

    beside = {"no-such-entrant": "entrant", "query-text-missing": "text", "series-unknown": "series"}

    entry_key = EntryKey()
    series = forms.TypedChoiceField(
        label=_("In which result?"),
        coerce=lambda value: None if value == FINAL else int(value),
        empty_value="",
        widget=forms.RadioSelect,
    )
    entrant = forms.IntegerField(label=_("Reported by"), help_text=_("Start number"), min_value=1, max_value=100_000)
    text = Paragraphs(
        label=_("Error in the result"),
        help_text=_("What it says there, and what it should say: “Series 2, 1,140 points, on the list are 1,410”."),
        max_length=LONGEST_TEXT,
        required=True,
        error_messages={"required": _("Please say what is wrong in the result.")},
    )

    def __init__(self, *args: Any, results: Sequence[Series | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["series"], [_choice(series) for series in results])
        self.fields["entrant"].widget.attrs.update({"inputmode": "numeric"})


def _choice(series: Series | None) -> tuple[str, str]:
    if series is None:
        return FINAL, str(_("The final result"))
    return str(series.number), str(_("Series %(number)s") % {"number": series.number})


class AnswerForm(forms.Form):
    """How a query is answered, and why."""

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    """The fingerprint of the effect that was shown."""

    verdict = forms.TypedChoiceField(
        label=_("Answer"),
        choices=[
            (ResultQuery.Verdict.UPHELD, _("There is a mistake: the query is upheld")),
            (ResultQuery.Verdict.DISMISSED, _("The result is right: the query is dismissed")),
        ],
        coerce=ResultQuery.Verdict,
        widget=forms.RadioSelect,
        error_messages={"required": _("Is there a mistake in the result or not?")},
    )
    reasons = Paragraphs(
        label=_("Reasons"),
        help_text=_("Where the query is upheld, also what is corrected."),
        max_length=LONGEST_TEXT,
        required=True,
        error_messages={"required": _("Please give the reasons: whoever asked wants to know why.")},
    )


class WhichListForm(forms.Form):
    """Which list is put right, and which deal of it."""

    series = forms.IntegerField(
        label=pgettext_lazy("one of them", "Series"), min_value=1, max_value=100, required=False
    )
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000)
    deal = forms.IntegerField(
        label=_("Deal no."),
        help_text=_("Empty where only the results of the list were typed."),
        min_value=1,
        max_value=200,
        required=False,
    )

    def __init__(self, *args: Any, asks_for_series: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_for_series:
            del self.fields["series"]
        for field in self.fields.values():
            field.widget.attrs.update({"inputmode": "numeric"})


class WitnessForm(forms.Form):
    """Which players of the table testify to what is put right (SkWO 7.2.5)."""

    witnesses = forms.TypedMultipleChoiceField(
        label=_("Witnesses"),
        help_text=_("With all players of the table it counts as corrected; otherwise the lower score counts."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["witnesses"], [(place, name) for place, name in enumerate(names, start=1)])
