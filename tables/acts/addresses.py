"""Where the addresses of an event, its office, its series and its tables begin."""

from collections.abc import Callable
from typing import Final

from django.http import HttpResponseBase
from django.views.generic import RedirectView

TOURNAMENT: Final = "t/<slug:slug>/"
OFFICE: Final = f"{TOURNAMENT}office/"
SERIES: Final = f"{OFFICE}series/<int:series>/"
TABLE: Final = f"{TOURNAMENT}series/<int:series>/table/<int:table>/"
OFFICE_TABLE: Final = f"{SERIES}table/<int:table>/"
OWN: Final = f"{TOURNAMENT}seats/<int:number>/"
BOOK: Final = "clubs/<slug:club>/book/"


def moved_to(name: str) -> Callable[..., HttpResponseBase]:
    """Return the view of an address that people kept, which leads to the one of today."""
    return RedirectView.as_view(pattern_name=name, permanent=True, query_string=True, http_method_names=["get", "head"])
