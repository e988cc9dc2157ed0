"""A player's word that the list is right, or that it is not, and the direction's reasons (SkWO 7.2.3)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.notation.messages import HOUSE_SEATS
from scoring.signing.drawings import LONGEST
from tables.acts import forms as fields
from tables.acts.forms import EntryKey, SeesRow
from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal


class ConfirmForm(forms.Form):
    """One player confirms the list they have seen: drawn, or aloud and heard by another; elsewhere by their code."""

    beside: ClassVar[Mapping[str, str | None]] = {
        "drawing-unreadable": "drawing",
        "drawing-too-short": "drawing",
        "heard-by-yourself": "heard_by",
        "no-such-hearer": "heard_by",
        "signature-missing": None,
        "signed-two-ways": None,
        "other-name": None,
        "only-with-code": None,
        "wrong-code": "code",
        "too-many-guesses": "code",
    }
    """What is wrong with how a player signed, and the field it is said at; None: at the head of their form."""

    place = forms.IntegerField(min_value=1, max_value=HOUSE_SEATS[-1], widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    drawing = forms.CharField(required=False, max_length=LONGEST, widget=forms.HiddenInput)
    heard_by = forms.TypedChoiceField(
        label=gettext_lazy("Or say it aloud; whoever heard it taps their name:"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(place, str(place)) for place in HOUSE_SEATS],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)
    """Of pages of before, where a name was typed: it has to be that of the seat's player."""

    code = forms.CharField(
        label=gettext_lazy("Your code"),
        required=False,
        max_length=12,
        help_text=gettext_lazy("The phone that keeps the list shows it, under “Sign on your own phone”."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def refuse(self, refused: Refused) -> None:
        """Say what is wrong with how a player signed; whatever else keeps them from it is said above all forms.

        :raises Refused: what is none of this form's.
        """
        if refused.code not in self.beside:
            raise refused
        self.add_error(self.beside[refused.code], refusal(refused))

    def offer(self, hearers: Sequence[tuple[int, str]], *, elsewhere: bool) -> None:
        """Ask only for what this player can sign with on this phone."""
        if elsewhere:
            del self.fields["heard_by"]
            self.fields["code"].required = True
        else:
            fields.offer(self.fields["heard_by"], hearers)
            del self.fields["code"]


class ObjectionForm(forms.Form):
    """One player does not agree, and says with what."""

    entry_key = EntryKey()
    place = forms.IntegerField(min_value=1, max_value=HOUSE_SEATS[-1], widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("What was wrong?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Please say what is wrong in the list, so that it can be corrected.")},
    )


class ListActForm(SeesRow):
    """What only the direction does with a list, about the list that it looked at."""

    because = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    place = forms.IntegerField(
        label=gettext_lazy("Who?"), min_value=1, max_value=HOUSE_SEATS[-1], required=False, widget=forms.HiddenInput
    )
    number = forms.IntegerField(
        label=gettext_lazy("Start number"), min_value=1, max_value=9999, required=False, widget=forms.HiddenInput
    )
    from_round = forms.IntegerField(
        label=gettext_lazy("From round"), min_value=1, max_value=24, required=False, widget=forms.HiddenInput
    )

    from_deal = forms.IntegerField(
        label=gettext_lazy("From deal"), min_value=1, max_value=96, required=False, widget=forms.HiddenInput
    )
    from_deal_there = forms.IntegerField(
        label=gettext_lazy("From deal of the other table"),
        min_value=1,
        max_value=96,
        required=False,
        widget=forms.HiddenInput,
    )

    def label_of(self, name: str) -> str:
        """Return what is looked at in a list."""
        return {
            "deals": _("Deals entered"),
            "results": _("Points, from seat 1 on"),
            "short": _("Accept the list with fewer deals, because"),
            "signed": _("Signed"),
            "version": _("Changes so far"),
        }.get(name, name)


class ReasonForm(forms.Form):
    """Why the direction does what only it may do."""

    because = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        error_messages={"required": gettext_lazy("Please give the reason; it is kept in the journal.")},
    )
