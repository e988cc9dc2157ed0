"""The clock of a series, announcements, mail, and the four words of a table (SkWO 6.2, 7.2.2)."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise
from threading import Thread
from typing import Any
from uuid import UUID

from django.core import mail
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from tables.accounts.models import User
from tables.accounts.services.floods import guessed_wrong, must_not_guess
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before
from tables.draw import codewords
from tables.draw.models import Table
from tables.draw.services.seats import held
from tables.hall import plan as hall_plan
from tables.hall.models import Announcement, Mailing
from tables.hall.selectors import Letter, clock_of, post_of
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

MOST_AT_ONCE = 8
"""More announcements than that nobody reads."""

BEGUN = frozenset({Series.Status.RUNNING, Series.Status.CLOSED})


@transaction.atomic
def change_hall_plan(*, tournament_id: int, plan: str, by: User, now: datetime, seen: Seen | None = None) -> Tournament:
    """Say where the tables stand. Raise Refused: ``hall-plan-wrong``, or Overtaken if not as ``seen``."""
    tournament = turns.take_turn(tournament_id)
    must_be_as_seen(seen, now={"plan": tournament.hall_plan}, wanted={"plan": plan})
    read = hall_plan.read(plan)
    if read.problems:
        raise Refused("hall-plan-wrong", number=read.problems[0].line)
    if plan != tournament.hall_plan:
        tournament.hall_plan = plan
        tournament.save(update_fields=["hall_plan"])
        journal.record("hall.plan-changed", tournament=tournament, by=by, at=now, tables=len(read.tables))
    return tournament


@transaction.atomic
def announce_begin(
    *, tournament_id: int, begins: Mapping[int, datetime | None], by: User, now: datetime, seen: Seen | None = None
) -> dict[int, datetime | None]:
    """Say when series begin, by their numbers; None takes it back. Return what was changed.

    :raises Refused: ``no-such-series``; ``begun-already``; ``begins-out-of-order``, if one begins before another.
    :raises Overtaken: if the moments are not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    series = {each_series.number: each_series for each_series in tournament.series.order_by("number")}
    must_be_as_seen(seen, now=as_announced(series.values()), wanted=_told(begins))
    if unknown := sorted(begins.keys() - series.keys()):
        raise Refused("no-such-series", series=unknown[0])
    changed = {number: at for number, at in sorted(begins.items()) if series[number].begins_at != at}
    for number, at in changed.items():
        if series[number].status in BEGUN:
            raise Refused("begun-already", series=number)
        series[number].begins_at = at
    for this_series, after in pairwise(each for each in series.values() if each.begins_at):
        if this_series.begins_at and after.begins_at and after.begins_at <= this_series.begins_at:
            raise Refused("begins-out-of-order", series=after.number)
    for number, at in changed.items():
        series[number].save(update_fields=["begins_at"])
        text = at.isoformat() if at else None
        journal.record("series.begin-announced", tournament=tournament, by=by, at=now, series=number, begins_at=text)
    return changed


@transaction.atomic
def announce(
    *, tournament_id: int, text: str, until: datetime | None, entry_key: UUID, by: User, now: datetime
) -> Announcement:
    """Say something to the whole hall. The same form sent twice says it once.

    :raises Refused: ``time-has-passed``, ``too-many-announcements``, ``nothing-to-say``, ``sent-elsewhere``.
    """
    tournament = turns.take_turn(tournament_id)
    if announcement := sent_before(Announcement.objects, entry_key):
        if announcement.tournament_id != tournament.pk:
            raise Refused("sent-elsewhere")
        return announcement
    if not text.strip():
        raise Refused("nothing-to-say")
    if until is not None and until <= now:
        raise Refused("time-has-passed")
    announcements = tournament.announcements.filter(Q(until=None) | Q(until__gt=now), taken_down_at=None)
    if announcements.count() >= MOST_AT_ONCE:
        raise Refused("too-many-announcements", most=MOST_AT_ONCE)
    made = Announcement.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.announcements),
        entry_key=entry_key,
        text=text.strip(),
        made_at=now,
        made_by=by,
        until=until,
    )
    # What is said is somebody's own words: it may name a person, and can be taken out of the journal.
    journal.record(
        "announcement.made", tournament=tournament, by=by, at=now, announcement=made.number, because=made.text
    )
    return made


@transaction.atomic
def take_down(*, tournament_id: int, number: int, by: User, now: datetime) -> Announcement:
    """Take an announcement down, once. Raise Refused: ``no-such-announcement``."""
    tournament = turns.take_turn(tournament_id)
    announcement = tournament.announcements.filter(number=number).first()
    if announcement is None:
        raise Refused("no-such-announcement")
    if announcement.taken_down_at is None:
        announcement.taken_down_at = now
        announcement.save(update_fields=["taken_down_at"])
        journal.record("announcement.taken-down", tournament=tournament, by=by, at=now, announcement=number)
    return announcement


def as_announced(series: Iterable[Series]) -> dict[str, datetime | None]:
    """Return when each series that has not begun is to begin, as a form names it."""
    return _told(
        {each_series.number: each_series.begins_at for each_series in series if each_series.status not in BEGUN}
    )


def _told(begins: Mapping[int, datetime | None]) -> dict[str, datetime | None]:
    return {f"begins_{number}": at for number, at in begins.items()}


@transaction.atomic
def pause_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Stop a running clock and keep the time left. Raise Refused: ``not-running``, ``time-is-over``."""
    series = _running(series_id)
    if series.paused_at:
        return series
    if clock_of(series, now).over:
        raise Refused("time-is-over", series=series.number)
    series.paused_at = now
    series.save(update_fields=["paused_at"])
    _note("clock.paused", series, by=by, now=now)
    return series


@transaction.atomic
def resume_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Let a stopped clock go on. Raise Refused: ``not-running``."""
    series = _running(series_id)
    if series.paused_at is None:
        return series
    stood = _end_pause(series, now=now)
    series.save(update_fields=["paused_at", "paused_for"])
    _note("clock.resumed", series, by=by, now=now, seconds=round(stood.total_seconds()))
    return series


@transaction.atomic
def end_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Call the time of a running series, once. Raise Refused: ``not-running``."""
    series = _running(series_id)
    if series.time_over_at:
        return series
    _end_pause(series, now=now)
    series.time_over_at = now
    series.save(update_fields=["paused_at", "paused_for", "time_over_at"])
    _note("clock.ended", series, by=by, now=now)
    return series


@transaction.atomic
def undo_end(*, series_id: int, by: User, now: datetime) -> Series:
    """Take back the call: the clock stands as if it had run on. Raise Refused: ``not-running``."""
    series = _running(series_id)
    if series.time_over_at is None:
        return series
    series.time_over_at = None
    series.save(update_fields=["time_over_at"])
    _note("clock.end-undone", series, by=by, now=now)
    return series


def _running(series_id: int) -> Series:
    series = held(series_id)
    if series.status != Series.Status.RUNNING:
        raise Refused("not-running", series=series.number)
    return series


def _end_pause(series: Series, *, now: datetime) -> timedelta:
    if series.paused_at is None:
        return timedelta()
    # The clock of the machine may have been set back in the meantime.
    stood = max(timedelta(), now - series.paused_at)
    series.paused_at, series.paused_for = None, series.paused_for + stood
    return stood


def _note(action: str, series: Series, *, by: User, now: datetime, **data: object) -> None:
    journal.record(action, tournament=series.tournament, by=by, at=now, series=series.number, **data)


def table_by_words(*, typed: str, address: str, now: datetime) -> Table:
    """Return the table of four words. Raise Refused: ``no-such-words``, ``too-many-guesses`` from ``address``."""
    place = f"address {address}"
    with transaction.atomic():
        must_not_guess(place, now=now)
        table = (
            Table.objects.select_related("series__tournament")
            .filter(words=codewords.read(typed), series__published_at__isnull=False)
            .first()
        )
        if table is None:
            guessed_wrong(place, now=now)
    # A wrong code stays counted: it is refused only after it was written down.
    if table is None:
        raise Refused("no-such-words")
    return table


@transaction.atomic
def send(*, tournament_id: int, kind: str, number: int, link: str, by: User, now: datetime) -> int:
    """Mail what waits, noted before it goes; return to how many. Raise Refused: ``no-mail-waiting``, ``mail-going``."""
    tournament = turns.take_turn(tournament_id)
    post = post_of(tournament, kind, number, link=link)
    if post.is_going:
        raise Refused("mail-going")
    if not post.waiting:
        raise Refused("no-mail-waiting")
    mailing = post.mailing or Mailing(tournament=tournament, about=f"{kind} {number}")
    mailing.sent |= {str(letter.number): letter.what for letter in post.waiting}
    mailing.failed, mailing.begun_at, mailing.ended_at = [], now, None
    mailing.save()
    facts: dict[str, Any] = {kind: number, "people": len(post.waiting)}
    journal.record("mail.sent", tournament=tournament, by=by, at=now, **facts)
    transaction.on_commit(lambda: Thread(target=_beside, args=(mailing.pk, post.waiting), daemon=True).start())
    return len(post.waiting)


def _beside(mailing: int, letters: Sequence[Letter]) -> None:
    deliver(mailing, letters)
    connection.close()


def deliver(mailing: int, letters: Sequence[Letter]) -> None:
    """Send letters over one connection, and note to whom it failed: that can be tried again."""
    server, failed = mail.get_connection(), []
    try:
        server.open()
    except OSError:
        # Nobody waits for a server that cannot be reached, letter by letter.
        failed = [letter.number for letter in letters]
    else:
        for letter in letters:
            about: dict[str, Any] = {"to": [letter.address], "headers": {"Auto-Submitted": "auto-generated"}}
            message = mail.EmailMessage(letter.subject, letter.text, connection=server, **about)
            try:
                message.send()
            except (OSError, ValueError):
                failed.append(letter.number)
        with suppress(OSError):
            server.close()
    with transaction.atomic():
        row = Mailing.objects.select_for_update().get(pk=mailing)
        row.sent = {number: what for number, what in row.sent.items() if int(number) not in failed}
        row.failed, row.ended_at = failed, timezone.now()
        row.save()
