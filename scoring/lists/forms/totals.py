"""The result of one player as it stands under a list (SkWO 5.2)."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.wording import games
from scoring.rules.game_list.sums import Tally
from scoring.rules.game_list.totals import Totals


class FigureField(forms.IntegerField):
    """A number typed from paper: plain text, which neither a wheel nor an arrow key changes unasked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 5}))

    def to_python(self, value: Any) -> int | None:
        """Return the number; a minus as papers and phones set it is one."""
        return super().to_python(value.replace("−", "-").replace("–", "-") if isinstance(value, str) else value)


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
