"""Lists of entrants: the public one, and whom a search finds."""

from collections.abc import Callable, Sequence

import django_tables2 as dt2
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tables.intake.names import plain
from tables.people.models import Entrant


class EntrantsListing(dt2.Table):  # type: ignore[misc]
    """Who is registered: start number, name and club, as each wants to be named; sorted by what is shown, too."""

    number = dt2.Column(verbose_name=_("No."), attrs={"cell": {"class": "num place"}})
    name = dt2.Column(
        accessor="public_name", order_by="public_order", verbose_name=_("Name"), attrs={"cell": {"class": "name"}}
    )
    club = dt2.Column(
        accessor="public_club",
        order_by="public_club_order",
        verbose_name=_("Club"),
        default="",
        attrs={"cell": {"class": "club"}},
    )

    class Meta:
        orderable = True
        order_by = ("number",)
        empty_text = _("Nobody of this name or number is registered.")

    def render_name(self, record: Entrant) -> str:
        """Show beside the name who does not play any more (SkWO 4.3)."""
        if record.excluded_at is None:
            return record.public_name
        return format_html('{} <span class="entrant-note entrant-out">{}</span>', record.public_name, _("excluded"))


def matching_in_public(entrants: Sequence[Entrant], search: str) -> list[Entrant]:
    """Return those of whom every word typed is part of what the public sees of name and club, or the start number.

    A search must not find what the page does not show: it would tell whose number or other name it is.
    """
    return fitting(entrants, search, lambda entrant: f"{entrant.shown_name} {entrant.public_club}")


def fitting(entrants: Sequence[Entrant], search: str, text_of: Callable[[Entrant], str]) -> list[Entrant]:
    """Return those of whom every word typed is part of a text, or is the start number."""
    words = plain(search).split()
    if not words:
        return list(entrants)
    return [entrant for entrant in entrants if _fits(entrant, words, plain(text_of(entrant)))]


def _fits(entrant: Entrant, words: Sequence[str], text: str) -> bool:
    return all(word in text or word == str(entrant.number) for word in words)
