"""What people do with money, each a single act: for processes that do it at once."""

from collections.abc import Callable

from scoring.money.models import Move
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.services import booking, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import set_tariffs
from scoring.money.services.paying import DeskPayment, Way
from tables.people.services.registration import mark_entrants
from tests.concurrency.somebody import Somebody
from tests.scoring.money import desk


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


def takes_back(me: Somebody) -> None:
    """Take the last payment back."""
    event = me.event()
    last = event.movements.filter(reason=Move.PAID).order_by("-number").values_list("number", flat=True).first()
    paying.take_back(tournament_id=event.pk, movement=last or 1, because="Irrtum", entry_key=me.key(), **me.by)


def ticks(me: Somebody) -> None:
    """Tick somebody as paid, or not."""
    numbers = [me.dice.randint(1, 16)]
    mark_entrants(tournament_id=me.event().pk, numbers=numbers, paid=me.dice.random() < 0.5, **me.by)


def pays_out(me: Somebody) -> None:
    """Give somebody what is due to them."""
    ending.pay_out(tournament_id=me.event().pk, number=me.dice.randint(1, 16), entry_key=me.key(), **me.by)


def counts(me: Somebody) -> None:
    """Count a box."""
    count = Count(pieces={1000: me.dice.randint(0, 9)}, because="Gezählt")
    booking.count_box(tournament_id=me.event().pk, count=count, entry_key=me.key(), **me.by)


def gives_to_a_pot(me: Somebody) -> None:
    """Give a pot something besides."""
    prizes.give_to_pot(
        tournament_id=me.event().pk, pot="jackpot", cents=500, because="Spende", entry_key=me.key(), **me.by
    )


DOES: dict[Callable[[Somebody], None], int] = {
    **dict.fromkeys((charges, counts, gives_to_a_pot), 1),
    **dict.fromkeys((takes_back, ticks, pays_out), 3),
    pays: 8,
}
"""What anybody does, and how often beside the rest."""
