"""The direction types a whole list from paper, one short line a deal (SkWO 7.2)."""

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.lists.forms.fields import TotalsForm, sits_in
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views import directed_sheet, sheet_context
from scoring.lists.wording import comparison, games
from scoring.lists.wording import refusals as problems
from scoring.paper_desk import services
from scoring.paper_desk.services import take_deals
from scoring.paper_desk.views.results import onward, typed_elsewhere
from scoring.rules.codes import Code
from scoring.rules.comparison import difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import running, tallies
from scoring.rules.notation.shorthand import SURE, Illegible, Typed, read
from tables.accounts.access import acting
from tables.acts.forms import EntryKey
from tables.acts.views import refusals_at, status_of
from tables.acts.wording import refusals as lists_refusals
from tables.tournaments.views.frames import typed

LONGEST = 40  # letters that a line has room for; the longest that says anything has about a dozen
NO_HELP = {"autocomplete": "off", "autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


@dataclass(slots=True, kw_only=True)
class ListLine:
    """One line of the list as it is shown: what was typed, and what it says."""

    number: int
    dealer: int
    closes_round: bool
    field: BoundField
    words: str = ""
    totals: tuple[int, ...] = ()  # the running totals after it; empty where a line before it is wrong
    troubles: tuple[str, ...] = ()
    asks: bool = False  # whether its troubles are only questions
    first: BoundField | None = None  # what was typed here at the first time, if this is the second
    differs: bool = False  # whether both have to be seen


class TypedListForm(forms.Form):
    """The deals of a list that are still missing; everything that is wrong is said at its line, at once."""

    entry_key = EntryKey()

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
        self._refused: frozenset[int] = frozenset()  # deals that cannot be: nothing is claimed of them

        for number in self.numbers:
            self.fields[_name(number)] = forms.CharField(
                label=gettext("Deal %(number)s") % {"number": number},
                max_length=LONGEST,
                required=False,
                widget=forms.TextInput(attrs={**NO_HELP, "data-line": number}),
            )

    def clean(self) -> dict[str, Any]:
        """Read every line, and ask the rules about the list as it would be."""
        data = super().clean() or {}
        self._wrong = {number for number in self.numbers if _name(number) in self.errors}
        typed = {number: line for number in self.numbers if (line := self._read(number, data.get(_name(number), "")))}
        self._must_be_whole(typed)
        deals = tuple(line.deal for _number, line in sorted(typed.items()))
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

    def lines(self) -> Iterator[ListLine]:
        """Yield every line with what it says."""
        deals = {deal.number: deal for deal in self.deals}
        whole = self.whole()
        totals = dict(zip((deal.number for deal in whole.deals), running(whole), strict=True))
        holds = True
        for number in self.numbers:
            name = _name(number)
            holds = holds and number in deals and number not in self._wrong
            yield ListLine(
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
        try:
            return read(text, number=number)
        except Illegible as error:
            self.say(number, services.slip(error))
        except IllegalContract as error:
            self.say(number, lists_refusals.refusal(error))
        return None

    def _must_be_whole(self, typed: dict[int, Typed]) -> None:
        last = max(typed.keys() | self._wrong, default=0)
        for number in range(self.numbers.start, last):
            if number not in typed and number not in self._wrong:
                self.say(number, gettext("This deal was left out. If it was passed in, enter “-” here."))

    def _say(self, typed: Typed, finding: Finding) -> None:
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
    return f"d{number}"


FIRST = "first"  # what leads the names of the lines typed at the first time


class Check(enum.StrEnum):
    """How a typed list is checked before it goes in; the values of the buttons."""

    SUMS = "sums"  # against the sums on the sheet
    AGAIN = "again"  # by typing it a second time: the first time is done
    TWICE = "twice"  # the second time is done too


class PaperList:
    """A list on its way from paper. Nothing goes in unchecked: it is typed twice, or held against the sheet's sums."""

    def __init__(
        self, posted: Mapping[str, str] | None = None, *, game_list: GameList, names: Sequence[str], until: int | None
    ) -> None:
        self.game_list, self.names, self.until = game_list, names, until
        self.check = _check(posted)
        self.typed = TypedListForm(posted, game_list=game_list, names=names, until=until)
        self.first: TypedListForm | None = None

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

    def lines(self) -> Iterator[ListLine]:
        """Yield every line with what it says, and with what was typed there first."""
        for line in self.typed.lines():
            if self.first is not None:
                line.first = self.first[line.field.name]
                line.differs = bool(line.troubles)
            yield line

    def _fits_the_sums(self) -> bool:
        # Every form is tested, so that each shows what is wrong in it.
        fits = min([self.typed.is_valid(), *(form.is_valid() for form in self.sums)])
        if fits:
            for form, tally in zip(self.sums, tallies(self.typed.whole()), strict=True):
                form.hold_against(tally)
        return fits and not self.has_errors

    def _compare(self, first: TypedListForm) -> None:
        if not (self.typed.is_bound and first.is_bound):
            return
        for number, sentence in first.refusals():
            self.typed.say(number, gettext("At the first time: %(sentence)s") % {"sentence": sentence})
        before = {deal.number: deal for deal in first.deals}
        now = {deal.number: deal for deal in self.typed.deals}
        for number in sorted(before.keys() | now.keys()):
            if number not in before or number not in now:
                self.typed.say(number, gettext("This deal was typed only once."))
            elif found_difference := difference(before[number], now[number]):
                values = {"line": self.typed.spoken(before[number]), "cells": comparison.cells(found_difference)}
                sentence = gettext("The first time it was: %(line)s. Different: %(cells)s.")
                self.typed.say(number, sentence % values)


def _check(posted: Mapping[str, str] | None) -> Check | None:
    if posted is None:
        return None
    text = posted.get("check", "")
    return Check(text) if text in set(Check) else Check.SUMS


@require_http_methods(["GET", "POST"])
def whole_list(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take every deal that is still missing, one line each, once they are checked."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    if elsewhere := typed_elsewhere(request, sheet):
        return elsewhere
    posted = typed(request)
    paper = _paper(sheet, posted, since=_since(posted))
    button = forms.Form(posted)
    if posted is not None and paper.is_valid():
        if paper.check is Check.AGAIN:
            paper = paper.second_time()
        else:
            with refusals_at(button):
                sits = sits_in(posted)
                taken = take_deals(
                    list_id=sheet.row.pk, deals=paper.deals, entry_key=paper.entry_key, sits=sits, **acting(request)
                )
                return onward(request, taken, sheet)
            # What was entered elsewhere in the meantime is not typed again; the rest of it stays.
            paper = _paper(sheet, posted)
    refusals = list(button.non_field_errors())
    has_errors = bool(refusals) or paper.has_errors
    context = sheet_context(request, sheet) | {
        "paper": paper,
        "players": list(zip(sheet.seats, paper.sums, strict=True)),
        "since": paper.typed.numbers.start,
        "asks": paper.asks and not refusals,
        "refusals": refusals or [str(error) for error in paper.typed.non_field_errors()],
        "has_errors": has_errors,
    }
    status = status_of(button, refused=has_errors)
    return render(request, "scoring/paper_desk/whole_list.html", context, status=status)


@require_safe
def read_lines(request: HttpRequest, *, slug: str, series: int, table: int) -> JsonResponse:
    """Answer what the lines typed so far say, for the page they are typed on; nothing is entered."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    paper = _paper(sheet, request.GET)
    paper.typed.is_valid()
    return JsonResponse(
        {
            "lines": [
                {
                    "number": line.number,
                    "words": line.words,
                    "totals": [games.points(total) for total in line.totals],
                    "troubles": line.troubles,
                    "asks": line.asks,
                }
                for line in paper.lines()
            ]
        }
    )


def _paper(sheet: Sheet, posted: QueryDict | None, *, since: int | None = None) -> PaperList:
    """What a repeat of the same list wants to enter is there already: the service knows it by its key."""
    entered = sheet.game_list.deals
    before = entered if since is None else tuple(deal for deal in entered if deal.number < since)
    return PaperList(
        posted,
        game_list=replace(sheet.game_list, deals=before),
        names=games.short_names_at(sheet.seats),
        until=sheet.row.struck_after,
    )


def _since(posted: QueryDict | None) -> int | None:
    text = "" if posted is None else posted.get("since", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) else None
