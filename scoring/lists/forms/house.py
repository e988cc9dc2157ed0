"""The deal as a table enters it by house rules: what its profile knows is asked, nothing else."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.entry import PASSED, CorrectionForm, DealForm, initial_of
from scoring.lists.forms.lines import LOST, WON
from scoring.lists.wording.house_rules import KIND, STAKES
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.house import may_declare
from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from scoring.rules.profiles.lines import Beside, Kind, RamschLine
from scoring.rules.profiles.naming import named
from scoring.rules.profiles.profile import Declaring, Profile, RamschCount, WhenAllPass
from scoring.rules.valuation import Played
from tables.acts.forms.fields import offer

RAMSCH = "ramsch"


class HouseFields(DealForm):
    """What house rules ask of a deal beside what every list does."""

    is_of_a_house = True

    def __init__(self, *args: Any, game_list: GameList, number: int, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, game_list=game_list, number=number, names=names, **kwargs)
        self.profile: Profile = named(game_list.profile)
        self.turn = game_list.turn(number)
        self.players = [(seat, names[seat - 1]) for seat in self.turn.players]
        allowed = {str(seat) for seat in may_declare(self.profile, self.turn)}
        every = {str(seat) for seat in range(1, game_list.seats + 1)}
        self.fields["declarer"].widget.barred = frozenset(every - allowed)
        if len(allowed) == 1:
            self.fields["declarer"].initial = next(iter(allowed))
        most = max(self.profile.values.most.values())
        counts = [(str(sign * count), str(count)) for sign in (1, -1) for count in range(1, most + 1)]
        offer(self.fields["matadors"], counts)
        self._ask_of_a_game()
        if self.profile.ramsch is not None:
            self._ask_of_a_ramsch()
        self.fields["outcome"].choices = [(one, one) for one in self.outcomes]  # type: ignore[attr-defined]

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
        ouvert = " ouvert" if self._may_announce else ""
        return f"{'hand ' if self.has_auction else ''}schneider schwarz{ouvert}"

    @property
    def announced_levels(self) -> str:
        """What can be announced, and whether a game was overbid."""
        announced = "schneider_announced schwarz_announced" if self._may_announce else ""
        return f"{announced} overbid" if self.has_auction else announced

    @property
    def levels_beside(self) -> str:
        """What house rules alone let a declarer tick."""
        return " ".join(name for name in ("revolution", "spitze") if name in self.fields)

    @property
    def _may_announce(self) -> bool:
        return self.profile.declaring in {Declaring.AUCTION, Declaring.BY_KIND}

    @property
    def asks_ramsch(self) -> bool:
        """Whether the fields of a Ramsch stand open: something is in them, or they were asked for."""
        fields = [name for name in self.fields if name.startswith(("points_", "tricks_"))]
        return (self.is_bound and self.data.get("outcome") == RAMSCH) or any(self[name].value() for name in fields)

    def _ask_of_a_game(self) -> None:
        profile = self.profile
        if profile.declaring is Declaring.BY_KIND:
            kinds = [(kind.value, words) for kind, words in KIND.items() if kind is not Kind.RAMSCH]
            self.fields["kind"] = _choice(_("Which contract?"), kinds, coerce=Kind)
        if profile.stakes:
            stakes = [(str(at), words) for at, words in STAKES.items() if at <= profile.stakes]
            self.fields["stakes"] = _choice(_("Contra, Re"), stakes, coerce=int)
            said = [(str(seat), name) for seat, name in self.players]
            self.fields["contra_by"] = _choice(_("Who said Contra?"), said, coerce=int)
        if profile.revolution is not None:
            self.fields["revolution"] = forms.BooleanField(label=_("Revolution"), required=False)
        if profile.spitze is not None:
            self.fields["spitze"] = forms.BooleanField(label=_("Spitze"), required=False)

    def _ask_of_a_ramsch(self) -> None:
        rule = self.profile.ramsch
        assert rule is not None  # noqa: S101  # asked before
        for seat, name in self.players:
            if rule.counts is not RamschCount.MOST_TRICKS_LOSE:
                self.fields[f"points_{seat}"] = _number(_("%(name)s: card points") % {"name": name}, ALL_POINTS)
            if rule.counts is not RamschCount.FEWEST_POINTS_WIN:
                self.fields[f"tricks_{seat}"] = _number(_("%(name)s: tricks") % {"name": name}, ALL_TRICKS)
        if rule.pushes:
            pushes = [(str(count), str(count)) for count in range(rule.pushes + 1)]
            self.fields["pushes"] = _choice(_("How often was the skat pushed on?"), pushes, coerce=int)
        if rule.counts is RamschCount.MOST_POINTS_LOSE:
            seats = [(str(seat), name) for seat, name in self.players]
            self.fields["last_trick"] = _choice(_("Who took the last trick?"), seats, coerce=int)

    @property
    def ramsch_rows(self) -> list[tuple[str, forms.BoundField | None, forms.BoundField | None]]:
        """The players of a Ramsch with the fields of their card points and tricks."""
        return [(name, self._bound(f"points_{seat}"), self._bound(f"tricks_{seat}")) for seat, name in self.players]

    def _bound(self, name: str) -> forms.BoundField | None:
        return self[name] if name in self.fields else None

    def as_ticked(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return what was ticked as the book has it: in North American Skat levels are announced without Hand."""
        if self.profile.declaring is Declaring.BY_KIND:
            self.announced = 2 if data.get("schwarz_announced") else 1 if data.get("schneider_announced") else 0
            self.opened = bool(data.get("ouvert"))
            data |= dict.fromkeys(("schneider_announced", "schwarz_announced", "ouvert"), False)
            if data.get("kind") is Kind.NULL and data.get("game") is None:
                data["game"] = Game.NULL
        if data.get("revolution"):
            data["game"] = data.get("game") or Game.NULL
        return data

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
                raise forms.ValidationError(gettext("In a Ramsch nobody declares a game: clear the form first."))
            return Deal(number=data["number"], house=Beside(profile=profile, ramsch=self._ramsch(data)))
        if data["outcome"] == PASSED and not data["game"]:
            return Deal(number=data["number"], house=Beside(profile=profile))
        deal = super()._deal(data, instead=instead)
        beside = Beside(
            profile=profile,
            stakes=data.get("stakes") or 0,
            contra_by=data.get("contra_by") if data.get("stakes") else None,
            spitze=bool(data.get("spitze")),
            revolution=bool(data.get("revolution")),
            kind=data.get("kind"),
            announced=self.announced,
            opened=self.opened,
        )
        return Deal(number=deal.number, declarer=deal.declarer, played=deal.played, house=beside)

    def _ramsch(self, data: dict[str, Any]) -> RamschLine:
        return RamschLine(
            card_points=self._seats(data, "points"),
            tricks=self._seats(data, "tricks"),
            last_trick=data.get("last_trick"),
            pushes=data.get("pushes") or 0,
            kind=Kind.RAMSCH if self.profile.declaring is Declaring.BY_KIND else None,
        )

    def _seats(self, data: dict[str, Any], name: str) -> tuple[int | None, ...] | None:
        seats = tuple(data.get(f"{name}_{seat}") for seat in range(1, self.game_list.seats + 1))
        return None if set(seats) == {None} else seats


class HouseDealForm(HouseFields):
    """The next deal of a list of house rules."""


class HouseCorrectionForm(HouseFields, CorrectionForm):
    """A correction in a list of house rules."""


def deal_form_of(game_list: GameList) -> type[DealForm]:
    """Return the form in which the next deal of a list is entered."""
    return HouseDealForm if game_list.is_of_a_house else DealForm


def correction_form_of(game_list: GameList) -> type[CorrectionForm]:
    """Return the form in which a deal of a list is corrected."""
    return HouseCorrectionForm if game_list.is_of_a_house else CorrectionForm


def house_initial_of(deal: Deal) -> dict[str, Any]:
    """Return what the form shows for a deal already entered, by whatever rules."""
    initial, house = initial_of(deal), deal.house
    if house is None:
        return initial
    if house.ramsch is not None:
        return initial | _initial_of_a_ramsch(house.ramsch)
    return initial | {
        "stakes": str(house.stakes or ""),
        "contra_by": str(house.contra_by or ""),
        "spitze": house.spitze,
        "revolution": house.revolution,
        "kind": house.kind.value if house.kind else "",
        **({"schneider_announced": True} if house.announced else {}),
        **({"schwarz_announced": True} if house.announced > 1 else {}),
        **({"ouvert": True} if house.opened else {}),
    }


def _initial_of_a_ramsch(line: RamschLine) -> dict[str, Any]:
    columns = (("points", line.card_points or ()), ("tricks", line.tricks or ()))
    seats = {f"{name}_{seat}": own for name, column in columns for seat, own in enumerate(column, start=1)}
    return {**seats, "outcome": RAMSCH, "pushes": str(line.pushes), "last_trick": str(line.last_trick or "")}


def _choice(label: Any, choices: Sequence[tuple[str, Any]], *, coerce: Any) -> forms.TypedChoiceField:
    field = forms.TypedChoiceField(
        label=label, coerce=coerce, empty_value=None, required=False, widget=forms.RadioSelect
    )
    offer(field, list(choices))
    return field


def _number(label: str, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, widget=widget)
