"""One event: its series and classes, who is in charge, what is published, how long its names are kept."""

import calendar
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Final

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from tables.accounts.models import User
from tables.intake.classes import Classes, KnownClass
from tables.intake.names import plain
from tables.journal.models import JournalEntry
from tables.names import in_order
from tables.prepared import Prepared
from tables.tournaments.models import PlayerClass, Role, Series, Tournament


def last_tournament(*, of: User | None = None) -> Tournament | None:
    """Return the latest tournament, or the latest in which a user holds an office; no table that is none."""
    held = {"pk__in": Role.objects.filter(user=of).values("tournament")} if of else {}
    return Tournament.objects.filter(is_pub_table=False, **held).order_by("-starts_on", "-pk").first()


def directs_any(user: User) -> bool:
    """Test whether a user directs a tournament of this site."""
    return Role.objects.filter(user=user, kind=Role.Kind.DIRECTOR).exists()


def is_demo() -> bool:
    """Test whether this database holds the demo, which never shares it with events that are real."""
    return JournalEntry.objects.filter(action="tournament.created", data__demo=True).exists()


def series_promised(tournament: Tournament) -> int:
    """Return the most series planned since the first was drawn; an event that ends early has fewer."""
    return max(tournament.series.count(), _before_cuts([tournament.pk]).get(tournament.pk, 0))


def rounds_promised(tournament: Tournament) -> tuple[int, ...]:
    """Return how many rounds each series has that there was to be, those given up as they were planned."""
    rounds = {series.number: series.rounds for series in tournament.series.all()}
    cuts = tournament.journal.filter(action="tournament.changed", data__has_key="given_up").order_by("-number")
    for was in (was for line in cuts for was in line.data["given_up"]):
        rounds.setdefault(was["series"], was["own_rounds"] or tournament.rounds)
    return tuple(rounds.get(number, tournament.rounds) for number in range(1, series_promised(tournament) + 1))


def ended_early(events: Iterable[Tournament]) -> dict[int, tuple[int, int]]:
    """Return by key how many series of how many an event played that ended early, in two queries at most."""
    ended = [tournament.pk for tournament in events if tournament.ended_at]
    promised = _before_cuts(ended) if ended else {}
    if not promised:
        return {}
    # What has ended has no series any more that is not closed.
    counted = Series.objects.filter(tournament__in=promised).order_by().values_list("tournament")
    played = dict(counted.annotate(count=Count("pk")))
    return {pk: (played.get(pk, 0), most) for pk, most in promised.items() if played.get(pk, 0) < most}


def _before_cuts(tournaments: Iterable[int]) -> dict[int, int]:
    """Return the most series that each event had before some of them were taken off its plan."""
    cut = JournalEntry.objects.filter(action="tournament.changed", data__has_key="series_before")
    most: dict[int, int] = {}
    for pk, before in cut.filter(tournament__in=tournaments).values_list("tournament", "data__series_before"):
        most[pk] = max(before, most.get(pk, 0))
    return most


def series_of(tournament: Tournament) -> QuerySet[Series]:
    """Return a tournament's series in order, each with ``table_count``."""
    return tournament.series.annotate(table_count=Count("tables")).order_by("number")


def roles_of(tournament: Tournament) -> list[Role]:
    """Return who is in charge, directors first."""
    roles = tournament.roles.select_related("user", "plays_as").order_by()
    return sorted(roles, key=lambda role: (role.kind, in_order(role.user.username), role.pk))


def clubs_it_may_be_of(user: User, tournament: Tournament | None = None) -> list[tuple[int, str]]:
    """Return number and name of the clubs whose event one can be: those whose book a user keeps, and the one it is."""
    clubs = dict(user.kept_clubs.values_list("club", "club__name"))
    if tournament and tournament.club:
        clubs[tournament.club.pk] = tournament.club.name
    return sorted(clubs.items(), key=lambda club: (in_order(club[1]), club[0]))


def is_published(tournament: Tournament, *, on: date) -> bool:
    """Test whether the public may see an event on a day."""
    return tournament.unpublish_on is None or on < tournament.unpublish_on


def is_withdrawn(tournament: Tournament) -> bool:
    """Test whether an event was withdrawn: one that takes place is shown at least to its last day."""
    return tournament.unpublish_on is not None and tournament.unpublish_on <= tournament.ends_on


def published(*, on: date) -> Q:
    """Return the condition under which the public may see a tournament on a day."""
    return Q(unpublish_on=None) | Q(unpublish_on__gt=on)


MONTHS: Final = 6
"""How long lists are kept (SkWO 7.4.4)."""

PUB_TABLE: Final = timedelta(days=30)

RUNS_ON: Final = timedelta(days=7)
"""So long an event that its director has not released runs on past its last day."""


def keep_until(tournament: Tournament) -> date:
    """Return until when the record is kept: six months from the end, longer where the direction says so."""
    longest = tournament.kept_until
    return max(kept_at_least(tournament), longest) if longest else kept_at_least(tournament)


def keep_at_latest(tournament: Tournament) -> date:
    """Return until when names stay where something waits for an answer: six months more, and no longer."""
    return kept_after(keep_until(tournament))


def kept_at_least(tournament: Tournament) -> date:
    """Return until when the rules want the lists kept, from the last day on or from the end as it was stated."""
    if tournament.is_pub_table:
        return tournament.ends_on + PUB_TABLE
    ended = tournament.ended_at
    return kept_after(max(tournament.ends_on, timezone.localtime(ended).date()) if ended else tournament.ends_on)


def kept_after(day: date) -> date:
    """Return until when is kept what ended on a day: six months on, the last day where a month is shorter."""
    years, month = divmod(day.month - 1 + MONTHS, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def over_for_long(*, on: date) -> list[Tournament]:
    """Return the events whose names are to go on a day, the oldest first."""
    return [
        tournament
        for tournament in remembered().filter(ends_on__lt=on).order_by("ends_on", "pk")
        if keep_until(tournament) < on
    ]


def remembered() -> QuerySet[Tournament]:
    """Return the events whose names are still there."""
    return Tournament.objects.filter(forgotten_at=None)


def started(of: str = "") -> Q:
    """Return the condition on entrants who started: they have a seat at a table with a played deal (SkWO 4.3).

    Whoever left later or was expelled did start, whoever fills in did not. ``of`` is the way to the entrants, with "__"
    behind it. An entrant may come once for each such seat: whoever asks takes them apart again.
    """
    return _has_played(of) & Q(**{f"{of}fills_in": False})


def takes_part(of: str = "") -> Q:
    """Return the condition on who is still in, or ``started``; as there, an entrant may come more than once."""
    return Q(**{f"{of}withdrawn_at": None}) | _has_played(of)


def _has_played(of: str) -> Q:
    return Q(**{f"{of}seats__table__play_began_at__isnull": False})


def is_ranked(of: str = "") -> Q:
    """Return the condition on entrants who have a place: neither excluded (SkWO 4.3) nor filling in."""
    return Q(**{f"{of}excluded_at": None, f"{of}fills_in": False})


def is_over(tournament: Tournament, *, on: date) -> bool:
    """Test whether an event is over: released, or its last day a while ago."""
    return tournament.released_at is not None or on > tournament.ends_on + RUNS_ON


def finals_of(tournament: Tournament, *, on: date) -> list[Tournament]:
    """Return the finals of an event that the public may see on a day."""
    return list(tournament.finals.filter(published(on=on)).order_by("starts_on", "pk"))


CLASSES: Final = Prepared(lambda tournament: PlayerClass.objects.filter(tournament=tournament))


def classes_of(tournament: Tournament | None) -> list[PlayerClass]:
    """Return the classes of an event in its order; of None those that every new event begins with."""
    return CLASSES(tournament.pk) if tournament else list(PlayerClass.objects.filter(tournament=None))


def open_to_whom(tournament: Tournament) -> list[str]:
    """Return the clubs, the classes as they are called, or the names that entry to an event is restricted to."""
    lines = tournament.open_to_whom.splitlines()
    if tournament.open_to != Tournament.OpenTo.CLASSES:
        return lines
    called = {player_class.code: player_class.called for player_class in classes_of(tournament)}
    return [called.get(code, code) for code in lines]


def in_office(tournament: Tournament) -> list[tuple[PlayerClass, int, int | None]]:
    """Return the classes of an event, each with how many entrants are in it and the number of its ranking."""
    entered = tournament.entrants.filter(takes_part()).values_list("number", "classes").distinct()
    counts = Counter(code for _number, codes in entered for code in codes)
    # A ranking belongs to the lists; the hall knows of it no more than what it is of.
    ranked = dict(tournament.rankings.order_by("-number").values_list("kind", "number"))
    return [
        (player_class, counts[player_class.code], ranked.get(player_class.code))
        for player_class in classes_of(tournament)
    ]


def known_classes(tournament: Tournament | None) -> Classes:
    """Return the classes of an event as lists and forms know them."""
    return tuple(map(_known, classes_of(tournament)))


def classes_of_club(club_id: int) -> Classes:
    """Return the classes of a club's events and those all have; of different names the latest is right."""
    rows = PlayerClass.objects.filter(Q(tournament=None) | Q(tournament__club=club_id))
    player_classes = {
        player_class.code: player_class
        for player_class in rows.order_by(F("tournament__starts_on").asc(nulls_first=True), "pk")
    }
    return tuple(
        map(
            _known,
            sorted(
                player_classes.values(),
                key=lambda player_class: (player_class.position, player_class.number, player_class.pk),
            ),
        )
    )


def names_of(codes: Collection[str], classes: Classes) -> list[str]:
    """Return what some classes are called, in the order of the event."""
    return [player_class.name for player_class in classes if player_class.code in codes]


def next_position(tournament: Tournament) -> int:
    """Return the place in the list behind all others."""
    return int(tournament.classes.aggregate(last=Max("position"))["last"] or 0) + 1


def _known(player_class: PlayerClass) -> KnownClass:
    return KnownClass(
        code=player_class.code,
        name=player_class.called,
        words=_words(player_class.words),
        headings=_words(player_class.headings) | {plain(player_class.name)},
        youngest=player_class.youngest,
        oldest=player_class.oldest,
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(filter(None, map(plain, text.split(","))))
