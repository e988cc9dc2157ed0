"""What the handbook shows: an evening in the Löwen at its moments, in the language of the page."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

from playwright.sync_api import Locator, Page

from scoring.disputes.models import Objection
from scoring.lists.models import Call
from scoring.table.services import calls
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.browser.at_table import alive
from tests.scoring.money import desk
from tests.support import factories
from tests.support import objections_and_rulings as raising
from tests.support.factories import EVENING, GRAND, GRAND_LOST

Shown = Iterator[tuple[str, Locator, int]]
"""What a picture is called, what is on it, and how many pixels of that from the top, at most."""

PEOPLE = (
    ("Anna Berg", "SC Herz Dame"),
    ("Bernd Krause", "SC Herz Dame"),
    ("Clara Lindner", "Skatfreunde Löwen"),
    ("Dieter Voss", "SC Herz Dame"),
    ("Erika Sommer", "Skatfreunde Löwen"),
    ("Frank Hartmann", ""),
    ("Gerda Wolff", "Skatfreunde Löwen"),
)
OFFICE = "/t/cup/office/"


def event() -> Tournament:
    """Return the evening before its first series: everybody is registered, some have not paid."""
    made = factories.tournament(
        name="Preisskat im Löwen",
        direction="Horst Müller",
        series=2,
        rounds=12,
        time_limit=120,
        entry_fee=10,
        registration_open=True,
    )
    for number, (name, club) in enumerate(PEOPLE, start=1):
        Entrant.objects.create(
            tournament=made, number=number, name=name, club=club, paid=number % 3 > 0, present=True,
            registered_at=EVENING + timedelta(minutes=number),
        )  # fmt: skip
    factories.judge(made, "direktor")
    desk.charge(made)
    return made


def scenes(page: Page, phone: Page, address: str) -> Shown:
    """Play the evening, and give every picture when its moment has come."""
    made = event()
    page.goto(f"{address}/new/")
    yield "event", page.locator("main"), 450
    page.goto(f"{address}{OFFICE}entrants/")
    page.keyboard.type("Lothar Beck")
    yield "registration", page.locator("main"), 500
    first = factories.running_series(made)
    page.goto(f"{address}/t/cup/series/1/seats/")
    yield "seats", page.locator("main"), 560
    yield "list", _at_a_table(phone, address, first), 560
    yield "calls", _called(page, address, first), 560
    yield "paper", _from_paper(page, address, first), 400
    page.goto(f"{address}{OFFICE}money/?who=3")
    yield "money", page.locator("main"), 560
    Objection.objects.all().delete()
    Call.objects.all().delete()
    factories.close_series(first)
    page.goto(f"{address}/t/cup/standings/")
    yield "standings", page.locator("main"), 420


def _at_a_table(phone: Page, address: str, series: Series) -> Locator:
    row = factories.list_of(series, 1)
    row.seats_confirmed_at = EVENING
    row.save(update_fields=["seats_confirmed_at"])
    factories.enter(row, (2, GRAND), None, (1, GRAND_LOST), (3, GRAND))
    phone.goto(f"{address}/l/{row.table.key}/")
    alive(phone)
    for field in ("declarer", "game", "matadors"):
        phone.locator(f"#deal-form [name={field}]:enabled").first.check(force=True)
    return phone.locator("body")


def _called(page: Page, address: str, series: Series) -> Locator:
    row = factories.list_of(series, 2)
    calls.call(
        list_id=row.pk, kind="help", place=2, text="", device="", entry_key=uuid4(), now=EVENING + timedelta(minutes=30)
    )
    raising.raised(factories.list_of(series, 1), kind="revoke", deal=1, place=2, text="Kreuz-Ass nicht bedient")
    page.goto(f"{address}{OFFICE}bench/")
    return page.locator("main")


def _from_paper(page: Page, address: str, series: Series) -> Locator:
    row = factories.list_of(series, 1)
    factories.fill(row, seat=1)
    page.goto(f"{address}{OFFICE}series/1/paper/")
    for number in ("660", "7", "1", "72", "3", "0", "138", "4"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    page.keyboard.type("1")
    return page.locator("#table-2")
