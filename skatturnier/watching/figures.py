"""The figures of this machine's processes and of the database, put together for whoever asks."""

import os
from collections.abc import Iterator

from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from scoring.lists.models import DealRow
from skatturnier import backups
from skatturnier.watching.counters import counters
from tables.journal.models import JournalEntry


def text() -> bytes:
    """Return all figures as Prometheus reads them."""
    return generate_latest(_counted()) + generate_latest(_stored())


def _counted() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return counters().registry
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _stored() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(Stored())
    return registry


class Stored(Collector):
    """What the database and the backups' folder know."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            deals, lines = DealRow.objects.filter(voided_at=None).count(), JournalEntry.objects.count()
        except DatabaseError:
            yield GaugeMetricFamily("skatturnier_database_up", "Whether the database answers.", value=0)
        else:
            yield GaugeMetricFamily("skatturnier_database_up", "Whether the database answers.", value=1)
            yield GaugeMetricFamily("skatturnier_deals", "Deals entered that count.", value=deals)
            yield GaugeMetricFamily("skatturnier_journal_lines", "Acts in all journals.", value=lines)
        state = backups.state()
        yield GaugeMetricFamily(
            "skatturnier_backup_problems",
            "What the last backup could not do, and found wrong.",
            value=len(state.problems) + len(state.findings),
        )
        if state.last:
            age = (timezone.now() - state.last).total_seconds()
            yield GaugeMetricFamily("skatturnier_backup_age_seconds", "Since the last checked backup.", value=age)
