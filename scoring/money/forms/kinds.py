"""How much is charged, a form for each kind of tariff: amounts, tiers, places at the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.tariffs import TariffForm
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.tariffs import Kind, LostGames, PassedIn, PerEntrant, PerList, PerTeam, PlaceAtTable
from scoring.money.wording.refusals import fault
from tables.acts.forms import Cents

MOST_TIERS: Final = 4
SIZES: Final = (4, 3)
"""Seats of the tables that are charged by place."""


class SimpleForm(TariffForm):
    """One amount."""

    cents = Cents(label=gettext_lazy("Amount in euros"))
    of_kind = ("cents",)
    kind: type[PerTeam] | type[PerList] | type[PassedIn]

    def kind_of(self, data: Mapping[str, Any]) -> Kind:
        """Return what is charged."""
        return self.kind(cents=data["cents"])


class PerTeamForm(SimpleForm):
    """So much for each team."""

    of_each = gettext_lazy("per team")
    kind = PerTeam


class PerListForm(SimpleForm):
    """So much for each list."""

    kind = PerList


class PassedInForm(SimpleForm):
    """So much for each deal passed in."""

    kind = PassedIn


class PerEntrantForm(TariffForm):
    """So much for each entrant, less for some classes."""

    of_each = gettext_lazy("per person")
    cents = Cents(label=gettext_lazy("Amount in euros"))
    of_kind = ("cents",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cheaper = tuple(f"cheaper_{one.code}" for one in self.classes)
        for name, one in zip(self.cheaper, self.classes, strict=True):
            label = _("%(class)s pay instead") % {"class": one.name}
            self.fields[name] = Cents(label=label, required=False)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The amount, and what classes pay instead."""
        return [*super().amounts, *(self[name] for name in self.cheaper)]

    def kind_of(self, data: Mapping[str, Any]) -> Kind:
        """Return what is charged."""
        cheaper = {
            one.code: data[name] for name, one in zip(self.cheaper, self.classes, strict=True) if data[name] is not None
        }
        return PerEntrant(cents=data["cents"], cheaper=cheaper)


class LostGamesForm(TariffForm):
    """So much for each lost game, by tiers."""

    of_kind = tuple(name for n in range(1, MOST_TIERS + 1) for name in (f"each_{n}", f"until_{n}"))
    has_pairs = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_TIERS + 1):
            facts = {"number": number}
            self.fields[f"each_{number}"] = Cents(
                label=_("Step %(number)s: each in euros") % facts, required=number == 1
            )
            self.fields[f"until_{number}"] = forms.IntegerField(
                label=_("up to lost game no."),
                required=False,
                min_value=1,
                max_value=1000,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
                error_messages={
                    "invalid": _("Type a whole number."),
                    "min_value": _("It counts from 1."),
                    "max_value": _("No list has so many games."),
                },
                help_text=_("Empty: all that follow.") if number == 1 else "",
            )

    def kind_of(self, data: Mapping[str, Any]) -> Kind | None:
        """Return what is charged; a step that cannot be so is refused there."""
        tiers: list[tuple[int | None, int]] = []
        for number in range(1, MOST_TIERS + 1):
            each, until = data.get(f"each_{number}"), data.get(f"until_{number}")
            if each is not None:
                tiers.append((until, each))
            elif until is not None:
                self.add_error(f"each_{number}", _("How much does each of them cost?"))
        try:
            return LostGames(tiers=tuple(tiers))
        except Impossible as found:
            index = next((at for at in found.at if isinstance(at, int)), 0)
            self.add_error(f"until_{index + 1}", _("This cannot be so: %(fault)s.") % {"fault": fault(found.fault)})
            return None


class PlaceAtTableForm(TariffForm):
    """So much by the place at the table."""

    of_kind = tuple(f"place_{size}_{place}" for size in SIZES for place in range(1, size + 1))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for size in SIZES:
            for place in range(1, size + 1):
                label = _("Table of %(size)s: place %(place)s") % {"size": size, "place": place}
                self.fields[f"place_{size}_{place}"] = Cents(label=label, required=False)

    def kind_of(self, data: Mapping[str, Any]) -> Kind:
        """Return what is charged; a size of which no place has an amount costs nothing."""
        found: dict[int, tuple[int, ...]] = {}
        for size in SIZES:
            names = [f"place_{size}_{place}" for place in range(1, size + 1)]
            typed = [data.get(name) for name in names]
            if any(cents is not None for cents in typed):
                for name, cents in zip(names, typed, strict=True):
                    if cents is None:
                        self.add_error(name, _("Each place needs an amount; 0 costs nothing."))
                found[size] = tuple(cents or 0 for cents in typed)
        if not found:
            self.add_error(self.of_kind[0], _("Type what each place costs."))
        return PlaceAtTable(cents=found)


FORMS: Final[Mapping[type[Kind], type[TariffForm]]] = {
    PerEntrant: PerEntrantForm,
    PerTeam: PerTeamForm,
    PerList: PerListForm,
    LostGames: LostGamesForm,
    PlaceAtTable: PlaceAtTableForm,
    PassedIn: PassedInForm,
}
"""By what is charged."""


def initial_of(kind: Kind) -> dict[str, Any]:
    """Return what is charged as fields."""
    match kind:
        case PerEntrant():
            return {"cents": kind.cents} | {f"cheaper_{code}": cents for code, cents in kind.cheaper.items()}
        case LostGames():
            return _tiers(kind.tiers)
        case PlaceAtTable():
            return {
                f"place_{size}_{place}": cents
                for size, amounts in kind.cents.items()
                for place, cents in enumerate(amounts, start=1)
            }
        case _:
            return {"cents": kind.cents}


def _tiers(tiers: Sequence[tuple[int | None, int]]) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    for number, (until, cents) in enumerate(tiers, start=1):
        initial |= {f"each_{number}": cents, f"until_{number}": until}
    return initial
