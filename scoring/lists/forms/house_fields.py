"""What house rules ask of a deal beside what every list does: one declaration, for the table and for whoever only asks.

A field has one name everywhere, in an address too; there a switch of the rules may have the name of what it turns, so
that what is ticked of a deal is called otherwise: ``announced_spitze``, ``given_up``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from scoring.lists.wording.games import GAME
from scoring.lists.wording.house_names import GIVEN_UP, KIND, STAKE
from scoring.rules.contract import Game
from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from scoring.rules.profiles import bock
from scoring.rules.profiles.lines import Kind, RamschLine
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.profiles.ramsch_rule import RamschCount, RamschRule
from tables.acts.forms.fields import offer

RAMSCH: Final = "ramsch"
REVOLUTION: Final = "revolution"
"""A game among the others, where a profile plays it."""

CARD_POINTS: Final = "points"
TRICKS: Final = "tricks"
REACHED: Final = ("schneider", "schwarz")
TICKED: Final = {
    Declaring.AUCTION: ("hand", *REACHED, "schneider_announced", "schwarz_announced", "ouvert"),
    Declaring.BY_KIND: (*REACHED, "schneider_announced", "schwarz_announced", "ouvert"),
    Declaring.IN_TURN: REACHED,
    Declaring.NOT_THE_DEALER: REACHED,
}
"""What can be ticked of a game, by how somebody comes to be declarer."""


class Few(forms.TypedChoiceField):
    """One of a few, or none of them: tiles of which none need be chosen, or a list that begins with none."""

    def __init__(
        self,
        label: str,
        choices: Sequence[tuple[object, object]],
        *,
        none: tuple[str, object] | None = ("", ""),
        coerce: Callable[[str], Any] = int,
    ) -> None:
        super().__init__(label=label, coerce=coerce, empty_value=None, required=False, widget=forms.RadioSelect)
        self.none = none
        self.few = [(str(value), str(words)) for value, words in choices]
        offer(self, self.few)

    def as_list(self) -> None:
        """Ask by a list, where tiles would take too much room."""
        none = [] if self.none is None else [(self.none[0], str(self.none[1]))]
        self.widget = forms.Select()
        offer(self, [*none, *self.few])


def games(profile: Profile) -> Iterator[tuple[str, str]]:
    """Yield the games of a profile, by their value."""
    yield from ((game.value, str(word)) for game, word in GAME.items())
    if profile.revolution is not None:
        yield REVOLUTION, _("Revolution")


def chosen_game(value: str) -> Game | str:
    """Return the game that was chosen, a Revolution by its name.

    :raises ValueError: if it is none.
    """
    return value if value == REVOLUTION else Game(value)


def with_its_game(data: dict[str, Any]) -> dict[str, Any]:
    """Return what was said with the game that is played: a Revolution is a Null."""
    is_revolution = data.get("game") == REVOLUTION
    return data | {"revolution": is_revolution} | ({"game": Game.NULL} if is_revolution else {})


def matadors(profile: Profile) -> list[int]:
    """Return with how many matadors a game can be, and without how many."""
    most = max(profile.values.most.values())
    return [sign * count for sign in (1, -1) for count in range(1, most + 1)]


def game_fields(profile: Profile) -> dict[str, forms.Field]:
    """Return what is asked of a declarer's game beside its levels and its bid."""
    found: dict[str, forms.Field] = {}
    if profile.declaring is Declaring.BY_KIND:
        kinds = [(kind.value, words) for kind, words in KIND.items() if kind is not Kind.RAMSCH]
        found["kind"] = Few(_("Which contract?"), kinds, coerce=Kind)
    if profile.stakes:
        stakes = [(at, STAKE[at]) for at in range(1, profile.stakes + 1)]
        found["stakes"] = Few(_("Contra, Re"), stakes, none=("0", STAKE[0]))
    if profile.spitze is not None:
        found["announced_spitze"] = forms.BooleanField(label=_("Spitze"), required=False)
    if profile.schenken:
        ways = list(enumerate(GIVEN_UP))[1:]
        found["given_up"] = Few(_("Did the opponents give up?"), ways, none=("0", GIVEN_UP[0]))
    return found


def told_fields(profile: Profile, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return what a list notes of a game although the game is worth the same without it."""
    found: dict[str, forms.Field] = {}
    if profile.stakes:
        found["contra_by"] = Few(_("Who said Contra?"), list(players.items()))
    if profile.bock is not None and profile.bock.events & bock.LOST_WITH_60:
        found["has_sixty"] = forms.BooleanField(label=_("60 card points"), required=False)
    return found


def ramsch_fields(profile: Profile, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return what is asked of a Ramsch of these seats, each with its name."""
    rule = profile.ramsch
    if rule is None:
        return {}
    found = _columns(rule, players)
    if rule.pushes:
        found["pushes"] = Few(_("How often was the skat pushed on?"), _times(rule.pushes), none=None)
    if rule.klopfen:
        found["knocks"] = Few(_("How many knocked?"), _times(len(players)), none=None)
    if rule.counts is RamschCount.MOST_POINTS_LOSE:
        found["last_trick"] = Few(_("Who took the last trick?"), list(players.items()))
    return found


def said_of_a_game(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said of a game, in the fields of the lines of the rules."""
    return {
        "kind": data.get("kind"),
        "stakes": data.get("stakes") or 0,
        "schenken": data.get("given_up") or 0,
        "spitze": bool(data.get("announced_spitze")),
        "revolution": bool(data.get("revolution")),
    }


def ramsch_of(data: Mapping[str, Any], profile: Profile, *, seats: int) -> RamschLine:
    """Return the Ramsch that was typed, at a table of so many."""
    return RamschLine(
        card_points=_by_seat(data, CARD_POINTS, seats),
        tricks=_by_seat(data, TRICKS, seats),
        last_trick=data.get("last_trick"),
        pushes=data.get("pushes") or 0,
        knocks=data.get("knocks") or 0,
        kind=Kind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )


def shown_of_a_ramsch(line: RamschLine) -> dict[str, Any]:
    """Return what the fields show for a Ramsch."""
    columns = ((CARD_POINTS, line.card_points or ()), (TRICKS, line.tricks or ()))
    seats = {f"{name}_{seat}": own for name, column in columns for seat, own in enumerate(column, start=1)}
    counts = {"pushes": str(line.pushes), "knocks": str(line.knocks)}
    return {**seats, **counts, "last_trick": str(line.last_trick or "")}


def _columns(rule: RamschRule, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return the fields of card points and tricks, as far as they count."""
    found: dict[str, forms.Field] = {}
    if rule.counts is not RamschCount.MOST_TRICKS_LOSE:
        for seat, name in players.items():
            found[f"{CARD_POINTS}_{seat}"] = _number(_("%(name)s: card points") % {"name": name}, ALL_POINTS)
    if rule.counts is not RamschCount.FEWEST_POINTS_WIN or rule.durchmarsch:
        for seat, name in players.items():
            found[f"{TRICKS}_{seat}"] = _number(_("%(name)s: tricks") % {"name": name}, ALL_TRICKS)
    return found


def _by_seat(data: Mapping[str, Any], name: str, seats: int) -> tuple[int | None, ...] | None:
    """Return what each seat has; nothing at all if nobody says anything."""
    stated = tuple(data.get(f"{name}_{seat}") for seat in range(1, seats + 1))
    return None if set(stated) == {None} else stated


def _times(most: int) -> list[tuple[object, object]]:
    return [(number, number) for number in range(most + 1)]


def _number(label: str, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, widget=widget)
