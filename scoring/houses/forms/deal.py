"""A deal by any way to play, asked what it is worth."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.lists.forms.house_fields import (
    CARD_POINTS,
    RAMSCH,
    TICKED,
    TRICKS,
    Few,
    game_fields,
    games,
    matadors,
    ramsch_fields,
    ramsch_of,
    said_of_a_game,
    with_its_game,
)
from scoring.lists.forms.lines import LEVELS, LOST, WON
from scoring.rules.contract import Game
from scoring.rules.profiles.examples import declarers_of, seats_of
from scoring.rules.profiles.lines import DeclarerLine, Line
from scoring.rules.profiles.profile import Declaring, Profile

SEATS: Final = (1, 2, 3)
"""At most so many sit there in an example."""

EVERY_FIELD: Final = frozenset(
    {
        *("game", "outcome", "matadors", "kind", *TICKED[Declaring.AUCTION], "bid", "stakes", "announced_spitze"),
        *("given_up", "last_trick", "pushes", "knocks", "bock"),
        *(f"{name}_{seat}" for name in (CARD_POINTS, TRICKS) for seat in SEATS),
    }
)
"""What an address can say of a deal by some rules or other."""

MOST: Final = 999
"""Bids that can be typed; which of them can be true, the rules say."""


class DealForm(forms.Form):
    """A deal, in the fields of one way to play; asked by address, so it has no key and changes nothing.

    Clean, it holds the line under ``cleaned_data["line"]``.
    """

    outcome = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        choices=[(WON, gettext_lazy("Won")), (LOST, gettext_lazy("Lost"))],
        widget=forms.RadioSelect,
        initial=WON,
        required=False,
    )

    def __init__(self, profile: Profile, address: QueryDict | None = None) -> None:
        # Nobody has to say that a game was won.
        super().__init__(None if address is None else {"outcome": WON, **address.dict()}, auto_id="deal_%s")
        self.profile = profile
        self.seats = range(1, seats_of(profile) + 1)
        asked = {seat: _("Seat %(place)s") % {"place": seat} for seat in self.seats}
        self.ramsch_fields = ramsch_fields(profile, asked)
        self.fields = {
            "game": _choice(_("What was played?"), [*games(profile), *_a_ramsch(profile)]),
            **_of_game(profile),
            **self.fields,
            **self.ramsch_fields,
        }
        for field in self.fields.values():
            if isinstance(field, Few):
                field.as_list()
        if profile.bock is not None:
            self.fields["bock"] = forms.BooleanField(label=_("in Bock"), required=False)

    def clean(self) -> dict[str, Any]:
        """Make the line; whatever the rules refuse of it is part of their answer."""
        data = super().clean() or {}
        if self.errors:
            return data
        if not data["game"]:
            self.add_error("game", _("Which game was it?"))
            return data
        data["line"] = self._ramsch(data) if data["game"] == RAMSCH else self._game(with_its_game(data))
        return data

    @property
    def is_ramsch(self) -> bool:
        """Whether a Ramsch is asked about."""
        return bool(self["game"].value() == RAMSCH)

    def of_game(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a game."""
        return (field for field in self if field.name not in {"game", "bock", *self.ramsch_fields})

    def of_ramsch(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a Ramsch."""
        return (self[name] for name in self.ramsch_fields)

    def _game(self, data: dict[str, Any]) -> Line:
        return DeclarerLine(
            declarer=declarers_of(self.profile, 1)[0],
            game=Game(data["game"]),
            matadors=int(data["matadors"]) if data["matadors"] else None,
            won=data["outcome"] != LOST,
            bid=data.get("bid") or None,
            **said_of_a_game(data),
            **{name: data[name] for name in TICKED[self.profile.declaring]},
        )

    def _ramsch(self, data: dict[str, Any]) -> Line:
        """Return a Ramsch; whoever is not named where others are, has nothing."""
        for name in (CARD_POINTS, TRICKS):
            stated = [f"{name}_{seat}" for seat in self.seats]
            if any(data.get(one) is not None for one in stated):
                data |= {one: data.get(one) or 0 for one in stated}
        return ramsch_of(data, self.profile, seats=len(self.seats))


def _of_game(profile: Profile) -> dict[str, forms.Field]:
    words = {1: _("with %(count)s"), -1: _("without %(count)s")}
    held = [(str(held), words[1 if held > 0 else -1] % {"count": abs(held)}) for held in matadors(profile)]
    beside = game_fields(profile)
    kind = {"kind": beside.pop("kind")} if "kind" in beside else {}
    bid = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=MOST)
    return {
        "matadors": _choice(_("Matadors"), held),
        **kind,
        **{name: forms.BooleanField(label=LEVELS[name], required=False) for name in TICKED[profile.declaring]},
        **({"bid": bid} if profile.declaring is Declaring.AUCTION else {}),
        **beside,
    }


def _a_ramsch(profile: Profile) -> list[tuple[str, str]]:
    return [] if profile.ramsch is None else [(RAMSCH, pgettext("a deal", "Ramsch"))]


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", ""), *choices], required=False)
