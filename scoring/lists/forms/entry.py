"""The deal as a table enters it (ISkO 5.5.1, 5.5.2)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.fields import (
    LOST,
    WON,
    LineForm,
    SeatSelect,
    contradictions_in,
    played_of,
    ticked,
    with_what_is_implied,
)
from scoring.lists.wording import games, refusals
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.valuation import Played
from tables.acts.forms import offer

PASSED = "passed"


class DealForm(LineForm):
    """One line of a list. The form only says what the rules find.

    Clean, it holds the ``Deal`` under ``cleaned_data["deal"]``.
    """

    is_of_a_house = False
    """Whether house rules ask for more."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    declarer = forms.TypedChoiceField(label=_("Who played?"), coerce=int, empty_value=None, required=False)
    overbid = forms.BooleanField(label=pgettext_lazy("tile", "Overbid"), required=False)
    outcome = forms.ChoiceField(
        choices=[(WON, _("Won")), (LOST, _("Lost")), (PASSED, _("Passed in"))],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Say how the deal ended: won, lost or passed in.")
        ),
    )
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

    @classmethod
    def outcomes_in(cls, game_list: GameList) -> Sequence[str]:
        """Return how a deal of a list can end."""
        del game_list
        return (WON, LOST, PASSED)

    @property
    def outcomes(self) -> Sequence[str]:
        """How the deal can end."""
        return self.outcomes_in(self.game_list)

    @property
    def levels(self) -> str:
        """The fields ticked beside the game."""
        return "hand schneider schwarz ouvert"

    @property
    def announced_levels(self) -> str:
        """The fields of what was announced, and whether a game was overbid."""
        return "schneider_announced schwarz_announced overbid"

    def as_ticked(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return what was ticked as the book has it, which it is already."""
        return data

    def forget(self, name: str) -> None:
        """Leave open what was typed into a field: it has to be said anew."""
        self.data = {field: value for field, value in self.data.items() if field != name}

    def clean(self) -> dict[str, Any]:
        """Make the deal, and say everything the rules refuse or ask about it, at once."""
        data = with_what_is_implied(self.as_ticked(super().clean() or {}))
        if self.errors:
            return data
        broken = contradictions_in(data)
        for code in broken:
            self.add_error(None, refusals.code(code))
        deal = self._deal(data, instead=self.read_otherwise(data))
        # A judge may let a Null stand as what it was announced.
        if self.asks_matadors and not data.get("overruling"):
            self.add_error(None, games.ASK_MATADORS)
        about_deal = [finding for finding in findings(self._with(deal)) if finding.deal == deal.number]
        errors = [finding for finding in about_deal if finding.problem.severity == "error"]
        self.asks = bool(about_deal) and not errors and not broken and not data.get("sure")
        if errors or self.asks:
            for sentence in refusals.findings(about_deal, with_deal=False):
                self.add_error(None, sentence)
        data["deal"] = deal
        return data

    def _deal(self, data: dict[str, Any], *, instead: Played | None) -> Deal:
        """Return the deal as it was typed, or as the line chosen for a game that has no value of its own.

        :raises forms.ValidationError: if half of it is missing.
        """
        number = data["number"]
        if data["outcome"] == PASSED:
            if data["game"] or data["declarer"]:
                raise forms.ValidationError(
                    gettext("Nobody plays a deal that is passed in. Clear the form, or say who won or lost.")
                )
            return Deal(number=number, declarer=None, played=None)
        missing = [field for field in ("declarer", "game") if data[field] is None and (field != "game" or not instead)]
        if missing:
            raise forms.ValidationError({field: gettext("Please choose.") for field in missing})
        return Deal(number=number, declarer=data["declarer"], played=instead or played_of(data))

    def _with(self, deal: Deal) -> GameList:
        """Return the list as it would be with the deal, in the place of an entry of the same number."""
        others = [other for other in self.game_list.deals if other.number != deal.number]
        return replace(self.game_list, deals=tuple(sorted([*others, deal], key=lambda each_deal: each_deal.number)))


class SeenEntryForm(forms.Form):
    """Which entry of a deal was looked at before it is taken back."""

    seen = forms.UUIDField()


class CorrectionForm(DealForm):
    """A correction: the deal as it was, the consent of its players, and why (ISkO 5.5.3)."""

    seen = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("required", "invalid"), _("This form did not arrive completely. Please reload the page and try again.")
        ),
    )
    """The key of the entry that was looked at."""

    because = forms.CharField(label=_("What was wrong?"), max_length=200, required=False)
    agreed = forms.BooleanField(label=_("All players of this deal agree (ISkO 5.5.3)."), required=False)

    is_unchanged = False
    """Whether it says what stands there already: nobody has to agree to that, and nothing is asked about it."""

    def clean(self) -> dict[str, Any]:
        """Make the deal; it takes the consent of all players of it (ISkO 5.5.3)."""
        data = super().clean()
        standing = [replace(deal, overruled=False) for deal in self.game_list.deals]
        self.is_unchanged = data.get("deal") in standing
        if not data.get("agreed"):
            self.add_error("agreed", gettext("A correction needs the consent of all players of the deal (ISkO 5.5.3)."))
        return data

    def overtake(self, standing: UUID | None) -> None:
        """Keep what was typed; sent once more it is about the entry that stands there now, and is shown beside it."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("seen")] = str(standing or "")
        self.data = data


def initial_of(deal: Deal) -> dict[str, Any]:
    """Return what the form shows for a deal already entered."""
    if deal.played is None:
        return {"number": deal.number, "outcome": PASSED}
    return {
        **ticked(deal.played),
        "number": deal.number,
        "declarer": str(deal.declarer),
        "overbid": deal.played.overbid,
    }


UNKNOWN = "unknown"


class RedealForm(forms.Form):
    """With which deal the order went wrong, and how far the table was when it was noticed.

    Clean, it holds ``mistake``, a number or None where nobody can show it, and ``found``, the last deal that had begun.
    """

    mistake = forms.ChoiceField(label=_("First deal with the wrong dealer"))
    in_hand = forms.BooleanField(required=False)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entered: int, length: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entered = entered
        following = entered + 1
        self.fields["in_hand"].label = gettext("Deal %(number)s, not written down yet") % {"number": following}
        if following > length:
            del self.fields["in_hand"]
        latest = min(following, length)
        numbers = [(str(deal), gettext("Deal %(number)s") % {"number": deal}) for deal in range(latest, 0, -1)]
        unknown = (UNKNOWN, gettext("Nobody knows any more"))
        offer(self.fields["mistake"], [("", gettext("Please choose.")), *numbers, unknown])

    def clean(self) -> dict[str, Any]:
        """Say it in deals; whoever names the next deal means that it has been dealt."""
        data = super().clean() or {}
        if "mistake" in data:
            data["mistake"] = None if data["mistake"] == UNKNOWN else int(data["mistake"])
            in_hand = data.get("in_hand") or (data["mistake"] or 0) > self.entered
            data["found"] = self.entered + bool(in_hand)
            if not data["found"]:
                raise forms.ValidationError(gettext("Nothing has been dealt yet: simply let the right player deal."))
        return data
