"""The classes of an event, and those a new event begins with."""

from collections import Counter
from collections.abc import Collection

from django.db.models import F, Max, Q

from tables.intake.classes import Classes, KnownClass
from tables.intake.names import plain
from tables.tournaments.models import PlayerClass, Tournament


def classes_of(tournament: Tournament) -> list[PlayerClass]:
    """Return the classes of an event in its order."""
    return list(tournament.classes.all())


def in_office(tournament: Tournament) -> list[tuple[PlayerClass, int, int | None]]:
    """Return the classes of an event, each with how many entrants are in it and the number of its ranking."""
    entered = tournament.entrants.filter(withdrawn_at=None).values_list("classes", flat=True)
    counts = Counter(code for codes in entered for code in codes)
    # A ranking belongs to the lists; the hall knows of it no more than what it is of.
    ranked = dict(tournament.rankings.order_by("-number").values_list("kind", "number"))
    return [
        (player_class, counts[player_class.code], ranked.get(player_class.code))
        for player_class in classes_of(tournament)
    ]


def known_classes(tournament: Tournament) -> Classes:
    """Return the classes of an event as lists and forms know them."""
    return tuple(map(_known, classes_of(tournament)))


def classes_of_club(club_id: int) -> Classes:
    """Return what an address book may say of somebody: the classes of the club's events, and those that all have.

    Where events call a class differently, the latest is right.
    """
    rows = PlayerClass.objects.filter(Q(tournament=None) | Q(tournament__club=club_id))
    found = {
        player_class.code: player_class
        for player_class in rows.order_by(F("tournament__starts_on").asc(nulls_first=True), "pk")
    }
    return tuple(
        map(
            _known,
            sorted(
                found.values(), key=lambda player_class: (player_class.position, player_class.number, player_class.pk)
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
