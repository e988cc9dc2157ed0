"""Tariffs as somebody types them: what is charged, who pays less, into which pots it goes (SkWO 6.2)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.desk import number_input, whole
from scoring.money.forms.prizes import above_all
from scoring.money.models import LONGEST_ACCOUNT, LONGEST_NAME, TariffRow
from scoring.money.reckon import tariffs as reckon
from scoring.money.selectors.accounts import to_tariff
from scoring.money.wording import fault
from scoring.money.wording.plan import POTS, kind_in_words
from tables.acts.forms import NOTHING, ActName, Cents, SeesRow, TextLine, offer
from tables.intake.classes import Classes
from tables.intake.names import plain

MOST_POTS: Final = 5
ANOTHER: Final = " another"  # the choice that is none of the pots there are; no name begins with a blank


class ChoosesPot(forms.Form):
    """A form in which pots are chosen; one that there is not yet is named once."""

    new_pot = TextLine(label=gettext_lazy("Name of the other pot"), max_length=LONGEST_ACCOUNT, required=False)

    def offer_pots(self, texts: Iterable[str], *names: str) -> None:
        """Let fields choose among the pots there are, those that clubs have, and another one."""
        self.known_pots = {plain(pot): pot for pot in (*map(str, POTS), *texts)}
        words = sorted(self.known_pots.values(), key=lambda pot: pot not in texts)
        choices = [("", "–"), *((pot, pot) for pot in words), (ANOTHER, _("another pot"))]
        for name in names:
            offer(self.fields[name], choices)

    def pot_of(self, chosen: str, new: str) -> str:
        """Return the pot that is meant; one that is named like one there is, is that one."""
        return self.known_pots.get(plain(new), new) if chosen == ANOTHER else chosen


class OpenForm(SeesRow):
    """What changes openly only, with a reason, once somebody was charged."""

    beside: ClassVar = {
        "charged-already": "openly",
        "reason-missing": "because",
        "tariff-nameless": "name",
        "tariff-impossible": "share_1",
    }

    openly = forms.BooleanField(
        label=gettext_lazy("Change it openly: everybody is charged anew, and can read the reason"), required=False
    )
    because = TextLine(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, was_charged: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.was_charged = was_charged
        if not was_charged:
            del self.fields["openly"], self.fields["because"]

    def label_of(self, name: str) -> str:
        """Return what a value is called on the page."""
        return _("Tariffs") if name == "tariffs" else super().label_of(name)

    def words_of(self, name: str, value: Any) -> str:
        """Return a value in words: of all that is charged, what is charged."""
        if name != "tariffs":
            return super().words_of(name, value)
        rows = [TariffRow(**columns) for columns in value or ()]
        return "; ".join(f"{row.name}: {kind_in_words(to_tariff(row).kind)}" for row in rows) or NOTHING


class RemovalForm(OpenForm):
    """Charging something no longer."""

    act = ActName("remove")


class TariffForm(ChoosesPot, OpenForm):
    """What every tariff has. Under ``cleaned_data["wanted"]`` it ends in a ``Tariff``."""

    act = ActName("change")
    name = TextLine(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    free = forms.MultipleChoiceField(
        label=gettext_lazy("These classes do not pay it"), required=False, widget=forms.CheckboxSelectMultiple
    )
    of_kind: ClassVar[tuple[str, ...]] = ()  # the fields that say how much
    of_each: Any = gettext_lazy("per person and list")  # how often a pot gets a sum that is not for once
    has_pairs: ClassVar = False  # whether two of them belong together

    def __init__(self, *args: Any, code: str, classes: Classes, pots: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code, self.classes = code, classes
        choices: Any = self.fields["free"]
        choices.choices = [(known_class.code, known_class.name) for known_class in classes]
        if not classes:
            del self.fields["free"]
        for number in range(1, MOST_POTS + 1):
            self.fields[f"pot_{number}"] = forms.ChoiceField(label=_("Pot %(name)s") % {"name": number}, required=False)
            self.fields[f"share_{number}"] = forms.IntegerField(
                label=_("Share in %"),
                required=False,
                localize=True,
                widget=number_input(),
                error_messages={"invalid": _("Type a whole number.")},
            )
            self.fields[f"sum_{number}"] = Cents(label=_("or a sum in euros"), required=False)
            self.fields[f"often_{number}"] = forms.ChoiceField(
                label=_("How often"), required=False, choices=[("each", self.of_each), ("once", _("once"))]
            )
        self.offer_pots(pots, *(f"pot_{number}" for number in range(1, MOST_POTS + 1)))

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields that say how much."""
        return [self[name] for name in self.of_kind]

    @property
    def pots(self) -> list[tuple[forms.BoundField, ...]]:
        """The rows that say where it goes."""
        return [
            (self[f"pot_{n}"], self[f"share_{n}"], self[f"sum_{n}"], self[f"often_{n}"])
            for n in range(1, MOST_POTS + 1)
        ]

    def kind_of(self, data: Mapping[str, Any]) -> reckon.Kind | None:
        """Return what is charged; where nothing can be charged so, say why at its field."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Make what is wanted."""
        data = super().clean() or {}
        goes_to = self._goes_to(data)
        if self.errors:
            return data
        kind = self.kind_of(data)
        if kind and not self.errors:
            data["wanted"] = reckon.Tariff(
                code=self.code, name=data["name"], kind=kind, free=frozenset(data.get("free", ())), goes_to=goes_to
            )
        return data

    def _goes_to(self, data: Mapping[str, Any]) -> list[reckon.GoesTo]:
        numbers = range(1, MOST_POTS + 1)
        rows = [(n, data.get(f"pot_{n}"), data.get(f"share_{n}"), data.get(f"sum_{n}")) for n in numbers]
        filled = [row for row in rows if any(part not in (None, "") for part in row[1:])]
        entries: list[reckon.GoesTo] = []
        for number, pot, share, cents in filled:
            is_last = number == filled[-1][0]
            if {f"pot_{number}", f"share_{number}", f"sum_{number}"} & self.errors.keys():
                continue
            pot = self.pot_of(pot or "", data.get("new_pot", ""))
            if not pot:
                named = data.get(f"pot_{number}") == ANOTHER
                self.add_error("new_pot" if named else f"pot_{number}", _("Please choose."))
            elif share is not None and cents is not None:
                self.add_error(
                    f"sum_{number}", _("Give a share or a sum. Only the last pot can do without: it takes the rest.")
                )
            elif share is None and cents is None and not is_last:
                missing = _("Give a share or a sum. Only the last pot can do without: it takes the rest.")
                self.add_error(f"share_{number}", missing)
            elif share is not None and share < 0:
                self.add_error(f"share_{number}", _("There cannot be less than none."))
            else:
                often = "cents" if data.get(f"often_{number}") == "once" else "each"
                entries.append(
                    reckon.GoesTo(pot=pot, share=share or 0)
                    if cents is None
                    else reckon.GoesTo(pot=pot, **{often: cents})
                )
        shares = [entry.share or 0 for entry in entries]
        if sum(shares) > reckon.ALL:
            last = next(number for number, _pot, share, _cents in reversed(filled) if share)
            self.add_error(f"share_{last}", above_all(shares))
        return entries


def initial_of_pots(goes_to: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the rows that say where a tariff goes, as fields: what the last one takes anyway is left out."""
    initial: dict[str, Any] = {}
    for number, entry in enumerate(goes_to, start=1):
        initial |= {
            f"pot_{number}": entry["pot"],
            f"share_{number}": entry.get("share"),
            f"sum_{number}": entry.get("cents", entry.get("each")),
            f"often_{number}": "once" if "cents" in entry else "each",
        }
        if not entry.get("share") and number == len(goes_to):
            initial[f"share_{number}"] = None
    return initial


MOST_TIERS: Final = 4
SIZES: Final = (4, 3)  # seats of the tables that are charged by place


class SimpleForm(TariffForm):
    """One amount for each team, each list, or each deal passed in."""

    cents = Cents(label=gettext_lazy("Amount in euros"))
    of_kind = ("cents",)

    def __init__(self, *args: Any, kind: Callable[..., reckon.Kind], **kwargs: Any) -> None:
        self.kind = kind
        if kind is reckon.PerTeam:
            self.of_each = _("per team")
        super().__init__(*args, **kwargs)

    def kind_of(self, data: Mapping[str, Any]) -> reckon.Kind:
        """Return what is charged."""
        return self.kind(cents=data["cents"])


class PerEntrantForm(TariffForm):
    """So much for each entrant, less for some classes."""

    of_each = gettext_lazy("per person")
    cents = Cents(label=gettext_lazy("Amount in euros"))
    of_kind = ("cents",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cheaper = tuple(f"cheaper_{class_.code}" for class_ in self.classes)
        for name, known_class in zip(self.cheaper, self.classes, strict=True):
            label = _("%(class)s pay instead") % {"class": known_class.name}
            self.fields[name] = Cents(label=label, required=False)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The amount, and what classes pay instead."""
        return [*super().amounts, *(self[name] for name in self.cheaper)]

    def kind_of(self, data: Mapping[str, Any]) -> reckon.Kind:
        """Return what is charged."""
        cheaper = {
            known_class.code: data[name]
            for name, known_class in zip(self.cheaper, self.classes, strict=True)
            if data[name] is not None
        }
        return reckon.PerEntrant(cents=data["cents"], cheaper=cheaper)


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
            self.fields[f"until_{number}"] = whole(
                label=_("up to lost game no."),
                most=1000,
                too_many=_("No list has so many games."),
                help_text=_("Empty: all that follow.") if number == 1 else "",
            )

    def kind_of(self, data: Mapping[str, Any]) -> reckon.Kind | None:
        """Return what is charged; a step that cannot be so is refused there."""
        tiers: list[tuple[int | None, int]] = []
        for number in range(1, MOST_TIERS + 1):
            each, until = data.get(f"each_{number}"), data.get(f"until_{number}")
            if each is not None:
                tiers.append((until, each))
            elif until is not None:
                self.add_error(f"each_{number}", _("How much does each of them cost?"))
        try:
            return reckon.LostGames(tiers=tuple(tiers))
        except reckon.Impossible as impossible:
            index = next((at for at in impossible.at if isinstance(at, int)), 0)
            self.add_error(f"until_{index + 1}", fault(impossible.fault))
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

    def kind_of(self, data: Mapping[str, Any]) -> reckon.Kind:
        """Return what is charged; a size of which no place has an amount costs nothing."""
        values: dict[int, tuple[int, ...]] = {}
        for size in SIZES:
            names = [f"place_{size}_{place}" for place in range(1, size + 1)]
            typed = [data.get(name) for name in names]
            if any(cents is not None for cents in typed):
                for name, cents in zip(names, typed, strict=True):
                    if cents is None:
                        self.add_error(name, _("Each place needs an amount; 0 costs nothing."))
                values[size] = tuple(cents or 0 for cents in typed)
        if not values:
            self.add_error(self.of_kind[0], _("Each place needs an amount; 0 costs nothing."))
        return reckon.PlaceAtTable(cents=values)


FORMS: Final[Mapping[type[reckon.Kind], Callable[..., TariffForm]]] = {
    **{kind: partial(SimpleForm, kind=kind) for kind in (reckon.PerTeam, reckon.PerList, reckon.PassedIn)},
    reckon.PerEntrant: PerEntrantForm,
    reckon.LostGames: LostGamesForm,
    reckon.PlaceAtTable: PlaceAtTableForm,
}


def initial_of(kind: reckon.Kind) -> dict[str, Any]:
    """Return what is charged as fields."""
    match kind:
        case reckon.PerEntrant():
            return {"cents": kind.cents} | {f"cheaper_{code}": cents for code, cents in kind.cheaper.items()}
        case reckon.LostGames():
            tiers = enumerate(kind.tiers, start=1)
            return {
                f"{what}_{n}": value for n, tier in tiers for what, value in zip(("until", "each"), tier, strict=True)
            }
        case reckon.PlaceAtTable():
            return {
                f"place_{size}_{place}": cents
                for size, amounts in kind.cents.items()
                for place, cents in enumerate(amounts, start=1)
            }
        case _:
            return {"cents": kind.cents}
