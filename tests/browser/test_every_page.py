"""Every page of an event in the middle of its day: nothing sticks out, and axe finds nothing."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from scoring.league.models import Day
from scoring.money.models import MoneyTerms
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from tables.tournaments.models import Tournament
from tests.access_matrix.rows import ROWS
from tests.browser import axe
from tests.browser.conftest import PHONE, WIDE
from tests.https.served import vouches_for_itself
from tests.scoring.league import leagues
from tests.scoring.money import desk
from tests.scoring.pub.evening import HALF, play
from tests.scoring.pub.evening import opened as opened_table
from tests.support import event_in_mid_day as busy
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST
from tests.support.page_reader import addresses

pytestmark = pytest.mark.django_db(transaction=True)

PARTS = 2
"""So many tests look at the pages, so that two workers share them evenly."""


@pytest.fixture
def event(settings: Any, tmp_path: Path) -> Tournament:
    vouches_for_itself(settings, tmp_path)
    made = busy.event()
    desk.charge(made, openly=True, because="Verlustspielgeld dazu")
    desk.pay(made, 1, 400)
    desk.plan_prizes(made)
    MoneyTerms.objects.create(tournament=made, holder="SC Herz Dame", iban="DE89370400440532013000")
    return made


STATES = {
    (2, 1): "",
    (2, 2): "list sign sheet-pdf",
    (2, 3): "list sign",
    (1, 1): "table-statistics list sign deal board seat-plan standings-series appeal-new keys",
    (3, 1): "board seat-plan keys public-draw",
}
"""Series and table, and which pages of them look different there than at table 1 of series 2."""

NO_HOUSE = ("/house-rules/sheet/?profile=kneipe&spitze=9", "/worth/?profile=classic&stakes=1")
EXPECTED = {
    "/t/cup/office/money/account/?back=1": 404,
    "/journal/": 403,  # of whoever keeps the site
    "/nowhere/": 404,
    f"/verify/{'0' * 64}/": 404,
    "/worth/?game=tarot": 422,
    **dict.fromkeys(NO_HOUSE, 422),
}

NO_PAGES = (
    *("xlsx", "ods", "-html", "json", "draw-record", ":waiting", ":phone", ":worker", ":read-lines", ":reckon"),
    *(":list-worth", "csv", "-signed", "verify-file", ":print-file", ":print-preview", ":own-key", ":season-key"),
    *(":captain-key", ":division-report", ":season-report", ":venue-file", ":robots", "calendar", "feed", ":hall-now"),
    *(":pub-others", ":pub-players", ":pub-stop", "logo", "-picture"),
)
"""Addresses of files, of what scripts ask for, of doors to other pages; a table that nobody directs has pages apart."""

BROUGHT = (Deal(number=1, declarer=3, played=GRAND), *(Deal(number=number) for number in range(2, 6)))
"""What a phone brings as a code: one deal is different here, one is the same, others are missing."""


def shown(key: str) -> Iterator[str]:
    """Yield the address of every page there is to look at, each state once."""
    for (series, table), names in STATES.items():
        place = {"slug": "cup", "series": series, "table": table, "deal": 1, "number": 1, "key": key, "line": 30}
        for name, address in addresses(**place).items():
            is_page = not name.endswith(NO_PAGES) and (name not in ROWS or ROWS[name].reads is not None)
            if is_page and (not names or name.split(":")[1] in names.split()):
                yield f"{address}?as=page" if name.endswith("pdf") else address
    yield from ("/help/", "/help/handbook.pdf?as=page", "/phones/", "/here/", "/secure/", "/secure/card.pdf?as=page")
    yield from ("/sign-in/", "/nowhere/", "/t/cup/series/2/seats/?q=Spieler")
    yield "/t/cup/office/series/2/?time"
    yield "/t/cup/series/2/table/1/deal-again/?mistake=2&version=3"
    yield f"/t/cup/handover/?packed={packed_text(PackedList(series=2, table=1, deals=BROUGHT))}"
    yield from ("/worth/?game=clubs&matadors=1&hand=on&bid=50", "/worth/?game=clubs&ouvert=on", "/worth/?game=tarot")
    yield from ("/house-rules/sheet/?profile=kneipe&bock_events=255", "/house-rules/sheet.pdf?profile=tournee&as=page")
    yield from ("/worth/?profile=kneipe&game=hearts&matadors=2&stakes=1&bock=on", *NO_HOUSE)
    yield from (f"/t/cup/office/measures/new/?kind={kind}&series=2&table=1" for kind in ("penalty", "replacement"))
    yield from ("/t/cup/office/objections/2/", "/t/cup/office/appeals/2/")
    yield from ("/t/cup/office/series/1/table/1/correct/?deal=1", "/t/cup/office/queries/2/", "/t/cup/seats/2/")
    yield from ("/clauses/?q=revoke", "/t/cup/series/2/table/1/objection/?deal=1")
    yield from ("/t/cup/rankings/2/", "/t/cup/office/rankings/2/", "/t/cup/standings/?player=7", "/t/cup/players/4/")
    yield from (
        "/t/cup/office/money/?who=2",
        "/t/cup/office/money/?who=spieler",
        "/t/cup/office/money/?several&n=2&n=3",
    )
    yield "/t/cup/office/money/plan/?preset=places"
    yield from (f"/t/cup/office/money/plan/?kind={kind}" for kind in ("share", "steps", "goods"))
    yield from ("/t/cup/office/money/?who=nobody", "/t/cup/hall/?scenes=prizes")
    yield from ("/api/v1/", "/?q=cup", "/t/cup/share/?rows=5", "/t/cup/embed/?ranking=1")
    yield from ("/t/cup/standings/?q=Spieler", "/t/cup/office/entrants/?given=2", "/t/cup/office/entrants/2/")


def at_a_pub() -> tuple[str, list[str]]:
    """Return the way to a table that nobody directs, and its pages."""
    table = opened_table(stake=HALF)
    play(table, [(1, GRAND), (2, GRAND_LOST)])
    place = f"/t/{table.series.tournament.slug}/series/1/table/1/"
    return f"/l/{table.key}/", [
        place,
        *(f"{place}{page}/" for page in ("others", "players", "settlement", "stop", "sign")),
    ]


def of_a_league() -> Iterator[str]:
    """Yield the pages of a league: for everybody, of a match that is played, and with the address of a captain."""
    match = leagues.small()
    Day.objects.update(starts_at=timezone.now() - timedelta(hours=1))
    for side in leagues.sides(match):
        leagues.hand_in(side, leads=True)
    yield from (leagues.PAGE, f"{leagues.PAGE}1/", leagues.address(match))
    yield from (f"{leagues.PAGE}captain/{match.host.key}/", leagues.address(match))


def sign_in(page: Page, address: str) -> None:
    signed_in_as(factories.user().username, page, address)


def signed_in_as(username: str, page: Page, address: str) -> None:
    client = Client()
    client.force_login(factories.user(username))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.proof("accessible")
def test_nothing_sticks_out_and_axe_finds_nothing(opened, live_server, event, part, prove, is_thorough):
    page = opened(**PHONE)
    sign_in(page, live_server.url)
    # The phone of no. 1, who is also the director.
    page.goto(f"{live_server.url}/p/{event.entrants.get(number=1).key}/")
    key = event.series.get(number=2).tables.get(number=1).key
    pub_door, pub_pages = at_a_pub()
    page.goto(f"{live_server.url}{pub_door}")
    found = []
    for at, address in enumerate([*shown(key), *pub_pages, *of_a_league()][part::PARTS]):
        turn(page, PHONE, "light")
        response = page.goto(f"{live_server.url}{address}")
        assert response is not None
        assert response.status == EXPECTED.get(address, 200), f"{response.status} {address}"
        found += [f"{address}: {one}" for one in wrong(page)]
        if is_thorough or at % 2:
            turn(page, WIDE, "dark")
            found += [f"{address}, wide and dark: {one}" for one in wrong(page, again=True)]
    assert not found, "\n".join(found)
    also = "" if is_thorough else ", half of them,"
    prove(f"{len(list(shown(key))[part::PARTS])} addresses, on a phone and{also} wide, light and dark: 0 violations")


def turn(page: Page, screen: dict[str, Any], scheme: Literal["light", "dark"]) -> None:
    """Look at a page on another screen, in other colours."""
    page.set_viewport_size(screen["viewport"])
    page.emulate_media(color_scheme=scheme)


def wrong(page: Page, *, again: bool = False) -> Iterator[str]:
    """Yield what sticks out of the screen, and what axe finds, or finds ``again`` after another screen."""
    assert page.viewport_size
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > page.viewport_size["width"]:
        yield f"is {wide} px wide"
    yield from axe.found(page, again=again)
