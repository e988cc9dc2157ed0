"""Plain functions that put the world into a state. Say only what the test is about."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

from scoring.lists.models import Call, Confirmation, GameListRow, Proposal
from scoring.lists.services import entry
from scoring.results.services import series as lists_series
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.totals import Totals
from scoring.rules.valuation import Played
from scoring.signing import services as signing
from scoring.table.services import batches
from tables import seating
from tables.accounts.held_keys import COOKIE
from tables.accounts.models import User
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.people.models import Entrant
from tables.people.services import registration
from tables.people.services.registration import Registration
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services.officials import begin_classes
from tests.support.remembered_worlds import remembered, remembered_step

EVENING = datetime(2026, 5, 16, 17, 0, tzinfo=UTC)
GRAND = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
GRAND_LOST = Played(contract=Contract(game=Game.GRAND), matadors=2, won=False)


@remembered_step
def user(username: str = "direktor") -> User:
    """Return the user of this name, made if need be; the password is the name twice."""
    return User.objects.filter(username=username).first() or User.objects.create_user(
        username=username, password=username * 2
    )


@remembered_step
def tournament(*, entrants: int = 0, series: int = 1, director: str = "direktor", **fields: Any) -> Tournament:
    """Return a tournament with numbered entrants, all present, and planned series that are drawn."""
    made = Tournament.objects.create(
        **{
            "slug": "cup",
            "name": "Herz-Dame-Cup",
            "place": "Altenburg",
            "organiser": "SC Herz Dame",
            "starts_on": date(2026, 5, 16),
            "ends_on": date(2026, 5, 16),
            "created_at": EVENING,
            "rounds": 1,
            **fields,
        }
    )
    # Tests may state a day as text.
    made.refresh_from_db(fields=["starts_on"])
    begin_classes(made)
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=n, name=f"Spieler {n}", present=True, registered_at=EVENING)
        for n in range(1, entrants + 1)
    )
    # Sealed numbers that are always the same: a test draws the same seats whenever it runs.
    Series.objects.bulk_create(Series(tournament=made, number=n, secret=f"{n:032x}") for n in range(1, series + 1))
    Role.objects.create(tournament=made, user=user(director), kind=Role.Kind.DIRECTOR)
    return made


@remembered_step
def judge(made: Tournament, username: str = "richterin", *, plays_as: int | None = None) -> User:
    """Return a judge of the tournament."""
    made_judge = user(username)
    people.appoint(
        tournament_id=made.pk, username=username, kind=Role.Kind.JUDGE, plays_as=plays_as, by=user(), now=EVENING
    )
    return made_judge


@remembered_step
def running_series(made: Tournament, number: int = 1, *, published_only: bool = False) -> Series:
    """Return a series seated by start number (1-4 at table 1, ...), published and started."""
    series = made.series.get(number=number)
    company = made.entrants.filter(present=True).order_by("number")
    numbers = iter(company.values_list("number", flat=True))
    tables = [[next(numbers) for _ in range(size)] for size in seating.table_sizes(len(company))]
    plan = seating.plan_by_hand([seating.Entrant(number=n) for table in tables for n in table], series=[tables])
    draws.keep_draw([series], plan, by=user(), now=EVENING)
    lists_series.publish_series(series_id=series.pk, by=user(), now=EVENING)
    if not published_only:
        hall.start_series(series_id=series.pk, by=user(), now=EVENING)
    return Series.objects.get(pk=series.pk)


@remembered
def running_list(*, seats: int = 4, rounds: int = 1, series: int = 1) -> GameListRow:
    """Return the open list of the only table of a running series."""
    made = tournament(entrants=seats, rounds=rounds, series=series)
    return list_of(running_series(made))


def list_of(series: Series, table: int = 1) -> GameListRow:
    """Return the list of a table."""
    return GameListRow.objects.select_related("table__series__tournament").get(
        table__series=series, table__number=table
    )


@remembered_step
def registered(made: Tournament, name: str, *, now: datetime = EVENING, **fields: Any) -> Entrant:
    """Register somebody at the desk."""
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(name=name, **fields),
        source=Entrant.Source.DESK,
        entry_key=None,
        by=user(),
        now=now,
    )


@remembered_step
def registered_list(made: Tournament, *names: str, source: str = Entrant.Source.PASTE, **fields: Any) -> list[Entrant]:
    """Register several at once, as a list that was typed."""
    return registration.register_many(
        tournament_id=made.pk,
        registrations=[Registration(name=name) for name in names],
        source=source,
        entry_key=uuid4(),
        by=user(),
        now=EVENING,
        **fields,
    )


@remembered_step
def drawn_together(made: Tournament, *, public: str = "a") -> Series:
    """Draw all series at once; return the first."""
    first = made.series.get(number=1)
    return draws.draw_series(series_id=first.pk, public=public, by=user(), now=EVENING, all_left=True)


@remembered_step
def call_from(
    row: GameListRow, kind: str = "help", place: int | None = None, *, device: str = "", text: str = ""
) -> Call:
    """Call the direction to a table."""
    return batches.call(
        list_id=row.pk, kind=kind, place=place, text=text, device=device, entry_key=uuid4(), now=EVENING
    )


@remembered_step
def proposed(row: GameListRow, number: int = 1, **fields: Any) -> Proposal:
    """Let a deal wait that a phone brought which does not keep the list."""
    brought = {"line": {}, "because": "kept-by-other", "device": "f" * 32, "received_at": EVENING, "entry_key": uuid4()}
    return Proposal.objects.create(game_list=row, number=number, **brought | fields)


@remembered_step
def type_totals(row: GameListRow, *lines: tuple[int, int, int], now: datetime = EVENING) -> None:
    """Enter the results of a paper list: (points, won, lost) from seat 1 on."""
    entry.enter_totals(list_id=row.pk, totals=totals(*lines), by=user(), now=now)


@remembered_step
def correct(row: GameListRow, deal: Deal, *, because: str = "", by: User | None = None, **fields: Any) -> None:
    """Correct a deal of an open list."""
    entry.correct_deal(
        list_id=row.pk, deal=deal, because=because, by=by, **{"entry_key": uuid4(), "now": EVENING} | fields
    )


@remembered_step
def enter(row: GameListRow, *plays: tuple[int, Played] | None) -> None:
    """Enter the next deals of a list: (seat, played), or None for passed in."""
    first = row.deals.filter(voided_at=None).count() + 1
    for number, play in enumerate(plays, start=first):
        declarer, played = play or (None, None)
        entry.enter_deal(
            list_id=row.pk,
            deal=Deal(number=number, declarer=declarer, played=played),
            entry_key=uuid4(),
            by=None,
            now=EVENING,
        )


def fill(row: GameListRow, *, seat: int | None = None, lost: bool = False) -> None:
    """Enter every deal still missing: a Grand with 2 by ``seat`` where it may play, else by the next who may."""
    row.refresh_from_db()
    blank = GameList(seats=row.table.size, rounds=row.rounds)
    entered = row.deals.filter(voided_at=None).count()
    missing = [blank.players_of(number) for number in range(entered + 1, blank.length + 1)]
    game = GRAND_LOST if lost else GRAND
    enter(row, *((seat if seat in players else players[0], game) for players in missing))


def confirm(row: GameListRow, place: int, *, now: datetime = EVENING, **fields: Any) -> Confirmation:
    """Let a player confirm the list as it is: said aloud, and heard by the first other unless it is given otherwise."""
    heard = {"heard_by": 1 if place > 1 else 2} if not fields.keys() & {"drawing", "code", "heard_by"} else {}
    return remembered_step(signing.confirm)(
        **{"list_id": row.pk, "place": place, "version": row.version, "now": now} | heard | fields
    )


def confirm_and_sign(row: GameListRow) -> None:
    """Let every player confirm a complete list, and sign it."""
    row.refresh_from_db()
    for place in range(1, row.table.size + 1):
        confirm(row, place)
    remembered_step(signing.sign)(list_id=row.pk, now=EVENING)


@remembered_step
def play_series(series: Series, *, skip: Iterable[int] = ()) -> None:
    """Fill and sign every list of a series that is not signed yet, but those of the tables to skip."""
    for row in GameListRow.objects.filter(table__series=series, signed_at=None).select_related("table"):
        if row.table.number not in set(skip):
            fill(row, seat=1)
            confirm_and_sign(row)


@remembered_step
def close_series(series: Series) -> Series:
    """Play a series out and close it."""
    play_series(series)
    return lists_series.close_series(series_id=series.pk, lot_seed="lots", by=user(), now=EVENING)


def totals(*lines: tuple[int, int, int]) -> Sequence[Totals]:
    """Return totals of a paper list: (points, won, lost) from seat 1 on."""
    return [Totals(game_points=points, won=won, lost=lost) for points, won, lost in lines]


def evening() -> Tournament:
    """Return an event as real as a hall: three series played with all that happens, the fourth at play."""
    from tests.support.evening import evening as whole  # it is played with what stands here

    return whole()


def device_of(client: Any) -> str:
    """Return what the site calls the phone of a test client; "" if it was shown no key."""
    cookie = client.cookies.get(COOKIE)
    return device_in(cookie.value) if cookie else ""


def device_in(cookie: str) -> str:
    """Return what the site calls a phone by the cookie of its keys."""
    return cookie.partition("!")[0]
