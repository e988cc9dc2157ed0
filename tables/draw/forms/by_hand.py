"""Drawing by hand: how many tables are set up, who drew which seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.intake.outcome import MOST_ENTRANTS

LARGEST = 999_999


def _said(sentence: Any) -> dict[str, Any]:
    """Return one sentence for everything that can be wrong with a number."""
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)


class PlayersForm(forms.Form):
    """For how many players tables are set up."""

    players = forms.IntegerField(
        label=gettext_lazy("Players"),
        min_value=1,
        max_value=MOST_ENTRANTS,
        error_messages=_said(gettext_lazy("Please type how many players there are.")),
        help_text=gettext_lazy("This many seats are set up, at tables of four and, at the end, of three."),
    )


class SeatForm(forms.Form):
    """A card that was drawn: who, and which seat. With ``by_lot`` the seat is drawn for them."""

    number = forms.IntegerField(
        label=gettext_lazy("Start number"),
        min_value=1,
        max_value=LARGEST,
        error_messages=_said(gettext_lazy("Please type a start number.")),
    )
    table = forms.IntegerField(
        label=gettext_lazy("Table"),
        required=False,
        min_value=1,
        max_value=LARGEST,
        error_messages=_said(gettext_lazy("Please type the number of the table.")),
    )
    place = forms.IntegerField(
        label=gettext_lazy("Seat"),
        required=False,
        min_value=1,
        max_value=4,
        error_messages=_said(gettext_lazy("Please type the seat, 1 to 4.")),
    )

    def __init__(self, *args: Any, by_lot: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_lot = by_lot
        for field in self.fields.values():
            field.widget.attrs.update(autocomplete="off", inputmode="numeric")
        self.fields["number"].widget.attrs.update(autofocus=True)

    def clean(self) -> dict[str, Any]:
        """Demand table and seat, unless they are drawn."""
        data = super().clean() or {}
        if self.by_lot:
            # What was typed into the other fields belongs to no card.
            self.errors.pop("table", None)
            self.errors.pop("place", None)
            return {**data, "table": 0, "place": 0}
        for name, sentence in (
            ("table", _("Please type the table on the card, or have a free seat drawn.")),
            ("place", _("Please type the seat, 1 to 4.")),
        ):
            if name not in self.errors and data.get(name) is None:
                self.add_error(name, sentence)
        return data

    def focus_on_error(self) -> None:
        """Put the cursor where something has to be typed again."""
        if wrong := [name for name in self.fields if name in self.errors]:
            self.fields["number"].widget.attrs.pop("autofocus")
            self.fields[wrong[0]].widget.attrs.update(autofocus=True)


class NumberForm(forms.Form):
    """Somebody whose seat is to be free again."""

    number = forms.IntegerField(
        label=gettext_lazy("Start number"),
        min_value=1,
        max_value=LARGEST,
        error_messages=_said(gettext_lazy("Please type a start number.")),
    )


class FinishForm(forms.Form):
    """That all cards are typed. Who is present and has no seat must have been seen."""

    sure = forms.BooleanField(required=False)

    def __init__(self, *args: Any, seated: int = 0, left: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seated = seated
        self.left = left
        self.fields["sure"].label = ngettext(
            "Finish although %(count)s who is present has no seat",
            "Finish although %(count)s who are present have no seat",
            left,
        ) % {"count": left}

    def clean(self) -> dict[str, Any]:
        """Refuse what can only be a mistake."""
        data = super().clean() or {}
        if not self.seated:
            raise forms.ValidationError(_("Nobody has a seat yet."))
        if self.left and not data["sure"]:
            self.add_error("sure", _("Some who are present have no seat yet. If that is right, tick the box."))
        return data
