"""A game as it is ticked, at the table or by someone who only asks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.widgets import GameSelect
from scoring.rules import BROUGHT_ALONG, IN_NULL, MAX_MATADORS, Code, Contract, Game, Played, contradictions
from scoring.wording.games import GAME

MOST_MATADORS = max(MAX_MATADORS.values())
WON, LOST = "won", "lost"
ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
REACHED = ("schneider", "schwarz")

LEVELS = {
    "hand": _("Hand"),
    "schneider": _("Schneider"),
    "schwarz": _("Schwarz"),
    "schneider_announced": _("Schneider announced"),
    "schwarz_announced": _("Schwarz announced"),
    "ouvert": _("ouvert"),
}


class LineForm(forms.Form):
    """The fields of a line of the list. What is legal is asked of the rules."""

    game = forms.TypedChoiceField(
        label=_("Which game?"),
        choices=[(game.value, word) for game, word in GAME.items()],
        widget=GameSelect,
        coerce=Game,
        empty_value=None,
        required=False,
    )
    matadors = forms.TypedChoiceField(
        label=_("Matadors"),
        choices=[(str(sign * count), str(count)) for sign in (1, -1) for count in range(1, MOST_MATADORS + 1)],
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=None,
        required=False,
    )
    hand = forms.BooleanField(label=LEVELS["hand"], required=False)
    schneider = forms.BooleanField(label=LEVELS["schneider"], required=False)
    schwarz = forms.BooleanField(label=LEVELS["schwarz"], required=False)
    schneider_announced = forms.BooleanField(label=LEVELS["schneider_announced"], required=False)
    schwarz_announced = forms.BooleanField(label=LEVELS["schwarz_announced"], required=False)
    ouvert = forms.BooleanField(label=LEVELS["ouvert"], required=False)
    bid = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=999)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for level in (*ANNOUNCED, *REACHED):
            self.fields[level].widget.attrs["data-brings"] = " ".join(BROUGHT_ALONG[level])
            if level in IN_NULL:
                self.fields[level].widget.attrs["data-in-null"] = True


def contradictions_in(data: dict[str, Any]) -> tuple[Code, ...]:
    """Return every reason why what was ticked cannot be announced."""
    if data["game"] is None:
        return ()
    return contradictions(game=data["game"], **{level: data[level] for level in ANNOUNCED})


def played_of(data: dict[str, Any]) -> Played:
    """Return the line that was ticked.

    What contradicts itself counts as not announced: what else is wrong can then be said in the same breath.
    """
    announced = dict.fromkeys(ANNOUNCED, False) if contradictions_in(data) else {one: data[one] for one in ANNOUNCED}
    return Played(
        contract=Contract(game=data["game"], **announced),
        matadors=data["matadors"],
        won=data["outcome"] == WON,
        **{level: data[level] for level in REACHED},
        bid=data["bid"],
        overbid=data.get("overbid", False),
    )


def ticked(played: Played) -> dict[str, Any]:
    """Return what the fields show for a line."""
    contract = played.contract
    return {
        "game": contract.game.value,
        "matadors": None if played.matadors is None else str(played.matadors),
        **{level: getattr(contract, level) for level in ANNOUNCED},
        **{level: getattr(played, level) for level in REACHED},
        "bid": played.bid,
        "outcome": WON if played.won else LOST,
    }
