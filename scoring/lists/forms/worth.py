"""The question what a game is worth (ISkO 5)."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.lines import LOST, WON, LineForm, contradictions_in, played_of
from scoring.rules.codes import PROBLEM
from scoring.rules.worth import worth


class WorthForm(LineForm):
    """A game with its outcome; asked by address, so it has no key and changes nothing.

    Clean, it holds the ``Worth`` under ``cleaned_data["worth"]``.
    """

    outcome = forms.TypedChoiceField(
        label=_("How did it end?"),
        choices=[(WON, _("Won")), (LOST, _("Lost"))],
        widget=forms.RadioSelect,
        initial=WON,
        empty_value=WON,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="ask_%s", **kwargs)

    def clean(self) -> dict[str, Any]:
        """Ask the rules; whatever they refuse is part of their answer."""
        data = super().clean() or {}
        if self.errors:
            return data
        instead = self.read_otherwise(data)
        if data["game"] is None and instead is None:
            # A bid without a game is play without an announcement: the cheapest reading answers it (ISkO 4.1.1).
            instead = self.readings[0] if self.readings else None
            if instead is None:
                self.add_error("game", _("Which game was it?"))
                return data
        if instead:
            data["worth"] = worth(instead)
            return data
        broken = tuple(PROBLEM[code] for code in contradictions_in(data))
        asked = worth(played_of(data))
        data["worth"] = replace(asked, booking=None, problems=(*broken, *asked.problems)) if broken else asked
        return data
