"""What is written in disputes: postings, queries, objections, appeals, decisions (ISkO 4.5.10, SkWO 7.3, 7.4.3)."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models import DisputeKind, ResultQuery, Ruling
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from tables.acts.forms import EntryKey, Paragraphs, offer
from tables.tournaments.models import Series

LONGEST_TEXT = 4_000
FINAL = "final"
NO_RESULT = _("Choose one of the series of this tournament.")


class PostForm(forms.Form):
    """Which result is posted or taken back, or in how many minutes its time is over; without a series the final one."""

    series = forms.IntegerField(
        min_value=1,
        max_value=100,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), NO_RESULT),
    )
    back = forms.ChoiceField(
        choices=[(name, name) for name in ("bench", "office", "board")],
        required=False,
        error_messages={"invalid_choice": NO_RESULT},
    )
    action = forms.ChoiceField(
        choices=[("post", ""), ("withdraw", ""), ("shorten", "")],
        required=False,
        error_messages={"invalid_choice": NO_RESULT},
    )
    because = forms.CharField(label=_("Because"), max_length=300, required=False)
    minutes = forms.IntegerField(label=_("Minutes from the posting on"), required=False, min_value=0, max_value=1440)

    def clean(self) -> dict[str, Any]:
        """Say that minutes are missing where the time is to be shortened."""
        data = super().clean() or {}
        if data.get("action") == "shorten" and data.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", _("Enter the minutes from the posting on."))
        return data


class QueryForm(forms.Form):
    """What an entrant finds wrong in which result. Clean, ``series`` is a number, or None for the final result."""

    beside = {"no-such-entrant": "entrant", "query-text-missing": "text", "series-unknown": "series"}

    entry_key = EntryKey()
    series = forms.TypedChoiceField(
        label=_("In which result?"),
        coerce=lambda value: None if value == FINAL else int(value),
        empty_value="",
        widget=forms.RadioSelect,
    )
    entrant = forms.IntegerField(label=_("Reported by"), help_text=_("Start number"), min_value=1, max_value=100_000)
    text = Paragraphs(
        label=_("Error in the result"),
        help_text=_("What it says there, and what it should say: “Series 2, 1,140 points, on the list are 1,410”."),
        max_length=LONGEST_TEXT,
        required=True,
        error_messages={"required": _("Please say what is wrong in the result.")},
    )

    def __init__(self, *args: Any, results: Sequence[Series | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["series"], [_choice(series) for series in results])
        self.fields["entrant"].widget.attrs.update({"inputmode": "numeric"})


def _choice(series: Series | None) -> tuple[str, str]:
    if series is None:
        return FINAL, str(_("The final result"))
    return str(series.number), str(_("Series %(number)s") % {"number": series.number})


class AnswerForm(forms.Form):
    """How a query is answered, and why."""

    entry_key = EntryKey()
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    """The fingerprint of the effect that was shown."""

    verdict = forms.TypedChoiceField(
        label=_("Answer"),
        choices=[
            (ResultQuery.Verdict.UPHELD, _("There is a mistake: the query is upheld")),
            (ResultQuery.Verdict.DISMISSED, _("The result is right: the query is dismissed")),
        ],
        coerce=ResultQuery.Verdict,
        widget=forms.RadioSelect,
        error_messages={"required": _("Is there a mistake in the result or not?")},
    )
    reasons = Paragraphs(
        label=_("Reasons"),
        help_text=_("Where the query is upheld, also what is corrected."),
        max_length=LONGEST_TEXT,
        required=True,
        error_messages={"required": _("Please give the reasons: whoever asked wants to know why.")},
    )


class WhichListForm(forms.Form):
    """Which list is put right, and which deal of it."""

    series = forms.IntegerField(
        label=pgettext_lazy("one of them", "Series"), min_value=1, max_value=100, required=False
    )
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000)
    deal = forms.IntegerField(
        label=_("Deal no."),
        help_text=_("Empty where only the results of the list were typed."),
        min_value=1,
        max_value=200,
        required=False,
    )

    def __init__(self, *args: Any, asks_for_series: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_for_series:
            del self.fields["series"]
        for field in self.fields.values():
            field.widget.attrs.update({"inputmode": "numeric"})


class WitnessForm(forms.Form):
    """Which players of the table testify to what is put right (SkWO 7.2.5)."""

    witnesses = forms.TypedMultipleChoiceField(
        label=_("Witnesses"),
        help_text=_("With all players of the table it counts as corrected; otherwise the lower score counts."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["witnesses"], [(place, name) for place, name in enumerate(names, start=1)])


LONGEST: Final = 2_000
KINDS = [(kind.value, kind.label) for kind in DisputeKind if kind]


def deals_of(sheet: Sheet, *, chosen: int | None = None) -> list[tuple[str, str]]:
    """Return the deals of a list that can be disputed, the latest first: that in hand, those written down.

    Where no deal is written down here the list is on paper, or its totals only are here: every deal is on the paper.
    """
    if not sheet.lines:
        return [
            (str(number), gettext("Deal %(deal)s") % {"deal": number})
            for number in range(sheet.game_list.length, 0, -1)
        ]
    short = games.short_names_at(sheet.seats)
    written = {line.number: games.deal_entry(line.deal, short) for line in sheet.lines}
    numbers = {*written, *filter(None, (sheet.next_number, chosen))}
    return [
        (
            str(number),
            gettext("Deal %(number)s: %(entry)s") % {"number": number, "entry": written[number]}
            if number in written
            else gettext("Deal %(number)s, not written down yet") % {"number": number},
        )
        for number in sorted(numbers, reverse=True)
    ]


class DisputeForm(forms.Form):
    """What every objection may say; with nothing said it is a call for a judge."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    kind = forms.ChoiceField(label=_("Subject"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(value, capfirst(str(label))) for value, label in KINDS]
        offer(self.fields["kind"], [*kinds, ("", gettext("Not said yet"))])

    def about(self, sheet: Sheet, *, chosen: int | None) -> None:
        """Offer the deals and the seats of a list."""
        offer(self.fields["deal"], [("", gettext("No single deal")), *deals_of(sheet, chosen=chosen)])
        names = [(str(seat.place), seat.entrant.called) for seat in sheet.seats]
        offer(self.fields["place"], [*names, ("", gettext("The whole table"))])


def deal_field() -> forms.TypedChoiceField:
    """Return a choice among the deals of a list."""
    return forms.TypedChoiceField(label=_("Deal"), required=False, coerce=int, empty_value=None)


def place_field(label: Any) -> forms.TypedChoiceField:
    """Return a choice among the seats of a table."""
    return forms.TypedChoiceField(label=label, required=False, coerce=int, empty_value=None, widget=forms.RadioSelect)


class TableObjectionForm(DisputeForm):
    """An objection raised at the table, with as much as the table cares to say."""

    deal = deal_field()
    place = place_field(_("Raised by"))
    text = Paragraphs(label=_("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, sheet: Sheet, chosen: int | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {"deal": chosen, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.about(sheet, chosen=chosen)


class DeskObjectionForm(DisputeForm):
    """An objection that comes to the desk or to a judge in the hall."""

    table = forms.IntegerField(
        label=_("Table"),
        help_text=_("Empty if it is about no table, but about the hall."),
        min_value=1,
        max_value=2_000,
        required=False,
    )
    player = forms.IntegerField(
        label=_("Raised by"),
        help_text=_("Start number; the table follows from it."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    deal = forms.IntegerField(label=_("About deal no."), min_value=1, max_value=200, required=False)
    text = Paragraphs(label=_("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 4}))
    field_order = ["entry_key", "table", "player", "deal", "kind", "text"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].widget.attrs.update(autofocus=True)


class StatementForm(DisputeForm):
    """What a judge found: the facts, and what both sides want."""

    deal = deal_field()
    place = place_field(_("Raised by"))
    facts = Paragraphs(label=_("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))
    claim = Paragraphs(
        label=_("Demand"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    answer = Paragraphs(
        label=_("Statement of the other side"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, sheet: Sheet | None, chosen: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sheet is None:
            del self.fields["deal"], self.fields["place"]
        else:
            self.about(sheet, chosen=chosen)


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
