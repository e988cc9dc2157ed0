"""What the direction states over a series and over the event (SkWO 4, ISkO 4.5.10)."""

from collections.abc import Sequence
from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.moments import ClockForm


class SeriesActForm(forms.Form):
    """What the director does with a series."""

    action = forms.ChoiceField(
        choices=[
            ("publish", _("Publish the seats")),
            ("publish-all", _("Publish the seats of all series drawn together")),
            ("start", _("Start the series")),
            ("pause-clock", _("Stop the clock")),
            ("resume-clock", _("Let the clock go on")),
            ("end-clock", _("Call the time")),
            ("undo-end", _("Take the call back")),
            ("close", _("Close the series")),
        ],
        error_messages={
            "required": _("Please choose what to do with the series."),
            "invalid_choice": _("This cannot be done with a series."),
        },
    )


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


class SearchForm(forms.Form):
    """Whom to look for in a ranking."""

    q = forms.CharField(label=_("Name, club or start number"), max_length=80, required=False)

    @property
    def wanted(self) -> str:
        """What to look for, or nothing."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class EndForm(ClockForm):
    """When the event ended. Of two readings one that is still to come is not meant."""

    def meant(self, found: Sequence[datetime]) -> Sequence[datetime]:
        """Return the readings that have passed, or all while none has."""
        return [moment for moment in found if moment <= self.now] or found[:1]
