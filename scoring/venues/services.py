"""An event at several venues: given to one, and its lists joined again; what is done and refused, in words."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.history.selectors.verification import lists_verified
from scoring.lists.models import GameListRow
from scoring.lists.services import entries, lists
from scoring.lists.services.lists import EntryRefused
from scoring.venues.reading import ListAct, VenueFile
from scoring.venues.selectors import MODELS, OF_ROW, VOIDED, Compared, Comparison, compare, first_hash, is_same, made_of
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal
from tables.draw.services.seats import start_series
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors import UNREADABLE
from tables.journal.wording import journal_line
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

Place = tuple[int, int]  # series and table


class _Bent(Exception):
    def __init__(self, *places: Place) -> None:
        super().__init__(places)
        self.places = frozenset(places)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joining:
    tournament: Tournament
    comparison: Comparison
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
                comparison = compare(tournament, file, bent=bent)
                if comparison.coming:
                    _join(_Joining(tournament=tournament, comparison=comparison, sha256=sha256, by=by, now=now))
                if only_look:
                    transaction.set_rollback(True)
                return comparison
        except _Bent as error:
            # All was undone; the others come without these.
            bent |= error.places


def _join(joining: _Joining) -> None:
    coming = joining.comparison.coming
    try:
        _write(joining)
        discrepancies = list(lists_verified(joining.tournament, {_row(compared).pk for compared in coming}))
    except UNREADABLE as error:
        # Something in it that no journal and no database takes: whoever made it made all of it.
        raise _Bent(*(compared.place for compared in coming)) from error
    if wrong := {(discrepancy.series or 0, discrepancy.table or 0) for discrepancy in discrepancies}:
        raise _Bent(*wrong)


def _write(joining: _Joining) -> None:
    tournament, comparison, now = joining.tournament, joining.comparison, joining.now
    for number in sorted({compared.sent.series for compared in comparison.coming}):
        start_series(series_id=tournament.series.get(number=number).pk, by=joining.by, now=now)
    joined = journal.Act(action="venue.joined", data={"sha256": joining.sha256, "lists": len(comparison.coming)})
    acts = [joined]
    bent: set[Place] = set()
    for compared in comparison.coming:
        try:
            # What cannot be written is undone alone: all that are bent are found in one go.
            with transaction.atomic():
                _write_list(compared, comparison)
        except (_Bent, EntryRefused, *UNREADABLE):
            bent.add(compared.place)
            continue
        acts += [
            journal.Act(
                action=act.action,
                data=act.data,
                elsewhere=journal.Elsewhere(at=act.at, by=comparison.users[act.by] if act.by else None),
            )
            for act in compared.news
        ]
    if bent:
        raise _Bent(*bent)
    journal.record_all(acts, tournament=tournament, by=joining.by, at=now)


def _write_list(compared: Compared, comparison: Comparison) -> None:
    _must_be_of_its_list(compared)
    row, place = _row(compared), compared.place
    game_list = made_of(GameListRow, compared.sent.row, comparison.users)
    fresh = {
        kind: [made_of(MODELS[kind], values, comparison.users) for values in compared.sent.rows[kind]]
        for kind in MODELS
    }
    version = max(row.version, game_list.version)
    for name in OF_ROW:
        setattr(row, name, getattr(game_list, name))
    row.version = version
    row.save(update_fields=OF_ROW)
    if row.table.play_began_at is None and compared.sent.began_at is not None:
        lists.hold_seats(row, now=compared.sent.began_at)
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
    model = MODELS[kind]
    here = {_key(old): old for old in model.objects.filter(game_list=row).select_related("entered_by")}
    if here.keys() - {_key(entry) for entry in fresh}:
        raise _Bent(place)
    added, voided = [], []
    for value in fresh:
        value.game_list = row
        old = here.get(_key(value))
        if old is None:
            added.append(value)
        elif not is_same(old, value) or (old.voided_at and old.voided_at != value.voided_at):
            raise _Bent(place)
        elif value.voided_at and not old.voided_at:
            value.pk = old.pk
            voided.append(value)
    if voided:
        columns = [name for name in VOIDED if any(field.name == name for field in model._meta.concrete_fields)]
        model.objects.bulk_update(voided, columns)
    model.objects.bulk_create(added)


def _key(entry: Any) -> object:
    """Return by what an entry is known on every laptop: a typed result has no key, but a seat and a moment."""
    return getattr(entry, "entry_key", None) or (entry.place, entry.entered_at)


def _must_be_of_its_list(compared: Compared) -> None:
    for act in compared.news:
        facts = act.data
        tables = facts["last_deals"] if act.action == "lists.struck" else [facts.get("table")]
        if facts.get("series") != compared.sent.series or [str(table) for table in tables] != [
            str(compared.sent.table)
        ]:
            raise _Bent(compared.place)


def _row(compared: Compared) -> GameListRow:
    if compared.row is None:
        raise TypeError("A list that is not here cannot come.")
    return compared.row


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


PLAIN = {
    "venue.given": gettext_lazy("The whole event taken along for a venue, SHA-256 %(sha256)s"),
    "venue.joined": gettext_lazy("File of a venue joined, %(lists)s lists, SHA-256 %(sha256)s"),
}


def _set(data: Mapping[str, Any]) -> str:
    if data["is_spread"]:
        return _("Played at several venues, each at its own pace")
    return _("Played at one place, series after series")


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"venues.set": _set}


def _both(facts: Mapping[str, Any]) -> str:
    values = {name: _told(facts[name]) for name in ("here", "there")}
    return (
        _(
            "Both went on with it. Here: “%(here)s”. In the file: “%(there)s”. What is here stays; look at both, and "
            "enter by hand what is missing."
        )
        % values
    )


REFUSED = {
    "venue-of-another-event": gettext_lazy(
        "This file is of another event, “%(event)s”. A venue’s laptop has to begin with a backup of this site."
    ),
    "venue-no-such-table": gettext_lazy("There is no such table in this series."),
    "venue-other-seats": gettext_lazy("Others sit there: here nos. %(here)s, in the file %(there)s."),
    "venue-other-rules": gettext_lazy("It is kept there by other rules, another stake or another number of rounds."),
    "venue-both-went-on": _both,
    "venue-other-keys": gettext_lazy(
        "A deal was entered both here and there: the same, but with another key. What is here stays."
    ),
    "venue-judged-there": gettext_lazy(
        "The judges changed it there after it was signed, or somebody joined the table. That is ordered here: enter "
        "the list by hand, and then what they ordered."
    ),
    "venue-closed-here": gettext_lazy("Series %(series)s is closed here, so nothing more is entered in it."),
    "venue-not-published-here": gettext_lazy("The seats of series %(series)s are not published here."),
    "venue-open-before": gettext_lazy(
        "Series %(series)s is not closed here. Say on this page that the event is played at several venues, then it "
        "can come."
    ),
    "venue-no-account": gettext_lazy(
        "Somebody entered it there who has no account here: %(names)s. Give them one of this name, then join the file "
        "again."
    ),
    "venue-bent": gettext_lazy(
        "What the file has of it contradicts the rules or its own journal. Please take the file anew there."
    ),
}


def coming(compared: Compared) -> str:
    """Return what comes of a list."""
    deals = sum(1 for deal in compared.sent.rows["deals"] if not deal.get("voided_at"))
    text = ngettext("%(deals)s deal", "%(deals)s deals", deals) % {"deals": deals}
    if not deals and compared.sent.rows["totals"]:
        text = _("results from paper")
    state = _("signed") if compared.sent.row.get("signed_at") else _("still open")
    return f"{_place(compared)}: {text}, {state}"


def refused(compared: Compared) -> str:
    """Return why nothing of a list comes."""
    return f"{_place(compared)}: {refusal(compared.obstacle)}" if compared.obstacle else ""


def _place(compared: Compared) -> str:
    return _("Series %(series)s, table %(table)s") % {"series": compared.sent.series, "table": compared.sent.table}


def _told(act: ListAct) -> str:
    return journal_line(JournalEntry(action=act.action, data=act.data))
