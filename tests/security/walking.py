"""Every address of the site in an event in the middle of its day, and who asks for it."""

from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.support.site_crawler import PLACEHOLDER

PLACE = {
    "season": "klubmeisterschaft",
    "division": 1,
    "slug": "cup",
    "language": "de",
    "series": 2,
    "table": 1,
    "deal": 1,
    "number": 1,
    "line": 30,
    "club": "sc-herz-dame",
    "run": "0" * 32,
    "hash": "0" * 64,
    "rest": "nowhere",
}


class Walk:
    """Addresses and visitors of one event."""

    def __init__(self) -> None:
        self.event = busy.event()
        self.row = factories.list_of(self.event.series.get(number=2))
        self.player = self.event.entrants.get(number=1)
        self.place: dict[str, Any] = PLACE
        self.visitors = {
            "visitor": self.visitor(),
            "director": self.visitor(user="direktor"),
            "table": self.visitor(shows=f"/l/{self.row.table.key}/"),
            "player": self.visitor(shows=f"/p/{self.player.key}/"),
        }

    @staticmethod
    def visitor(*, user: str = "", shows: str = "", **kwargs: Any) -> Client:
        """Return somebody's browser; whoever signs in or shows a key has done so."""
        made = Client(headers={"accept-language": "en"}, raise_request_exception=False, **kwargs)
        if user:
            made.force_login(factories.user(user))
        if shows:
            assert made.get(shows).status_code in {200, 302}
        return made

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the address of everything there is; of a key, one that exists."""
        for name, route in routes():
            place = {**self.place, "key": self.row.table.key if name.endswith("list-key") else self.player.key}
            yield name, PLACEHOLDER.sub(lambda found, place=place: str(place[found[1]]), route)


def routes(patterns: Any = None, before: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    """Yield every route of the site by its full name."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from routes(one.url_patterns, route, inner)
        elif isinstance(one, URLPattern) and "^" not in route:
            yield f"{space}{one.name}", route
