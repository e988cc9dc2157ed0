"""Who is missing and who is late: ticked, or typed by start number (SkWO 7.1.2)."""

import re
import secrets
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.office.selectors.attendance import Attendance
from tables.acts.forms.fields import Line
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import REASON_MISSING, refusal

LONGEST_NUMBER = 6
"""Digits of a start number, generously."""

LONGEST_TEXT = 500


def proposed() -> str:
    """Return what seats are changed by when nobody diced for it."""
    return f"{secrets.randbelow(10**12):012d}"


class Ticked(forms.Field):
    """Start numbers that were ticked; what is none was not on the page."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        return tuple(int(one) for one in map(str, value or ()) if _is_number(one))


class Typed(Line):
    """Start numbers typed one after the other, with commas or spaces between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": LONGEST_TEXT, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what makes a phone show digits."""
        return {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers.

        :raises ValidationError: if something else is among them.
        """
        words = [word for word in re.split(r"[\s,;.]+", super().clean(value)) if word]
        if strange := [word for word in words if not _is_number(word)]:
            raise forms.ValidationError(
                gettext("Start numbers only, with commas between them. This is none: %(words)s."),
                params={"words": ", ".join(strange[:5])},
            )
        return tuple(map(int, words))


class ReseatForm(forms.Form):
    """Who is missing and who is late in a series. Clean, it holds them as ``absent`` and ``comers``, in order."""

    missing = Ticked(label=_("Missing"), required=False)
    more_missing = Typed(label=_("Further missing"), help_text=_("Start numbers, with commas between them."))
    late = Ticked(label=_("Late"), required=False)
    more_late = Typed(label=_("Further late"), help_text=_("Start numbers, with commas between them."))
    public = Line(
        label=_("What the hall has diced"),
        max_length=64,
        initial=proposed,
        help_text=_(
            "Where several ways disturb equally few, this number decides, so that nobody chooses. Keep the one proposed"
            " if nobody diced."
        ),
    )

    def __init__(self, *args: Any, attendance: Attendance, series: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.attendance = attendance
        self.series = series
        self.fields["public"].widget.attrs.update(autocomplete="off", spellcheck="false")

    @property
    def ticked(self) -> frozenset[int]:
        """The start numbers whose boxes are ticked: at first all of them."""
        if self.is_bound:
            return frozenset([*Ticked().to_python(self["missing"].data), *Ticked().to_python(self["late"].data)])
        here = self.attendance
        return frozenset([*(seat.entrant.number for seat in here.missing), *(entrant.number for entrant in here.late)])

    def clean(self) -> dict[str, Any]:
        """Bring together what was ticked and what was typed."""
        data = super().clean() or {}
        if self.errors:
            return data
        absent = sorted({*data["missing"], *data["more_missing"]})
        comers = sorted({*data["late"], *data["more_late"]})
        if not absent and not comers:
            raise forms.ValidationError(refusal(Refused("nothing-to-change")))
        if both := sorted({*absent} & {*comers}):
            raise forms.ValidationError(
                gettext("Nobody is missing and late at once: no. %(numbers)s."), params={"numbers": _listed(both)}
            )
        for field, said in (("more_missing", self._against(absent)), ("more_late", self._against_coming(comers))):
            if said:
                self.add_error(field, said)
        return {**data, "absent": absent, "comers": comers}

    def _against(self, absent: Iterable[int]) -> str:
        """Return why one of these cannot leave a seat; nothing, if all can."""
        strangers = [number for number in absent if number not in self.attendance.seats]
        return refusal(Refused("not-seated", numbers=strangers, series=self.series)) if strangers else ""

    def _against_coming(self, comers: Iterable[int]) -> str:
        """Return why one of these cannot be given a seat; nothing, if all can."""
        here = self.attendance
        if already := [number for number in comers if number in here.seats]:
            return refusal(Refused("seated-already", numbers=already, series=self.series))
        if unknown := [number for number in comers if number not in here.unseated]:
            return refusal(Refused("no-such-entrant", number=unknown[0]))
        gone = [number for number in comers if here.unseated[number].withdrawn_at]
        if gone:
            return refusal(Refused("withdrawn", number=gone[0]))
        out = [number for number in comers if here.unseated[number].excluded_at]
        return refusal(Refused("excluded", number=out[0])) if out else ""


class ChangeForm(forms.Form):
    """What was shown of a change of seats, and why it is made."""

    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    """The fingerprint of what was shown."""

    because = Line(
        label=_("Why the seats are changed"),
        max_length=300,
        error_messages={"required": REASON_MISSING},
        widget=forms.TextInput(attrs={"autofocus": True}),
    )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
