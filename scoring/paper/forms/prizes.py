"""What each place wins, as somebody types it: a line for every place."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_CHARACTERS: Final = 4000


class Prizes(forms.CharField):
    """A line for each place, the first one first; a line left empty wins nothing."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Prizes"),
            help_text=_("A line for each place, the first one first: 500 euros and a cup."),
            required=False,
            max_length=MOST_CHARACTERS,
            widget=forms.Textarea(attrs={"rows": 4}),
        )

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return what each place wins."""
        return tuple(" ".join(line.split()) for line in str(super().clean(value)).splitlines())
