"""What house rules ask of a deal beside what every list does: one declaration, for the table and for whoever only asks.

A field has one name everywhere, in an address too; there a switch of the rules may have the name of what it turns, so
that what is ticked of a deal is called otherwise: ``announced_spitze``, ``given_up``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording.games import GAME
from scoring.lists.wording.house import GIVEN_UP, KIND, STAKE
from scoring.rules.contract import Game
from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from scoring.rules.profiles import bock
from scoring.rules.profiles.lines import ContractKind, RamschLine
from scoring.rules.profiles.profile import Declaring, Profile, RamschCount, RamschRule, RamschTie
from scoring.rules.profiles.ramsch import (
    completed,
    counts_card_points,
    is_march,
    is_short,
    losing,
    sums,
    virgins_that_count,
)
from tables.acts.forms import offer

RAMSCH: Final = "ramsch"
REVOLUTION: Final = "revolution"
"""A game among the others, where a profile plays it."""

CARD_POINTS: Final = "points"
TRICKS: Final = "tricks"
LOSES: Final = "loses"
"""Begins the names of fields that hold a seat each, as the two above do."""

NO_LOSER: Final = gettext_lazy("Who lost the Ramsch?")
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
    fields: dict[str, forms.Field] = {}
    if profile.declaring is Declaring.BY_KIND:
        kinds = [(kind.value, words) for kind, words in KIND.items() if kind is not ContractKind.RAMSCH]
        fields["kind"] = Few(_("Which contract?"), kinds, coerce=ContractKind)
    if profile.stakes:
        stakes = [(at, STAKE[at]) for at in range(1, profile.stakes + 1)]
        fields["stakes"] = Few(_("Contra, Re"), stakes, none=("0", STAKE[0]))
    if profile.spitze is not None:
        fields["announced_spitze"] = forms.BooleanField(label=_("Spitze"), required=False)
    if profile.schenken:
        ways = list(enumerate(GIVEN_UP))[1:]
        fields["given_up"] = Few(_("Did the opponents give up?"), ways, none=("0", GIVEN_UP[0]))
    return fields


def told_fields(profile: Profile, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return what a list notes of a game although the game is worth the same without it."""
    fields: dict[str, forms.Field] = {}
    if profile.stakes:
        fields["contra_by"] = Few(_("Who said Contra?"), list(players.items()))
    if profile.bock is not None and profile.bock.events & bock.LOST_WITH_60:
        fields["has_sixty"] = forms.BooleanField(label=_("60 card points"), required=False)
    return fields


def ramsch_fields(profile: Profile, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return what is asked of a Ramsch of these seats, each with its name."""
    rule = profile.ramsch
    if rule is None:
        return {}
    fields = _columns(rule, players) | _before_play(rule, players)
    if rule.counts is RamschCount.MOST_POINTS_LOSE:
        fields["last_trick"] = Few(_("Who took the last trick?"), list(players.items()))
    return fields


def short_ramsch_fields(profile: Profile, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return what is asked of a Ramsch of which nothing goes down but what its loser loses; nothing in any other."""
    rule = profile.ramsch
    if rule is None or not is_short(rule):
        return {}
    fields: dict[str, forms.Field] = {
        f"{LOSES}_{seat}": forms.BooleanField(label=name, required=False) for seat, name in players.items()
    }
    if counts_card_points(rule):
        fields["lost_with"] = _number(_("Card points"), ALL_POINTS)
    counting = virgins_that_count(rule, len(players))
    if counting:
        fields["virgins"] = Few(_("Without a trick"), [(count, _virgins(rule, count, players)) for count in counting])
    return fields | _before_play(rule, players)


def who_lost(rule: RamschRule) -> str:
    """Return how a Ramsch in short is asked for its losers."""
    asked = _("Who lost, or has all tricks?") if rule.durchmarsch else _("Who lost the Ramsch?")
    if rule.tie is RamschTie.LAST_TRICK:
        return _("%(question)s If equal: who took the last trick.") % {"question": asked}
    return _("%(question)s If equal: all of them.") % {"question": asked}


def said_of_a_game(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said of a game, in the fields of the lines of the rules."""
    return {
        "kind": data.get("kind"),
        "stakes": data.get("stakes") or 0,
        "schenken": data.get("given_up") or 0,
        "spitze": bool(data.get("announced_spitze")),
        "revolution": bool(data.get("revolution")),
    }


def ramsch_of(data: Mapping[str, Any], profile: Profile, players: Collection[int], *, seats: int) -> RamschLine:
    """Return the Ramsch of these players that was typed, at a table of so many; what the sum says need not be typed."""
    losers = tuple(seat for seat in players if data.get(f"{LOSES}_{seat}"))
    if losers:
        return _short(data, profile, players, losers)
    typed = RamschLine(
        card_points=_by_seat(data, CARD_POINTS, seats),
        tricks=_by_seat(data, TRICKS, seats),
        last_trick=data.get("last_trick"),
        pushes=data.get("pushes") or 0,
        knocks=data.get("knocks") or 0,
        kind=ContractKind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )
    return completed(typed, profile.ramsch, players) if profile.ramsch else typed


def _short(data: Mapping[str, Any], profile: Profile, players: Collection[int], losers: tuple[int, ...]) -> RamschLine:
    """Return the Ramsch of these losers; card points that only one number can be need not be typed."""
    virgins, lost_with = data.get("virgins") or 0, data.get("lost_with")
    if lost_with is None and profile.ramsch and "lost_with" in data:
        can_be = losing(profile.ramsch, losers=len(losers), virgins=virgins, players=len(players))
        lost_with = can_be[0] if len(can_be) == 1 else None
    return RamschLine(
        losers=losers,
        lost_with=lost_with,
        virgins=virgins,
        pushes=data.get("pushes") or 0,
        knocks=data.get("knocks") or 0,
        kind=ContractKind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )


def ramsch_sums(rule: RamschRule) -> dict[str, int | None]:
    """Return what each column of a Ramsch adds up to; None where no sum says what is left."""
    columns = {CARD_POINTS: sums(rule).card_points, TRICKS: sums(rule).tricks}
    return {name: column.most if column.least == column.most else None for name, column in columns.items()}


def shown_of_a_ramsch(line: RamschLine) -> dict[str, Any]:
    """Return what the fields show for a Ramsch."""
    columns = ((CARD_POINTS, line.card_points or ()), (TRICKS, line.tricks or ()))
    seats = {f"{name}_{seat}": own for name, column in columns for seat, own in enumerate(column, start=1)}
    counts = {"pushes": str(line.pushes), "knocks": str(line.knocks), "virgins": str(line.virgins or "")}
    losers = {f"{LOSES}_{seat}": True for seat in line.losers}
    return {**seats, **losers, **counts, "lost_with": line.lost_with, "last_trick": str(line.last_trick or "")}


def _columns(rule: RamschRule, players: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return the fields of card points and tricks, as far as they count."""
    fields: dict[str, forms.Field] = {}
    if rule.counts is not RamschCount.MOST_TRICKS_LOSE:
        for seat, name in players.items():
            fields[f"{CARD_POINTS}_{seat}"] = _number(_("%(name)s: card points") % {"name": name}, ALL_POINTS)
    if rule.counts is not RamschCount.FEWEST_POINTS_WIN or rule.durchmarsch:
        for seat, name in players.items():
            fields[f"{TRICKS}_{seat}"] = _number(": ".join((name, _("tricks"))), ALL_TRICKS)
    return fields


def _before_play(rule: RamschRule, players: Collection[int]) -> dict[str, forms.Field]:
    """Return the fields of what doubles a Ramsch before it is played."""
    fields: dict[str, forms.Field] = {}
    if rule.pushes:
        fields["pushes"] = Few(_("How often was the skat pushed on?"), _times(rule.pushes), none=None)
    if rule.klopfen:
        fields["knocks"] = Few(_("How many knocked?"), _times(len(players)), none=None)
    return fields


def _virgins(rule: RamschRule, count: int, players: Collection[int]) -> str:
    if is_march(rule, virgins=count, players=len(players)):
        return ": ".join((str(count), _("Durchmarsch")))
    return str(count)


def _by_seat(data: Mapping[str, Any], name: str, seats: int) -> tuple[int | None, ...] | None:
    """Return what each seat has; nothing at all if nobody says anything."""
    stated = tuple(data.get(f"{name}_{seat}") for seat in range(1, seats + 1))
    return None if set(stated) == {None} else stated


def _times(most: int) -> list[tuple[object, object]]:
    return [(number, number) for number in range(most + 1)]


def _number(label: str, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, widget=widget)
