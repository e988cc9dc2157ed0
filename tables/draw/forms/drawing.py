"""Drawing a series, discarding the draw, swapping two seats."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line, offer
from tables.acts.forms.seen import SeesRow
from tables.acts.wording.refusals import REASON_MISSING


def proposed() -> str:
    """Return a number to draw with where nobody has dice."""
    return f"{secrets.randbelow(10**12):012d}"


def reason(label: Any) -> Line:
    """Return the field for why something is done; it has to be said."""
    return Line(label=label, max_length=300, error_messages={"required": REASON_MISSING})


class DrawForm(forms.Form):
    """What the hall adds to a draw, and for how many series it is made."""

    public = Line(
        label=_("What the hall has diced"),
        max_length=64,
        initial=proposed,
        help_text=_(
            "Let somebody in the hall throw dice or call a number and type it here: with the direction's sealed number"
            " it makes the draw, so that nobody chooses. The number proposed does as well."
        ),
    )
    scope = forms.ChoiceField(
        label=_("What is drawn"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_(
            "With fewer than about 48 players, all at once: fewer meet again. Whoever comes late is fitted in later."
        ),
    )

    def __init__(self, *args: Any, series: int = 1, later: int = 0, together: bool = False, **kwargs: Any) -> None:
        """Take how many series may be drawn with this one, and whether the plan says that they are."""
        super().__init__(*args, **kwargs)
        self.fields["public"].widget.attrs.update(autocomplete="off", spellcheck="false")
        if not later:
            del self.fields["scope"]
            return
        all_left = gettext("Series %(first)s to %(last)s at once") % {"first": series, "last": series + later}
        scope = self.fields["scope"]
        offer(scope, [("this", gettext("Only this series")), ("all", all_left)])
        scope.initial = "all" if together else "this"

    @property
    def all_left(self) -> bool:
        """Return whether the series after it are drawn together with it."""
        return self.cleaned_data.get("scope") == "all"


class SeesSeats(SeesRow):
    """A form about the seats of a series that were looked at."""

    def label_of(self, name: str) -> str:
        """Return the table."""
        return gettext("Table %(number)s") % {"number": name}


class DiscardForm(SeesSeats):
    """Why a draw is thrown away."""

    because = reason(_("Why the draw is discarded"))


class Numbers(forms.Field):
    """Start numbers that were ticked."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, leaving out what is none."""
        ticked = [str(one) for one in value or ()]
        return tuple(int(one) for one in ticked if one.isascii() and one.isdigit() and len(one) < 7)


class LookForm(forms.Form):
    """Two who might change seats."""

    swap = Numbers(label=_("Who changes seats"), required=False)

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


class SwapForm(SeesSeats, LookForm):
    """Two who change seats, and why. Whether they may, the service says."""

    because = reason(_("Why they change seats"))
