"""The columns that every list of the office is made of, and how a list takes its page and its order from an address."""

from datetime import datetime
from typing import Any, Final, TypeVar

import django_tables2 as dt2
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

ROWS_A_PAGE = 100

L = TypeVar("L", bound=dt2.Table)

NAME: Final = {"cell": {"class": "name"}}
NUMBER: Final = {"cell": {"class": "num"}}
WIDE: Final = {"cell": {"class": "wide-only"}}
WIDE_NUMBER: Final = {"cell": {"class": "num wide-only"}}
WIDE_TEXT: Final = {"cell": {"class": "text wide-only"}}
"""What a phone shows in a line below the name instead."""


class CellColumn(dt2.TemplateColumn):  # type: ignore[misc]
    """A cell with a template of its own, in which the row is ``record``; it sorts by ``order_by``, if it has one."""

    def __init__(self, template: str, *, order_by: str = "", **kwargs: Any) -> None:
        by: dict[str, Any] = {"order_by": order_by} if order_by else {"orderable": False}
        super().__init__(template_name=template, **by, **kwargs)


class ActionColumn(CellColumn):
    """A button or a box of a row; the heading is for screen readers alone."""

    is_heading_hidden = True


class MomentColumn(dt2.Column):  # type: ignore[misc]
    """A moment, to the second, as the clock in the hall shows it."""

    def render(self, value: datetime) -> SafeString:
        """Return the moment for people and for programs."""
        return moment(value)


def moment(value: datetime | None) -> SafeString:
    """Return a moment, to the second, as HTML; nothing of what a bent database has in its place."""
    if value is None:
        return SafeString("")
    at = localtime(value)
    shown = f"{date_format(at, 'SHORT_DATE_FORMAT')} {at:%H:%M:%S}"
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), shown)


def arranged(request: HttpRequest, listing: L, *, rows_a_page: int = 0) -> L:
    """Return a list in the order and at the page that an address asks for; nonsense asks for nothing."""
    listing.request = request
    # The library takes whatever comes for the name of a column.
    asked = [name for name in request.GET.getlist("sort") if name.removeprefix("-") in listing.base_columns]
    if asked:
        listing.order_by = asked
    listing.paginator = Paginator(listing.rows, rows_a_page or ROWS_A_PAGE)
    listing.page = listing.paginator.get_page(request.GET.get("page"))
    return listing
