"""The deal as a table enters it (ISkO 5.5.1, 5.5.2)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import wording
from scoring.forms.widgets import GameSelect, SeatSelect, offer
from scoring.rules import (
    CONTRACTS,
    MAX_MATADORS,
    Contract,
    Deal,
    Game,
    GameList,
    Played,
    contradictions,
    findings,
)
from scoring.wording.games import GAME

MOST_MATADORS = max(MAX_MATADORS.values())
WON, LOST, PASSED = "won", "lost", "passed"
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


class DealForm(forms.Form):
    """One line of a list. What is legal is asked of the rules; the form only says it.

    Clean, it holds the ``Deal`` under ``cleaned_data["deal"]``.
    """

    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    declarer = forms.TypedChoiceField(label=_("Who played?"), coerce=int, empty_value=None, required=False)
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
    overbid = forms.BooleanField(label=_("Overbid"), required=False)
    bid = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=999)
    outcome = forms.ChoiceField(choices=[(WON, _("Won")), (LOST, _("Lost")), (PASSED, _("Passed in"))])
    sure = forms.BooleanField(label=_("Yes, it was so"), required=False)
    """The answer to a question about a legal but rare line."""

    def __init__(self, *args: Any, game_list: GameList, number: int, names: Sequence[str], **kwargs: Any) -> None:
        kwargs["initial"] = {"entry_key": uuid4(), "number": number, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.game_list = game_list
        self.asks = False
        """Whether the form asks back about a rare line."""

        players = {str(seat) for seat in game_list.players_of(number)}
        seats = [(str(seat), name) for seat, name in enumerate(names, start=1)]
        self.fields["declarer"].widget = SeatSelect(barred=[seat for seat, _name in seats if seat not in players])
        offer(self.fields["declarer"], seats)
        for level in (*ANNOUNCED, *REACHED):
            self.fields[level].widget.attrs["data-brings"] = " ".join(BROUGHT_ALONG[level])
            if level in IN_NULL:
                self.fields[level].widget.attrs["data-in-null"] = True

    def clean(self) -> dict[str, Any]:
        """Make the deal, and say everything the rules refuse or ask about it, at once."""
        data = super().clean() or {}
        if self.errors:
            return data
        announced = {level: data[level] for level in ANNOUNCED}
        broken = contradictions(game=data["game"], **announced) if data["game"] else ()
        for code in broken:
            self.add_error(None, wording.code(code))
        # What else is wrong is looked for as if nothing had been announced, and said in the same breath.
        deal = self._deal(data | dict.fromkeys(ANNOUNCED, False) if broken else data)
        found = [one for one in findings(self._with(deal)) if one.deal == deal.number]
        errors = [one for one in found if one.problem.severity == "error"]
        self.asks = bool(found) and not errors and not broken and not data.get("sure")
        if errors or self.asks:
            for sentence in wording.findings(found, with_deal=False):
                self.add_error(None, sentence)
        data["deal"] = deal
        return data

    def _deal(self, data: dict[str, Any]) -> Deal:
        """Return the deal as it was typed.

        :raises forms.ValidationError: if half of it is missing.
        """
        number = data["number"]
        if data["outcome"] == PASSED:
            if data["game"] or data["declarer"]:
                raise forms.ValidationError(
                    gettext("Nobody plays a deal that is passed in. Clear the form, or say who won or lost.")
                )
            return Deal(number=number, declarer=None, played=None)
        missing = [field for field in ("declarer", "game") if data[field] is None]
        if missing:
            raise forms.ValidationError({field: gettext("Please choose.") for field in missing})
        contract = Contract(game=data["game"], **{level: data[level] for level in ANNOUNCED})
        return Deal(
            number=number,
            declarer=data["declarer"],
            played=Played(
                contract=contract,
                matadors=data["matadors"],
                won=data["outcome"] == WON,
                schneider=data["schneider"],
                schwarz=data["schwarz"],
                bid=data["bid"],
                overbid=data["overbid"],
            ),
        )

    def _with(self, deal: Deal) -> GameList:
        """Return the list as it would be with the deal, in the place of an entry of the same number."""
        others = [other for other in self.game_list.deals if other.number != deal.number]
        return replace(self.game_list, deals=tuple(sorted([*others, deal], key=lambda one: one.number)))


class CorrectionForm(DealForm):
    """A correction: the deal as it was, the consent of its players, and why (ISkO 5.5.3)."""

    because = forms.CharField(label=_("What was wrong?"), max_length=200, required=False)
    agreed = forms.BooleanField(
        label=_("All players of this deal agree (ISkO 5.5.3)."),
        error_messages={"required": _("A correction needs the consent of all players of the deal (ISkO 5.5.3).")},
    )


def initial_of(deal: Deal) -> dict[str, Any]:
    """Return what the form shows for a deal already entered."""
    if deal.played is None:
        return {"number": deal.number, "outcome": PASSED}
    contract = deal.played.contract
    return {
        "number": deal.number,
        "declarer": str(deal.declarer),
        "game": contract.game.value,
        "matadors": None if deal.played.matadors is None else str(deal.played.matadors),
        **{level: getattr(contract, level) for level in ANNOUNCED},
        **{level: getattr(deal.played, level) for level in REACHED},
        "bid": deal.played.bid,
        "overbid": deal.played.overbid,
        "outcome": WON if deal.played.won else LOST,
    }


def _brought_along(level: str) -> list[str]:
    """Return the levels that every suit or Grand announcement with this one has too."""
    if level not in ANNOUNCED:
        return ["schneider"] if level == "schwarz" else []
    having = [one for one in CONTRACTS if getattr(one, level) and one.game is not Game.NULL]
    return [other for other in ANNOUNCED if other != level and all(getattr(one, other) for one in having)]


BROUGHT_ALONG = {level: _brought_along(level) for level in (*ANNOUNCED, *REACHED)}
"""Which boxes a script ticks along with another, so that a level costs one tap; without scripts each is ticked."""

IN_NULL = frozenset(level for one in CONTRACTS if one.game is Game.NULL for level in ANNOUNCED if getattr(one, level))
"""Which boxes a Null can have."""
