"""An appeal in writing, and its decision (ISkO 4.5.10, SkWO 7.3.3)."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.entry import PASSED, DealForm
from scoring.forms.lines import LOST, WON

LONGEST_TEXT = 4_000


class AppealForm(forms.Form):
    """What every appeal states: by whom, about which deal, what and why."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    appellant = forms.IntegerField(label=_("Who appeals?"), help_text=_("Start number"), min_value=1, max_value=100_000)
    deal = forms.IntegerField(
        label=_("About deal no."),
        help_text=_("Empty if it is not about a single deal."),
        min_value=1,
        max_value=200,
        required=False,
    )
    text = forms.CharField(
        label=_("What is appealed against, and why?"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("An appeal is made in writing: say what it is against, and why (SkWO 7.3.3).")},
    )


class TableAppealForm(AppealForm):
    """An appeal filed at the table: one of its players appeals."""

    field_order = ["entry_key", "appellant", "deal", "text"]

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(number), name) for number, name in players]
        self.fields["appellant"] = forms.TypedChoiceField(
            label=_("Who appeals?"), choices=choices, coerce=int, widget=forms.RadioSelect
        )
        self.order_fields(self.field_order)


class OfficeAppealForm(AppealForm):
    """An appeal taken down by the direction."""

    table = forms.IntegerField(
        label=_("About the list of table"),
        help_text=_("Empty if it is not about a list."),
        min_value=1,
        max_value=2_000,
        required=False,
    )
    field_order = ["entry_key", "appellant", "table", "deal", "text"]


class DecisionForm(forms.Form):
    """How an appeal is decided, and why."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=[("upheld", _("The appeal is upheld")), ("dismissed", _("The appeal is dismissed"))],
        widget=forms.RadioSelect,
    )
    reasons = forms.CharField(
        label=_("Reasons, with the clauses"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("A decision needs its reasons.")},
    )
    corrects = forms.BooleanField(label=_("The deal is corrected as stated below"), required=False)


class OrderedDealForm(DealForm):
    """The deal as a decision orders it; how it ended is a choice, not a button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"] = forms.ChoiceField(
            label=_("How did it end?"),
            choices=[(WON, _("Won")), (LOST, _("Lost")), (PASSED, _("Passed in"))],
            widget=forms.RadioSelect,
        )
