"""Numbers and ranges of them, as they are said to a printer: 1-10, 14."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext

from tables.acts.forms.fields import Line

PART: Final = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?", re.ASCII)
MOST: Final = 10_000
"""Numbers in one answer, generously."""


class Numbers(Line):
    """Numbers with commas between them, or ranges of them; nothing means all."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 500, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what keeps a browser from guessing."""
        return {"autocomplete": "off"}

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, each once, in order.

        :raises ValidationError: if something else is among them.
        """
        found: set[int] = set()
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", super().clean(value)))):
            match = PART.fullmatch(part)
            first = int(match[1]) if match else 0
            last = int(match[2] or first) if match else -1
            if not 1 <= first <= last or last - first >= MOST:
                raise forms.ValidationError(
                    gettext("Numbers only, like 1-10, 14. This is none: %(words)s."), params={"words": part[:40]}
                )
            found.update(range(first, last + 1))
        return tuple(sorted(found))
