"""Withdrawing many entrants in one act: those who registered themselves and were never meant."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import offer
from tables.people.models import Entrant


class RangeForm(forms.Form):
    """Which start numbers are ticked to begin with: nobody ticks a hundred one by one."""

    first = forms.IntegerField(label=_("From no."), min_value=1, max_value=999_999, required=False)
    last = forms.IntegerField(label=_("to no."), min_value=1, max_value=999_999, required=False)

    def ticked(self, entrants: Iterable[Entrant]) -> frozenset[int]:
        """Return the start numbers of the range; nobody who is present or has paid is ticked unasked."""
        if not self.is_valid() or not (first := self.cleaned_data["first"]):
            return frozenset()
        last = self.cleaned_data["last"] or first
        return frozenset(
            entrant.number
            for entrant in entrants
            if first <= entrant.number <= last and not (entrant.present or entrant.paid)
        )


class WithdrawManyForm(forms.Form):
    """Who is withdrawn."""

    number = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Nothing is ticked, so nothing was changed."),
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again."),
        },
    )

    def __init__(self, *args: Any, entrants: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["number"], [(entrant.number, entrant.name) for entrant in entrants])
