"""What the direction answers to calls and to what a phone brought."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CallForm(forms.Form):
    """What becomes of something a table called for."""

    call = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(choices=[("done", _("Done")), ("grant", _("Yes")), ("no", _("No"))])


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
    """For which seat a proposed deal counts, where others sat at the table when it was written."""

    for_seat = forms.IntegerField(min_value=1, max_value=4, required=False)

    @property
    def declarer(self) -> int | None:
        """The seat that was chosen, if one was."""
        return self.cleaned_data["for_seat"] if self.is_valid() else None
