"""What people do in a hall, each a single act: for processes that do it at once."""

from collections.abc import Callable
from datetime import timedelta

from scoring.disputes.models import Measure, Objection
from scoring.disputes.services import appeals as appealing
from scoring.disputes.services import measures, objections
from scoring.disputes.services.measures import Order
from scoring.lists.models import Call
from scoring.lists.services import phones
from scoring.office.services import end as results
from scoring.results.selectors.standings import public_standings, standings
from scoring.results.services import series as lists_series
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from scoring.table.services import batches
from scoring.table.services import calls as table_calls
from scoring.table.services.deciding import Enter, TakeBack
from tables.draw.models import Table
from tables.draw.services import draws as drawing
from tables.draw.services import reseating
from tables.draw.services import seats as in_hall
from tables.hall import services
from tables.tournaments.models import Series
from tables.tournaments.services import officials as people
from tests.concurrency.somebody import Somebody
from tests.support import factories


def enters(me: Somebody) -> None:
    """Bring the next deal of a list, some of them twice."""
    row = me.list_()
    number = (row.deals.filter(voided_at=None).count()) + 1
    declarer = number % row.table.size + 1
    deal = Deal(
        number=number, declarer=declarer, played=Played(contract=Contract(game=Game.GRAND), matadors=1, won=True)
    )
    act = Enter(key=me.key(), deal=deal)
    keeper = row.phones.filter(keeps="first").values_list("device", flat=True).first() or me.device
    for _ in range(me.dice.choice((1, 1, 2))):
        batch = batches.Batch(copy="first", acts=[act], unsent=me.dice.randrange(3))
        batches.receive(table=row.table, device=keeper, batch=batch, now=me.now)


def takes_back(me: Somebody) -> None:
    """Take the last deal of a list back."""
    row = me.list_()
    last = row.deals.filter(voided_at=None).order_by("-number").first()
    keeper = row.phones.filter(keeps="first").values_list("device", flat=True).first() or me.device
    if last:
        act = TakeBack(key=me.key(), number=last.number, of=last.entry_key)
        batch = batches.Batch(copy="first", acts=[act])
        batches.receive(table=row.table, device=keeper, batch=batch, now=me.now)


def is_heard(me: Somebody) -> None:
    """Ask how a list stands, with deals that wait."""
    phones.heard(list_id=me.list_().pk, device=me.device, unsent=me.dice.randrange(3), now=me.now)


def hands_over(me: Somebody) -> None:
    """Let this phone keep a list."""
    phones.hand_over(list_id=me.list_().pk, device=me.device, copy="first", **me.by)


def calls(me: Somebody) -> None:
    """Call the direction."""
    table_calls.call(
        list_id=me.list_().pk,
        kind=Call.Kind.HELP,
        place=1,
        text="",
        device=me.device,
        entry_key=me.key(),
        now=me.now,
    )


def confirms(me: Somebody) -> None:
    """Confirm a list as it is."""
    row = me.list_()
    factories.confirm(row, 1, now=me.now)


def guesses(me: Somebody) -> None:
    """Try a code of four words."""
    services.table_by_words(typed="apfel apfel apfel apfel", address=me.wrong_place, now=me.now)


def objects(me: Somebody) -> None:
    """Object to a deal."""
    row = me.list_()
    objections.raise_objection(
        series_id=row.table.series_id, list_id=row.pk, kind="revoke", text="!", entry_key=me.key(), **me.by
    )


def takes_on(me: Somebody) -> None:
    """Take an objection on."""
    if Objection.objects.exists():
        objections.take_on(objection_id=me.any(Objection, taken_by=None).pk, **me.by)


def appeals(me: Somebody) -> None:
    """Appeal, about nothing in particular."""
    row = me.list_()
    appealing.file_appeal(
        series_id=row.table.series_id,
        appellant=1,
        list_id=None,
        deal=None,
        text="Nein.",
        entry_key=me.key(),
        **me.by,
    )


def orders(me: Somebody) -> None:
    """Order penalty points, or lift a measure."""
    event = me.event("alpha", "beta")
    holding = Measure.objects.filter(tournament=event, lifted_at=None).first()
    if holding and me.dice.random() < 0.5:
        measures.lift_measure(measure_id=holding.pk, because="Irrtum", entry_key=me.key(), **me.by)
        return
    order = Order(
        kind=Measure.Kind.PENALTY,
        reason="!",
        clause="SkWO 4.2",
        series=1,
        entrant=me.dice.randint(1, 16),
        points=5,
    )
    measures.order_measure(tournament_id=event.pk, order=order, entry_key=me.key(), **me.by)


def announces(me: Somebody) -> None:
    """Say something to the hall for a moment."""
    until = me.now + timedelta(milliseconds=200)
    services.announce(tournament_id=me.event().pk, text="Pause", until=until, entry_key=me.key(), **me.by)


def renews(me: Somebody) -> None:
    """Renew a table's key."""
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
    """Look at the standings."""
    event = me.event("alpha", "beta")
    standings(event)
    public_standings(list(event.series.order_by("number")))


DOES: dict[Callable[[Somebody], None], int] = {
    **dict.fromkeys(
        (takes_back, is_heard, hands_over, calls, confirms, guesses, objects, takes_on, appeals, orders), 2
    ),
    **dict.fromkeys((announces, renews, ends, appoints, reads), 2),
    enters: 8,
    draws: 3,
}
"""What anybody does, and how often beside the rest."""
