"""The form that opens a table, who plays, by which rules, for how much, how long; and the one that ends it early."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.forms.stake import StakeField
from scoring.lists.wording.house_rules import rules_or_book
from scoring.pub.services import Company
from scoring.rules.profiles.houses import NAMED, house
from scoring.rules.profiles.naming import BY_THE_BOOK, name_of, named
from scoring.rules.profiles.presets import PROFILES
from tables.acts.forms.fields import EntryKey, Line, offer
from tables.acts.wording.intake import intake_problem
from tables.intake.registration import Registration, problems

SEATS: Final = range(1, 6)
FEWEST: Final = 2
ROUNDS: Final = (3, 6, 8, 10, 12)
"""Rounds that are offered; a round is as many deals as there are players."""

USUAL: Final = 12


class CompanyForm(forms.Form):
    """Who sits down. ``remembered`` is what this browser played last, and fills the form.

    ``chosen`` is the name of the rules that somebody comes with; they are offered beside those that have a name of
    their own, as are those of the last time.
    """

    entry_key = EntryKey()
    profile = forms.ChoiceField(label=gettext_lazy("Rules"), required=False)
    stake = StakeField(label=gettext_lazy("Cents a point"))
    rounds = forms.TypedChoiceField(
        label=gettext_lazy("Rounds"), coerce=int, choices=[(rounds, rounds) for rounds in ROUNDS], initial=USUAL
    )

    def __init__(
        self, *args: Any, remembered: Mapping[str, Any] | None = None, chosen: str | None = None, **kwargs: Any
    ) -> None:
        initial = {**(remembered or {}), **({} if chosen is None else {"profile": chosen})}
        super().__init__(*args, **{"initial": initial, **kwargs})
        offer(self.fields["profile"], list(_rules(initial.get("profile", BY_THE_BOOK))))
        first = _name(SEATS[0])
        for seat in SEATS:
            has_focus = _name(seat) == first and not self.is_bound and first not in self.initial
            self.fields[_name(seat)] = Line(
                label=_("Seat %(seat)s") % {"seat": seat},
                required=False,
                widget=forms.TextInput(
                    attrs={
                        "autocomplete": "off",
                        "autocapitalize": "words",
                        "enterkeyhint": "next",
                        "autofocus": has_focus,
                    }
                ),
            )

    def names(self) -> list[forms.BoundField]:
        """Return the fields of the names, from seat 1 on."""
        return [self[_name(seat)] for seat in SEATS]

    def clean(self) -> dict[str, Any]:
        """Make the company, or say everything that is wrong with it."""
        data = super().clean() or {}
        names = [data.get(_name(seat), "") for seat in SEATS]
        for seat, name in zip(SEATS, names, strict=True):
            for problem in problems(Registration(name=name)) if name else ():
                self.add_error(_name(seat), intake_problem(problem))
        given = [name for name in names if name]
        if len(given) < FEWEST and not any(self.has_error(_name(seat)) for seat in SEATS):
            first_free = next(seat for seat, name in zip(SEATS, names, strict=True) if not name)
            self.add_error(_name(first_free), _("Skat takes at least two. Who else plays?"))
        if not self.errors:
            data["company"] = Company(names=given, profile=data["profile"], stake=data["stake"], rounds=data["rounds"])
        return data

    def to_remember(self) -> dict[str, Any]:
        """Return what fills this form the next time."""
        names = self.cleaned_data["company"].names
        typed = {name: self.cleaned_data[name] for name in ("profile", "rounds")}
        # What a fraction was typed as is what is typed again.
        return {**typed, "stake": self["stake"].value(), **{_name(at): name for at, name in enumerate(names, start=1)}}


class StopForm(forms.Form):
    """All players stop before the last deal, and have looked at the list as it stands."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    agreed = forms.BooleanField(
        label=gettext_lazy("All of us agree."),
        error_messages={"required": gettext_lazy("A list ends early only if all players agree.")},
    )


def _name(seat: int) -> str:
    return f"name_{seat}"


def _rules(brought: str) -> Iterator[tuple[str, str]]:
    """Yield what can be played, by its name; where it is not for three and four, for how many it is."""
    houses = (*NAMED.values(), *map(house, PROFILES))
    for name in dict.fromkeys((*(name_of(one.profile.code, one.settings) for one in houses), brought)):
        seats = sorted(named(name).seats)
        said = "" if seats == [3, 4] else f" ({seats[0]}–{seats[-1]})" if seats[1:] else f" ({seats[0]})"
        yield name, f"{rules_or_book(name)}{said}"
