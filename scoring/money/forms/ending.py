"""The end of the money: refunds, what the organiser carries, the account closed (SkWO 3.3, 3.4, 4.3)."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.forms import EntryKey, Line

BECAUSE: Final = {"required": gettext_lazy("Say why; it stands in the journal of money.")}

REFUND_FIELD_OF: Final = {"series-not-planned": "series_played", "reason-missing": "because"}
CARRY_FIELD_OF: Final = {"nothing-open": "number", "reason-missing": "because"}
CLOSE_FIELD_OF: Final = {"second-missing": "second"}
REOPEN_FIELD_OF: Final = {"reason-missing": "because"}
"""Beside which field each refusal stands."""


def number_input(**attrs: Any) -> forms.TextInput:
    """Return an input for a whole number."""
    return forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off", **attrs})


class RefundForm(forms.Form):
    """Given back because series are not played: of ``promised`` as many as really were ``played``, or fewer."""

    act = forms.CharField(initial="refund", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    series_played = forms.TypedChoiceField(
        label=gettext_lazy("How many series were played"),
        coerce=int,
        help_text=gettext_lazy("Fewer only where one was broken off and is not to count."),
    )
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)

    def __init__(self, *args: Any, promised: int, played: int, **kwargs: Any) -> None:
        most = min(played, promised - 1)
        super().__init__(*args, **{"initial": {"series_played": most}, **kwargs})
        field: Any = self.fields["series_played"]
        some, none = _("%(played)s of %(planned)s"), _("%(played)s of %(planned)s (called off)")
        field.choices = [(n, (some if n else none) % {"played": n, "planned": promised}) for n in range(most + 1)]


class RefundBackForm(forms.Form):
    """What was given back for series not played is taken back."""

    act = forms.CharField(initial="refund-back", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)


class CarryForm(forms.Form):
    """What is open with somebody is carried by the organiser: a debt nobody pays, or what they forfeit."""

    act = forms.CharField(initial="carry", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    number = forms.IntegerField(
        label=gettext_lazy("Start number"),
        min_value=1,
        max_value=1_000_000,
        widget=number_input(),
        error_messages={"required": gettext_lazy("Whose?"), "invalid": gettext_lazy("Type a start number.")},
    )
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)


class CloseForm(forms.Form):
    """The account closed by two people."""

    act = forms.CharField(initial="close", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    second = Line(
        label=gettext_lazy("Who signs besides you"),
        max_length=80,
        error_messages={"required": gettext_lazy("Two people sign the account. Say who the second one is.")},
    )


class ReopenForm(forms.Form):
    """The account opened again."""

    act = forms.CharField(initial="reopen", widget=forms.HiddenInput, required=False)
    because = Line(label=gettext_lazy("Reason"), max_length=300, error_messages=BECAUSE)
