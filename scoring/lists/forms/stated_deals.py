"""A deal as somebody states that it should stand: by a decision, or by a correction of a signed list."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.entry import PASSED, DealForm
from scoring.lists.forms.house_fields import RAMSCH
from scoring.lists.forms.lines import LOST, WON

OUTCOME: Final = {WON: _("Won"), LOST: _("Lost"), RAMSCH: _("Ramsch"), PASSED: _("Passed in")}


class StatedDealForm(DealForm):
    """A deal whose outcome is a choice, not a button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"] = forms.ChoiceField(
            label=_("How did it end?"),
            choices=[(outcome, OUTCOME[outcome]) for outcome in self.outcomes],
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        """Make the deal. What is rare is not asked back: the effect is looked at before anything is done.

        What the form showed of a game means nothing where nobody declared one after all.
        """
        self.cleaned_data["sure"] = True
        if self.cleaned_data.get("outcome") in {PASSED, RAMSCH}:
            self.cleaned_data |= dict.fromkeys(("declarer", "game", "kind"))
        return super().clean()
