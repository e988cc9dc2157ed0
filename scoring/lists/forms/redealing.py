"""What a table says when the wrong player dealt."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.forms.fields import offer

UNKNOWN = "unknown"


class RedealForm(forms.Form):
    """With which deal the order went wrong, and how far the table was when it was noticed.

    Clean, it holds ``mistake``, a number or None where nobody can show it, and ``found``, the last deal that had begun.
    """

    mistake = forms.ChoiceField(label=gettext_lazy("Which was the first deal that the wrong player dealt?"))
    in_hand = forms.BooleanField(required=False)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entered: int, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entered = entered
        following = entered + 1
        self.fields["in_hand"].label = _("Deal %(deal)s has been dealt too, but is not entered yet") % {
            "deal": following
        }
        if following > length:
            del self.fields["in_hand"]
        latest = min(following, length)
        numbers = [(str(deal), _("Deal %(deal)s") % {"deal": deal}) for deal in range(latest, 0, -1)]
        unknown = (UNKNOWN, _("Nobody knows any more"))
        offer(self.fields["mistake"], [("", _("Please choose.")), *numbers, unknown])

    def clean(self) -> dict[str, Any]:
        """Say it in deals; whoever names the next deal means that it has been dealt."""
        data = super().clean() or {}
        if "mistake" in data:
            data["mistake"] = None if data["mistake"] == UNKNOWN else int(data["mistake"])
            in_hand = data.get("in_hand") or (data["mistake"] or 0) > self.entered
            data["found"] = self.entered + bool(in_hand)
            if not data["found"]:
                raise forms.ValidationError(_("Nothing has been dealt yet: simply let the right player deal."))
        return data
