"""Where both lists of a table differ: which of them is right (ISkO 5.5.3)."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

FIRST, SECOND = "first", "second"


class SettleForm(forms.Form):
    """One deal: the entry that stands, those that were shown, and the consent of the players.

    Clean, it gives what ``settle`` takes.
    """

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    seen_first = forms.UUIDField(widget=forms.HiddenInput)
    seen_second = forms.UUIDField(widget=forms.HiddenInput)
    right = forms.ChoiceField(choices=[(FIRST, _("The first list is right")), (SECOND, _("The second list is right"))])
    agreed = forms.BooleanField(
        label=_("All players of this deal agree (ISkO 5.5.3)."),
        error_messages={"required": _("A correction needs the consent of all players of the deal (ISkO 5.5.3).")},
    )

    because = forms.CharField(label=_("What was wrong?"), max_length=200, required=False)

    def settlement(self) -> dict[str, Any]:
        """Return what was decided."""
        data = self.cleaned_data
        return {
            "number": data["number"],
            "right": data["right"],
            "seen": (data["seen_first"], data["seen_second"]),
            "entry_key": data["entry_key"],
            "because": data["because"],
        }
