"""A list that a phone showed as a code, read by the direction's device."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.rules.notation.messages import Unreadable
from scoring.rules.notation.packed import PackedList, read_packed

MOST_LETTERS = 2000
UNREADABLE = _("This is not a list, or it was misread. Scan the code once more.")


class HandoverForm(forms.Form):
    """What stood behind the # of the address in the code; ends in a packed list."""

    packed = forms.CharField(
        label=_("What the code says"),
        help_text=_("The whole address of the code, or what follows its #."),
        max_length=MOST_LETTERS,
        error_messages={"required": _("Scan the code on the phone, or paste what it says.")},
    )

    def clean_packed(self) -> PackedList:
        """Read the list."""
        try:
            return read_packed(self.cleaned_data["packed"].rpartition("#")[2])
        except Unreadable as unreadable:
            raise ValidationError(_("This is not a list, or it was misread. Scan the code once more.")) from unreadable
