"""The result of one player as it stands under a list (SkWO 5.2)."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.wording import games
from scoring.rules.game_list.sums import Tally
from scoring.rules.game_list.totals import Totals


class TotalsForm(forms.Form):
    """One player's result on a paper list."""

    game_points = forms.IntegerField(label=_("Game points"), min_value=-20_000, max_value=20_000)
    won = forms.IntegerField(label=_("Won"), min_value=0, max_value=100)
    lost = forms.IntegerField(label=_("Lost"), min_value=0, max_value=100)

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
