"""By which rules the lists of an event are kept."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.house_address import PROFILE, CannotPlay, read_house
from scoring.lists.forms.stake import StakeField
from scoring.lists.selectors.house import as_chosen, begun_in, choices, is_for_a_hall
from scoring.lists.wording.house_rules import rules_or_book
from scoring.rules.profiles.naming import BY_THE_BOOK, name_of
from tables.acts.forms.fields import Line
from tables.acts.forms.seen import SeesRow
from tables.tournaments.models import Series, Tournament


class HouseRulesForm(SeesRow):
    """Whether an event is an official tournament, and the rules of each series; ``cleaned_data["rules"]`` by number."""

    by_the_book = forms.BooleanField(
        label=_("This is an official tournament"),
        required=False,
        help_text=_(
            "Then every list is kept by the official rules, and there is nothing to choose: SkWO 9.4 knows neither "
            "Ramsch nor any other house rule. A club evening that is no official tournament may choose."
        ),
    )

    stake = StakeField(
        label=_("Cents a point"),
        help_text=_(
            "If everybody is to settle by a stake, under each list stands who pays whom. Empty: no stake. Fractions "
            "are fine: 1/2. It holds for the series that have not begun."
        ),
    )

    def __init__(self, *args: Any, tournament: Tournament, series: Sequence[Series], **kwargs: Any) -> None:
        super().__init__(*args, seen=as_chosen(tournament, series), **kwargs)
        self.series = series
        self.open = [one for one in series if not begun_in(one)]
        """Series whose rules can be chosen yet."""

        for one in series:
            # What a table chose elsewhere, with switches of its own, stays on offer.
            names = list(dict.fromkeys((*choices(), one.profile)))
            self.fields[f"rules_{one.number}"] = forms.ChoiceField(
                label=gettext("Series %(series)s") % {"series": one.number},
                choices=[(name, rules_or_book(name)) for name in names],
                required=False,
                disabled=one not in self.open,
                help_text=gettext("Deals are written down already: these rules stay.") if one not in self.open else "",
            )
        for one in self.open:
            label = gettext("Series %(series)s: the address of your rules")
            self.fields[f"address_{one.number}"] = Line(label=label % {"series": one.number}, required=False)

    @property
    def rules_fields(self) -> list[forms.BoundField]:
        """The rules of each series."""
        return [self[f"rules_{one.number}"] for one in self.series]

    @property
    def address_fields(self) -> list[forms.BoundField]:
        """Where rules of one's own are named instead."""
        return [self[f"address_{one.number}"] for one in self.open]

    @property
    def has_address(self) -> bool:
        """Whether one is named."""
        return any(field.value() for field in self.address_fields)

    def clean(self) -> dict[str, Any]:
        """Collect the rules by series, those of an address before those that stand chosen beside it."""
        data = super().clean() or {}
        data["rules"] = {one.number: data.get(f"rules_{one.number}", "") for one in self.series}
        for one in self.open:
            if address := data.get(f"address_{one.number}"):
                data["rules"][one.number] = self._named_by(address, f"address_{one.number}")
        return data

    def _named_by(self, address: str, field: str) -> str:
        """Return the name of the rules of an address; whatever is wrong with it is said at its field."""
        query = QueryDict(address.partition("?")[2].partition("#")[0])
        if PROFILE not in query:
            self.add_error(field, gettext("This is not the address of a page of rules."))
            return BY_THE_BOOK
        try:
            found = read_house(query).house
        except CannotPlay as cannot:
            for sentence in cannot.errors.values():
                self.add_error(field, sentence)
            return BY_THE_BOOK
        if not is_for_a_hall(found.profile):
            self.add_error(field, gettext("These rules are not for tables of three and four, as a draw makes them."))
        return name_of(found.profile.code, found.settings)
