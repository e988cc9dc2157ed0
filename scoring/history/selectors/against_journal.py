"""Whether what is stored is what the journal tells: entries, lists, series, lots, orders.

It asks only a journal whose chain is whole: then whoever changed a row would have had to change the journal too.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Q

from scoring.disputes.models import Measure
from scoring.history.selectors import replay
from scoring.history.selectors.as_of import filling_in, held_after, lines_until, plans_of
from scoring.history.selectors.problems import SHOWN, Discrepancy, Doubt, Doubtful, differing
from scoring.lists.models import Call, Confirmation, DealRow, EntryRow, GameListRow, SecondDealRow, TotalsRow
from scoring.lists.selectors.history import entry_hash
from scoring.lists.selectors.sitting import BY_TABLE
from scoring.results.models import Lot
from tables import seating
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament

A_HAIR = timedelta(milliseconds=1)
OF_CALLS = ("call.made", "call.settled", "phone.took-over")
RINGS = (Call.Kind.OBJECTION, Call.Kind.JUDGE)
EVERY_LIST = Q()


def against_journal(tournament: Tournament, *, last: int) -> Iterator[Discrepancy]:
    """Yield what is stored otherwise than the journal tells it up to its last line, in a fixed number of queries."""
    besides = (
        Q(data__has_key="measure") | Q(data__has_key="lots") | Q(action__in=OF_CALLS) | Q(data__has_key="fills_in")
    )
    lines = lines_until(tournament, last, also=besides)
    then = replay.series_then((line for line in lines if line.action in replay.OF_SERIES), plans_of(tournament))
    yield from _of_draws(tournament, lines)
    yield from _of_series(tournament, then)
    yield from _of_lists(tournament, lines)
    yield from _of_calls(tournament, lines)
    yield from _of_lots(tournament, lines)
    yield from _of_orders(tournament, lines, then)


def _of_draws(tournament: Tournament, lines: Iterable[JournalEntry]) -> Iterator[Discrepancy]:
    latest: dict[int, int] = {}
    values: dict[int, str] = {}
    for line in lines:
        if line.action not in replay.OF_SERIES or "record" not in line.data:
            continue
        data = line.data
        for number in data.get("all_series") or [data["series"]]:
            latest[number] = data.get("draw") or latest[number]
        values[latest[data["series"]]] = data["record"]
    for draw in tournament.draws.order_by("number"):
        if computed := values.get(draw.number):
            stored = seating.record_hash(draw.record)
            yield from differing(Doubt.RECORD_UNKNOWN, stored, computed, length=SHOWN, draw=draw.number)


def _of_series(tournament: Tournament, values: dict[int, replay.SeriesThen]) -> Iterator[Discrepancy]:
    seated, displaced = _seated(tournament)
    for number, table in sorted(displaced):
        yield Discrepancy(doubt=Doubt.SEAT_DISPLACED, series=number, table=table)
    for series in tournament.series.order_by("number"):
        then = values.get(series.number, replay.SeriesThen())
        by_hand = series.status == Series.Status.DRAWN and series.draw_id is None
        if not by_hand:
            yield from differing(Doubt.SERIES_DIFFERS, series.status, then.status, series=series.number)
        drawn = {table: company for table, company in enumerate(then.seats, start=1) if company}
        for table in sorted(drawn.keys() ^ seated[series.number].keys() if not by_hand else ()):
            yield Discrepancy(doubt=Doubt.SERIES_DIFFERS, series=series.number, table=table)
        for table in sorted(drawn.keys() & seated[series.number].keys()):
            stored, computed = _joined(seated[series.number][table]), _joined(drawn[table])
            yield from differing(Doubt.SERIES_DIFFERS, stored, computed, series=series.number, table=table)


def _seated(tournament: Tournament) -> tuple[dict[int, dict[int, list[int]]], set[tuple[int, int]]]:
    seated: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    displaced: set[tuple[int, int]] = set()
    seats = Seat.objects.filter(series__tournament=tournament).order_by("table__number", "place")
    columns = ("series__number", "table__number", "place", "entrant__number", "table__series__number")
    for number, table, place, entrant, of_table in seats.values_list(*columns):
        seated[number][table].append(entrant)
        if place != len(seated[number][table]) or of_table != number:
            displaced.add((number, table))
    return seated, displaced


def lists_against_journal(tournament: Tournament, *, last: int, among: Q) -> Iterator[Discrepancy]:
    """Yield what is stored of some lists otherwise than the journal tells it up to its last line."""
    yield from _of_lists(tournament, lines_until(tournament, last), among=among)


def _of_lists(tournament: Tournament, lines: Sequence[JournalEntry], *, among: Q = EVERY_LIST) -> Iterator[Discrepancy]:
    about: dict[tuple[int, int | None], list[JournalEntry]] = defaultdict(list)
    for line in lines:
        for number in replay.series_of(line):
            about[number, line.data.get("table")].append(line)
    of_event = {"game_list__table__series__tournament": tournament}
    confirmed: dict[int, set[int]] = defaultdict(set)
    for list_id, place in Confirmation.objects.filter(**of_event).values_list("game_list", "place"):
        confirmed[list_id].add(place)
    deals, second = (
        replay.by_list(DealRow.objects.filter(**of_event)),
        replay.by_list(SecondDealRow.objects.filter(**of_event)),
    )
    totals = replay.by_list(TotalsRow.objects.filter(**of_event).select_related("correction", "replaced_by"))
    rows = GameListRow.objects.filter(table__series__tournament=tournament).select_related("table__series")
    for row in rows.filter(among).order_by("table__series__number", "table__number"):
        series, table = row.table.series.number, row.table.number
        mine = sorted([*about[series, table], *about[series, None]], key=lambda line: line.number)
        then = replay.list_then(mine, series=series, table=table, size=row.table.size)
        doubtful = partial(Discrepancy, series=series, table=table)
        yield from _of_list(tournament, row, then, doubtful)
        for place in sorted(confirmed[row.pk] ^ then.confirmed.keys()):
            yield doubtful(doubt=Doubt.CONFIRMATION_DIFFERS, place=place)
        yield from _of_entries(deals[row.pk], then.first, doubtful)
        yield from _of_entries(second[row.pk], then.second, doubtful)
        yield from _of_entries(totals[row.pk], then.totals, doubtful)


def _of_list(
    tournament: Tournament, row: GameListRow, then: replay.ListThen, doubtful: Doubtful
) -> Iterator[Discrepancy]:
    if row.signed_at and then.signed:
        yield from differing(Doubt.HASH_UNKNOWN, row.signed_hash, then.hash, length=SHOWN, doubtful=doubtful)
    yield from differing(Doubt.ROUNDS_DIFFER, row.rounds, row.table.series.rounds, doubtful=doubtful)
    has_totals = any(telling.until is None for told_of_seat in then.totals.values() for telling in told_of_seat)
    has_begun = bool(then.signed or any(map(any, (then.first.values(), then.second.values(), then.totals.values()))))
    if (row.kind == GameListRow.Kind.TOTALS) != has_totals or (has_begun and row.table.play_began_at is None):
        stored_kind = _said((row.kind, row.table.play_began_at))
        yield doubtful(doubt=Doubt.COURSE_DIFFERS, stored=stored_kind, computed=_said((has_totals, has_begun)))
    stored = (row.signed_at, row.struck_after, bool(row.short_because), row.presence, row.chairs)
    signed_at, short = then.signed.at if then.signed else None, bool(then.short_because)
    cells = (signed_at, then.struck_after, short, then.presence, then.chairs)
    yield from differing(Doubt.LIST_DIFFERS, _said(stored), _said(cells), doubtful=doubtful)


def _of_entries(
    rows: Sequence[replay.Row], values: dict[int, list[replay.Telling]], doubtful: Doubtful
) -> Iterator[Discrepancy]:
    by_number = replay.numbered(rows)
    for number in sorted(by_number.keys() | {number for number, some in values.items() if some}):
        mine, tellings = by_number.get(number, []), values.get(number, [])
        for row, telling in zip(mine, tellings, strict=False):
            if difference := _difference(row, telling):
                stored, computed = difference
                yield _entry(doubtful, row, Doubt.ENTRY_DIFFERS, line=telling.since, stored=stored, computed=computed)
        for row in mine[len(tellings) :]:
            yield _entry(doubtful, row, Doubt.ENTRY_UNTOLD)
        for telling in tellings[len(mine) :]:
            yield doubtful(doubt=Doubt.ENTRY_MISSING, deal=number, line=telling.since.number)


def _entry(
    doubtful: Doubtful, row: EntryRow | TotalsRow, doubt: Doubt, *, line: JournalEntry | None = None, **texts: str
) -> Discrepancy:
    number = {"place": row.place} if isinstance(row, TotalsRow) else {"deal": row.number}
    return doubtful(doubt=doubt, line=line.number if line else None, **number, **texts)


def _difference(row: EntryRow | TotalsRow, telling: replay.Telling) -> tuple[str, str] | None:
    if not _is_of(row.entered_at, telling.since):
        return _said((row.entered_at,)), _said((telling.since.at,))
    if (row.voided_at is None) != (telling.until is None):
        return _said((row.voided_at,)), _said((telling.until.at if telling.until else None,))
    if row.voided_at and telling.until and not _is_of(row.voided_at, telling.until):
        return _said((row.voided_at,)), _said((telling.until.at,))
    for stored, recorded in (_hands(row, telling), _worth(row, telling)):
        if stored != recorded:
            return str(stored), str(recorded)
    return None


def _hands(row: EntryRow | TotalsRow, telling: replay.Telling) -> tuple[object, object]:
    since, until = telling.since, telling.until
    if isinstance(row, TotalsRow):
        # Corrections go by their numbers; a line of another act has none.
        numbers = (row.correction and row.correction.number, row.replaced_by and row.replaced_by.number)
        pair = (since.data.get("correction"), until.data.get("correction") if until else None)
        return (row.entered_by_id, *numbers), (since.by_id, *pair)
    if until is None:
        return (row.entered_by_id, row.voided_by_id, row.voided_because), (since.by_id, None, "")
    because = until.data.get("because", "")
    stored_words, words = (row.voided_because, because.strip()[:300]) if isinstance(because, str) else ("", "")
    return (row.entered_by_id, row.voided_by_id, stored_words), (since.by_id, until.by_id, words)


def _worth(row: EntryRow | TotalsRow, telling: replay.Telling) -> tuple[object, object]:
    data = telling.since.data
    if isinstance(row, TotalsRow):
        stored: object = [row.game_points, row.won, row.lost]
        typed = data.get("totals")
        return stored, typed[row.place - 1] if typed else stored
    if "points" in data and row.points != data["points"]:
        return row.points, data["points"]
    value = data["entries"][row.number - data["first"]] if "entries" in data else data.get("entry")
    stored = entry_hash(row)
    return stored, value or stored


def _of_calls(tournament: Tournament, lines: Iterable[JournalEntry]) -> Iterator[Discrepancy]:
    counts: Counter[tuple[Any, ...]] = Counter()
    for line in lines:
        if gone := replay.lists_gone(line):
            # Their calls went with them.
            counts = Counter({call: times for call, times in counts.items() if call[:2] not in gone})
        counts.update((line.data["series"], line.data["table"], *call) for call in _call_told(line))
    lists = GameListRow.objects.filter(table__series__tournament=tournament)
    pairs = set(lists.values_list("table__series__number", "table__number"))
    counts = Counter({call: times for call, times in counts.items() if call[:2] in pairs})
    rows = Call.objects.filter(game_list__table__series__tournament=tournament, objection=None)
    columns = ("kind", "place", "settled_at", "settled_by", "granted")
    stored: Counter[tuple[Any, ...]] = Counter()
    for series, table, *call in rows.values_list(
        "game_list__table__series__number", "game_list__table__number", *columns
    ):
        stored.update((series, table, *values) for values in _call_stored(*call))
    for where in sorted({values[:2] for values in (stored - counts) + (counts - stored)}, key=str):
        is_here, is_told = (
            "; ".join(_said(element[2:]) for element in (some - others).elements() if element[:2] == where)
            for some, others in ((stored, counts), (counts, stored))
        )
        yield Discrepancy(doubt=Doubt.CALL_DIFFERS, series=where[0], table=where[1], stored=is_here, computed=is_told)


def _call_told(line: JournalEntry) -> Iterator[tuple[Any, ...]]:
    data = line.data
    if line.action == "phone.took-over" and data.get("how") in BY_TABLE:
        yield data["how"], None, None, True
    elif line.action == "call.made" and data["kind"] not in RINGS:
        yield data["kind"], data.get("place")
    elif line.action == "call.settled" and data["kind"] not in RINGS:
        yield data["kind"], data.get("place"), line.by_id, data["granted"]


def _call_stored(
    kind: str, place: int | None, settled_at: datetime | None, settled_by: int | None, granted: bool
) -> Iterator[tuple[Any, ...]]:
    if kind in RINGS:
        return
    if kind not in BY_TABLE:
        yield kind, place
    if settled_at or settled_by or granted:
        yield kind, place, settled_by, granted


def _of_lots(tournament: Tournament, lines: Iterable[JournalEntry]) -> Iterator[Discrepancy]:
    values = {int(number): lot for line in lines for number, lot in (line.data.get("lots") or {}).items()}
    stored = dict(Lot.objects.filter(tournament=tournament).values_list("entrant__number", "number"))
    for number in sorted(values):
        yield from differing(Doubt.LOT_DIFFERS, stored.get(number), values[number], entrant=number)


def _of_orders(
    tournament: Tournament, lines: Sequence[JournalEntry], then: dict[int, replay.SeriesThen]
) -> Iterator[Discrepancy]:
    held = held_after(tournament, lines)
    numbers = {measure.number for measure in held.measures}
    stored = set(Measure.objects.filter(tournament=tournament, lifted_at=None).values_list("number", flat=True))
    yield from differing(Doubt.ORDER_DIFFERS, _joined(sorted(stored)), _joined(sorted(numbers)))
    company = {
        (number, table): seated
        for number, this_series_then in then.items()
        for table, seated in enumerate(this_series_then.seats, start=1)
    }
    excluded = set(held.excluded(company))
    out = set(tournament.entrants.exclude(excluded_at=None).values_list("number", flat=True))
    for number in sorted(excluded | out):
        yield from differing(Doubt.ORDER_DIFFERS, number in out, number in excluded, entrant=number)
    filling = filling_in(lines)
    for number, fills_in in tournament.entrants.order_by("number").values_list("number", "fills_in"):
        yield from differing(Doubt.ORDER_DIFFERS, fills_in, number in filling, entrant=number)


def _is_of(moment: datetime, line: JournalEntry) -> bool:
    return timedelta() <= moment - line.at < A_HAIR


def _said(values: Iterable[object]) -> str:
    return ", ".join(value.isoformat(sep=" ") if isinstance(value, datetime) else str(value) for value in values)


def _joined(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
