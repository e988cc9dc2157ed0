"""An appeal in writing, and its decision (ISkO 4.5.10, SkWO 7.3.3)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.disputes.forms.clauses import PROPOSED, ClausesField
from scoring.disputes.models import Ruling
from scoring.lists.forms.house import HouseStatedForm
from scoring.lists.forms.stated_deals import StatedDealForm
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.valuation import Played
from tables.acts.forms import EntryKey, Line, offer

LONGEST_TEXT = 4_000
LONGEST_SENTENCE = 300

NO_RULING = ""


class AppealForm(forms.Form):
    """What every appeal states: by whom, against what, about which deal, and why.

    ``rulings`` are the decisions that can be appealed against; without any the question is left out.
    """

    beside = {
        "no-such-entrant": "appellant",
        "not-at-this-table": "appellant",
        "no-such-deal": "deal",
        "text-missing": "text",
    }
    own_words = {"key-reused": _("This form has been sent already with another appeal. Please reload the page.")}

    entry_key = EntryKey()
    appellant = forms.IntegerField(label=_("Appellant"), help_text=_("Start number"), min_value=1, max_value=100_000)
    ruling = forms.TypedChoiceField(
        label=_("Against what?"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("This decision cannot be appealed against, or no longer.")},
    )
    deal = forms.IntegerField(
        label=_("About deal no."),
        help_text=_("Empty if it is not about a single deal, or if it is against a decision."),
        min_value=1,
        max_value=200,
        required=False,
    )
    text = forms.CharField(
        label=_("Subject and reason"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("An appeal is made in writing: say what it is against, and why (SkWO 7.3.3).")},
    )

    def __init__(self, *args: Any, rulings: Sequence[Ruling] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rulings = {ruling.number: ruling for ruling in rulings}
        if rulings:
            decisions = [(str(ruling.number), self.told(ruling)) for ruling in rulings]
            offer(self.fields["ruling"], [*decisions, (NO_RULING, gettext("Something no judge has decided"))])
        else:
            del self.fields["ruling"]

    def told(self, ruling: Ruling) -> str:
        """Return a decision as it is offered."""
        return gettext("Decision %(number)s: %(sentence)s") % {"number": ruling.number, "sentence": ruling.sentence}

    def clean(self) -> dict[str, Any]:
        """Hand on the decision itself, and see to it that nothing else is said of what it is about."""
        data = super().clean() or {}
        ruling = self.rulings.get(data.get("ruling") or 0)
        data["against"] = ruling
        if ruling and data.get("deal") not in {None, ruling.deal}:
            self.add_error("deal", gettext("This decision is not about that deal. Leave the number out."))
        return data


class TableAppealForm(AppealForm):
    """An appeal filed at the table: one of its players appeals."""

    field_order = ["entry_key", "appellant", "ruling", "deal", "text"]

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(number), name) for number, name in players]
        self.fields["appellant"] = forms.TypedChoiceField(
            label=_("Appellant"), choices=choices, coerce=int, widget=forms.RadioSelect
        )
        self.order_fields(self.field_order)


class OfficeAppealForm(AppealForm):
    """An appeal taken down by the direction."""

    table = forms.IntegerField(
        label=_("About the list of table"),
        help_text=_("Empty if it is not about a list, or if it is against a decision."),
        min_value=1,
        max_value=2_000,
        required=False,
    )
    field_order = ["entry_key", "appellant", "ruling", "table", "deal", "text"]

    def told(self, ruling: Ruling) -> str:
        """Return a decision as it is offered, with its table."""
        said = super().told(ruling)
        if ruling.game_list is None:
            return said
        return gettext("%(decision)s (table %(table)s)") % {"decision": said, "table": ruling.game_list.table.number}

    def clean(self) -> dict[str, Any]:
        """See to it that no other table is said than that of the decision."""
        data = super().clean()
        ruling = data["against"]
        there = ruling.game_list.table.number if ruling and ruling.game_list else None
        if ruling and data.get("table") not in {None, there}:
            self.add_error("table", gettext("This decision is not about that table. Leave the number out."))
        return data


class DecisionForm(forms.Form):
    """How an appeal is decided: in one sentence, with facts, reasons and clauses."""

    entry_key = EntryKey()
    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=[("upheld", _("The appeal is upheld")), ("dismissed", _("The appeal is dismissed"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Is the appeal upheld or dismissed?")},
    )
    sentence = Line(
        label=_("The decision in one sentence"),
        help_text=_("As it is read out: “The Grand is won.”"),
        max_length=LONGEST_SENTENCE,
        error_messages={"required": _("Say in one sentence what is decided.")},
    )
    facts = forms.CharField(
        label=_("Facts"),
        help_text=_("Facts found by the tribunal."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=LONGEST_TEXT,
        required=False,
    )
    reasons = forms.CharField(
        label=_("Reasons"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_TEXT,
        error_messages={"required": _("A decision needs its reasons.")},
    )
    clauses = ClausesField()
    corrects = forms.BooleanField(label=_("The deal is corrected as stated below"), required=False)
    seen = forms.UUIDField(widget=forms.HiddenInput, required=False)
    """The key of the entry that whoever decides has seen."""

    def __init__(self, data: QueryDict | None = None, *, deal: int | None, seen: UUID | None) -> None:
        """Take the number of the deal that the appeal is about, if it is about one."""
        super().__init__(data, initial={"seen": seen, "clauses": "" if deal else PROPOSED})
        self.fields["clauses"].required = deal is not None

    def clean(self) -> dict[str, Any]:
        """Refuse a correction by a decision that leaves everything as it is."""
        data = super().clean() or {}
        if data.get("corrects") and data.get("verdict") == "dismissed":
            self.add_error("corrects", gettext("Only an appeal that is upheld can correct the deal it is about."))
        return data


class OrderedDealForm(StatedDealForm):
    """The deal as a decision orders it.

    With a reason it stands even where the rules refuse it: whoever decides may overrule them.
    """

    overruling = Line(
        label=_("Why it stands although the rules refuse it"),
        help_text=_("Only where they do."),
        max_length=LONGEST_SENTENCE,
        required=False,
    )

    def _deal(self, data: dict[str, Any], *, instead: Played | None) -> Deal:
        deal = super()._deal(data, instead=instead)
        return replace(deal, overruled=True) if data.get("overruling") else deal


class HouseOrderedDealForm(OrderedDealForm, HouseStatedForm):
    """The deal as a decision orders it in a list of house rules, which nobody overrules."""

    overruling = None  # type: ignore[assignment]


def ordered_form_of(game_list: GameList) -> type[OrderedDealForm]:
    """Return the form in which a decision states a deal of a list."""
    return HouseOrderedDealForm if game_list.is_of_a_house else OrderedDealForm
