"""Lists typed from paper: whole, and checked; or only the result of each player (SkWO 7.2)."""

import enum
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext

from scoring.lists.forms.totals import TotalsForm
from scoring.lists.wording import comparison
from scoring.paper_desk.forms.typed import Line, TypedListForm
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import tallies

FIRST = "first"
"""What leads the names of the lines typed at the first time."""


class Check(enum.StrEnum):
    """How a typed list is checked before it goes in; the values of the buttons."""

    SUMS = "sums"
    """Against the sums on the sheet."""

    AGAIN = "again"
    """By typing it a second time: the first time is done."""

    TWICE = "twice"
    """The second time is done too."""


class PaperList:
    """A list on its way from paper. Nothing goes in unchecked: it is typed twice, or held against the sheet's sums."""

    def __init__(
        self,
        posted: Mapping[str, str] | None = None,
        *,
        game_list: GameList,
        names: Sequence[str],
        until: int | None,
    ) -> None:
        self.game_list, self.names, self.until = game_list, names, until
        self.check = _check(posted)
        self.typed = TypedListForm(posted, game_list=game_list, names=names, until=until)
        self.first: TypedListForm | None = None
        """What was typed at the first time, while the second one goes on."""

        if self.check is Check.TWICE:
            self.first = TypedListForm(posted, prefix=FIRST, game_list=game_list, names=names, until=until)
        sums = posted if self.check is Check.SUMS else None
        self.sums = [TotalsForm(sums, prefix=f"s{place}") for place in range(1, game_list.seats + 1)]

    def is_valid(self) -> bool:
        """Test the lines, and what they are checked against."""
        if self.check is Check.SUMS:
            return self._fits_the_sums()
        if self.first is not None:
            self._compare(self.first)
        return self.typed.is_valid()

    @property
    def has_errors(self) -> bool:
        """Whether anything was refused."""
        return bool(self.typed.errors) or any(form.errors for form in self.sums)

    @property
    def asks(self) -> bool:
        """Whether what was refused are questions only."""
        return self.typed.asks and not any(form.errors for form in self.sums)

    @property
    def entry_key(self) -> UUID:
        """The key of the list: the same list sent twice counts once."""
        key = self.typed.cleaned_data["entry_key"]
        if not isinstance(key, UUID):
            raise TypeError(key)
        return key

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals that were typed."""
        return self.typed.deals

    def second_time(self) -> "PaperList":
        """Return the list empty again, to be typed a second time; what was typed first comes along unseen."""
        again = PaperList(game_list=self.game_list, names=self.names, until=self.until)
        again.typed.initial["entry_key"] = self.entry_key
        held = {field.name: field.value() for field in self.typed.visible_fields()}
        again.first = TypedListForm(
            prefix=FIRST, initial=held, game_list=self.game_list, names=self.names, until=self.until
        )
        return again

    def lines(self) -> Iterator[Line]:
        """Yield every line with what it says, and with what was typed there first."""
        for line in self.typed.lines():
            if self.first is not None:
                line.first = self.first[line.field.name]
                line.differs = bool(line.troubles)
            yield line

    def _fits_the_sums(self) -> bool:
        """Test whether every line holds and the sums of the sheet are those of the lines."""
        # Every form is tested, so that each shows what is wrong in it.
        fits = min([self.typed.is_valid(), *(form.is_valid() for form in self.sums)])
        if fits:
            for form, tally in zip(self.sums, tallies(self.typed.whole()), strict=True):
                form.hold_against(tally)
        return fits and not self.has_errors

    def _compare(self, first: TypedListForm) -> None:
        """Say at each line where the second time differs from the first."""
        if not (self.typed.is_bound and first.is_bound):
            return
        for number, sentence in first.refusals():
            self.typed.say(number, gettext("At the first time: %(sentence)s") % {"sentence": sentence})
        before = {deal.number: deal for deal in first.deals}
        now = {deal.number: deal for deal in self.typed.deals}
        for number in sorted(before.keys() | now.keys()):
            if number not in before or number not in now:
                self.typed.say(number, gettext("This deal was typed only once."))
            elif found := difference(before[number], now[number]):
                said = {"line": self.typed.spoken(before[number]), "cells": comparison.cells(found)}
                sentence = gettext("The first time it was: %(line)s. Different: %(cells)s.")
                self.typed.say(number, sentence % said)


def _check(posted: Mapping[str, str] | None) -> Check | None:
    """Return how a list that was sent is to be checked; what is not said is held against the sums."""
    if posted is None:
        return None
    said = posted.get("check", "")
    return Check(said) if said in set(Check) else Check.SUMS
