"""Who is in the tribunal of an event, and who of it decides an appeal (SkWO 6.2, 7.3.3)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import EntryKey, Line, offer
from tables.acts.forms.seen import SeesRow

LONGEST_NAME = 80


class MemberForm(forms.Form):
    """Naming somebody to the tribunal: by start number, by account, or just by name."""

    entry_key = EntryKey()
    plays_as = forms.IntegerField(
        label=_("Start number"),
        help_text=_("If this member plays: nobody decides about their own table, club or team."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    name = Line(
        label=_("Name"), help_text=_("Empty: that of the entrant or the account."), max_length=80, required=False
    )
    username = Line(
        label=_("User name"), help_text=_("If this member has an account here."), max_length=150, required=False
    )
    club = Line(label=_("Club"), max_length=LONGEST_NAME, required=False)
    team = Line(label=_("Team"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class LeaveForm(forms.Form):
    """Taking one of the members out of the tribunal."""

    action = forms.CharField(widget=forms.HiddenInput)
    member = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("There is no such member of the tribunal.")),
    )

    def __init__(self, *args: Any, members: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["member"], [(str(number), str(number)) for number in members])


class PanelForm(SeesRow):
    """Choosing who decides an appeal, by their numbers in the tribunal."""

    entry_key = EntryKey()
    members = forms.TypedMultipleChoiceField(
        label=_("Who decides?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("A panel has at least one member."),
            "invalid_choice": _("The tribunal has no member with this number: %(value)s."),
        },
    )

    def __init__(self, *args: Any, members: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["members"], [(str(number), name) for number, name in members])
