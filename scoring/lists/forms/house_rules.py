"""By which rules the lists of an event are kept."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.stake import StakeField
from scoring.lists.selectors.house import as_chosen, begun_in, choices
from scoring.lists.wording.house_rules import rules_or_book
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
        for one in series:
            # What a table chose elsewhere, with switches of its own, stays on offer.
            names = list(dict.fromkeys((*choices(), one.profile)))
            self.fields[f"rules_{one.number}"] = forms.ChoiceField(
                label=gettext("Series %(series)s") % {"series": one.number},
                choices=[(name, rules_or_book(name)) for name in names],
                required=False,
                disabled=begun_in(one),
                help_text=gettext("Deals are written down already: these rules stay.") if begun_in(one) else "",
            )

    @property
    def rules_fields(self) -> list[forms.BoundField]:
        """The rules of each series."""
        return [self[f"rules_{one.number}"] for one in self.series]

    def clean(self) -> dict[str, Any]:
        """Collect the rules by series; in an official tournament there is nothing else than the book."""
        data = super().clean() or {}
        data["rules"] = {one.number: data.get(f"rules_{one.number}", "") for one in self.series}
        return data
