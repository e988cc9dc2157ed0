"""Who is in charge, as a list."""

from typing import Any

import django_tables2 as dt2
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.acts.listings.columns import NAME, NUMBER, WIDE, ActionColumn, CellColumn
from tables.tournaments.models import Role


class OfficialsListing(dt2.Table):  # type: ignore[misc]
    """The offices of an event, each with a button that takes it away."""

    user = CellColumn(
        "tables/tournaments/people/_account.html",
        order_by="order",
        verbose_name=gettext_lazy("User name"),
        attrs=NAME,
    )
    kind = dt2.Column(verbose_name=pgettext_lazy("held by a person", "Office"))
    plays_as = dt2.Column(order_by="plays_as__number", verbose_name=gettext_lazy("Plays as"), default="–", attrs=WIDE)
    dismiss = ActionColumn("tables/tournaments/people/_dismiss.html", verbose_name=gettext_lazy("Action"), attrs=NUMBER)

    def render_kind(self, record: Role) -> str:
        """Return the office; on a phone with the number they play as."""
        if record.plays_as is None:
            return record.get_kind_display()
        plays = _("plays as no. %(n)s") % {"n": record.plays_as.number}
        return format_html('{}<span class="narrow-only entrant-line">{}</span>', record.get_kind_display(), plays)

    def render_plays_as(self, record: Any) -> str:
        """Return start number and name."""
        number = _("No. %(n)s") % {"n": record.plays_as.number}
        return f"{number} {record.plays_as.name}"
