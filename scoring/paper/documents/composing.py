"""Composing the document that somebody wants printed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from django.urls import reverse

from scoring.disputes.selectors import appealed
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.lists.selectors import lists
from scoring.lists.selectors import sheets as lists_sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.paper.documents.certificates import certificates
from scoring.paper.documents.entrant_lists import entrant_list
from scoring.paper.documents.lists_overview import lists_overview
from scoring.paper.documents.plan import plan
from scoring.paper.documents.rankings import ranking
from scoring.paper.documents.rulings import rulings
from scoring.paper.documents.seat_plans import seat_plan
from scoring.paper.documents.start_cards import SeatLink, start_cards
from scoring.paper.documents.table_cards import Way, table_cards
from scoring.paper.documents.team_rankings import team_ranking
from scoring.paper.documents.wanted import Kind, Wanted
from scoring.paper.selectors import cards as paper_cards
from scoring.paper.sheets.score_sheets import (
    Fill,
    Link,
    Look,
    Verification,
    all_score_sheets,
    score_sheets,
    spare_sheets,
)
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.named import FULL, PUBLIC, Names
from scoring.results.selectors import classes, standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tables.draw.selectors import seats
from tables.people import selectors
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments

TWO = 2
"""Table cards on a sheet if nobody says otherwise."""

CODES = "/code/"
"""Where the words of a table are typed."""


class NothingToPrint(Exception):
    """There is nothing of what is wanted any more: the series was taken back, the table is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The addresses that stand on paper; none where no phone would get anywhere by them."""

    site: str
    """Empty where phones cannot reach it."""

    @property
    def to_list(self) -> Link | None:
        """Return what makes the address of a table's list."""
        if not self.site:
            return None
        return lambda table: self.site + reverse("scoring:list-key", kwargs={"key": table.key})

    @property
    def to_verification(self) -> Verification | None:
        """Return what makes the address at which a signed list is verified."""
        if not self.site:
            return None
        return lambda found: self.site + reverse("scoring:verify", kwargs={"hash": found})

    @property
    def to_own_page(self) -> SeatLink | None:
        """Return what makes the address that opens an entrant's own page."""
        if not self.site:
            return None
        return lambda entrant: self.site + reverse("scoring:own-key", kwargs={"key": entrant.key})

    @property
    def way(self) -> Way | None:
        """Return how phones get to the list of a table."""
        link = self.to_list
        return Way(link=link, typed_at=f"{self.site.removeprefix('https://')}{CODES}") if link else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is wanted, of which tournament."""

    tournament: Tournament
    wanted: Wanted
    links: Links
    now: datetime
    names: Names = PUBLIC
    """By which names goes what hangs on a wall; what is the office's names everybody in full."""

    @property
    def series(self) -> list[Series]:
        """The series that are wanted."""
        found = self.tournament.series.order_by("number")
        chosen = list(found if self.wanted.series is None else found.filter(number=self.wanted.series))
        for one in chosen:
            one.tournament = self.tournament
        return chosen

    @property
    def only(self) -> Series | None:
        """The one series that is wanted, if it is one."""
        return self.one if self.wanted.series is not None else None

    @property
    def one(self) -> Series:
        """The series of a document about one.

        :raises NothingToPrint: if it is gone.
        """
        found = self.series
        if not found:
            raise NothingToPrint
        return found[0]

    def has_table(self, number: int) -> bool:
        """Test whether a table is wanted."""
        return not self.wanted.tables or number in self.wanted.tables


def compose(task: Task) -> Document:
    """Return the document, in the language of the moment.

    :raises NothingToPrint: if there is nothing of it any more.
    """
    return COMPOSERS[task.wanted.kind](task)


def _sheets(task: Task) -> Document:
    wanted, links = task.wanted, task.links
    found = chain.from_iterable(_sheets_of(task, one) for one in task.series if one.published_at)
    look = Look(now=task.now, link=links.to_list, verification=links.to_verification, fill=wanted.fill)
    sheets = list(found)
    if not sheets:
        raise NothingToPrint
    if only := task.only:
        return score_sheets(only, sheets, now=look.now, link=look.link, verification=look.verification, fill=look.fill)
    return all_score_sheets(task.tournament, sheets, look)


def _sheets_of(task: Task, series: Series) -> Iterator[Sheet]:
    found = (sheet for sheet in lists_sheets.sheets(series) if task.has_table(sheet.row.table.number))
    return (sheet for sheet in found if sheet.row.signed_at) if task.wanted.signed else found


def _spare(task: Task) -> Document:
    wanted = task.wanted
    return spare_sheets(task.tournament, series=wanted.series, seats=wanted.seats, copies=wanted.copies)


def _seats(task: Task) -> Document:
    if task.one.published_at is None:
        raise NothingToPrint
    return seat_plan(task.one, seats.seating_of(task.one), names=task.names)


def _table_cards(task: Task) -> Document:
    tables = [table for table, _seats in seats.seating_of(task.one) if task.has_table(table.number)]
    if not tables:
        raise NothingToPrint
    return table_cards(task.one, tables, a_sheet=task.wanted.a_sheet or TWO, way=task.links.way)


def _start_cards(task: Task) -> Document:
    cards = paper_cards.start_cards(task.tournament, ahead=task.wanted.ahead)
    return start_cards(
        task.tournament,
        [card for card in cards if task.has_table(card.entrant.number)],
        series=task.tournament.series.count(),
        a_sheet=task.wanted.a_sheet,
        link=task.links.to_own_page,
    )


def _entrants(task: Task) -> Document:
    found = selectors.entrants(task.tournament).filter(withdrawn_at=None)
    wanted = task.wanted
    return entrant_list(
        task.tournament,
        found,
        order=wanted.order,
        has_boxes=wanted.has_boxes,
        as_of=task.now,
        names=FULL if wanted.has_boxes else task.names,
    )


def _plan(task: Task) -> Document:
    page = reverse("tables:tournament", kwargs={"slug": task.tournament.slug})
    link = task.links.site + page if task.links.site else None
    return plan(task.tournament, list(tournaments.series_of(task.tournament)), link=link)


def _ranking(task: Task) -> Document:
    found, of = standings.standings(task.tournament, only=task.only), task.wanted.of
    if task.wanted.signed and not found.is_official:
        raise NothingToPrint
    if of:
        found = classes.of_class(found, of)
    return ranking(task.tournament, found, only=task.only, as_of=task.now, of=of, names=task.names)


def _rankings(task: Task) -> Document:
    found = next((one for one in rankings_of(task.tournament) if one.number == task.wanted.ranking), None)
    if found is None:
        raise NothingToPrint
    return team_ranking(shown_ranking(found), as_of=task.now, names=task.names)


def _certificates(task: Task) -> Document:
    found, wanted = standings.standings(task.tournament, only=task.only), task.wanted
    if not found.is_official or (task.only is None and len(found.series) < task.tournament.series.count()):
        raise NothingToPrint
    if wanted.of:
        found = classes.of_class(found, wanted.of)
    return certificates(task.tournament, found, only=task.only, of=wanted.of, places=wanted.places, paper=wanted.paper)


def _lists(task: Task) -> Document:
    return lists_overview(task.one, lists.lists_with_results(task.one), as_of=task.now)


def _decisions(task: Task) -> Document:
    made = [disputes_rulings.ruling_document(ruling) for ruling in disputes_rulings.rulings_of(task.tournament)]
    waiting = appealed.appeal_documents(task.tournament)
    if not made and not waiting:
        raise NothingToPrint
    return rulings(task.tournament, made, waiting)


def _signed(task: Task) -> Document:
    kind = task.wanted.signed or Kind.RANKING
    return compose(replace(task, wanted=replace(task.wanted, kind=kind, signed=kind, fill=Fill.ENTERED)))


COMPOSERS: dict[Kind, Callable[[Task], Document]] = {
    Kind.SHEETS: _sheets,
    Kind.SPARE: _spare,
    Kind.SEATS: _seats,
    Kind.TABLE_CARDS: _table_cards,
    Kind.START_CARDS: _start_cards,
    Kind.ENTRANTS: _entrants,
    Kind.PLAN: _plan,
    Kind.RANKING: _ranking,
    Kind.RANKINGS: _rankings,
    Kind.CERTIFICATES: _certificates,
    Kind.LISTS: _lists,
    Kind.DECISIONS: _decisions,
    Kind.SIGNED: _signed,
}
