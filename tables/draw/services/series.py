"""A series from its published seats to its start (SkWO 7.1)."""

from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare

from tables.accounts.models import User, new_key
from tables.acts.services.refusals import Refused
from tables.draw.models import Table, new_table_words
from tables.draw.selectors.seats import open_before
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


@transaction.atomic
def publish_series(*, series_id: int, by: User, now: datetime) -> Series:
    """Show the seats to everybody.

    :raises Refused: ``not-a-preview`` unless the series is drawn and not yet published, ``still-by-hand`` while its
        seats are being drawn by hand.
    """
    series = held(series_id)
    if series.status != Series.Status.DRAWN:
        raise Refused("not-a-preview", series=series.number)
    if series.draw_id is None:
        raise Refused("still-by-hand", series=series.number)
    series.status, series.published_at = Series.Status.PUBLISHED, now
    series.save(update_fields=["status", "published_at"])
    journal.record("series.published", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def take_publication_back(*, series_id: int, by: User, now: datetime, gone: journal.Sealing) -> Series:
    """Let a series whose seats are published be a preview again, as long as nobody has begun to play.

    ``gone`` is what went with it, for the journal.

    :raises Refused: ``not-published``, ``series-started``, ``play-began``.
    """
    series = held(series_id)
    if series.started_at:
        raise Refused("series-started", series=series.number)
    if series.status != Series.Status.PUBLISHED:
        raise Refused("not-published", series=series.number)
    if begun := series.tables.exclude(play_began_at=None).order_by("number").first():
        raise Refused("play-began", table=begun.number)
    series.status, series.published_at = Series.Status.DRAWN, None
    series.save(update_fields=["status", "published_at"])
    journal.record(
        "series.publication-withdrawn",
        tournament=series.tournament,
        by=by,
        at=now,
        sealing=gone,
        series=series.number,
    )
    return series


@transaction.atomic
def start_series(*, series_id: int, by: User | None, now: datetime) -> Series:
    """Start a series. It also starts by itself with its first entry; started twice, it starts once.

    With the start, appeals about the series before are too late (ISkO 4.5.10).

    :raises Refused: ``not-published``, ``series-before-open``.
    """
    series = held(series_id)
    if series.status == Series.Status.RUNNING:
        return series
    if series.status != Series.Status.PUBLISHED:
        raise Refused("not-published", series=series.number)
    if before := open_before(series):
        raise Refused("series-before-open", series=series.number, open=before.number)
    series.status, series.started_at = Series.Status.RUNNING, now
    series.save(update_fields=["status", "started_at"])
    journal.record("series.started", tournament=series.tournament, by=by, at=now, series=series.number)
    return series


@transaction.atomic
def renew_key(*, table_id: int, by: User, now: datetime, seen: str | None = None) -> Table:
    """Give a table's list a new key and a new code of four words; whoever holds the old ones is out.

    ``seen`` is the mark of the key that the form was made for: sent twice, or by two at once, it is renewed once.

    :raises Table.DoesNotExist: if the table went with other seats.
    """
    tournament_id = Table.objects.values_list("series__tournament_id", flat=True).get(pk=table_id)
    tournament = turns.take_turn(tournament_id)
    table = Table.objects.select_related("series").get(pk=table_id)
    if seen is not None and not constant_time_compare(seen, table.key_mark):
        return table
    table.key, table.words = new_key(), new_table_words()
    table.save(update_fields=["key", "words"])
    journal.record(
        "table.key-renewed", tournament=tournament, by=by, at=now, series=table.series.number, table=table.number
    )
    return table


def held(series_id: int) -> Series:
    """Return the series as it is in its tournament's turn."""
    tournament_id = Series.objects.values_list("tournament_id", flat=True).get(pk=series_id)
    tournament: Tournament = turns.take_turn(tournament_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    return series
