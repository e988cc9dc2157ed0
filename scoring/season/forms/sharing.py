"""With whom the work on a season is shared."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.season.models import SeasonHelper
from tables.acts.forms.fields import offer
from tables.clubs.forms.clubs import KeeperForm
from tables.clubs.models import Club


class FurtherClubForm(forms.Form):
    """Which further club counts in a season."""

    act = forms.CharField(initial="add-club", widget=forms.HiddenInput, required=False)
    club = forms.TypedChoiceField(
        label=_("Club"),
        coerce=int,
        error_messages={
            "required": _("Please choose."),
            "invalid_choice": _("This club cannot be added; it may count already. Please look again."),
        },
    )

    def __init__(self, *args: Any, clubs: Iterable[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["club"], [("", "—"), *((one.pk, one.name) for one in clubs)])


class HelperForm(KeeperForm):
    """Letting somebody who has an account do a part of a season."""

    may = forms.TypedChoiceField(
        label=_("May do"),
        coerce=SeasonHelper.May,
        choices=SeasonHelper.May.choices,
        initial=SeasonHelper.May.ENTER,
        error_messages={"required": _("Please choose.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["act"].initial = "add-helper"
        del self.fields["entry_key"]
