"""Where the addresses of an event, its office, its series and its tables begin; of a season and its league too."""

from typing import Final

from django.urls import URLPattern, URLResolver, reverse
from django.urls.resolvers import RoutePattern

TOURNAMENT: Final = "t/<slug:slug>/"
OFFICE: Final = f"{TOURNAMENT}office/"
SERIES: Final = f"{OFFICE}series/<int:series>/"
TABLE: Final = f"{TOURNAMENT}series/<int:series>/table/<int:table>/"
OFFICE_TABLE: Final = f"{SERIES}table/<int:table>/"
OWN: Final = f"{TOURNAMENT}seats/<int:number>/"
BOOK: Final = "clubs/<slug:club>/book/"
SEASON: Final = "seasons/<slug:season>/"
DIVISION: Final = f"{SEASON}league/<int:division>/"
MATCH: Final = f"{DIVISION}matches/<int:number>/"


def section(slug: str, at: str) -> str:
    """Return where a section of an event's settings stands open after an act: at the top, where its message is."""
    return f"{reverse('scoring:settings', kwargs={'slug': slug})}?at={at}"


def topic(module: str, route: str = "", app_name: str | None = None, namespace: str | None = None) -> URLResolver:
    """Return the addresses of a topic, read when somebody asks for one of them or :func:`read_all` does.

    ``django.urls.include`` would read them and all their views at once: then a start could not even say that it is
    there before every page of the office was read.
    """
    return URLResolver(RoutePattern(route), module, app_name=app_name, namespace=namespace)


def read_all(patterns: list[URLPattern | URLResolver]) -> None:
    """Read the addresses of all topics below some, with their views."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            read_all(pattern.url_patterns)
