"""Which objections and appeals are ended in one act, and why."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models import Appeal, Objection, TribunalMember
from tables.acts.forms.fields import EntryKey, Line, offer

GONE = _("Somebody else has changed this in the meantime. Please look at it again.")


class ClearForm(forms.Form):
    """Which are ended, and why."""

    entry_key = EntryKey()
    objection = forms.TypedMultipleChoiceField(coerce=int, required=False, error_messages={"invalid_choice": GONE})
    appeal = forms.TypedMultipleChoiceField(coerce=int, required=False, error_messages={"invalid_choice": GONE})
    members = forms.TypedMultipleChoiceField(
        label=_("Who decides?"),
        help_text=_("They decide all appeals ticked above that have no panel yet."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": GONE},
    )
    because = Line(
        label=_("Reason"),
        max_length=300,
        error_messages={"required": _("Please give the reason; it is kept in the journal.")},
    )

    def __init__(
        self,
        *args: Any,
        objections: Iterable[Objection],
        appeals: Iterable[Appeal],
        members: Iterable[TribunalMember],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["members"], [(member.number, member.name) for member in members])
        offer(self.fields["objection"], [(objection.number, str(objection.number)) for objection in objections])
        offer(self.fields["appeal"], [(appeal.number, str(appeal.number)) for appeal in appeals])
