"""The end of the money: refunds, what the organiser carries, boxes counted, the account closed (SkWO 3.3, 3.4, 4.3)."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.fields import Cents
from scoring.money.models.movements import LARGEST, LONGEST_ACCOUNT
from scoring.money.reckon.counting import PIECES, counted
from scoring.money.services.paying import FIRST_BOX
from scoring.money.wording.amounts import euros
from tables.acts.forms.fields import EntryKey, Line

BECAUSE: Final = {"required": gettext_lazy("Say why; it stands in the journal of money.")}

REFUND_FIELD_OF: Final = {"series-not-planned": "series_played", "reason-missing": "because"}
CARRY_FIELD_OF: Final = {"nothing-open": "number", "reason-missing": "because"}
CASH_FIELD_OF: Final = {"box-has-less": "cents", "amount-missing": "cents", "amount-too-large": "cents"}
COUNT_FIELD_OF: Final = {"difference-unexplained": "because", "no-such-user": "to"}
CLOSE_FIELD_OF: Final = {"second-missing": "second"}
REOPEN_FIELD_OF: Final = {"reason-missing": "because"}
"""Beside which field each refusal stands."""

MOST_PIECES: Final = 9999


def number_input(**attrs: Any) -> forms.TextInput:
    """Return an input for a whole number."""
    return forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off", **attrs})


class RefundForm(forms.Form):
    """Given back because series are not played."""

    act = forms.CharField(initial="refund", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    series_played = forms.TypedChoiceField(label=gettext_lazy("How many series were played"), coerce=int)
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)

    def __init__(self, *args: Any, planned: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["series_played"]
        of = [_("%(played)s of %(planned)s") % {"played": n, "planned": planned} for n in range(planned)]
        field.choices = [(n, f"{said} ({_('called off')})" if not n else said) for n, said in enumerate(of)]


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


class BoxForm(forms.Form):
    """Something about a box of cash."""

    entry_key = EntryKey()
    box = Line(
        label=gettext_lazy("Cash box"),
        max_length=LONGEST_ACCOUNT,
        initial=FIRST_BOX,
        error_messages={"required": gettext_lazy("Which box?")},
        widget=forms.TextInput(attrs={"list": "boxes", "class": "short", "autocomplete": "off"}),
    )


class CashForm(BoxForm):
    """Change put into a box, or money taken out for the organiser; the button says which."""

    act = forms.ChoiceField(choices=[("put-in", "put-in"), ("take-out", "take-out")], widget=forms.HiddenInput)
    cents = Cents(label=gettext_lazy("Amount in euros"))
    because = Line(label=gettext_lazy("Note"), max_length=200, required=False)


class CountForm(BoxForm):
    """A box counted piece by piece."""

    because = Line(
        label=gettext_lazy("Why it differs"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Only if it is not what should be there."),
    )
    witness = Line(
        label=gettext_lazy("Who counted with you"),
        max_length=80,
        error_messages={"required": gettext_lazy("Two people count a box. Who is the other one?")},
    )
    to = Line(
        label=gettext_lazy("Handed over to (user name)"),
        max_length=150,
        required=False,
        help_text=gettext_lazy("Empty: the box stays with you."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for cents in PIECES:
            self.fields[f"piece_{cents}"] = forms.IntegerField(
                label=euros(cents),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                widget=number_input(),
                error_messages={
                    "invalid": _("Type how many there are, a whole number."),
                    "min_value": _("Less than none there cannot be."),
                    "max_value": _("So many are surely a slip of the pen."),
                },
            )

    def clean(self) -> dict[str, Any]:
        """Refuse what no box of an event holds."""
        data = super().clean() or {}
        if counted(self.pieces) > LARGEST:
            said = _("That is more than %(most)s, which is surely a slip of the pen.")
            self.add_error(None, said % {"most": euros(LARGEST)})
        return data

    @property
    def piece_fields(self) -> list[forms.BoundField]:
        """A field for each note and coin, the largest first."""
        return [self[f"piece_{cents}"] for cents in PIECES]

    @property
    def pieces(self) -> dict[int, int]:
        """How many of each note and coin, by its cents; of what is no number none."""
        return {cents: self.cleaned_data.get(f"piece_{cents}") or 0 for cents in PIECES}

    @property
    def found(self) -> int | None:
        """What was typed comes to, in cents; None before anything was."""
        return counted(self.pieces) if self.is_bound and hasattr(self, "cleaned_data") else None


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
