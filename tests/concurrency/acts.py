"""What people do in a hall, with clubs and with money, each a single act: for processes that do it at once."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from scoring.disputes.models import Measure, Objection
from scoring.disputes.services import appeals as appealing
from scoring.disputes.services import measures, objections
from scoring.disputes.services.measures import Order
from scoring.lists.models import Call, GameListRow
from scoring.lists.services import phones
from scoring.money.models import Move
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.services import booking, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import set_tariffs
from scoring.money.services.paying import DeskPayment, Way
from scoring.office.services import end as results
from scoring.results.selectors.standings import public_standings, standings
from scoring.results.services import series as lists_series
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches
from scoring.table.services.deciding import Enter, TakeBack
from tables.clubs.models import Club, Person
from tables.clubs.services import books, clubs
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.draw.models import Table
from tables.draw.services import draws as drawing
from tables.draw.services import reseating
from tables.draw.services import seats as in_hall
from tables.hall import services
from tables.intake.registration import Registration
from tables.people.services.registration import mark_entrants
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs import club_books

SLUGS = ("alpha", "beta", "gamma")
TABLES = 4
M = TypeVar("M", bound=Model)


def house() -> None:
    """Make the two clubs with their books, and the three events."""
    for name in ("SC Alpha", "SC Beta"):
        club = club_books.club(name)
        for number in range(1, 31):
            club_books.person(club, f"Person {number} von {name}")
    owners = list(Club.objects.order_by("pk"))
    for at, slug in enumerate(SLUGS):
        made = factories.tournament(
            entrants=4 * TABLES, series=3, slug=slug, name=slug, rounds=12, club=owners[at % 2], registration_open=True
        )
        if slug != "gamma":
            factories.running_series(made)


class Somebody:
    """One person, and what he comes upon."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.device = f"{seed:032x}"
        self.user = factories.user()
        self.wrong_place = f"10.0.0.{self.dice.randrange(2)}"

    @property
    def by(self) -> dict[str, Any]:
        return {"by": self.user, "now": self.now}

    @property
    def now(self) -> datetime:
        return timezone.now()

    def key(self) -> UUID:
        return UUID(int=self.dice.getrandbits(128), version=4)

    def any(self, model: type[M], **where: Any) -> M:
        keys = list(model._default_manager.filter(**where).order_by("pk").values_list("pk", flat=True))
        return model._default_manager.get(pk=self.dice.choice(keys)) if keys else self.any(model)

    def list_(self) -> GameListRow:
        keys = list(GameListRow.objects.order_by("pk").values_list("pk", flat=True))
        return GameListRow.objects.select_related("table__series__tournament").get(pk=self.dice.choice(keys))

    def event(self, *slugs: str) -> Tournament:
        return Tournament.objects.get(slug=self.dice.choice(slugs or SLUGS))

    def brings(self, row: GameListRow, act: Enter | TakeBack, **more: Any) -> None:
        """Send an act from the phone that keeps a list, or from one's own."""
        keeper = row.phones.filter(keeps="first").values_list("device", flat=True).first() or self.device
        batch = batches.Batch(copy="first", acts=[act], **more)
        batches.receive(table=row.table, device=keeper, batch=batch, now=self.now)


def enters(me: Somebody) -> None:
    """Bring the next deal of a list, some of them twice."""
    row = me.list_()
    number = row.deals.filter(voided_at=None).count() + 1
    act = Enter(key=me.key(), deal=Deal(number=number, declarer=number % row.table.size + 1, played=factories.GRAND))
    for _ in range(me.dice.choice((1, 1, 2))):
        me.brings(row, act, unsent=me.dice.randrange(3))


def takes_back(me: Somebody) -> None:
    row = me.list_()
    last = row.deals.filter(voided_at=None).order_by("-number").first()
    if last:
        me.brings(row, TakeBack(key=me.key(), number=last.number, of=last.entry_key))


def is_heard(me: Somebody) -> None:
    """Ask how a list stands, with deals that wait."""
    phones.heard(list_id=me.list_().pk, device=me.device, unsent=me.dice.randrange(3), now=me.now)


def hands_over(me: Somebody) -> None:
    phones.hand_over(list_id=me.list_().pk, device=me.device, copy="first", **me.by)


def calls(me: Somebody) -> None:
    batches.call(
        list_id=me.list_().pk, kind=Call.Kind.HELP, place=1, text="", device=me.device, entry_key=me.key(), now=me.now
    )


def confirms(me: Somebody) -> None:
    factories.confirm(me.list_(), 1, now=me.now)


def guesses(me: Somebody) -> None:
    services.table_by_words(typed="apfel apfel apfel apfel", address=me.wrong_place, now=me.now)


def objects(me: Somebody) -> None:
    row = me.list_()
    objections.raise_objection(
        series_id=row.table.series_id, list_id=row.pk, kind="revoke", text="!", entry_key=me.key(), **me.by
    )


def takes_on(me: Somebody) -> None:
    if Objection.objects.exists():
        objections.take_on(objection_id=me.any(Objection, taken_by=None).pk, **me.by)


def appeals(me: Somebody) -> None:
    row = me.list_()
    appealing.file_appeal(
        series_id=row.table.series_id, appellant=1, list_id=None, deal=None, text="Nein.", entry_key=me.key(), **me.by
    )


def orders(me: Somebody) -> None:
    """Order penalty points, or lift a measure."""
    event = me.event("alpha", "beta")
    holding = Measure.objects.filter(tournament=event, lifted_at=None).first()
    if holding and me.dice.random() < 0.5:
        measures.lift_measure(measure_id=holding.pk, because="Irrtum", entry_key=me.key(), **me.by)
        return
    order = Order(
        kind=Measure.Kind.PENALTY, reason="!", clause="SkWO 4.2", series=1, entrant=me.dice.randint(1, 16), points=5
    )
    measures.order_measure(tournament_id=event.pk, order=order, entry_key=me.key(), **me.by)


def announces(me: Somebody) -> None:
    until = me.now + timedelta(milliseconds=200)
    services.announce(tournament_id=me.event().pk, text="Pause", until=until, entry_key=me.key(), **me.by)


def renews(me: Somebody) -> None:
    in_hall.renew_key(table_id=me.any(Table, game_list__isnull=False).pk, **me.by)


def draws(me: Somebody) -> None:
    """Draw the event that does not play yet, or throw the draw away, or let two swap."""
    series = me.event("gamma").series.order_by("number").first()
    assert series
    if series.status == Series.Status.PLANNED:
        together = me.dice.random() < 0.5
        drawing.draw_series(series_id=series.pk, public=str(me.dice.random()), all_left=together, **me.by)
    elif me.dice.random() < 0.5:
        drawing.discard_draw(series_id=series.pk, because="noch einmal", **me.by)
    else:
        one, other = me.dice.sample(range(1, 17), 2)
        reseating.swap_seats(series_id=series.pk, numbers=(one, other), because="Wunsch", **me.by)


def ends(me: Somebody) -> None:
    """Try to close a series or the event: too early, whoever asks."""
    event = me.event("alpha", "beta")
    if me.dice.random() < 0.5:
        lists_series.close_series(series_id=event.series.get(number=1).pk, lot_seed="x", **me.by)
    else:
        results.state_end(tournament_id=event.pk, ended_at=me.now, **me.by)


def appoints(me: Somebody) -> None:
    """Give somebody an office, with a new account now and then."""
    which = {"tournament_id": me.event().pk, "kind": "judge", "plays_as": None}
    if me.dice.random() < 0.2:
        name = f"neu-{me.dice.randrange(40)}"
        people.engage(username=name, password="x" * 12, **which, **me.by)
    else:
        people.appoint(username="direktor", **which, **me.by)


def reads(me: Somebody) -> None:
    event = me.event("alpha", "beta")
    standings(event)
    public_standings(list(event.series.order_by("number")))


def founds(me: Somebody) -> None:
    """Put a club on the site, of a name that others choose too, or rename one."""
    name = f"Club {me.dice.randrange(30)}"
    club = clubs.found_club(details=ClubDetails(name=name), **me.by)
    clubs.change_club(
        club_id=club.pk, details=ClubDetails(name=name, place="Altenburg"), by=factories.user(), now=EVENING
    )


def plans(me: Somebody) -> None:
    """Create an event, sometimes sent twice; or change whose an event is."""
    if me.dice.random() < 0.3:
        key = me.key()
        details = _details(f"Preisskat {me.dice.randrange(3)}", None)
        made = [
            tournaments.create_tournament(details=details, seatings=["drawn"], entry_key=key, **me.by) for _ in range(2)
        ]
        assert made[0] == made[1]
    else:
        event = me.event()
        owner = me.dice.choice([*Club.objects.order_by("pk").values_list("pk", flat=True)[:2], None])
        tournaments.change_tournament(
            tournament_id=event.pk,
            details=_details(event.name, owner),
            seatings=list(event.series.order_by("number").values_list("seating", flat=True)),
            **me.by,
        )


def club_of(me: Somebody) -> Club:
    return me.dice.choice(list(Club.objects.order_by("pk")[:2]))


def person_of(me: Somebody) -> Person:
    """Return somebody of a book; a new one where it is nearly empty."""
    keys = list(Person.objects.filter(merged_into=None).values_list("pk", flat=True))
    if len(keys) < 20:
        details = PersonDetails(name=f"Neu {me.dice.random()}")
        return books.add_person(
            club_id=club_of(me).pk, details=details, entry_key=me.key(), now=me.now, by=factories.user()
        )
    return Person.objects.get(pk=me.dice.choice(keys))


def registers(me: Somebody) -> None:
    """Register somebody of a book, from the list of the book or at the desk."""
    person, event = person_of(me), me.event()
    if me.dice.random() < 0.5:
        books.register_people(tournament_id=event.pk, people=[person.pk], entry_key=me.key(), **me.by)
    else:
        books.register_at_desk(
            tournament_id=event.pk, registration=Registration(name=person.name), entry_key=me.key(), **me.by
        )


def takes_over(me: Somebody) -> None:
    """Take the entrants of an event into the book of the club whose it is."""
    club, event = club_of(me), me.event()
    books.take_over(club_id=club.pk, tournament_id=event.pk, **me.by)


def merges(me: Somebody) -> None:
    club = club_of(me)
    keys = list(club.people.filter(merged_into=None).values_list("pk", flat=True))
    stays, goes = me.dice.sample(keys, 2)
    books.merge(club_id=club.pk, stays=stays, goes=[goes], **me.by)


def changes(me: Somebody) -> None:
    person = person_of(me)
    books.change_person(
        person_id=person.pk, details=PersonDetails(name=person.name, team="Erste"), by=factories.user(), now=EVENING
    )


def removes(me: Somebody) -> None:
    person = person_of(me)
    books.remove_person(club_id=person.club_id, person_id=person.pk, **me.by)


def _details(name: str, club: int | None) -> tournaments.Details:
    day = factories.EVENING.date()
    return tournaments.Details(
        name=name, place="Altenburg", starts_on=day, ends_on=day, organiser="SC", rounds=12, club_id=club
    )


def charges(me: Somebody) -> None:
    """Set the tariffs of an event, openly where somebody was charged."""
    cents = me.dice.choice((1000, 1200))
    entry = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=cents), goes_to=desk.ENTRY.goes_to)
    set_tariffs(tournament_id=me.event().pk, tariffs=(entry, desk.LOSS), openly=True, because="Beschluss", **me.by)


def pays(me: Somebody) -> None:
    """Take a payment, some of them sent twice."""
    payment = DeskPayment(number=me.dice.randint(1, 17), cents=1000, way=me.dice.choice(list(Way)))
    event, key = me.event().pk, me.key()
    for _ in range(me.dice.choice((1, 1, 2))):
        paying.pay(tournament_id=event, payment=payment, entry_key=key, **me.by)


def takes_money_back(me: Somebody) -> None:
    event = me.event()
    last = event.movements.filter(reason=Move.PAID).order_by("-number").values_list("number", flat=True).first()
    paying.take_back(tournament_id=event.pk, movement=last or 1, because="Irrtum", entry_key=me.key(), **me.by)


def ticks(me: Somebody) -> None:
    numbers = [me.dice.randint(1, 16)]
    mark_entrants(tournament_id=me.event().pk, numbers=numbers, paid=me.dice.random() < 0.5, **me.by)


def pays_out(me: Somebody) -> None:
    ending.pay_out(tournament_id=me.event().pk, number=me.dice.randint(1, 16), entry_key=me.key(), **me.by)


def counts(me: Somebody) -> None:
    count = Count(pieces={1000: me.dice.randint(0, 9)}, because="Gezählt")
    booking.count_box(tournament_id=me.event().pk, count=count, entry_key=me.key(), **me.by)


def gives_to_a_pot(me: Somebody) -> None:
    prizes.give_to_pot(
        tournament_id=me.event().pk, pot="jackpot", cents=500, because="Spende", entry_key=me.key(), **me.by
    )


DOES: dict[Callable[[Somebody], None], int] = {
    **dict.fromkeys((charges, counts, gives_to_a_pot), 1),
    **dict.fromkeys((takes_back, is_heard, hands_over, calls, confirms, guesses, objects, takes_on), 2),
    **dict.fromkeys((appeals, orders, announces, renews, ends, appoints, reads), 2),
    **dict.fromkeys((founds, merges, changes, removes, draws, takes_money_back, ticks, pays_out), 3),
    **dict.fromkeys((plans, registers, takes_over), 5),
    **dict.fromkeys((enters, pays), 8),
}
"""What anybody does, and how often beside the rest."""
