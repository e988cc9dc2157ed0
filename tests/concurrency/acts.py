"""What people do in a hall, with clubs and with money, each a single act: for processes that do it at once."""

import random
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
    """One person, what he comes upon, and what he does: each a single act."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.device = f"{seed:032x}"
        self.user = factories.user()
        self.wrong_place = f"10.0.0.{self.dice.randrange(2)}"

    @property
    def by(self) -> dict[str, Any]:
        return {"by": self.user, "now": self.now}

    @property
    def once(self) -> dict[str, Any]:
        """What an act is told that may be sent twice and is done once."""
        return {"entry_key": self.key(), **self.by}

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

    def enters(self) -> None:
        """Bring the next deal of a list, some of them twice."""
        row = self.list_()
        number = row.deals.filter(voided_at=None).count() + 1
        deal = Deal(number=number, declarer=number % row.table.size + 1, played=factories.GRAND)
        act = Enter(key=self.key(), deal=deal)
        for _ in range(self.dice.choice((1, 1, 2))):
            self.brings(row, act, unsent=self.dice.randrange(3))

    def takes_back(self) -> None:
        row = self.list_()
        last = row.deals.filter(voided_at=None).order_by("-number").first()
        if last:
            self.brings(row, TakeBack(key=self.key(), number=last.number, of=last.entry_key))

    def is_heard(self) -> None:
        phones.heard(list_id=self.list_().pk, device=self.device, unsent=self.dice.randrange(3), now=self.now)

    def hands_over(self) -> None:
        phones.hand_over(list_id=self.list_().pk, device=self.device, copy="first", **self.by)

    def calls(self) -> None:
        told = {"kind": Call.Kind.HELP, "place": 1, "text": "", "device": self.device, "entry_key": self.key()}
        batches.call(list_id=self.list_().pk, now=self.now, **told)

    def confirms(self) -> None:
        factories.confirm(self.list_(), 1, now=self.now)

    def guesses(self) -> None:
        services.table_by_words(typed="apfel apfel apfel apfel", address=self.wrong_place, now=self.now)

    def objects(self) -> None:
        row = self.list_()
        objections.raise_objection(series_id=row.table.series_id, list_id=row.pk, kind="revoke", text="!", **self.once)

    def takes_on(self) -> None:
        if Objection.objects.exists():
            objections.take_on(objection_id=self.any(Objection, taken_by=None).pk, **self.by)

    def appeals(self) -> None:
        row = self.list_()
        what = {"appellant": 1, "list_id": None, "deal": None, "text": "Nein."}
        appealing.file_appeal(series_id=row.table.series_id, **what, **self.once)

    def orders(self) -> None:
        """Order penalty points, or lift a measure."""
        event = self.event("alpha", "beta")
        holding = Measure.objects.filter(tournament=event, lifted_at=None).first()
        if holding and self.dice.random() < 0.5:
            measures.lift_measure(measure_id=holding.pk, because="Irrtum", **self.once)
            return
        what = {"kind": Measure.Kind.PENALTY, "reason": "!", "clause": "SkWO 4.2", "series": 1, "points": 5}
        order = Order(entrant=self.dice.randint(1, 16), **what)
        measures.order_measure(tournament_id=event.pk, order=order, **self.once)

    def announces(self) -> None:
        until = self.now + timedelta(milliseconds=200)
        services.announce(tournament_id=self.event().pk, text="Pause", until=until, **self.once)

    def renews(self) -> None:
        in_hall.renew_key(table_id=self.any(Table, game_list__isnull=False).pk, **self.by)

    def draws(self) -> None:
        """Draw the event that does not play yet, or throw the draw away, or let two swap."""
        series = self.event("gamma").series.order_by("number").first()
        assert series
        if series.status == Series.Status.PLANNED:
            together = self.dice.random() < 0.5
            drawing.draw_series(series_id=series.pk, public=str(self.dice.random()), all_left=together, **self.by)
        elif self.dice.random() < 0.5:
            drawing.discard_draw(series_id=series.pk, because="noch einmal", **self.by)
        else:
            one, other = self.dice.sample(range(1, 17), 2)
            reseating.swap_seats(series_id=series.pk, numbers=(one, other), because="Wunsch", **self.by)

    def ends(self) -> None:
        """Try to close a series or the event: too early, whoever asks."""
        event = self.event("alpha", "beta")
        if self.dice.random() < 0.5:
            lists_series.close_series(series_id=event.series.get(number=1).pk, lot_seed="x", **self.by)
        else:
            results.state_end(tournament_id=event.pk, ended_at=self.now, **self.by)

    def appoints(self) -> None:
        """Give somebody an office, with a new account now and then."""
        which = {"tournament_id": self.event().pk, "kind": "judge", "plays_as": None}
        if self.dice.random() < 0.2:
            name = f"neu-{self.dice.randrange(40)}"
            people.engage(username=name, password="x" * 12, **which, **self.by)
        else:
            people.appoint(username="direktor", **which, **self.by)

    def reads(self) -> None:
        event = self.event("alpha", "beta")
        standings(event)
        public_standings(list(event.series.order_by("number")))

    def founds(self) -> None:
        """Put a club on the site, of a name that others choose too, or rename one."""
        name = f"Club {self.dice.randrange(30)}"
        club = clubs.found_club(details=ClubDetails(name=name), **self.by)
        clubs.change_club(club_id=club.pk, details=ClubDetails(name=name, place="Altenburg"), **self.by)

    def plans(self) -> None:
        if self.dice.random() < 0.3:
            plan = {
                "details": _details(f"Preisskat {self.dice.randrange(3)}", None),
                "seatings": ["drawn"],
                **self.once,
            }
            assert tournaments.create_tournament(**plan) == tournaments.create_tournament(**plan)
        else:
            event = self.event()
            owner = self.dice.choice([*Club.objects.order_by("pk").values_list("pk", flat=True)[:2], None])
            plan = {"seatings": list(event.series.order_by("number").values_list("seating", flat=True)), **self.by}
            tournaments.change_tournament(tournament_id=event.pk, details=_details(event.name, owner), **plan)

    def club_of(self) -> Club:
        return self.dice.choice(list(Club.objects.order_by("pk")[:2]))

    def person_of(self) -> Person:
        """Return somebody of a book; a new one where it is nearly empty."""
        keys = list(Person.objects.filter(merged_into=None).values_list("pk", flat=True))
        if len(keys) < 20:
            details = PersonDetails(name=f"Neu {self.dice.random()}")
            return books.add_person(club_id=self.club_of().pk, details=details, **self.once)
        return Person.objects.get(pk=self.dice.choice(keys))

    def registers(self) -> None:
        person, event = self.person_of(), self.event()
        if self.dice.random() < 0.5:
            books.register_people(tournament_id=event.pk, people=[person.pk], **self.once)
        else:
            books.register_at_desk(tournament_id=event.pk, registration=Registration(name=person.name), **self.once)

    def takes_over(self) -> None:
        club, event = self.club_of(), self.event()
        books.take_over(club_id=club.pk, tournament_id=event.pk, **self.by)

    def merges(self) -> None:
        club = self.club_of()
        keys = list(club.people.filter(merged_into=None).values_list("pk", flat=True))
        stays, goes = self.dice.sample(keys, 2)
        books.merge(club_id=club.pk, stays=stays, goes=[goes], **self.by)

    def changes(self) -> None:
        person = self.person_of()
        books.change_person(person_id=person.pk, details=PersonDetails(name=person.name, team="Erste"), **self.by)

    def removes(self) -> None:
        person = self.person_of()
        books.remove_person(club_id=person.club_id, person_id=person.pk, **self.by)

    def charges(self) -> None:
        """Set the tariffs of an event, openly where somebody was charged."""
        cents = self.dice.choice((1000, 1200))
        entry = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=cents), goes_to=desk.ENTRY.goes_to)
        set_tariffs(
            tournament_id=self.event().pk, tariffs=(entry, desk.LOSS), openly=True, because="Beschluss", **self.by
        )

    def pays(self) -> None:
        """Take a payment, some of them sent twice."""
        payment = DeskPayment(number=self.dice.randint(1, 17), cents=1000, way=self.dice.choice(list(Way)))
        event, key = self.event().pk, self.key()
        for _ in range(self.dice.choice((1, 1, 2))):
            paying.pay(tournament_id=event, payment=payment, entry_key=key, **self.by)

    def takes_money_back(self) -> None:
        event = self.event()
        last = event.movements.filter(reason=Move.PAID).order_by("-number").values_list("number", flat=True).first()
        paying.take_back(tournament_id=event.pk, movement=last or 1, because="Irrtum", **self.once)

    def ticks(self) -> None:
        numbers = [self.dice.randint(1, 16)]
        mark_entrants(tournament_id=self.event().pk, numbers=numbers, paid=self.dice.random() < 0.5, **self.by)

    def pays_out(self) -> None:
        ending.pay_out(tournament_id=self.event().pk, number=self.dice.randint(1, 16), **self.once)

    def counts(self) -> None:
        count = Count(pieces={1000: self.dice.randint(0, 9)}, because="Gezählt")
        booking.count_box(tournament_id=self.event().pk, count=count, **self.once)

    def gives_to_a_pot(self) -> None:
        prizes.give_to_pot(tournament_id=self.event().pk, pot="jackpot", cents=500, because="Spende", **self.once)


def _details(name: str, club: int | None) -> tournaments.Details:
    day = factories.EVENING.date()
    return tournaments.Details(
        name=name, place="Altenburg", starts_on=day, ends_on=day, organiser="SC", rounds=12, club_id=club
    )


OFTEN = {
    1: "charges counts gives_to_a_pot",
    2: "takes_back is_heard hands_over calls confirms guesses objects takes_on appeals orders announces renews ends "
    "appoints reads",
    3: "founds merges changes removes draws takes_money_back ticks pays_out",
    5: "plans registers takes_over",
    8: "enters pays",
}
DOES = {act: often for often, acts in OFTEN.items() for act in acts.split()}
"""What anybody does, and how often beside the rest."""
