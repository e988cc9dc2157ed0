"""Boxes of cash: change put in, money taken out, counted piece by piece and handed over (practice; SkWO 3.3)."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.money.models.movements import LARGEST
from scoring.money.reckon.counting import PIECES, counted
from scoring.money.selectors.boxes import Boxes
from scoring.money.services.boxes import Count
from scoring.money.wording.amounts import euros
from scoring.money.wording.movements import called
from tables.acts.forms import Cents, EntryKey, Line, offer

MOST_PIECES: Final = 10_000

FIELD_OF: Final = {
    "amount-missing": "cents",
    "amount-too-large": "cents",
    "box-has-less": "cents",
    "difference-unexplained": "because",
    "no-such-user": "to",
}
"""Beside which field each refusal stands."""


class FromBox(forms.Form):
    """Cash goes into a box or comes out of it: that of whoever types, unless they choose another."""

    box = forms.ChoiceField(label=_("Cash box"), required=False)

    def __init__(self, *args: Any, boxes: Boxes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boxes = boxes
        offer(self.fields["box"], [(box.name, called(box)) for box in boxes.all])
        self.fields["box"].initial = boxes.mine
        if boxes.is_one:
            self.fields["box"].widget = forms.HiddenInput()

    def clean_box(self) -> str:
        """Return the name of the box."""
        return str(self.cleaned_data["box"]) or self.boxes.mine


class ChangeForm(forms.Form):
    """The organiser's money put into a box, or taken out of it."""

    entry_key = EntryKey()
    cents = Cents(label=_("Amount in euros"))
    because = Line(label=_("What for"), max_length=200, required=False)


class CountForm(forms.Form):
    """A box as it was counted. Under ``cleaned_data["count"]`` it ends in a ``Count``."""

    entry_key = EntryKey()
    to = forms.ChoiceField(label=_("Handed over to"), required=False)
    witness = Line(label=_("Counted together with"), max_length=80, required=False)
    because = Line(
        label=_("Why it differs"),
        max_length=200,
        required=False,
        help_text=_("Only where more or less is in it than should be."),
    )

    def __init__(self, *args: Any, box: str, users: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.box = box
        offer(self.fields["to"], [("", gettext("nobody: it stays where it is")), *((name, name) for name in users)])
        for piece in PIECES:
            self.fields[f"of_{piece}"] = forms.IntegerField(
                label=euros(piece),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
                error_messages={
                    "invalid": _("Type how many there are, as a whole number."),
                    "min_value": _("There cannot be less than none."),
                    "max_value": _("So many are surely a slip of the pen."),
                },
            )

    @property
    def pieces(self) -> list[forms.BoundField]:
        """A field for each note and coin, the largest first."""
        return [self[f"of_{piece}"] for piece in PIECES]

    def clean(self) -> dict[str, Any]:
        """Make the count."""
        data = super().clean() or {}
        if not self.errors:
            pieces = {piece: data[f"of_{piece}"] for piece in PIECES if data[f"of_{piece}"]}
            told = {name: data[name] for name in ("because", "witness", "to")}
            data["count"] = Count(box=self.box, pieces=pieces, **told)
            if counted(pieces) > LARGEST:
                self.add_error(None, _("That is more money than any event has. Please look at the numbers again."))
        return data
