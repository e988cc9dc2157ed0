"""What the direction answers to calls and to what a phone brought."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rules.notation.messages import HOUSE_SEATS


class CallForm(forms.Form):
    """What becomes of something a table called for."""

    call = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(choices=[("done", _("Settled")), ("grant", _("Yes")), ("no", _("No"))])


class ProposalForm(forms.Form):
    """What becomes of a deal that waits to be accepted."""

    proposal = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(
        choices=[("accept", _("Accept it")), ("allow", _("It had begun in time")), ("dismiss", _("Dismiss it"))],
        required=False,
    )

    def clean_action(self) -> str:
        """Take the button that says for whom a deal counts as accepting it."""
        if not self.cleaned_data["action"] and "for_seat" not in self.data:
            raise forms.ValidationError(self.fields["action"].error_messages["required"], code="required")
        return self.cleaned_data["action"] or "accept"


class AcceptForm(forms.Form):
    """How a proposed deal counts: for which seat, where others sat there then; instead of which entry of the list."""

    for_seat = forms.IntegerField(min_value=1, max_value=HOUSE_SEATS[-1], required=False)
    seen = forms.UUIDField(required=False)
    agreed = forms.BooleanField(label=_("All players of this deal agree (ISkO 5.5.3)."), required=False)

    def chosen(self) -> dict[str, Any]:
        """Return what was chosen, as ``accept`` takes it; nothing where it is no answer."""
        if not self.is_valid():
            return {}
        data = self.cleaned_data
        return {"declarer": data["for_seat"], "seen": data["seen"], "agreed": data["agreed"]}
