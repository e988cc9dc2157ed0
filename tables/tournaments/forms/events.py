"""Which events of the site somebody looks for."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line
from tables.intake.text import clean_text
from tables.tournaments.selectors.events import Wanted

MOST_WORDS = 8
LONGEST = 100


class Cut(Line):
    """One line of an address: what is too long is cut, as nobody typed it."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned text."""
        return clean_text(str(value or "")[:LONGEST])


class EventsForm(forms.Form):
    """What a link or the search of the start page asks for. What is no date is said, and not asked for."""

    q = Cut(label=_("Name, place, organiser or club"), required=False)
    place = Cut(label=_("Place"), required=False)
    club = Cut(label=_("Club"), required=False)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].widget = forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search", "maxlength": LONGEST}
        )
        self.fields["place"].widget.attrs.update(list="places", autocomplete="off")
        self.fields["club"].widget = forms.Select(choices=[("", _("all")), *clubs])

    @property
    def wanted(self) -> Wanted:
        """Return what is asked for, as far as it can be understood."""
        self.is_valid()
        asked = self.cleaned_data
        return Wanted(
            words=tuple(asked.get("q", "").split()[:MOST_WORDS]),
            place=asked.get("place", ""),
            club=asked.get("club", ""),
            since=asked.get("since"),
            until=asked.get("until"),
        )

    @property
    def asks_for_more(self) -> bool:
        """Test whether something besides words is asked for, or could not be understood."""
        wanted = self.wanted
        return bool(wanted.place or wanted.club or wanted.since or wanted.until or self.errors)
