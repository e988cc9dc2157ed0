"""The evenings of a season, planned one by one or as the season before had them."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.season.forms.seasons import DAY
from scoring.season.models import Season
from scoring.season.rules.holidays import Land
from scoring.season.wording.holidays import LAENDER
from tables.acts.forms.fields import Line, offer

EVERY = ((0, _("only once")), (1, _("every week")), (2, _("every two weeks")), (4, _("every four weeks")))


class LandForm(forms.Form):
    """Whose holidays the calendar shows."""

    act = forms.CharField(initial="land", widget=forms.HiddenInput, required=False)
    land = forms.TypedChoiceField(
        label=_("Public holidays of"),
        required=False,
        coerce=Land,
        empty_value=None,
        choices=[("", _("nowhere")), *((str(one), name) for one, name in LAENDER.items())],
    )


class PlanForm(forms.Form):
    """An evening, or one every so many weeks to the end of the season."""

    act = forms.CharField(initial="plan", widget=forms.HiddenInput, required=False)
    name = Line(label=_("Name"), max_length=80, help_text=_("For example: Club evening"))
    day = forms.DateField(label=_("Day"), widget=DAY)
    every = forms.TypedChoiceField(label=_("How often"), coerce=int, choices=EVERY, initial=0)

    def days(self, season: Season) -> list[tuple[date, str]]:
        """Return the evenings, up to the end of the season."""
        data = self.cleaned_data
        found, day = [data["day"]], data["day"]
        while data["every"] and (day := day + timedelta(weeks=data["every"])) <= season.ends_on:
            found.append(day)
        return [(day, data["name"]) for day in found]


class LikeForm(forms.Form):
    """Which season the evenings are like."""

    act = forms.CharField(initial="like", widget=forms.HiddenInput, required=False)
    season = forms.TypedChoiceField(label=_("As in"), coerce=int)

    def __init__(self, *args: Any, before: Iterable[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["season"], [(one.pk, one.name) for one in before])
