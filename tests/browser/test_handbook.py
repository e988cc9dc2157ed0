"""The pictures of the handbook are of the program as it is: ``make handbook`` takes them anew, and every run of the
tests looks whether the pages still say what they show."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from scoring.disputes.models import Objection
from scoring.lists.models import Call
from scoring.lists.selectors import sitting
from scoring.table.services import batches
from skatturnier.machine import places
from tables.draw import codewords
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.browser.at_table import alive
from tests.browser.test_every_page import sign_in
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
    batches.call(
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


pytestmark = pytest.mark.django_db(transaction=True)

PICTURES = places.CODE / "skatturnier" / "static" / "skatturnier" / "handbook"
SAYS = Path(__file__).with_name("handbook.json")
"""What is said on each picture, by language and name."""

WIDE = {"viewport": {"width": 1000, "height": 760}, "device_scale_factor": 1.5, "color_scheme": "light"}
PHONE = {"viewport": {"width": 360, "height": 560}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
COLOURS = 48
"""Pages have few: so a picture takes a fifth."""


def picture(shown: Locator, *, tall: int) -> bytes:
    box = shown.bounding_box()
    assert box
    clip = {**box, "height": min(box["height"], tall)}
    taken = Image.open(io.BytesIO(shown.page.screenshot(clip=clip, full_page=True)))
    file = io.BytesIO()
    taken.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=pytest.mark.browser_context_args(locale=one)) for one in ("de-DE", "en-GB", "es-ES")],
)
def test_the_pages_still_say_what_the_pictures_of_the_handbook_show(
    opened, live_server, request, monkeypatch, language
):
    # The words of a phone are those of its key, which is drawn by lot.
    drawn = codewords.code
    told = {sitting.WORDS: "ampel birne"}
    monkeypatch.setattr(codewords, "code", lambda below, **how: told.get(how.get("length")) or drawn(below))
    language = language[:2]
    known = json.loads(SAYS.read_text(encoding="utf-8")) if SAYS.exists() else {}
    is_taken = request.config.option.handbook
    said = {}
    with time_machine.travel(EVENING, tick=False):
        page, phone = opened(**WIDE), opened(**PHONE)
        sign_in(page, live_server.url)
        for name, shown, tall in scenes(page, phone, live_server.url):
            said[name] = " ".join(shown.inner_text().replace(live_server.url, "").split())
            if is_taken:
                (PICTURES / language).mkdir(parents=True, exist_ok=True)
                (PICTURES / language / f"{name}.png").write_bytes(picture(shown, tall=tall))
    if is_taken:
        SAYS.write_text(json.dumps(known | {language: said}, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    else:
        for name, text in said.items():
            assert text.split() == known[language].get(name, "").split(), f"{name}: make handbook"


def test_the_contents_stay_in_view_on_a_wide_screen_and_above_on_a_phone(opened, live_server):
    for size, stays in (({"width": 1366, "height": 768}, True), ({"width": 390, "height": 844}, False)):
        page = opened(viewport=size)
        page.goto(f"{live_server.url}/help/#end")
        expect(page.locator("#end h3")).to_be_in_viewport()
        contents = expect(page.locator(".contents"))
        (contents.to_be_in_viewport if stays else contents.not_to_be_in_viewport)()
