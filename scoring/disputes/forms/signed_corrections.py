"""How a signed list is to be, who testifies, and why (SkWO 7.2.5)."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.disputes.forms.confirming import ConfirmedForm
from scoring.disputes.services.signed_corrections import USUAL_CLAUSE, Mended
from scoring.lists.forms.house import HouseStatedForm
from scoring.lists.forms.stated_deals import StatedDealForm
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.totals import Totals
from tables.acts.forms.fields import offer


class CorrectionOrderForm(ConfirmedForm):
    """Why a signed list is put right, and which of its players testify."""

    AT: ClassVar = {**ConfirmedForm.AT, "testimony-needed": "witnesses"}

    witnesses = forms.TypedMultipleChoiceField(
        label=_("Who testifies that it was so?"),
        help_text=_(
            "With the word of all players the corrected list counts; otherwise everybody keeps their lower score."
        ),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ["entry_key", "shown", "witnesses", "reason", "clause"]

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        initial = {"clause": USUAL_CLAUSE, **kwargs.get("initial", {})}
        super().__init__(*args, **{**kwargs, "initial": initial})
        offer(self.fields["witnesses"], list(enumerate(names, start=1)))

    def mended(self, *, deal: Deal | None = None, totals: Sequence[Totals] = ()) -> Mended:
        """Return how the list is to be."""
        data = self.cleaned_data
        return Mended(
            reason=data["reason"],
            clause=data["clause"],
            witnesses=tuple(data["witnesses"]),
            deal=deal,
            totals=tuple(totals),
        )


class MendedDealForm(StatedDealForm):
    """The deal as it should stand; which one it is stands in the address."""

    def clean_number(self) -> int:
        """Return the number of the deal, whatever was sent."""
        return int(self.initial["number"])


class HouseMendedDealForm(MendedDealForm, HouseStatedForm):
    """The deal as it should stand in a list of house rules."""


def mended_form_of(game_list: GameList) -> type[MendedDealForm]:
    """Return the form in which it is said how a deal of a list should stand."""
    return HouseMendedDealForm if game_list.is_of_a_house else MendedDealForm
