"""The journal of money as a list, and as a table to be kept."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import django_tables2 as dt2
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.money.models import MovementRow
from scoring.money.selectors.journal import Names
from scoring.money.services.paying import BY_HAND
from scoring.money.wording.amounts import PLACES, euros
from scoring.money.wording.movements import between, why
from tables.acts.listings import NUMBER, MomentColumn
from tables.sheets import Column, Kind, Sheet

TEXT = {"cell": {"class": "text"}}


class MoneyJournalListing(dt2.Table):  # type: ignore[misc]
    """Every movement; what was taken back says by which one."""

    number = dt2.Column(verbose_name=gettext_lazy("No."), attrs={"cell": {"class": "num place"}})
    at = MomentColumn(verbose_name=gettext_lazy("When"))
    source = dt2.Column(verbose_name=pgettext_lazy("of an amount moved", "From"), orderable=False)
    target = dt2.Column(verbose_name=pgettext_lazy("of an amount moved", "To"), orderable=False)
    cents = dt2.Column(verbose_name=gettext_lazy("Amount"), attrs=NUMBER)
    reason = dt2.Column(verbose_name=gettext_lazy("What for"), orderable=False, attrs=TEXT)
    by = dt2.Column(verbose_name=gettext_lazy("By"), default=gettext_lazy("follows by itself"), orderable=False)

    class Meta:
        attrs = {"class": "listing"}
        order_by = ("-number",)
        row_attrs = {"class": lambda record: "gone" if hasattr(record, "reversed_by") else ""}

    def __init__(self, *args: Any, names: Names, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.slug = names, slug

    def render_source(self, record: MovementRow) -> str:
        """Return where it came from."""
        return between(record, self.names)[0]

    def render_target(self, record: MovementRow) -> str:
        """Return where it went."""
        return between(record, self.names)[1]

    def render_cents(self, value: int) -> str:
        """Return how much it was."""
        return euros(value)

    def render_reason(self, record: MovementRow) -> str:
        """Return why, and what takes it back."""
        if not hasattr(record, "reversed_by"):
            if record.reason not in BY_HAND or record.reverses_id is not None:
                return why(record)
            way = f"{reverse('scoring:money-account', kwargs={'slug': self.slug})}?back={record.number}"
            return format_html('{} <a class="small" href="{}">{}</a>', why(record), way, _("Take it back"))
        back = _("taken back by no. %(number)s") % {"number": record.reversed_by.number}
        return format_html('{} <span class="entrant-note">{}</span>', why(record), back)


def journal_sheet(rows: Iterable[MovementRow], names: Names) -> Sheet:
    """Return the journal of money as a table, the newest first."""
    columns = (
        Column(heading=_("No."), width=8, kind=Kind.INTEGER),
        Column(heading=_("When"), width=18, kind=Kind.DATE),
        Column(heading=pgettext("of an amount moved", "From"), width=32),
        Column(heading=pgettext("of an amount moved", "To"), width=32),
        Column(heading=_("Amount in euros"), kind=Kind.DECIMAL),
        Column(heading=_("What for"), width=44),
        Column(heading=_("Takes back"), width=10, kind=Kind.INTEGER),
        Column(heading=_("Taken back by"), width=10, kind=Kind.INTEGER),
        Column(heading=_("By"), width=20),
    )
    return Sheet(title=_("Journal of money"), columns=columns, rows=(_line(row, names) for row in rows))


def _line(row: MovementRow, names: Names) -> tuple[Any, ...]:
    return (
        row.number,
        localtime(row.at),
        *between(row, names),
        Decimal(row.cents).scaleb(-PLACES),
        why(row),
        row.reverses.number if row.reverses else None,
        row.reversed_by.number if hasattr(row, "reversed_by") else None,
        row.by.get_username() if row.by else "",
    )
