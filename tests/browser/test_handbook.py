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
from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page, expect

from scoring.disputes.models import Objection
from scoring.lists.models import Call
from scoring.table.services import batches
from skatturnier.machine import places
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.browser.at_table import alive
from tests.browser.test_every_page import sign_in
from tests.scoring.money import desk
from tests.support import factories
from tests.support import objections_and_rulings as raising
from tests.support.factories import EVENING, GRAND, GRAND_LOST

Shown = Iterator[tuple[str, Locator, int, str]]
"""What a picture is called, what is on it, how many pixels of that from the top at most, where its arrow points."""

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
    yield "event", page.locator("main"), 450, "main .tile, main li a, main button"
    page.goto(f"{address}{OFFICE}entrants/")
    page.keyboard.type("Lothar Beck")
    yield "registration", page.locator("main"), 500, "main .btn-primary"
    first = factories.running_series(made)
    page.goto(f"{address}/t/cup/series/1/seats/")
    yield "seats", page.locator("main"), 560, "main .seat-names > li"
    yield "list", _at_a_table(phone, address, first), 560, "#deal-form button"
    yield "calls", _called(page, address, first), 560, "main .btn-primary"
    yield "paper", _from_paper(page, address, first), 400, "main input:focus"
    page.goto(f"{address}{OFFICE}money/?who=3")
    yield "money", page.locator("main"), 560, "main .btn-primary"
    Objection.objects.all().delete()
    Call.objects.all().delete()
    factories.close_series(first)
    page.goto(f"{address}/t/cup/standings/")
    yield "standings", page.locator("main"), 420, "main tbody td:nth-child(3)"


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
    # The page asks for its sums a moment after what is typed.
    expect(page.locator("#table-2 tfoot [data-sum]").nth(2)).to_have_text("2")
    return page.locator("#table-2")


pytestmark = pytest.mark.django_db(transaction=True)

PICTURES = places.CODE / "skatturnier" / "static" / "skatturnier" / "handbook"
SAYS = Path(__file__).with_name("handbook.json")
"""What is said on each picture, by language and name."""

WIDE = {"viewport": {"width": 1000, "height": 760}, "device_scale_factor": 1.5, "color_scheme": "light"}
PHONE = {"viewport": {"width": 360, "height": 560}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
COLOURS = 48
"""Pages have few: so a picture takes a fifth."""

ARROW, RED = 56, (192, 28, 40)


def picture(shown: Locator, *, tall: int, at: str) -> bytes:
    # A picture of the whole page counts from its top.
    shown.page.evaluate("scrollTo(0, 0)")
    box, target = shown.bounding_box(), shown.page.locator(at).locator("visible=true").first.bounding_box()
    assert box
    assert target
    clip = {**box, "height": min(box["height"], tall)}
    taken = Image.open(io.BytesIO(shown.page.screenshot(clip=clip, full_page=True))).convert("RGB")
    scale = taken.width / clip["width"]
    x, y = target["x"] - box["x"] + target["width"], target["y"] - box["y"] + target["height"] / 2
    if x + ARROW > box["width"]:
        x, y = x - target["width"] / 2, y + target["height"] / 2
    _point(taken, round(x * scale), round(y * scale), size=round(ARROW * scale))
    file = io.BytesIO()
    taken.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _point(image: Image.Image, x: int, y: int, *, size: int) -> None:
    """Draw an arrow that comes from below on the right and ends at a point."""
    draw, head = ImageDraw.Draw(image), size // 3
    draw.line((x + head // 2, y + head // 2, x + size, y + size), fill=RED, width=max(4, size // 9))
    draw.polygon(((x, y), (x + head * 5 // 4, y + head // 4), (x + head // 4, y + head * 5 // 4)), fill=RED)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=pytest.mark.browser_context_args(locale=one)) for one in ("de-DE", "en-GB", "es-ES")],
)
def test_the_pages_still_say_what_the_pictures_of_the_handbook_show(opened, live_server, request, language):
    language = language[:2]
    known = json.loads(SAYS.read_text(encoding="utf-8")) if SAYS.exists() else {}
    is_taken = request.config.option.handbook
    said = {}
    with time_machine.travel(EVENING, tick=False):
        page, phone = opened(**WIDE), opened(**PHONE)
        sign_in(page, live_server.url)
        for name, shown, tall, at in scenes(page, phone, live_server.url):
            said[name] = " ".join(shown.inner_text().replace(live_server.url, "").split())
            if is_taken:
                (PICTURES / language).mkdir(parents=True, exist_ok=True)
                (PICTURES / language / f"{name}.png").write_bytes(picture(shown, tall=tall, at=at))
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
