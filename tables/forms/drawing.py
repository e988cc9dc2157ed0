"""Drawing a series, discarding the draw, swapping two seats."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.forms.fields import Line
from tables.wording.refusals import REFUSED


def new_seed() -> str:
    """Return what a draw is made from when nobody diced for it."""
    return f"{secrets.randbelow(10**12):012d}"


def _reason(label: Any) -> Line:
    return Line(label=label, max_length=300, error_messages={"required": REFUSED["reason-missing"]})


class DrawForm(forms.Form):
    """What the draw is made from."""

    seed = Line(
        label=_("The draw is made from"),
        max_length=64,
        initial=new_seed,
        help_text=_(
            "By chance, or what the hall has diced: the same number and the same entrants always give the same seats."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].widget.attrs.update(autocomplete="off", spellcheck="false")


class DiscardForm(forms.Form):
    """Why a draw is thrown away."""

    because = _reason(_("Why the draw is discarded"))


class Numbers(forms.Field):
    """Start numbers that were ticked."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, leaving out what is none."""
        ticked = [str(one) for one in value or ()]
        return tuple(int(one) for one in ticked if one.isascii() and one.isdigit() and len(one) < 7)


class SwapForm(forms.Form):
    """Two who change seats, and why. Whether they may, the service says."""

    swap = Numbers(label=_("Who changes seats"), required=False)
    because = _reason(_("Why they change seats"))

    def clean_swap(self) -> tuple[int, int]:
        """Return the two."""
        numbers = self.cleaned_data["swap"]
        if len(numbers) != 2:
            raise forms.ValidationError(_("Tick exactly two entrants."))
        return numbers[0], numbers[1]

    @property
    def ticked(self) -> frozenset[int]:
        """Return the start numbers ticked so far."""
        return frozenset(Numbers().to_python(self["swap"].data)) if self.is_bound else frozenset()
