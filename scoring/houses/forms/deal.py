"""A deal by any way to play, asked what it is worth."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.houses.wording.lines import GIVEN_UP, KIND
from scoring.houses.wording.switches import STAKE
from scoring.lists.forms.lines import LEVELS, LOST, WON
from scoring.lists.wording.games import GAME
from scoring.rules.contract import Game
from scoring.rules.profiles.examples import declarers_of, seats_of
from scoring.rules.profiles.lines import DeclarerLine, Kind, Line, RamschLine
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.profiles.ramsch_rule import RamschCount

REVOLUTION: Final = "revolution"
RAMSCH: Final = "ramsch"
REACHED: Final = ("schneider", "schwarz")
TICKS: Final = {
    Declaring.AUCTION: ("hand", *REACHED, "schneider_announced", "schwarz_announced", "ouvert"),
    Declaring.BY_KIND: (*REACHED, "schneider_announced", "schwarz_announced", "ouvert"),
    Declaring.IN_TURN: REACHED,
    Declaring.NOT_THE_DEALER: REACHED,
}
"""What can be ticked of a game, by how somebody comes to be declarer."""

EVERY_FIELD: Final = frozenset(
    {
        *("game", "outcome", "matadors", "kind", *TICKS[Declaring.AUCTION], "bid", "stakes", "announced_spitze"),
        *("given_up", "last_trick", "pushes", "knocks", "bock"),
        *(f"{name}_{seat}" for name in ("points", "tricks") for seat in (1, 2, 3)),
    }
)
"""What an address can say of a deal by some rules or other."""

MOST: Final = 999
"""Card points and bids that can be typed; which of them can be true, the rules say."""


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
        self.fields = {
            "game": _choice(_("What was played?"), list(_games(profile))),
            **_of_game(profile),
            **self.fields,
        }
        if profile.ramsch is not None:
            self.fields.update(_of_ramsch(profile, self.seats))
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
        data["line"] = self._ramsch(data) if data["game"] == RAMSCH else self._game(data)
        return data

    @property
    def is_ramsch(self) -> bool:
        """Whether a Ramsch is asked about."""
        return bool(self["game"].value() == RAMSCH)

    def of_game(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a game."""
        return (field for field in self if field.name not in {"game", "bock", *self._ramsch_names()})

    def of_ramsch(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a Ramsch."""
        return (self[name] for name in self._ramsch_names())

    def _ramsch_names(self) -> list[str]:
        return list(_of_ramsch(self.profile, self.seats)) if self.profile.ramsch is not None else []

    def _game(self, data: dict[str, Any]) -> Line:
        is_revolution = data["game"] == REVOLUTION
        return DeclarerLine(
            declarer=declarers_of(self.profile, 1)[0],
            game=Game.NULL if is_revolution else Game(data["game"]),
            revolution=is_revolution,
            matadors=int(data["matadors"]) if data["matadors"] else None,
            won=data["outcome"] != LOST,
            kind=Kind(data["kind"]) if data.get("kind") else None,
            bid=data.get("bid") or None,
            stakes=int(data.get("stakes") or 0),
            schenken=int(data.get("given_up") or 0),
            spitze=bool(data.get("announced_spitze")),
            **{name: data[name] for name in TICKS[self.profile.declaring]},
        )

    def _ramsch(self, data: dict[str, Any]) -> Line:
        card_points, tricks = (self._by_seat(data, name) for name in ("points", "tricks"))
        return RamschLine(
            card_points=card_points,
            tricks=tricks,
            last_trick=int(data["last_trick"]) if data.get("last_trick") else None,
            pushes=int(data.get("pushes") or 0),
            knocks=int(data.get("knocks") or 0),
            kind=Kind.RAMSCH if self.profile.declaring is Declaring.BY_KIND else None,
        )

    def _by_seat(self, data: dict[str, Any], name: str) -> tuple[int | None, ...] | None:
        """Return what each seat has; nothing at all if nobody says anything."""
        stated = [data.get(f"{name}_{seat}") for seat in self.seats]
        return None if all(own is None for own in stated) else tuple(own or 0 for own in stated)


def _games(profile: Profile) -> Iterator[tuple[str, str]]:
    yield "", ""
    yield from ((game.value, str(word)) for game, word in GAME.items())
    if profile.revolution is not None:
        yield REVOLUTION, _("Revolution")
    if profile.ramsch is not None:
        yield RAMSCH, pgettext("a deal", "Ramsch")


def _of_game(profile: Profile) -> dict[str, forms.Field]:
    most = max(profile.values.most.values())
    counts = [(sign * count, count) for sign in (1, -1) for count in range(1, most + 1)]
    words = {1: _("with %(count)s"), -1: _("without %(count)s")}
    matadors = [(str(held), words[1 if held > 0 else -1] % {"count": count}) for held, count in counts]
    found: dict[str, forms.Field] = {"matadors": _choice(_("Matadors"), [("", ""), *matadors])}
    if profile.declaring is Declaring.BY_KIND:
        kinds = [(kind.value, str(word)) for kind, word in KIND.items() if kind is not Kind.RAMSCH]
        found["kind"] = _choice(_("Kind of contract"), [("", ""), *kinds])
    for name in TICKS[profile.declaring]:
        found[name] = forms.BooleanField(label=LEVELS[name], required=False)
    if profile.declaring is Declaring.AUCTION:
        found["bid"] = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=MOST)
    if profile.stakes:
        stakes = [(str(at), str(STAKE[at])) for at in range(profile.stakes + 1)]
        found["stakes"] = _choice(_("Stakes"), stakes)
    if profile.spitze is not None:
        found["announced_spitze"] = forms.BooleanField(label=_("Spitze"), required=False)
    if profile.schenken:
        ways = [(str(number), str(words)) for number, words in enumerate(GIVEN_UP)]
        found["given_up"] = _choice(_("Did the opponents give up?"), ways)
    return found


def _of_ramsch(profile: Profile, seats: range) -> dict[str, forms.Field]:
    rules = profile.ramsch
    found: dict[str, forms.Field] = {}
    if rules is None:
        return found
    if rules.counts is not RamschCount.MOST_TRICKS_LOSE:
        for seat in seats:
            found[f"points_{seat}"] = _number(_("Card points of seat %(seat)s") % {"seat": seat})
    for seat in seats:
        found[f"tricks_{seat}"] = _number(_("Tricks of seat %(seat)s") % {"seat": seat})
    if rules.counts is RamschCount.MOST_POINTS_LOSE:
        found["last_trick"] = _choice(
            _("Last trick"), [("", ""), *((str(seat), _("Seat %(place)s") % {"place": seat}) for seat in seats)]
        )
    if rules.pushes:
        found["pushes"] = _choice(_("Passed on unseen"), _times(rules.pushes))
    if rules.klopfen:
        found["knocks"] = _choice(_("Knocked"), _times(len(seats)))
    return found


def _times(most: int) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(most + 1)]


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _number(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST)
