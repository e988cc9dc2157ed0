"""An event of which there is everything that can be printed, and each of it as a document."""

from typing import Any, Final
from uuid import uuid4

from scoring.money.reckon.prizes import Fixed, Good, Goods
from scoring.money.services import booking, ending, prizes
from scoring.money.services.booking import Count
from scoring.money.services.prizes import WantedPrizes
from scoring.paper.documents.catalogue import ARCHIVE, KINDS, SIGNED, compose
from scoring.paper.documents.kind import Links, Task
from scoring.paper.forms import Fill, WantedPaper
from scoring.paper.typesetting.document import Document
from tables.tournaments.models import Tournament
from tests.scoring.money import desk
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, ruled
from tests.support.remembered_worlds import remembered

SITE: Final = "https://skat.example"

TOLD: Final[dict[str, dict[str, Any]]] = {
    "sheets": {"series": 1},
    "sheets, blank": {"kind": "sheets", "series": 1, "fill": Fill.NOTHING},
    "spare": {"series": 1, "copies": 2},
    "seats": {"series": 1},
    "table-cards": {"series": 1},
    "start-cards": {},
    "entrants": {},
    "entrants, for the wall": {"kind": "entrants", "has_boxes": False},
    "plan": {},
    "ranking": {},
    "ranking, of a class": {"kind": "ranking", "of": "ladies"},
    "rankings": {"ranking": 1},
    "lists": {"series": 1},
    "certificates": {"places": 3},
    "certificates, of teams": {"kind": "certificates", "ranking": 1, "prizes": ("500 euros",)},
    "decisions": {},
    "payout-list": {},
    "receipts": {},
    "prize-labels": {},
    "goods-list": {},
    "refund-list": {},
    "account": {},
    "money-journal": {},
}
"""What each kind is told, by what it is called in tests."""

UNSET: Final = {ARCHIVE.name, SIGNED.name}
"""What is no document of its own, but made of others."""


@remembered
def whole_event() -> Tournament:
    """Return an event of one closed series with teams, classes, a ruling, and a table of three."""
    made = factories.tournament(entrants=11, direction="Vera Vorsitz", rules="ISkO\nSkWO", tribunal="Wilma Wirt")
    made.entrants.filter(number__in=[2, 5]).update(classes=["ladies"], name="Łucja Čapek")
    made.entrants.filter(number=3).update(club="SC Herz Dame")
    series = factories.running_series(made)
    row = factories.list_of(series)
    factories.enter(row, (2, GRAND))
    ruled(row, factories.judge(made), deal(1, 2, GRAND_LOST), facts="Im ersten Stich.")
    assign(ranking(made), Buben="1 4", Damen="2 5; 7")
    factories.close_series(series)
    won(made)
    return made


def won(made: Tournament) -> None:
    """Let money be charged and paid, and prizes be won and paid out."""
    desk.charge(made, desk.ENTRY)
    for number in range(1, 11):
        desk.pay(made, number, 1000)
    ham = Goods(goods=(Good(name="Schinken", cents=2500),))
    series = {"group": "series", "series": 1}
    desk.plan_prizes(
        made,
        WantedPrizes(name="Serie 1", **series, plan=Fixed(cents=(900, 500), pot="prizes")),
        WantedPrizes(name="Sachpreise", group="goods", series=1, plan=ham),
    )
    awards = prizes.award_prizes(**desk.told(made))
    ending.pay_out(number=awards[0].entrant, entry_key=uuid4(), **desk.told(made))
    ending.refund(series_played=0, because="Unwetter", entry_key=uuid4(), **desk.told(made))
    count = Count(pieces={2000: 4, 200: 1}, because="fehlt", witness="Erna Schulz")
    booking.count_box(count=count, entry_key=uuid4(), **desk.told(made))


def document(made: Tournament, name: str) -> Document:
    """Return what goes by this name in ``TOLD``, as it is printed with addresses."""
    told = {"kind": name, "language": "en", **TOLD[name]}
    return compose(Task(tournament=made, wanted=WantedPaper(**told), links=Links(site=SITE), now=EVENING))


def asked(made: Tournament, kind: str, **wanted: Any) -> Task:
    """Return what is asked where somebody wants a kind of document, without addresses."""
    return Task(tournament=made, wanted=WantedPaper(kind=kind, **wanted), now=EVENING)


assert {told.get("kind", name) for name, told in TOLD.items()} | UNSET == set(KINDS), "a kind that no test sets"
