"""Lists typed from paper: deal by deal in a grid, or only the result of each player (SkWO 7.2)."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import wording
from scoring.forms.widgets import offer
from scoring.rules import Contract, Deal, Game, GameList, IllegalContract, Played, Totals
from scoring.wording.games import GAME

LEVELS = {
    "": _("simple"),
    "s": _("Schneider"),
    "b": _("Schwarz"),
}
"""The level reached."""

ANNOUNCEMENTS: dict[str, dict[str, bool]] = {
    "": {},
    "h": {"hand": True},
    "hs": {"hand": True, "schneider_announced": True},
    "hb": {"hand": True, "schneider_announced": True, "schwarz_announced": True},
    "o": {"ouvert": True},
    "ho": {"hand": True, "ouvert": True},
    "hbo": {"hand": True, "schneider_announced": True, "schwarz_announced": True, "ouvert": True},
}
"""What was announced, in the short forms of the select."""

ANNOUNCEMENT_WORDS = {
    "": "–",
    "h": _("Hand"),
    "hs": _("Hand, Schneider announced"),
    "hb": _("Hand, Schwarz announced"),
    "hbo": _("ouvert (suit, Grand)"),
    "o": _("Null ouvert"),
    "ho": _("Null ouvert Hand"),
}

PASSED = "passed"


class TotalsForm(forms.Form):
    """One player's result on a paper list."""

    game_points = forms.IntegerField(label=_("Game points"), min_value=-20_000, max_value=20_000)
    won = forms.IntegerField(label=_("Won"), min_value=0, max_value=100)
    lost = forms.IntegerField(label=_("Lost"), min_value=0, max_value=100)

    def totals(self) -> Totals:
        """Return the line as the rules know it."""
        data = self.cleaned_data
        return Totals(game_points=data["game_points"], won=data["won"], lost=data["lost"])


class LineForm(forms.Form):
    """One line of a paper list; left empty, it was not filled in yet."""

    declarer = forms.TypedChoiceField(label=_("Declarer"), coerce=int, empty_value=None, required=False)
    game = forms.ChoiceField(
        label=_("Game"),
        choices=[("", "–"), *((game.value, word) for game, word in GAME.items()), (PASSED, _("passed in"))],
        required=False,
    )
    matadors = forms.IntegerField(label=_("Matadors +/−"), min_value=-11, max_value=11, required=False)
    announced = forms.ChoiceField(label=_("Announced"), choices=list(ANNOUNCEMENT_WORDS.items()), required=False)
    level = forms.ChoiceField(label=_("Level"), choices=list(LEVELS.items()), required=False)
    bid = forms.IntegerField(label=_("Overbid: bid"), min_value=0, max_value=999, required=False)
    won = forms.TypedChoiceField(
        label=_("Result"),
        choices=[("", "–"), ("1", _("won")), ("0", _("lost"))],
        coerce=lambda value: value == "1",
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, number: int, game_list: GameList, names: Sequence[str], **kwargs: Any) -> None:
        kwargs.setdefault("prefix", f"d{number}")
        super().__init__(*args, **kwargs)
        self.number = number
        self.dealer = game_list.dealer_of(number)
        self.closes_round = number % game_list.seats == 0
        players = [(str(seat), f"{seat} {names[seat - 1]}") for seat in game_list.players_of(number)]
        offer(self.fields["declarer"], [("", "–"), *players])

    def clean(self) -> dict[str, Any]:
        """Make the deal under ``cleaned_data["deal"]``; an empty line makes none."""
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            data["deal"] = self._deal(data)
        except IllegalContract as error:
            self.add_error(None, wording.refusal(error))
        return data

    def _deal(self, data: dict[str, Any]) -> Deal | None:
        played = [field for field in ("declarer", "matadors", "bid", "won") if data[field] is not None]
        if data["game"] == PASSED:
            if played:
                raise forms.ValidationError(gettext("Nobody plays a deal that is passed in."))
            return Deal(number=self.number, declarer=None, played=None)
        if not data["game"]:
            if played:
                raise forms.ValidationError({"game": gettext("Which game?")})
            return None
        for field in ("declarer", "won"):
            if data[field] is None:
                raise forms.ValidationError({field: gettext("Please choose.")})
        return Deal(
            number=self.number,
            declarer=data["declarer"],
            played=Played(
                contract=Contract(game=Game(data["game"]), **ANNOUNCEMENTS[data["announced"]]),
                matadors=data["matadors"] if data["game"] != Game.NULL else None,
                won=data["won"],
                schneider=data["level"] in {"s", "b"},
                schwarz=data["level"] == "b",
                bid=data["bid"],
                overbid=data["bid"] is not None,
            ),
        )


class KeyForm(forms.Form):
    """The key of a typed list: the same list sent twice counts once."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    sure = forms.BooleanField(label=_("Yes, it stands so on the paper"), required=False)
