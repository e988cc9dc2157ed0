"""Fields that take amounts the way people type them: "7,50" as well as "7.50"; they end in whole cents."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.money.models.movements import LARGEST
from scoring.money.wording.amounts import euros, plain_euros

AMOUNT: Final = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?")


class Cents(forms.Field):
    """An amount in euros, with a comma or a point before the cents. It ends in whole cents; None where it is empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "autocomplete": "off"})
    default_error_messages = {
        "required": _("Type an amount, for example 7.50."),
        "invalid": _("This is no amount. Type euros and cents like 7.50 or 7,50, without dots between thousands."),
        "negative": _("An amount cannot be below zero."),
        "too-large": _("That is more than %(most)s, which is surely a slip of the pen."),
    }

    def to_python(self, value: Any) -> int | None:
        """Return the amount in cents.

        :raises ValidationError: if it is none, below zero, or larger than anything in an event.
        """
        typed = "".join(str(value or "").replace("€", "").split())
        if not typed:
            return None
        if typed[0] in "-−–" and AMOUNT.fullmatch(typed[1:]):
            raise forms.ValidationError(self.error_messages["negative"], code="negative")
        found = AMOUNT.fullmatch(typed)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        whole, part = found.groups()
        cents = int(whole) * 100 + int((part or "").ljust(2, "0"))
        if cents > LARGEST:
            said = {"most": euros(LARGEST)}
            raise forms.ValidationError(self.error_messages["too-large"], code="too-large", params=said)
        return cents

    def prepare_value(self, value: Any) -> Any:
        """Return cents as they are typed; what somebody typed stays as it is."""
        return plain_euros(value) if isinstance(value, int) else value
