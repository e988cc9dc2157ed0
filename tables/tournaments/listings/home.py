"""The events of the site or of a club by the time they take place, each part page by page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import User
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import events

CARDS_A_PAGE = 24
OWN_A_PAGE = 6
TITLES = {
    "own": _("Your tournaments"),
    "running": _("Now"),
    "coming": _("Coming"),
    "past": _("Past"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An event as it stands in a list."""

    tournament: Tournament
    entrants: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The events of one time, or one's own: one page of them."""

    key: str
    """By which an address names its pages."""

    title: str
    cards: tuple[Card, ...]
    count: int
    page: int
    pages: int
    before: str
    """The question part of the address of the page before, or nothing."""

    after: str

    @property
    def is_own(self) -> bool:
        """Whether these are one's own events, whose cards lead to the office."""
        return self.key == "own"


def parts(
    shown: QuerySet[Tournament], query: Mapping[str, str], *, today: date, own: QuerySet[Tournament] | None = None
) -> tuple[Part, ...]:
    """Return the parts that are not empty, one's own first; in as many queries for ten thousand events as for ten."""
    rows = events.by_time(shown.only(*events.ON_CARDS), today=today)
    if own is not None:
        mine = events.by_time(own, today=today)
        rows |= {"own": events.Ordered(own, [key for time in ("running", "coming", "past") for key in mine[time].keys])}
    pages: dict[str, Page[Tournament]] = {
        key: Paginator(listed, OWN_A_PAGE if key == "own" else CARDS_A_PAGE).get_page(query.get(key))  # type: ignore[arg-type]
        for key in TITLES
        if (listed := rows.get(key))
    }
    on_page = {key: list(page.object_list) for key, page in pages.items()}
    entrants = (
        events.entrant_counts(tournament.pk for tournaments in on_page.values() for tournament in tournaments)
        if pages
        else {}
    )
    return tuple(
        Part(
            key=key,
            title=str(TITLES[key]),
            cards=tuple(
                Card(tournament=tournament, entrants=entrants.get(tournament.pk, 0)) for tournament in on_page[key]
            ),
            count=page.paginator.count,
            page=page.number,
            pages=page.paginator.num_pages,
            before=_address(query, key, page.number - 1) if page.has_previous() else "",
            after=_address(query, key, page.number + 1) if page.has_next() else "",
        )
        for key, page in pages.items()
    )


def own_among(user: Any, wanted: events.Wanted, *, today: date) -> QuerySet[Tournament] | None:
    """Return a user's own events among those asked for; None for a visitor."""
    return events.wanted_of(events.own(user, today=today), wanted) if isinstance(user, User) else None


def question(query: Mapping[str, str]) -> str:
    """Return what an address asks of the events, without the pages: what a calendar of the same events is asked."""
    return _encoded({name: value for name, value in query.items() if name not in TITLES and value})


def _address(query: Mapping[str, str], key: str, page: int) -> str:
    return f"{_encoded({**query, key: str(page)})}#{key}"


def _encoded(query: Mapping[str, str]) -> str:
    asked = QueryDict(mutable=True)
    for name, value in query.items():
        asked[name] = value[:200]
    return f"?{asked.urlencode()}" if asked else ""
