"""The public list of entrants."""

import django_tables2 as dt2
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tables.models import Entrant
from tables.wording import called

ROWS_A_PAGE = 100


class EntrantsListing(dt2.Table):  # type: ignore[misc]
    """Who is registered: start number, name and club."""

    number = dt2.Column(verbose_name=_("No."), attrs={"cell": {"class": "num place"}})
    name = dt2.Column(verbose_name=_("Name"), empty_values=(), attrs={"cell": {"class": "name"}})
    club = dt2.Column(verbose_name=_("Club"), default="", attrs={"cell": {"class": "club"}})

    class Meta:
        orderable = True
        order_by = ("number",)
        empty_text = _("Nobody of this name or number is registered.")

    def render_name(self, record: Entrant) -> str:
        """Show the start number while there is no name, and who does not play any more (SkWO 4.3)."""
        name = called(record.number, record.name)
        if record.excluded_at is None:
            return name
        return format_html('{} <span class="entrant-note entrant-out">{}</span>', name, _("excluded"))
