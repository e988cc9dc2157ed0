"""What of a list must not change when nothing is decided."""

from scoring.lists.models import DealRow
from tests.support.objections_and_rulings import points


def state(row) -> tuple:
    """Return everything a ruling might write."""
    tournament = row.table.series.tournament
    row.refresh_from_db()
    deals = list(DealRow.objects.order_by("pk").values())
    return row.version, row.signed_hash, deals, points(row), tournament.journal.count(), tournament.rulings.count()
