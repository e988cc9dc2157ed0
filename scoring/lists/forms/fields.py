"""Fields of lists: numbers, moments, seats, stakes; a game as it is ticked, and totals by hand."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.wording import games
from scoring.lists.wording.games import GAME, reading
from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import JACKS, MAX_MATADORS, SUITS, Contract, Game, contradictions, matadors_by_game
from scoring.rules.game_list.sums import Tally
from scoring.rules.game_list.totals import Totals
from scoring.rules.judging import readings
from scoring.rules.notation.line_table import BROUGHT_ALONG, IN_NULL, levels_by_winning
from scoring.rules.results.settlement import stake_of
from scoring.rules.valuation import Played
from tables.acts.forms import TextLine

FIRST, SECOND = "first", "second"

FAR_AWAY: Final = 2
"""From so many years away on a date is a slip of the pen."""


class ClockForm(forms.Form):
    """A day and a time. Clean, the moment is under ``cleaned_data["moment"]``.

    On the night on which the clock is put back an hour comes twice: then the form asks which of both is meant.
    """

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    time = forms.TimeField(label=_("Time"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}))
    reading = forms.ChoiceField(
        label=_("This time came twice that night. Which one do you mean?"),
        choices=[(FIRST, _("the first, before the clock was put back")), (SECOND, _("the second, after it"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, now: datetime, shown: datetime | None = None, **kwargs: Any) -> None:
        local = timezone.localtime(shown or now)
        kwargs["initial"] = {"day": local.date(), "time": local.time(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.now = now
        self.asks = bool(self.data.get("reading"))
        """Whether the form has to ask which of two readings is meant."""

    def meant(self, moments: Sequence[datetime]) -> Sequence[datetime]:
        """Return those of the moments with this reading that can be meant."""
        return moments

    def clean(self) -> dict[str, Any]:
        """Find the moment that the clock on the wall stands for."""
        data = super().clean() or {}
        if self.errors:
            return data
        moments = moments_at(data["day"], data["time"], now=self.now)
        meant = self.meant(moments)
        self.asks = len(meant) > 1
        if not moments:
            self.add_error("time", _("There was no such time that night: the clock was put forward over it."))
        elif self.asks and not data["reading"]:
            self.add_error("reading", _("Please choose."))
        else:
            data["moment"] = meant[-1 if self.asks and data["reading"] == SECOND else 0]
        return data


def moments_at(day: date, at: time, *, now: datetime) -> list[datetime]:
    """Return the moments at which the clock on the wall shows a time: one, on two nights of the year none or two."""
    wall = datetime.combine(day, at, tzinfo=timezone.get_current_timezone())
    if abs(day.year - now.year) >= FAR_AWAY:
        return [wall]
    moments = {wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(
        moment
        for moment in moments
        if moment.astimezone(wall.tzinfo).replace(tzinfo=None, fold=0) == wall.replace(tzinfo=None)
    )


PART: Final = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?", re.ASCII)
MOST: Final = 10_000
"""Numbers in one answer, generously."""


class Numbers(TextLine):
    """Numbers with commas between them, or ranges of them; nothing means all."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": 500, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what keeps a browser from guessing."""
        return {"autocomplete": "off"}

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, each once, in order.

        :raises ValidationError: if something else is among them.
        """
        numbers: set[int] = set()
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", super().clean(value)))):
            match = PART.fullmatch(part)
            first = int(match[1]) if match else 0
            last = int(match[2] or first) if match else -1
            if not 1 <= first <= last or last - first >= MOST:
                raise forms.ValidationError(
                    gettext("Numbers only, like 1-10, 14. This is none: %(words)s."), params={"words": part[:40]}
                )
            numbers.update(range(first, last + 1))
        return tuple(sorted(numbers))


class SeatSelect(forms.RadioSelect):
    """Seats as radio buttons, some of which cannot be chosen: the dealer of a table of four."""

    def __init__(self, *args: Any, barred: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.barred = frozenset(barred)

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option, disabled where nobody may choose it."""
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.barred:
            option["attrs"]["disabled"] = True
        return option


class GameSelect(forms.RadioSelect):
    """The games as radio buttons; each says how many matadors it can have, for the page's script."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option with the most matadors of its game."""
        option = super().create_option(name, value, *args, **kwargs)
        # What house rules play beside is a Null.
        option["attrs"]["data-most"] = MAX_MATADORS[Game(value) if value in list(Game) else Game.NULL]
        return option


FIELD: Final = "seated"
NUMBERS: Final = re.compile(r"[0-9]{1,5}(?: [0-9]{1,5}){0,3}")


def sits_in(posted: Mapping[str, str]) -> tuple[int, ...]:
    """Return the start numbers that a form names, from seat 1 on; what is missing or garbled names nobody."""
    text = posted.get(FIELD, "")
    return tuple(map(int, text.split())) if NUMBERS.fullmatch(text) else ()


class StakeField(TextLine):
    """Cents a point: "1", "0,5" or "1/2"; nothing is no stake. It cleans to a ``Fraction``."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"class": "short", "autocomplete": "off"})
        super().__init__(**{"required": False, "widget": widget, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return what a point is worth."""
        try:
            return stake_of(super().clean(value))
        except ValueError:
            raise forms.ValidationError(gettext("Please type a number or a fraction: 1, 0.5 or 1/2.")) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Tell whether another stake was typed, however it is written."""
        try:
            return stake_of(str(initial or "")) != stake_of(str(data or ""))
        except ValueError:
            return True


MOST_MATADORS = max(MAX_MATADORS.values())
WON, LOST = "won", "lost"
ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
REACHED = ("schneider", "schwarz")

LEVELS = {
    "hand": _("Hand"),
    "schneider": _("Schneider"),
    "schwarz": _("Schwarz"),
    "schneider_announced": _("Schneider announced"),
    "schwarz_announced": _("Schwarz announced"),
    "ouvert": _("ouvert"),
}


class LineForm(forms.Form):
    """The fields of a line of the list. What is legal is asked of the rules."""

    game = forms.TypedChoiceField(
        label=_("Which game?"),
        choices=[(game.value, word) for game, word in GAME.items()],
        widget=GameSelect,
        coerce=Game,
        empty_value=None,
        required=False,
    )
    matadors = forms.TypedChoiceField(
        label=_("Matadors"),
        choices=[(str(sign * count), str(count)) for sign in (1, -1) for count in range(1, MOST_MATADORS + 1)],
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=None,
        required=False,
    )
    hand = forms.BooleanField(label=LEVELS["hand"], required=False)
    schneider = forms.BooleanField(label=LEVELS["schneider"], required=False)
    schwarz = forms.BooleanField(label=LEVELS["schwarz"], required=False)
    schneider_announced = forms.BooleanField(label=LEVELS["schneider_announced"], required=False)
    schwarz_announced = forms.BooleanField(label=LEVELS["schwarz_announced"], required=False)
    ouvert = forms.BooleanField(label=LEVELS["ouvert"], required=False)
    bid = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=999)
    instead = forms.TypedChoiceField(
        label=_("As which game is it lost?"),
        choices=[(game.value, GAME[game]) for game in (*SUITS, Game.GRAND)],
        widget=forms.RadioSelect,
        coerce=Game,
        empty_value=None,
        required=False,
    )
    """A Null below its bid and play without an announcement have no value of their own (ISkO 3.4.4, 4.1.1)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.readings: tuple[Played, ...] = ()
        """The lines as which what was ticked can stand, the cheapest first; none where it has a value of its own."""

        self.asks_matadors = False
        """Whether it cannot be said what is lost while nobody says with or without how many."""

        for game in SUITS:
            counts = [(str(count), str(count)) for count in range(JACKS, MAX_MATADORS[game] + 1)]
            self.fields[_in_suit(game)] = forms.TypedChoiceField(
                label=GAME[game], choices=counts, coerce=int, empty_value=None, required=False, initial=str(JACKS)
            )
        for level in (*ANNOUNCED, *REACHED):
            self.fields[level].widget.attrs["data-brings"] = " ".join(BROUGHT_ALONG[level])
            if level in IN_NULL:
                self.fields[level].widget.attrs["data-in-null"] = True

    @property
    def suit_counts(self) -> Sequence[forms.BoundField]:
        """The fields that ask how far the matadors go on in each suit after all four jacks."""
        count = self.cleaned_data.get("matadors") if self.is_bound and hasattr(self, "cleaned_data") else None
        return [self[_in_suit(game)] for game in SUITS] if count and abs(count) >= JACKS else []

    def read_otherwise(self, data: dict[str, Any]) -> Played | None:
        """Return the line that was chosen for a game without a value of its own, and keep all that can be offered.

        Matadors that nobody can have are refused; that they are missing is for each page to say.
        """
        if not lacks_a_game(data):
            return None
        if data["matadors"] is None:
            self.asks_matadors = True
            return None
        sign = 1 if data["matadors"] > 0 else -1
        suits = {game: sign * count for game in SUITS if (count := data.get(_in_suit(game))) and count > JACKS}
        try:
            by_game = matadors_by_game(data["matadors"], suits if abs(data["matadors"]) >= JACKS else None)
        except ValueError:
            self.add_error(None, gettext("Nobody can have so many matadors in these suits."))
            return None
        self.readings = readings(data["bid"], by_game)
        return next((line for line in self.readings if line.contract.game is data["instead"]), None)

    @property
    def reading_tiles(self) -> list[tuple[str, str, bool]]:
        """What can be chosen, in words; the cheapest is chosen while nothing else is."""
        chosen = self.cleaned_data.get("instead") or self.readings[0].contract.game if self.readings else None
        return [(line.contract.game.value, reading(line), line.contract.game is chosen) for line in self.readings]


def _in_suit(game: Game) -> str:
    return f"in_{game.value}"


def with_what_is_implied(data: dict[str, Any]) -> dict[str, Any]:
    """Return what was ticked with what is implied by it, as the page's script adds it; in a Null nothing is.

    An announced level is a Hand, an ouvert announces all, Schwarz is Schneider, and who wins reached it.
    """
    if data.get("game") in {None, Game.NULL}:
        return data
    ticks = [level for level in (*ANNOUNCED, *REACHED) if data.get(level)]
    data |= dict.fromkeys((brought for level in ticks for brought in BROUGHT_ALONG[level]), True)
    if data.get("outcome") == WON and not contradictions_in(data):
        contract = Contract(game=data["game"], **{level: data[level] for level in ANNOUNCED})
        data |= dict.fromkeys(REACHED[: levels_by_winning(contract)], True)
    return data


def lacks_a_game(data: dict[str, Any]) -> bool:
    """Test whether what was ticked is lost as another game: a Null below its bid, or a bid without an announcement."""
    bid = data.get("bid")
    if not bid or data.get("outcome") not in {WON, LOST}:
        return False
    if data["game"] is None:
        return data["matadors"] is not None and data["outcome"] == LOST
    if contradictions_in(data) or data["game"] is not Game.NULL:
        return False
    return any(problem.code is Code.NULL_BELOW_BID for problem in problems(played_of(data)))


def contradictions_in(data: dict[str, Any]) -> tuple[Code, ...]:
    """Return every reason why what was ticked cannot be announced."""
    if data["game"] is None:
        return ()
    return contradictions(game=data["game"], **{level: data[level] for level in ANNOUNCED})


def played_of(data: dict[str, Any]) -> Played:
    """Return the line that was ticked.

    What contradicts itself counts as not announced: what else is wrong can then be said in the same breath.
    """
    announced = dict.fromkeys(ANNOUNCED, False) if contradictions_in(data) else {text: data[text] for text in ANNOUNCED}
    return Played(
        contract=Contract(game=data["game"], **announced),
        matadors=data["matadors"],
        won=data["outcome"] == WON,
        **{level: data[level] for level in REACHED},
        bid=data["bid"],
        overbid=data.get("overbid", False),
    )


def ticked(played: Played) -> dict[str, Any]:
    """Return what the fields show for a line."""
    contract = played.contract
    return {
        "game": contract.game.value,
        "matadors": None if played.matadors is None else str(played.matadors),
        **{level: getattr(contract, level) for level in ANNOUNCED},
        **{level: getattr(played, level) for level in REACHED},
        "bid": played.bid,
        "outcome": WON if played.won else LOST,
    }


GROUPED: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:[., '’\u00a0\u202f]\d{3})+")
"""A number with a mark between its thousands, as people set it: 1.107 or 1 107."""


class FigureField(forms.IntegerField):
    """A number typed from paper: plain text, which neither a wheel nor an arrow key changes unasked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, widget=forms.TextInput(attrs={"autocomplete": "off", "size": 5}))

    def to_python(self, value: Any) -> int | None:
        """Return the number; a minus as papers and phones set it is one.

        :raises ValidationError: if it is no whole number; none is cut out of another.
        """
        if not isinstance(value, str):
            return super().to_python(value)
        written = value.strip().replace("−", "-").replace("–", "-")
        if GROUPED.fullmatch(written):
            written = re.sub(r"[., '’\u00a0\u202f]", "", written)
        elif "." in written:
            # Django would take 1.0 for 1, and 1.000 with it.
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(written)


class TotalsForm(forms.Form):
    """One player's result on a paper list."""

    game_points = FigureField(label=_("Game points"), min_value=-20_000, max_value=20_000)
    won = FigureField(label=_("Won"), min_value=0, max_value=100)
    lost = FigureField(label=_("Lost"), min_value=0, max_value=100)

    def totals(self) -> Totals:
        """Return the line as the rules know it."""
        data = self.cleaned_data
        return Totals(game_points=data["game_points"], won=data["won"], lost=data["lost"])

    def hold_against(self, tally: Tally) -> None:
        """Say where the sheet's sums are not those of its deals."""
        for name, number in (("game_points", tally.game_points), ("won", tally.won), ("lost", tally.lost)):
            if self.cleaned_data[name] != number:
                given = gettext("The deals as typed give %(number)s.") % {"number": games.points(number)}
                self.add_error(name, given)
