"""A list typed from paper, one short line a deal (SkWO 7.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext

from scoring.lists.wording import games, problems
from scoring.paper_desk.wording import shorthand
from scoring.rules.codes import Code
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import running
from scoring.rules.notation.shorthand import SURE, Illegible, Typed, read
from tables.acts.wording import refusals as lists_refusals

LONGEST = 40
"""Letters that a line has room for; the longest that says anything has about a dozen."""

NO_HELP = {"autocomplete": "off", "autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


@dataclass(slots=True, kw_only=True)
class Line:
    """One line of the list as it is shown: what was typed, and what it says."""

    number: int
    dealer: int
    closes_round: bool
    field: BoundField
    words: str = ""
    totals: tuple[int, ...] = ()
    """The running totals after it; empty where a line before it is wrong."""

    troubles: tuple[str, ...] = ()
    asks: bool = False
    """Whether its troubles are only questions."""

    first: BoundField | None = None
    """What was typed here at the first time, if this is the second."""

    differs: bool = False
    """Whether both have to be seen."""


class TypedListForm(forms.Form):
    """The deals of a list that are still missing.

    Clean, it holds the deals under ``cleaned_data["deals"]``. Everything that is wrong is said at its line, at once.
    """

    entry_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self, *args: Any, game_list: GameList, names: Sequence[str], until: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game_list = game_list
        self.names = names
        last = game_list.length if until is None else min(until, game_list.length)
        self.numbers = range(len(game_list.deals) + 1, last + 1)
        self._wrong: set[int] = set()
        self._asked: set[int] = set()
        self._refused: frozenset[int] = frozenset()
        """The deals that cannot be as they were typed; nothing is claimed of them."""

        for number in self.numbers:
            self.fields[_name(number)] = forms.CharField(
                label=gettext("Deal %(deal)s") % {"deal": number},
                max_length=LONGEST,
                required=False,
                widget=forms.TextInput(attrs={**NO_HELP, "data-line": number}),
            )

    def clean(self) -> dict[str, Any]:
        """Read every line, and ask the rules about the list as it would be."""
        data = super().clean() or {}
        self._wrong = {number for number in self.numbers if _name(number) in self.errors}
        typed = {number: one for number in self.numbers if (one := self._read(number, data.get(_name(number), "")))}
        self._must_be_whole(typed)
        deals = tuple(one.deal for _number, one in sorted(typed.items()))
        for finding in findings(self.whole(deals)):
            # Which line is missing is said where it is missing.
            if finding.deal in typed and finding.problem.code is not Code.WRONG_NUMBER:
                self._say(typed[finding.deal], finding)
        if not typed and not self.errors:
            self.add_error(None, gettext("No deal was filled in."))
        self._refused = frozenset(self._wrong)
        data["deals"] = deals
        return data

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals that could be read."""
        if not self.is_bound:
            return ()
        # Even a list that is refused for something else is shown with what its lines say.
        self.is_valid()
        return tuple(self.cleaned_data.get("deals", ()))

    @property
    def asks(self) -> bool:
        """Whether nothing is wrong but that the rules ask about a line."""
        return bool(self._asked) and {_name(number) for number in self._asked - self._wrong} == set(self.errors)

    def lines(self) -> Iterator[Line]:
        """Yield every line with what it says."""
        deals = {deal.number: deal for deal in self.deals}
        whole = self.whole()
        totals = dict(zip((deal.number for deal in whole.deals), running(whole), strict=True))
        holds = True
        for number in self.numbers:
            name = _name(number)
            holds = holds and number in deals and number not in self._wrong
            yield Line(
                number=number,
                dealer=self.game_list.dealer_of(number),
                closes_round=number % self.game_list.seats == 0,
                field=self[name],
                words=self.spoken(deals[number]) if number in deals and number not in self._refused else "",
                totals=totals[number] if holds else (),
                troubles=tuple(map(str, self.errors.get(name, ()))) if self.is_bound else (),
                asks=number in self._asked - self._wrong,
            )

    def whole(self, deals: Sequence[Deal] | None = None) -> GameList:
        """Return the list as it would be with the deals that could be read."""
        return replace(self.game_list, deals=(*self.game_list.deals, *(self.deals if deals is None else deals)))

    def refusals(self) -> Iterator[tuple[int, str]]:
        """Yield what is wrong with each line, by its deal."""
        for number in self.numbers:
            yield from ((number, str(sentence)) for sentence in self.errors.get(_name(number), []))

    def say(self, number: int, sentence: str) -> None:
        """Refuse the line of a deal, for a reason."""
        self._wrong.add(number)
        self.add_error(_name(number), sentence)

    def _read(self, number: int, text: str) -> Typed | None:
        """Return what a line says; why it cannot be read is said beside it."""
        try:
            return read(text, number=number)
        except Illegible as error:
            self.say(number, shorthand.slip(error))
        except IllegalContract as error:
            self.say(number, lists_refusals.refusal(error))
        return None

    def _must_be_whole(self, typed: dict[int, Typed]) -> None:
        """Refuse lines left out between others."""
        last = max(typed.keys() | self._wrong, default=0)
        for number in range(self.numbers.start, last):
            if number not in typed and number not in self._wrong:
                self.say(number, gettext("This deal was left out. If it was passed in, enter “-” here."))

    def _say(self, typed: Typed, finding: Finding) -> None:
        """Say what the rules find at a line; a question is answered by its sign."""
        number, sentence = typed.deal.number, problems.finding(finding, with_deal=False)
        if finding.problem.severity == "error":
            self.say(number, sentence)
            if finding.problem.code is Code.NULL_BELOW_BID and typed.deal.played:
                self.say(number, games.lost_as(typed.deal.played))
        elif not typed.sure:
            asked = gettext("%(question)s If it stands so on the paper, put %(sure)s behind the line.")
            self.add_error(_name(number), asked % {"question": sentence, "sure": SURE})
            self._asked.add(number)

    def spoken(self, deal: Deal) -> str:
        """Return a deal as a sentence."""
        return games.deal_line(deal, self.names)


def _name(number: int) -> str:
    """Return the name of the field of a deal."""
    return f"d{number}"
