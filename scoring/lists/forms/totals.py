"""The result of one player as it stands under a list (SkWO 5.2)."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.wording import games
from scoring.rules.game_list.sums import Tally
from scoring.rules.game_list.totals import Totals

GROUPED: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:[., '’\u00a0\u202f]\d{3})+")
"""A number with a mark between its thousands, as people set it: 1.107 or 1 107."""


class FigureField(forms.IntegerField):
    """A number typed from paper: plain text, which neither a wheel nor an arrow key changes unasked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 5}))

    def to_python(self, value: Any) -> int | None:
        """Return the number; a minus as papers and phones set it is one.

        :raises ValidationError: if it is no whole number; none is cut out of another.
        """
        if not isinstance(value, str):
            return super().to_python(value)
        written = value.strip().replace("−", "-").replace("–", "-")
        if GROUPED.fullmatch(written):
            written = re.sub(r"[., '’\u00a0\u202f]", "", written)
        elif "." in written:
            # Django would take 1.0 for 1, and 1.000 with it.
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(written)


class TotalsForm(forms.Form):
    """One player's result on a paper list."""

    game_points = FigureField(label=_("Game points"), min_value=-20_000, max_value=20_000)
    won = FigureField(label=_("Won"), min_value=0, max_value=100)
    lost = FigureField(label=_("Lost"), min_value=0, max_value=100)

    def totals(self) -> Totals:
        """Return the line as the rules know it."""
        data = self.cleaned_data
        return Totals(game_points=data["game_points"], won=data["won"], lost=data["lost"])

    def hold_against(self, tally: Tally) -> None:
        """Say where the sheet's sums are not those of its deals."""
        for name, number in (("game_points", tally.game_points), ("won", tally.won), ("lost", tally.lost)):
            if self.cleaned_data[name] != number:
                given = gettext("The deals as typed give %(number)s.") % {"number": games.points(number)}
                self.add_error(name, given)
