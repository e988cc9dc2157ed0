"""The clubs of the site as a list."""

import django_tables2 as dt2
from django.utils.translation import gettext_lazy

from tables.acts.listings.columns import NAME, NUMBER, WIDE_TEXT, CellColumn


class ClubsListing(dt2.Table):  # type: ignore[misc]
    """Clubs with how many of their events the public may see."""

    name = CellColumn("tables/clubs/_name.html", order_by="order", verbose_name=gettext_lazy("Name"), attrs=NAME)
    place = dt2.Column(verbose_name=gettext_lazy("Place"), default="", attrs=WIDE_TEXT)
    events = dt2.Column(verbose_name=gettext_lazy("Events"), attrs=NUMBER)
