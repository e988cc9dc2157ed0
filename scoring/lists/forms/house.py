"""The deal as a table enters it by house rules: what its profile knows is asked, nothing else."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.forms.entry import PASSED, CorrectionForm, DealForm, initial_of
from scoring.lists.forms.fields import LOST, WON
from scoring.lists.forms.house_fields import (
    CARD_POINTS,
    LOSES,
    NO_LOSER,
    RAMSCH,
    REVOLUTION,
    TICKED,
    TRICKS,
    Few,
    chosen_game,
    game_fields,
    games,
    matadors,
    ramsch_fields,
    ramsch_of,
    ramsch_sums,
    said_of_a_game,
    short_ramsch_fields,
    shown_of_a_ramsch,
    told_fields,
    who_lost,
    with_its_game,
)
from scoring.lists.wording import house as switches
from scoring.lists.wording.house import EVENTS
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.house import may_declare
from scoring.rules.profiles.lines import Beside, ContractKind
from scoring.rules.profiles.naming import House, house, name_of, named, switches_of
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Declaring, Profile, WhenAllPass
from scoring.rules.profiles.switches import Setting, Switch, UnknownSetting, UnknownSwitch, switched
from scoring.rules.valuation import Played
from tables.acts.forms import offer

OUTCOME: Final = {
    WON: gettext_lazy("Won"),
    LOST: gettext_lazy("Lost"),
    RAMSCH: gettext_lazy("Ramsch"),
    PASSED: gettext_lazy("Passed in"),
}


class StatedDealForm(DealForm):
    """A deal whose outcome is a choice, not a button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["outcome"] = forms.ChoiceField(
            label=_("How did it end?"),
            choices=[(outcome, OUTCOME[outcome]) for outcome in self.outcomes],
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        """Make the deal. What is rare is not asked back: the effect is looked at before anything is done.

        What the form showed of a game means nothing where nobody declared one after all.
        """
        self.cleaned_data["sure"] = True
        if self.cleaned_data.get("outcome") in {PASSED, RAMSCH}:
            self.cleaned_data |= dict.fromkeys(("declarer", "game", "kind"))
        return super().clean()


class HouseFields(DealForm):
    """What house rules ask of a deal beside what every list does."""

    is_of_a_house = True

    def __init__(self, *args: Any, game_list: GameList, number: int, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, game_list=game_list, number=number, names=names, **kwargs)
        self.profile: Profile = named(game_list.profile)
        self.turn = game_list.turn(number)
        self.players = {seat: names[seat - 1] for seat in self.turn.players}
        allowed = {str(seat) for seat in may_declare(self.profile, self.turn)}
        every = {str(seat) for seat in range(1, game_list.seats + 1)}
        self.fields["declarer"].widget.barred = frozenset(every - allowed)
        if len(allowed) == 1:
            self.fields["declarer"].initial = next(iter(allowed))
        offer(self.fields["game"], list(games(self.profile)))
        self.fields["game"].coerce = chosen_game  # type: ignore[attr-defined]
        offer(self.fields["matadors"], [(str(held), str(abs(held))) for held in matadors(self.profile)])
        self.fields |= game_fields(self.profile) | told_fields(self.profile, self.players)
        self.ramsch_fields = self._short_fields() or ramsch_fields(self.profile, self.players)
        self.fields |= self.ramsch_fields
        self.fields["outcome"].choices = [(outcome, outcome) for outcome in self.outcomes]  # type: ignore[attr-defined]

    @classmethod
    def outcomes_in(cls, game_list: GameList) -> Sequence[str]:
        """Return how a deal of a list can end."""
        profile = named(game_list.profile)
        passed = [] if profile.when_all_pass is WhenAllPass.NOBODY_MAY else [PASSED]
        return [WON, LOST, *([RAMSCH] if profile.ramsch else []), *passed]

    @property
    def has_auction(self) -> bool:
        """Whether there are bids and Hand games."""
        return self.profile.declaring is Declaring.AUCTION

    @property
    def levels(self) -> str:
        """What can be ticked beside the game: without bids there is no Hand, and without announcing nothing open."""
        return self._can_be_ticked(super().levels)

    @property
    def announced_levels(self) -> str:
        """What can be announced, and whether a game was overbid."""
        announced = self._can_be_ticked(super().announced_levels)
        return f"{announced} overbid" if self.has_auction else announced

    def _can_be_ticked(self, levels: str) -> str:
        return " ".join(level for level in levels.split() if level in TICKED[self.profile.declaring])

    @property
    def levels_beside(self) -> str:
        """What house rules alone let a table tick."""
        return " ".join(name for name in ("announced_spitze", "has_sixty") if name in self.fields)

    def _short_fields(self) -> dict[str, forms.Field]:
        """Return the fields of a Ramsch in short; none where it stands there in columns, or was sent so."""
        given = {name for name, value in self.initial.items() if value is not None} | {*(self.data or ())}
        if any(name.startswith((f"{CARD_POINTS}_", f"{TRICKS}_")) for name in given):
            return {}
        return short_ramsch_fields(self.profile, self.players)

    @property
    def is_short(self) -> bool:
        """Whether a Ramsch is asked for its loser alone."""
        return any(name.startswith(f"{LOSES}_") for name in self.ramsch_fields)

    @property
    def who_lost(self) -> str:
        """How the losers are asked for."""
        return who_lost(self.profile.ramsch) if self.profile.ramsch else ""

    @property
    def losers(self) -> list[forms.BoundField]:
        """The players of a Ramsch, to tick who lost it."""
        return [self[name] for name in self.ramsch_fields if name.startswith(f"{LOSES}_")]

    @property
    def asks_ramsch(self) -> bool:
        """Whether the fields of a Ramsch stand open: something is in them, or they were asked for."""
        fields = [name for name in self.fields if name.startswith((f"{CARD_POINTS}_", f"{TRICKS}_", f"{LOSES}_"))]
        return (self.is_bound and self.data.get("outcome") == RAMSCH) or any(self[name].value() for name in fields)

    @property
    def ramsch_rows(self) -> list[tuple[str, forms.BoundField | None, forms.BoundField | None]]:
        """The players of a Ramsch with the fields of their card points and tricks."""
        return [
            (name, self._bound(f"{CARD_POINTS}_{seat}"), self._bound(f"{TRICKS}_{seat}"))
            for seat, name in self.players.items()
        ]

    @property
    def ramsch_sums(self) -> dict[str, int | None]:
        """What its columns add up to: the last of the players need not be typed."""
        return ramsch_sums(self.profile.ramsch) if self.profile.ramsch else {}

    def _bound(self, name: str) -> forms.BoundField | None:
        return self[name] if name in self.fields else None

    def as_ticked(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return what was ticked as the book has it: in North American Skat levels are announced without Hand."""
        if self.profile.declaring is Declaring.BY_KIND:
            self.announced = 2 if data.get("schwarz_announced") else 1 if data.get("schneider_announced") else 0
            self.opened = bool(data.get("ouvert"))
            data |= dict.fromkeys(("schneider_announced", "schwarz_announced", "ouvert"), False)
            if data.get("kind") is ContractKind.NULL and data.get("game") is None:
                data["game"] = Game.NULL
        return with_its_game(data)

    announced = 0
    opened = False

    def read_otherwise(self, data: dict[str, Any]) -> Played | None:
        """Return nothing: a Null below its bid is entered as the game that the table says it is."""
        del data
        return None

    def _deal(self, data: dict[str, Any], *, instead: Played | None) -> Deal:
        profile = self.game_list.profile
        if data["outcome"] == RAMSCH:
            if data["game"] or (data["declarer"] and self.has_auction):
                raise forms.ValidationError(_("In a Ramsch nobody declares a game: clear the form first."))
            if self.is_short and not any(data[field.name] for field in self.losers):
                raise forms.ValidationError(NO_LOSER)
            return Deal(
                number=data["number"],
                house=Beside(
                    profile=profile, ramsch=ramsch_of(data, self.profile, self.players, seats=self.game_list.seats)
                ),
            )
        if data["outcome"] == PASSED and not data["game"]:
            return Deal(number=data["number"], house=Beside(profile=profile))
        deal = super()._deal(data, instead=instead)
        beside = Beside(
            profile=profile,
            **said_of_a_game(data),
            contra_by=data.get("contra_by") if data.get("stakes") else None,
            has_sixty=bool(data.get("has_sixty")),
            announced=self.announced,
            opened=self.opened,
        )
        return Deal(number=deal.number, declarer=deal.declarer, played=deal.played, house=beside)


class HouseDealForm(HouseFields):
    """The next deal of a list of house rules."""


class HouseCorrectionForm(HouseFields, CorrectionForm):
    """A correction in a list of house rules."""


class HouseStatedForm(StatedDealForm, HouseFields):
    """A deal as it should stand in a list of house rules; what is asked once in a while is a list to choose from."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, Few):
                field.as_list()

    @property
    def ticks(self) -> str:
        """Everything that can be ticked of a game."""
        return f"{self.levels} {self.levels_beside} {self.announced_levels}"

    @property
    def of_game(self) -> Iterator[forms.BoundField]:
        """What is chosen of a game beside what the book knows."""
        return (self[name] for name in ("kind", "stakes", "contra_by", "given_up") if name in self.fields)

    @property
    def of_ramsch(self) -> Iterator[forms.BoundField]:
        """What is asked of a Ramsch."""
        return (self[name] for name in self.ramsch_fields)


def deal_form_of(game_list: GameList) -> type[DealForm]:
    """Return the form in which the next deal of a list is entered."""
    return HouseDealForm if game_list.is_of_a_house else DealForm


def typed_deal(typed: Mapping[str, str], *, number: int, game_list: GameList) -> Deal:
    """Return the deal that was typed into the form of a list; whether it can be true is for the rules to say later.

    :raises ValidationError: if it makes no deal at all, with all sentences.
    """
    names = [str(seat) for seat in range(1, game_list.seats + 1)]
    data = {**typed, "number": str(number), "entry_key": str(uuid4())}
    form = deal_form_of(game_list)(data, game_list=game_list, number=number, names=names)
    form.full_clean()
    deal = form.cleaned_data.get("deal")
    if not isinstance(deal, Deal):
        raise forms.ValidationError([sentence for error_list in form.errors.values() for sentence in error_list])
    return deal


def correction_form_of(game_list: GameList) -> type[CorrectionForm]:
    """Return the form in which a deal of a list is corrected."""
    return HouseCorrectionForm if game_list.is_of_a_house else CorrectionForm


def house_initial_of(deal: Deal) -> dict[str, Any]:
    """Return what the form shows for a deal already entered, by whatever rules."""
    initial, house = initial_of(deal), deal.house
    if house is None:
        return initial
    if house.ramsch is not None:
        return initial | shown_of_a_ramsch(house.ramsch) | {"outcome": RAMSCH}
    return initial | {
        "stakes": str(house.stakes or ""),
        "contra_by": str(house.contra_by or ""),
        "announced_spitze": house.spitze,
        "given_up": str(house.schenken or ""),
        "has_sixty": house.has_sixty,
        **({"game": REVOLUTION} if house.revolution else {}),
        "kind": house.kind.value if house.kind else "",
        **({"schneider_announced": True} if house.announced else {}),
        **({"schwarz_announced": True} if house.announced > 1 else {}),
        **({"ouvert": True} if house.opened else {}),
    }


PROFILE: Final = "profile"
"""What the profile is called in an address."""

TRUTH: Final = {"true": True, "false": False}
MOST_DIGITS: Final = 9


class CannotPlay(ValueError):
    """An address says no way to play; ``errors`` has a sentence for each parameter."""

    def __init__(self, errors: Mapping[str, str], *, profile: str | None = None) -> None:
        super().__init__(", ".join(errors))
        self.errors = errors
        self.profile = profile
        """Code of the profile, where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedHouse:
    """What of an address is the way to play."""

    house: House
    query: str
    """The same as short as it can be said."""


def read_house(address: QueryDict, *, beside: Collection[str] = ()) -> AskedHouse:
    """Return the way to play of an address, the official one if it names none; ``beside`` is what else may stand there.

    :raises CannotPlay: if there is no such profile, or it has no such switch, or one cannot be set so.
    """
    code = address.get(PROFILE, OFFICIAL.code)
    if code not in PROFILES:
        raise CannotPlay({PROFILE: _("There are no such rules: “%(code)s”.") % {"code": code[:40]}})
    errors, settings = {}, {}
    values = dict(switches_of(code))
    for name in address:
        if name == PROFILE or name in beside:
            continue
        if name not in values:
            errors[name] = no_choice(name)
            continue
        setting = _setting(name, values[name], address.getlist(name))
        try:
            if setting is None:
                raise UnknownSetting(name)
            switched(PROFILES[code], name, setting)
        except (UnknownSetting, UnknownSwitch):
            errors[name] = _("%(label)s: it cannot be set so.") % {"label": switches.label(name)}
            continue
        settings[name] = setting
    if errors:
        raise CannotPlay(errors, profile=code)
    found_house = house(code, settings)
    return AskedHouse(house=found_house, query=query_of(found_house))


def no_choice(name: str) -> str:
    """Say that rules know nothing of what an address names."""
    return _("These rules have no “%(name)s” to choose.") % {"name": name[:40]}


def query_of(found_house: House) -> str:
    """Return the address of a way to play, without its question mark."""
    values = {
        name: str(value).lower() if isinstance(value, bool) else value for name, value in found_house.settings.items()
    }
    return urlencode({PROFILE: found_house.profile.code, **values})


def _setting(name: str, switch: Switch, stated: list[str]) -> Setting | None:
    """Return what an address states for a switch; None for what is nothing it could be."""
    if isinstance(switch.usual, bool):
        return TRUTH.get(stated[-1])
    if isinstance(switch.usual, str):
        return stated[-1]
    numbers = list(_numbers(stated if name == EVENTS else stated[-1:]))
    return reduce(or_, numbers) if numbers and len(numbers) == len(stated if name == EVENTS else stated[-1:]) else None


def _numbers(stated: list[str]) -> Iterator[int]:
    return (int(text) for text in stated if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS)


def rules_of_address(address: QueryDict) -> str | None:
    """Return the name of the rules that an address names, None if it names none.

    :raises CannotPlay: as ``read_house`` does.
    """
    if PROFILE not in address:
        return None
    found_house = read_house(address).house
    return name_of(found_house.profile.code, found_house.settings)
