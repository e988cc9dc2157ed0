"""What was played in a season: evenings, lists, names, and who was ahead of whom, read in a fixed number of queries.

Only series that are closed count, of entrants who are ranked: not excluded, not filling in. Whom no book knows is a
player of that evening alone, as long as nobody says whom else they are.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext

from scoring.season.models import Season
from scoring.season.rules.lists import FULL, SeasonList
from scoring.season.rules.standings import Ahead
from scoring.season.selectors.seasons import member_keys
from tables.draw.models import Seat
from tables.names import told_apart
from tables.people.models import CLUB_IS_SHOWN, Entrant
from tables.tournaments.models import Series, Shown, shown_name
from tables.tournaments.selectors.tournaments import is_ranked

IN_NO_BOOK: Final = 1_000_000_000  # numbers above it are of players whom no book knows


def player_of(entrant: str = "") -> Coalesce:
    """Return the number of the player who an entrant is: of the person, else one that no other entrant ever has."""
    return Coalesce(f"{entrant}person_id", F(f"{entrant}pk") + IN_NO_BOOK)


def still_known(entrant: str = "") -> Q:
    """Return the condition on entrants who are players of a season: of forgotten events nobody is told apart."""
    return Q(**{f"{entrant}person__isnull": False}) | Q(**{f"{entrant}tournament__forgotten_at": None})


def became(player: int) -> int | None:
    """Return which person of a book somebody is who played as a guest, by number; None where that is not known."""
    return Entrant.objects.filter(pk=player - IN_NO_BOOK).values_list("person_id", flat=True).first()


MOST_SERIES: Final = 1_000  # more series than an evening has: so lists are numbered in the order of play
STILL_TO_COME: Final = timedelta(days=7)  # so long a series that was not closed may still be played

CARE: Final = {Shown.FULL: 0, Shown.INITIALS: 1, Shown.PSEUDONYM: 2, Shown.NUMBER: 3}
"""How little each way tells of a name: who was shown with care once is not shown with less beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An event of the season."""

    number: int  # by date, from 1 on
    tournament: int
    slug: str
    name: str
    starts_on: date
    place: str
    kind: str  # the club's word for such events, or none
    is_shown: bool  # whether the public may see the event itself
    closed: tuple[int, ...]  # the numbers of its series that are closed
    ahead: tuple[int, ...]  # the numbers of its series that are still to be played


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlayer:
    """Somebody who played in a season."""

    number: int  # the number of the person in the club's book, or one above ``IN_NO_BOOK``
    name: str  # as the public sees it
    club: str
    is_member: bool
    classes: frozenset[str]  # the codes of the classes in which they played
    plays_for: tuple[str, str] = ("", "")  # team and club as the club's book has them: several count as one
    shows_club: bool = True  # whether their club may be named beside them


class Played(NamedTuple):
    """One list of somebody, as it is read."""

    evening: int
    part: int
    player: int
    performance: int
    won: int
    lost: int
    rounds: int
    lists: int = 1
    games_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """Everything that was played in a season."""

    season: Season
    evenings: tuple[Evening, ...]
    played: tuple[Played, ...]
    players: Mapping[int, SeasonPlayer]
    members: frozenset[int] | None  # None where nobody was named: then everybody competes who plays

    @property
    def is_whole(self) -> bool:
        """Whether everything was played list by list, and its games are known."""
        return all(played.games_known and played.lists == 1 for played in self.played)

    def lists(self, group: Callable[[date, str], str], *, of: Collection[int] | None = None) -> list[SeasonList]:
        """Return all lists, or those of some players, each in its group by day and kind of event."""
        groups = {evening.number: group(evening.starts_on, evening.kind) for evening in self.evenings}
        return [
            SeasonList(
                player=player,
                evening=evening,
                series=evening * MOST_SERIES + part,
                performance=performance,
                won=won,
                lost=lost,
                part=part,
                group=groups[evening],
                rounds=rounds,
                lists=lists,
                games_known=games_known,
            )
            for evening, part, player, performance, won, lost, rounds, lists, games_known in self.played
            if of is None or player in of
        ]

    def ahead(self, group: Callable[[date, str], str]) -> list[Ahead]:
        """Return the lists that are still to be played."""
        return [
            Ahead(
                evening=evening.number,
                series=evening.number * MOST_SERIES + part,
                part=part,
                group=group(evening.starts_on, evening.kind),
            )
            for evening in self.evenings
            for part in evening.ahead
        ]


def year_of(season: Season) -> Year:
    """Return what was played in a season, in seven queries at most."""
    earlier = list(season.earlier.annotate(player=EARLIER_PLAYER).order_by("day", "pk"))
    evenings = _evenings(season, sorted({(result.day, result.part) for result in earlier}))
    members = member_keys(season) or None
    return Year(
        season=season,
        evenings=evenings,
        played=(
            *_played(season, {evening.tournament: evening.number for evening in evenings}),
            *_earlier(earlier, {evening.starts_on: evening.number for evening in evenings if not evening.tournament}),
        ),
        players=_players(season, members, has_earlier=bool(earlier)),
        members=members,
    )


EARLIER_PLAYER: Final = Coalesce("person__merged_into_id", "person_id", F("pk") + 2 * IN_NO_BOOK)
"""The number of the player whose an earlier result is; of whom nobody knows any more, its own."""


def _earlier(rows: Sequence[Any], numbers: Mapping[date, int]) -> list[Played]:
    return [
        Played(
            numbers[row.day],
            row.part,
            row.player,
            row.points,
            row.won or 0,
            row.lost or 0,
            FULL,
            row.lists,
            row.won is not None,
        )
        for row in rows
    ]


def _evenings(season: Season, earlier: Sequence[tuple[date, int]]) -> tuple[Evening, ...]:
    today = timezone.localdate()
    parts: dict[date, tuple[int, ...]] = {}
    for day, part in earlier:
        parts[day] = (*parts.get(day, ()), part)
    series: dict[int, list[tuple[int, str]]] = {}
    in_season = Series.objects.filter(tournament__season_entries__season=season).order_by("number")
    for row in in_season.only("tournament_id", "number", "status"):
        series.setdefault(row.tournament_id, []).append((row.number, row.status))
    events = season.entries.order_by("tournament__starts_on", "tournament_id").values_list(
        "tournament_id",
        "tournament__slug",
        "tournament__name",
        "tournament__starts_on",
        "tournament__ends_on",
        "tournament__unpublish_on",
        "tournament__place",
        "kind",
    )
    before = [(0, "", gettext("Earlier evening"), day, day, None, "", "") for day in parts]
    rows = sorted([*before, *events], key=lambda row: (row[3], row[0]))
    return tuple(
        Evening(
            number=number,
            tournament=key,
            slug=slug,
            name=name,
            starts_on=starts_on,
            place=place,
            kind=kind,
            is_shown=key > 0 and (unpublish_on is None or today < unpublish_on),
            closed=parts[starts_on]
            if not key
            else tuple(part for part, status in series.get(key, ()) if status == Series.Status.CLOSED),
            ahead=tuple(part for part, status in series.get(key, ()) if status != Series.Status.CLOSED)
            if today <= ends_on + STILL_TO_COME
            else (),
        )
        for number, (key, slug, name, starts_on, ends_on, unpublish_on, place, kind) in enumerate(rows, start=1)
    )


def _seats_in(season: Season) -> QuerySet[Seat]:
    return Seat.objects.filter(
        still_known("entrant__"),
        is_ranked("entrant__"),
        series__tournament__season_entries__season=season,
        series__status=Series.Status.CLOSED,
    ).order_by()


def _played(season: Season, numbers: Mapping[int, int]) -> tuple[Played, ...]:
    rows = _seats_in(season).values_list(
        "series__tournament_id",
        "series__number",
        player_of("entrant__"),
        Coalesce("result__performance", 0) - Coalesce("result__penalty", 0),
        Coalesce("result__won", 0),
        Coalesce("result__lost", 0),
        Coalesce("table__game_list__rounds", FULL),
    )
    return tuple(sorted(Played(numbers[tournament], *row) for tournament, *row in rows))


def called(person: int) -> str:
    """Return what tells somebody from a namesake, or stands for a hidden name, where several events are one table.

    It has to look unlike a start number, which is another one in each event.
    """
    if person > IN_NO_BOOK:
        return gettext("Guest %(number)s") % {"number": person % IN_NO_BOOK}
    return gettext("Person %(number)s") % {"number": person}


def _players(season: Season, members: frozenset[int] | None, *, has_earlier: bool) -> dict[int, SeasonPlayer]:
    entrants = Entrant.objects.filter(still_known(), tournament__season_entries__season=season).order_by()
    rows = entrants.values_list(
        player_of(),
        Coalesce("person__name", "name"),
        Coalesce("person__shown_as", Value("")),
        Coalesce("person__pseudonym", Value("")),
        Coalesce("person__plays_for", "club"),
        Coalesce("person__team", "team"),
        Coalesce("person__club__name", Value("")),
        "shown_as",
        "chose_name",
        "pseudonym",
        "classes",
    ).distinct()
    before = season.earlier.order_by().values_list(
        EARLIER_PLAYER,
        *(
            Coalesce(f"person__merged_into__{name}", f"person__{name}", Value(""))
            for name in ("name", "shown_as", "pseudonym", "plays_for", "team", "club__name")
        ),
    )
    followed = (season.names_shown, False, "", ())
    season_players: dict[int, SeasonPlayer] = {}
    care: dict[int, str] = {}
    pseudonyms: dict[int, str] = {}
    every = [*rows, *((*row, *followed) for row in (before.distinct() if has_earlier else ()))]
    for key, name, wanted, pseudonym, club, team, book, shown, chose, other, classes in every:
        # What was chosen for one evening holds where it stands beside all others.
        asked = [wanted or season.names_shown, care.get(key, Shown.FULL), *([shown] if chose or not wanted else [])]
        care[key] = max(asked, key=lambda value: CARE[Shown(value)])
        pseudonyms[key] = pseudonym or pseudonyms.get(key, "") or other
        season_players[key] = SeasonPlayer(
            number=key,
            name=shown_name(name=name, pseudonym=pseudonyms[key], shown=care[key]) or called(key),
            club=club if care[key] in CLUB_IS_SHOWN else "",
            is_member=members is None or key in members,
            classes=frozenset(classes).union(season_players[key].classes if key in season_players else ()),
            plays_for=(team, club or book),
            shows_club=care[key] in CLUB_IS_SHOWN,
        )
    apart = told_apart(
        [player.name for player in season_players.values()], numbers=[called(key) for key in season_players]
    )
    return {
        key: season_player if season_player.name == name else replace(season_player, name=name)
        for (key, season_player), name in zip(season_players.items(), apart, strict=True)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """What came of all lists that two players kept at one table."""

    opponent: SeasonPlayer
    lists: int
    ahead: int  # in how many of them the player had more points than this opponent
    behind: int
    difference: int  # points of the player less those of the opponent, over all of them


def meetings(year: Year, *, player: int) -> list[Meeting]:
    """Return whom a player met, the most frequent first; in one query."""
    seats = Seat.objects.alias(player=player_of("entrant__")).filter(player=player)
    rows = _seats_in(year.season).filter(table__in=seats.values("table"))
    tables: dict[int, dict[int, int]] = defaultdict(dict)
    points = Coalesce("result__performance", 0) - Coalesce("result__penalty", 0)
    for table, person, performance in rows.values_list("table_id", player_of("entrant__"), points):
        tables[table][person] = performance
    margins: dict[int, list[int]] = defaultdict(list)
    for at_table in tables.values():
        for person, performance in at_table.items():
            # Whoever was excluded since has no points any more, and met nobody.
            if person != player and player in at_table:
                margins[person].append(at_table[player] - performance)
    by_opponent = [
        Meeting(
            opponent=year.players[person],
            lists=len(by),
            ahead=sum(number > 0 for number in by),
            behind=sum(number < 0 for number in by),
            difference=sum(by),
        )
        for person, by in margins.items()
    ]
    return sorted(
        by_opponent,
        key=lambda meeting: (-meeting.lists, -meeting.difference, meeting.opponent.name, meeting.opponent.number),
    )
