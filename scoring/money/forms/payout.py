"""Giving out what somebody won: who it is, the money, a thing, the start card back (SkWO 7.4.3, 9.13)."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.money.forms.boxes import FromBox
from scoring.money.forms.desk import INCOMPLETE, WhoForm
from scoring.money.forms.ending import number_input
from scoring.money.services.paying import Way
from tables.acts.forms import Cents, EntryKey, Line

PAYS: Final = {"pay-cash": Way.CASH, "pay-transfer": Way.TRANSFER}
"""The acts that pay money out, and by which way."""

HAND_OVER, FALL_BACK, CARD_BACK, AWARD, MOVE_OVER = "hand-over", "fall-back", "card-back", "award", "move-over"

NOT_HANDED_OVER, NOT_FALLEN_BACK, CARD_KEPT = "not-handed-over", "not-fallen-back", "card-kept"
"""What takes one of these back."""

OF_AWARD: Final = frozenset({HAND_OVER, FALL_BACK, NOT_HANDED_OVER, NOT_FALLEN_BACK})
ACTS: Final = frozenset({*PAYS, *OF_AWARD, CARD_BACK, CARD_KEPT, AWARD, MOVE_OVER})

CARD_SCANNED: Final = "card"
"""The act that takes a card back by its code, whoever it belongs to."""

FIELD_OF: Final = {
    "more-than-due": "cents",
    "amount-missing": "cents",
    "no-such-entrant": "to",
    "goes-to-themselves": "to",
}
"""Beside which field each refusal stands."""

CARD_FIELD_OF: Final = {"no-such-entrant": "who"}


class CardForm(WhoForm):
    """A start card that comes back: its code is scanned, or its number typed."""

    who = Line(label=_("Card that comes back: scan it, or type its start number"), max_length=300)


class GiveOutForm(FromBox):
    """What a button of the page does, once however often it is sent."""

    entry_key = EntryKey()
    act = forms.CharField(widget=forms.HiddenInput, required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000, required=False)
    award = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000, required=False)
    cents = Cents(label=_("Amount in euros"), required=False)
    because = Line(label=_("Note"), max_length=200, required=False)

    to = forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=1_000_000,
        required=False,
        widget=number_input(),
        error_messages={"invalid": _("Type a start number.")},
    )

    def __init__(self, *args: Any, due: int = 0, number: int | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {"number": number, "cents": due or None}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Return what is to be done; Enter pays out in cash."""
        data = super().clean() or {}
        act = str(data.get("act") or "pay-cash")
        data["act"] = act
        needed = "award" if act in OF_AWARD else "act" if act == AWARD else "number"
        if act not in ACTS or not data.get(needed):
            self.add_error("act", INCOMPLETE)
        if act == MOVE_OVER and not data.get("to") and "to" not in self.errors:
            self.add_error("to", self.fields["to"].error_messages["invalid"])
        if act in {*PAYS, MOVE_OVER} and data.get("cents") is None and "cents" not in self.errors:
            self.add_error("cents", self.fields["cents"].error_messages["required"])
        return data
