"""The desk with its money: tariffs that clubs publish, and what is done there."""

from uuid import UUID, uuid4

from scoring.money.models import MovementRow
from scoring.money.reckon.pots import GoesTo
from scoring.money.reckon.presets import LOST_GAMES
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.selectors import accounts
from scoring.money.services import paying, tariffs
from scoring.money.services.paying import Payment
from scoring.money.services.tariffs import Wanted
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING

ENTRY = Wanted(
    code="entry",
    name="Startgeld",
    kind=PerEntrant(cents=1000, cheaper={"ladies": 800}),
    free=frozenset({"juniors"}),
    goes_to=(GoesTo(pot="prizes", share=80), GoesTo(pot="club", share=20)),
)
LOSS = Wanted(
    code="loss",
    name="Verlustspielgeld",
    kind=LOST_GAMES["usual"],
    goes_to=(GoesTo(pot="jackpot", cents=500), GoesTo(pot="prizes", share=100)),
)


def charge(made: Tournament, *wanted: Wanted, **said: object) -> None:
    """Set the tariffs of an event: entry and lost games unless others are given."""
    told = {"by": factories.user(), "now": EVENING, **said}
    tariffs.set_tariffs(tournament_id=made.pk, tariffs=wanted or (ENTRY, LOSS), **told)


def pay(made: Tournament, number: int, cents: int, *, key: UUID | None = None, **fields: object) -> MovementRow:
    """Take a payment, in cash unless it is said."""
    payment = Payment(number=number, cents=cents, **fields)
    return paying.pay(
        tournament_id=made.pk, payment=payment, entry_key=key or uuid4(), by=factories.user(), now=EVENING
    )


def owed(made: Tournament) -> dict[int, int]:
    """Return what everybody owes who owes something, by start number."""
    return accounts.owed(made)
