"""What is written in disputes: postings, queries, objections, appeals, answers, clauses (SkWO 7.3, 7.4.3)."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models import DisputeKind, Ruling
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from scoring.rules.clauses import Citation, Edition, cite
from scoring.rules.register.citing import BY_NUMBER, UnknownClause, citation
from tables.acts.forms import EntryKey, Paragraphs, offer
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.tournaments.models import Series

BETWEEN: Final = re.compile(r"[\n,;]+")
PROPOSED: Final = "SkWO 7.3.2"  # what a decision may rest on that rules on no deal: direction or judges decide
FIELD: Final = re.compile(r"[A-Za-z][\w-]{0,40}")
LONGEST_CLAUSES: Final = 1_000

NUMBERS: Final = [
    (str(Edition.NOVEMBER_2002), _("Numbers of 2002")),
    (str(Edition.SINCE_2018), _("Numbers of 2018/2022")),
]


class ClausesField(forms.CharField):
    """Clauses, one a line or with commas between them; clean, it is the list of them as they are cited.

    A number without its edition is read as one of ``edition`` where that has it, else as one of 2002. What is decided
    about a deal has to name one; everything else begins with a proposal that may be struck.
    """

    widget = forms.Textarea(attrs={"rows": 2, "autocapitalize": "off", "autocomplete": "off", "spellcheck": "false"})

    def __init__(self, *, edition: Edition = Edition.NOVEMBER_2002, **kwargs: Any) -> None:
        values = {
            "label": _("Clauses"),
            "help_text": _("One per line, like “ISkO 4.2.3”."),
            "max_length": LONGEST_CLAUSES,
            "error_messages": {"required": _("A decision names the clauses it rests on.")},
        }
        super().__init__(**{**values, **kwargs})
        self.edition = edition

    def prepare_value(self, value: Any) -> Any:
        """Return clauses as they stand in the field, one a line."""
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        """Return the clauses as they are cited, or raise ValidationError for none, or an unknown one."""
        citations, unknown = read(super().clean(value), edition=self.edition)
        if self.required and not (citations or unknown):
            raise forms.ValidationError(self.error_messages["required"], code="required")
        if unknown:
            refused = (Refused("unknown-clause", clause=typed) for typed in unknown)
            raise forms.ValidationError([refusals.refusal(error) for error in refused])
        return [str(each_citation) for each_citation in citations]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}


class ClauseSearchForm(forms.Form):
    """What is looked for in the rule text, and for which field of a form; nothing of it is ever refused."""

    q = forms.CharField(
        label=_("Words or a number"), required=False, max_length=200, widget=forms.TextInput(attrs={"type": "search"})
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=NUMBERS, required=False)
    field = forms.RegexField(FIELD, required=False, widget=forms.HiddenInput)
    add = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    drop = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    @property
    def words(self) -> str:
        """What is looked for."""
        return str(self.cleaned_data.get("q", ""))

    @property
    def numbers(self) -> Edition:
        """The edition whose numbers are wanted."""
        return Edition(self.cleaned_data.get("edition") or Edition.NOVEMBER_2002)

    @property
    def into(self) -> str:
        """The name of the field that the clauses are for."""
        return self.cleaned_data.get("field") or "clauses"


class PickedForm(forms.Form):
    """The field of another form alone, with a clause more or less in it."""

    def __init__(self, *, into: str, typed: str, add: str = "", drop: str = "") -> None:
        lines = [line.strip() for line in BETWEEN.split(typed[:LONGEST_CLAUSES]) if line.strip()]
        gone = read(drop)[0]
        remaining = [line for line in lines if not gone or read(line)[0] != gone]
        if add and not set(read(add)[0]) & set(read(typed)[0]):
            remaining.append(add)
        super().__init__({into: "\n".join(remaining)})
        self.fields[into] = ClausesField(required=False)

    @property
    def picked(self) -> forms.BoundField:
        """The field."""
        return self[next(iter(self.fields))]


def read(typed: str, *, edition: Edition = Edition.NOVEMBER_2002) -> tuple[tuple[Citation, ...], tuple[str, ...]]:
    """Return the clauses that were typed, each once, and what the rule text does not have."""
    values: dict[Citation, None] = {}
    unknown = []
    for part in filter(None, map(str.strip, BETWEEN.split(typed))):
        try:
            values[_cited(part, edition)] = None
        except UnknownClause as wrong:
            unknown.append(wrong.clause)
    return tuple(values), tuple(unknown)


def _cited(typed: str, edition: Edition) -> Citation:
    if edition is not Edition.NOVEMBER_2002 and "(" not in typed:
        try:
            return citation(f"{typed.rstrip('.')} ({edition})")
        except UnknownClause:
            pass
    return citation(typed)


def known_since(cited: Citation) -> Citation | None:
    """Return the number a clause of 2002 has had since 2018, where that is another one and known."""
    if cited.clause not in BY_NUMBER or cited.edition is not Edition.NOVEMBER_2002:
        return None
    since = cite(cited.clause, edition=Edition.SINCE_2018)
    return None if since == cited else since


LONGEST_TEXT = 4_000
FINAL = "final"


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
    entrant = forms.IntegerField(label=_("Raised by"), help_text=_("Start number"), min_value=1, max_value=100_000)
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
        return FINAL, str(_("Final result"))
    return str(series.number), str(_("Series %(number)s") % {"number": series.number})


LONGEST: Final = 2_000
KINDS = [(kind.value, kind.label) for kind in DisputeKind if kind]


def deals_of(sheet: Sheet, *, chosen: int | None = None) -> list[tuple[str, str]]:
    """Return the deals of a list that can be disputed, the latest first: that in hand, those written down.

    Where no deal is written down here the list is on paper, or its totals only are here: every deal is on the paper.
    """
    if not sheet.lines:
        return [
            (str(number), gettext("Deal %(number)s") % {"number": number})
            for number in range(sheet.game_list.length, 0, -1)
        ]
    short = games.short_names_at(sheet.seats)
    written = {line.number: games.deal_entry(line.deal, short) for line in sheet.lines}
    numbers = {*written, *filter(None, (sheet.next_number, chosen))}
    return [
        (
            str(number),
            ": ".join((gettext("Deal %(number)s") % {"number": number}, written[number]))
            if number in written
            else gettext("Deal %(number)s, not written down yet") % {"number": number},
        )
        for number in sorted(numbers, reverse=True)
    ]


class DisputeForm(forms.Form):
    """What every objection may say; with nothing said it is a call for a judge."""

    entry_key = EntryKey()
    kind = forms.ChoiceField(label=_("Subject"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(value, capfirst(str(label))) for value, label in KINDS]
        offer(self.fields["kind"], [*kinds, ("", capfirst(gettext("not said yet")))])

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

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000, required=False)
    player = forms.IntegerField(
        label=_("Raised by"),
        help_text=_("Start number; the table follows from it."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=200, required=False)
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
    claim = Paragraphs(label=_("Demand"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))
    answer = Paragraphs(label=_("The other side"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, sheet: Sheet | None, chosen: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sheet is None:
            del self.fields["deal"], self.fields["place"]
        else:
            self.about(sheet, chosen=chosen)


NO_RULING = ""


class AppealForm(forms.Form):
    """What every appeal states; without ``rulings`` that can be appealed against that question is left out."""

    beside = {
        "no-such-entrant": "appellant",
        "not-at-this-table": "appellant",
        "no-such-deal": "deal",
        "text-missing": "text",
    }
    own_words = {
        "key-reused": _(
            "This has been sent already with something else in it. Please look at what is there, then send it anew."
        )
    }

    entry_key = EntryKey()
    appellant = forms.IntegerField(label=_("Appeal by"), help_text=_("Start number"), min_value=1, max_value=100_000)
    ruling = forms.TypedChoiceField(
        label=_("Against what?"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("This decision cannot be appealed against, or no longer.")},
    )
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=200, required=False)
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
            decisions = [(str(ruling.number), self.label_of(ruling)) for ruling in rulings]
            offer(self.fields["ruling"], [*decisions, (NO_RULING, gettext("Something no judge has decided"))])
        else:
            del self.fields["ruling"]

    def label_of(self, ruling: Ruling) -> str:
        """Return a decision as it is offered."""
        return ": ".join((gettext("Decision %(number)s") % {"number": ruling.number}, ruling.sentence))

    def clean(self) -> dict[str, Any]:
        """Hand on the decision itself, and see to it that nothing else is said of what it is about."""
        data = super().clean() or {}
        ruling = self.rulings.get(data.get("ruling") or 0)
        data["against"] = ruling
        if ruling and data.get("deal") not in {None, ruling.deal}:
            self.add_error("deal", gettext("The decision is not about this. Leave the number out."))
        return data


class TableAppealForm(AppealForm):
    """An appeal filed at the table: one of its players appeals."""

    field_order = ["entry_key", "appellant", "ruling", "deal", "text"]

    def __init__(self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(number), name) for number, name in players]
        self.fields["appellant"] = forms.TypedChoiceField(
            label=_("Appeal by"), choices=choices, coerce=int, widget=forms.RadioSelect
        )
        self.order_fields(self.field_order)


class OfficeAppealForm(AppealForm):
    """An appeal taken down by the direction."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=2_000, required=False)
    field_order = ["entry_key", "appellant", "ruling", "table", "deal", "text"]

    def label_of(self, ruling: Ruling) -> str:
        """Return a decision as it is offered, with its table."""
        text = super().label_of(ruling)
        if ruling.game_list is None:
            return text
        return gettext("%(decision)s (table %(table)s)") % {"decision": text, "table": ruling.game_list.table.number}

    def clean(self) -> dict[str, Any]:
        """See to it that no other table is said than that of the decision."""
        data = super().clean()
        ruling = data["against"]
        value = ruling.game_list.table.number if ruling and ruling.game_list else None
        if ruling and data.get("table") not in {None, value}:
            self.add_error("table", gettext("The decision is not about this. Leave the number out."))
        return data
