"""The desk with its money: tariffs that clubs publish, and what is done there."""

from datetime import date
from uuid import UUID, uuid4

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.prizes import Fixed, Good, Goods
from scoring.money.reckon.tariffs import LOST_GAMES, GoesTo, PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors import accounts
from scoring.money.services import booking, charging, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import TransferTerms
from scoring.money.services.paying import DeskPayment
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import release_unopposed
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

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


@remembered_step
def charge(made: Tournament, *wanted: Wanted, **said: object) -> None:
    """Set the tariffs of an event: entry and lost games unless others are given."""
    told = {"by": factories.user(), "now": EVENING, **said}
    charging.set_tariffs(tournament_id=made.pk, tariffs=wanted or (ENTRY, LOSS), **told)


@remembered_step
def pay(made: Tournament, number: int, cents: int, *, key: UUID | None = None, **fields: object) -> MovementRow:
    """Take a payment, in cash unless it is said."""
    payment = DeskPayment(number=number, cents=cents, **fields)
    return paying.pay(
        tournament_id=made.pk, payment=payment, entry_key=key or uuid4(), by=factories.user(), now=EVENING
    )


@remembered_step
def played_and_paid() -> Tournament:
    """Return an event of four who played its only series, which is closed, and paid 10 euros each."""
    made = factories.close_series(factories.running_list().table.series).tournament
    charge(made, ENTRY)
    for number in range(1, 5):
        pay(made, number, 1000)
    return made


HAM = WantedPrizes(name="Sachpreise", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),)))


def prized() -> Tournament:
    """Return these four with prizes planned: the best one wins 15 euros and a ham, the second 9 euros."""
    made = played_and_paid()
    plan_prizes(made, WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes")), HAM)
    return made


@remembered_step
def won() -> Tournament:
    """Return these four with their prizes given."""
    made = prized()
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()
    return made


def owed(made: Tournament) -> dict[int, int]:
    """Return what everybody owes who owes something, by start number."""
    return accounts.owed(made)


def told(made: Tournament) -> dict[str, object]:
    """Return of which event an act is, and by whom and when."""
    return {"tournament_id": made.pk, "by": factories.user(), "now": EVENING}


def balance(made: Tournament, purpose: str, name: str = "") -> int:
    """Return what is in an account, in cents."""
    return accounts.balance_of(made, Account(Purpose(purpose), name))


@remembered_step
def plan_prizes(made: Tournament, *lists: WantedPrizes) -> None:
    """Plan prizes: fixed ones for all players unless others are given."""
    main = WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes"))
    prizes.set_prize_lists(lists=lists or [main], **told(made))


def everything(made: Tournament, words: str = "Wie besprochen") -> None:
    """Do everything there is to do with the money of an event whose first series is closed."""
    charge(made)
    terms = TransferTerms(
        holder=words, iban="DE89 3704 0044 0532 0130 00", wants_start_card=True, fetched_until=date(2026, 6, 16)
    )
    charging.set_terms(terms=terms, **told(made))
    paying.put_off(number=2, because=words, entry_key=uuid4(), **told(made))
    for number in sorted(owed(made)):
        row = pay(made, number, 1000)
    paying.take_back(movement=row.number, because=words, entry_key=uuid4(), **told(made))
    lists = [
        WantedPrizes(name="Serie 1", group="series", series=1, plan=Fixed(cents=(900, 500), pot="prizes")),
        WantedPrizes(name="Sachpreis", group="goods", series=1, plan=Goods(goods=(Good(name="Schinken"),))),
    ]
    prizes.set_prize_lists(lists=lists, **told(made))
    for award in prizes.award_prizes(**told(made)):
        ending.give_card_back(number=award.entrant, **told(made))
        if award.good:
            ending.hand_over(award=award.number, **told(made))
    for number, cents in sorted(owed(made).items()):
        if cents < 0:
            ending.pay_out(number=number, entry_key=uuid4(), **told(made))
        else:
            ending.let_organiser_carry(number=number, because=words, entry_key=uuid4(), **told(made))
    count = Count(
        pieces={1: balance(made, "box", "1") - 50}, because=words, witness=words, to=factories.user().username
    )
    booking.count_box(count=count, entry_key=uuid4(), **told(made))
    ending.close_account(second=words, entry_key=uuid4(), **told(made))
    ending.reopen_account(because=words, **told(made))
