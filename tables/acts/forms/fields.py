"""Fields that take text the way people type and paste it."""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.intake.text import clean_text

LONGEST_TEXT = 2_000
"""Characters of a paragraph of the plan; the plan shall be short (SkWO 6.1)."""


class Line(forms.CharField):
    """One line of text, stored without invisible characters and surplus white space."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned text."""
        return clean_text(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class Paragraphs(forms.CharField):
    """Some lines of text, each cleaned, with single empty lines kept between them."""

    widget = forms.Textarea(attrs={"rows": 4})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": LONGEST_TEXT, **kwargs})

    def to_python(self, value: Any) -> str:
        """Return the cleaned lines; what is too long by far as it is, for its length refuses it."""
        typed = super().to_python(value) or ""
        if len(typed) > 10 * (self.max_length or LONGEST_TEXT):
            return typed
        lines = [clean_text(line) for line in typed.splitlines()]
        kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
        return "\n".join(kept).strip()

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class Money(forms.DecimalField):
    """An amount of money, with a comma or a point before the cents."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"min_value": Decimal(0), "max_digits": 7, "decimal_places": 2, "localize": True, **kwargs})

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Return the amount, or None when there is none."""
        typed = str(value or "").replace("€", "").replace(",", ".").strip()
        return super().to_python(typed)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no limits: they belong to number inputs."""
        return {}


class EntryKey(forms.UUIDField):
    """The key of a form, fixed when it is opened: the same form sent twice counts once."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        incomplete = _("This form did not arrive completely. Please reload the page and try again.")
        super().__init__(initial=uuid.uuid4, error_messages={"required": incomplete, "invalid": incomplete})


def offer(field: forms.Field, choices: Sequence[tuple[object, str]]) -> None:
    """Give a choice field of one form what it offers there."""
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{field} offers no choices")
    field.choices = list(choices)


class TableFile(forms.FileField):
    """A workbook or a table as text. An empty one is taken, so that its reader can say that nothing is in it."""

    widget = forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"})

    def __init__(self, **kwargs: Any) -> None:
        missing = {"required": _("Please choose a file.")}
        super().__init__(**{"label": _("File"), "allow_empty_file": True, "error_messages": missing, **kwargs})
