"""An event at several venues: given to one, and its lists joined again."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.history.selectors.verification import lists_verified
from scoring.lists.models import GameListRow
from scoring.lists.services import entries, lists
from scoring.lists.services.lists import EntryRefused
from scoring.venues.reading import VenueFile
from scoring.venues.selectors import MODELS, OF_ROW, VOIDED, Compared, Comparison, compare, first_hash, is_same, made_of
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.draw.services.seats import start_series
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors import UNREADABLE
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

Place = tuple[int, int]
"""Series and table."""


class _Bent(Exception):
    """These lists cannot be as the file has them."""

    def __init__(self, *places: Place) -> None:
        super().__init__(places)
        self.places = frozenset(places)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joining:
    tournament: Tournament
    found: Comparison
    sha256: str
    by: User
    now: datetime


def join(
    *, tournament_id: int, file: VenueFile, sha256: str, by: User, now: datetime, only_look: bool = False
) -> Comparison:
    """Add what a venue's file has and is not here yet; return what came and what did not.

    A list comes whole or not at all. It keeps its keys and times, and the journal tells its acts as the venue's did,
    behind a line with the hash of the file. Joined twice, a file is joined once. With ``only_look`` nothing stays.

    :raises Refused: ``venue-of-another-event``.
    """
    bent: frozenset[Place] = frozenset()
    while True:
        try:
            with transaction.atomic():
                tournament = turns.take_turn(tournament_id)
                if file.first != first_hash(tournament):
                    raise Refused("venue-of-another-event", event=file.name)
                found = compare(tournament, file, bent=bent)
                if found.coming:
                    _join(_Joining(tournament=tournament, found=found, sha256=sha256, by=by, now=now))
                if only_look:
                    transaction.set_rollback(True)
                return found
        except _Bent as error:
            # All was undone; the others come without these.
            bent |= error.places


def _join(joining: _Joining) -> None:
    """Write what can come, and look through it.

    :raises _Bent: if something of it is not sound.
    """
    coming = joining.found.coming
    try:
        _write(joining)
        found = list(lists_verified(joining.tournament, {_row(one).pk for one in coming}))
    except UNREADABLE as error:
        # Something in it that no journal and no database takes: whoever made it made all of it.
        raise _Bent(*(one.place for one in coming)) from error
    if wrong := {(one.series or 0, one.table or 0) for one in found}:
        raise _Bent(*wrong)


def _write(joining: _Joining) -> None:
    tournament, found, now = joining.tournament, joining.found, joining.now
    for number in sorted({one.told.series for one in found.coming}):
        start_series(series_id=tournament.series.get(number=number).pk, by=joining.by, now=now)
    joined = journal.Act(action="venue.joined", data={"sha256": joining.sha256, "lists": len(found.coming)})
    told = [joined]
    bent: set[Place] = set()
    for one in found.coming:
        try:
            # What cannot be written is undone alone: all that are bent are found in one go.
            with transaction.atomic():
                _write_list(one, found)
        except (_Bent, EntryRefused, *UNREADABLE):
            bent.add(one.place)
            continue
        told += [
            journal.Act(
                action=act.action,
                data=act.data,
                elsewhere=journal.Elsewhere(at=act.at, by=found.users[act.by] if act.by else None),
            )
            for act in one.news
        ]
    if bent:
        raise _Bent(*bent)
    journal.record_all(told, tournament=tournament, by=joining.by, at=now)


def _write_list(one: Compared, found: Comparison) -> None:
    _must_be_of_its_list(one)
    row, place = _row(one), one.place
    said = made_of(GameListRow, one.told.row, found.users)
    fresh = {kind: [made_of(MODELS[kind], told, found.users) for told in one.told.rows[kind]] for kind in MODELS}
    version = max(row.version, said.version)
    for name in OF_ROW:
        setattr(row, name, getattr(said, name))
    row.version = version
    row.save(update_fields=OF_ROW)
    if row.table.play_began_at is None and one.told.began_at is not None:
        lists.hold_seats(row, now=one.told.began_at)
    for kind in ("deals", "second_deals", "totals"):
        _write_rows(row, kind, fresh[kind], place)
    row.confirmations.all().delete()
    for confirmation in fresh["confirmations"]:
        confirmation.game_list = row
    MODELS["confirmations"].objects.bulk_create(fresh["confirmations"])
    if row.kind == GameListRow.Kind.DEALS:
        entries.must_hold(row, entries.deals_of(row))
    lists.changed(row)


def _write_rows(row: GameListRow, kind: str, fresh: Collection[Any], place: Place) -> None:
    """Add the entries that are not here yet, and make those void that were made void at the venue."""
    model = MODELS[kind]
    here = {_key(old): old for old in model.objects.filter(game_list=row).select_related("entered_by")}
    if here.keys() - {_key(one) for one in fresh}:
        raise _Bent(place)
    added, voided = [], []
    for one in fresh:
        one.game_list = row
        old = here.get(_key(one))
        if old is None:
            added.append(one)
        elif not is_same(old, one) or (old.voided_at and old.voided_at != one.voided_at):
            raise _Bent(place)
        elif one.voided_at and not old.voided_at:
            one.pk = old.pk
            voided.append(one)
    if voided:
        columns = [name for name in VOIDED if any(field.name == name for field in model._meta.concrete_fields)]
        model.objects.bulk_update(voided, columns)
    model.objects.bulk_create(added)


def _key(entry: Any) -> object:
    """Return by what an entry is known on every laptop: a typed result has no key, but a seat and a moment."""
    return getattr(entry, "entry_key", None) or (entry.place, entry.entered_at)


def _must_be_of_its_list(one: Compared) -> None:
    for act in one.news:
        facts = act.data
        tables = facts["last_deals"] if act.action == "lists.struck" else [facts.get("table")]
        if facts.get("series") != one.told.series or [str(table) for table in tables] != [str(one.told.table)]:
            raise _Bent(one.place)


def _row(one: Compared) -> GameListRow:
    if one.row is None:
        raise TypeError("A list that is not here cannot come.")
    return one.row


@transaction.atomic
def spread(*, tournament_id: int, is_spread: bool, by: User, now: datetime) -> Tournament:
    """Let each venue of an event play on by itself, series after series, or no longer. Said twice, it is said once."""
    tournament = turns.take_turn(tournament_id)
    if tournament.is_spread != is_spread:
        tournament.is_spread = is_spread
        tournament.save(update_fields=["is_spread"])
        journal.record("venues.set", tournament=tournament, by=by, at=now, is_spread=is_spread)
    return tournament


@transaction.atomic
def note_given(*, tournament_id: int, sha256: str, by: User, now: datetime) -> JournalEntry:
    """Note that a copy of an event with everything in it left the site, and its hash."""
    tournament = turns.take_turn(tournament_id)
    return journal.record("venue.given", tournament=tournament, by=by, at=now, sha256=sha256)
