"""An objection as it is raised, and what a judge writes down of it (ISkO 4.5.10, SkWO 7.3.2)."""

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.models import DisputeKind
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from tables.acts.forms import Paragraphs, offer

LONGEST: Final = 2_000
KINDS = [(kind.value, kind.label) for kind in DisputeKind if kind]


def deals_of(sheet: Sheet, *, chosen: int | None = None) -> list[tuple[str, str]]:
    """Return the deals of a list that can be disputed, the latest first: that in hand, those written down.

    Where no deal is written down here the list is on paper, or its totals only are here: every deal is on the paper.
    """
    if not sheet.lines:
        return [(str(number), _("Deal %(deal)s") % {"deal": number}) for number in range(sheet.game_list.length, 0, -1)]
    short = games.short_names_at(sheet.seats)
    written = {line.number: games.deal_entry(line.deal, short) for line in sheet.lines}
    numbers = {*written, *filter(None, (sheet.next_number, chosen))}
    return [
        (
            str(number),
            _("Deal %(number)s: %(entry)s") % {"number": number, "entry": written[number]}
            if number in written
            else _("Deal %(number)s, not written down yet") % {"number": number},
        )
        for number in sorted(numbers, reverse=True)
    ]


class DisputeForm(forms.Form):
    """What every objection may say; with nothing said it is a call for a judge."""

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    kind = forms.ChoiceField(label=gettext_lazy("Subject"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(value, capfirst(str(label))) for value, label in KINDS]
        offer(self.fields["kind"], [*kinds, ("", _("Not said yet"))])

    def about(self, sheet: Sheet, *, chosen: int | None) -> None:
        """Offer the deals and the seats of a list."""
        offer(self.fields["deal"], [("", _("No single deal")), *deals_of(sheet, chosen=chosen)])
        names = [(str(seat.place), seat.entrant.called) for seat in sheet.seats]
        offer(self.fields["place"], [*names, ("", _("The whole table"))])


def deal_field() -> forms.TypedChoiceField:
    """Return a choice among the deals of a list."""
    return forms.TypedChoiceField(label=gettext_lazy("Deal"), required=False, coerce=int, empty_value=None)


def place_field(label: Any) -> forms.TypedChoiceField:
    """Return a choice among the seats of a table."""
    return forms.TypedChoiceField(label=label, required=False, coerce=int, empty_value=None, widget=forms.RadioSelect)


class TableObjectionForm(DisputeForm):
    """An objection raised at the table, with as much as the table cares to say."""

    deal = deal_field()
    place = place_field(gettext_lazy("Raised by"))
    text = Paragraphs(label=gettext_lazy("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, sheet: Sheet, chosen: int | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {"deal": chosen, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.about(sheet, chosen=chosen)


class DeskObjectionForm(DisputeForm):
    """An objection that comes to the desk or to a judge in the hall."""

    table = forms.IntegerField(
        label=gettext_lazy("Table"),
        help_text=gettext_lazy("Empty if it is about no table, but about the hall."),
        min_value=1,
        max_value=2_000,
        required=False,
    )
    player = forms.IntegerField(
        label=gettext_lazy("Raised by"),
        help_text=gettext_lazy("Start number; the table follows from it."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    deal = forms.IntegerField(label=gettext_lazy("About deal no."), min_value=1, max_value=200, required=False)
    text = Paragraphs(label=gettext_lazy("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 4}))
    field_order = ["entry_key", "table", "player", "deal", "kind", "text"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].widget.attrs.update(autofocus=True)


class StatementForm(DisputeForm):
    """What a judge found: the facts, and what both sides want."""

    deal = deal_field()
    place = place_field(gettext_lazy("Raised by"))
    facts = Paragraphs(label=gettext_lazy("Facts"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))
    claim = Paragraphs(
        label=gettext_lazy("Demand"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    answer = Paragraphs(
        label=gettext_lazy("Statement of the other side"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, sheet: Sheet | None, chosen: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sheet is None:
            del self.fields["deal"], self.fields["place"]
        else:
            self.about(sheet, chosen=chosen)
