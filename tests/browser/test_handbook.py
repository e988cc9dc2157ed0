"""The pictures of the handbook are of the program as it is: ``make handbook`` takes them anew, and every run of the
tests looks whether the pages still say what they show."""

import io
import json
from pathlib import Path

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Locator, expect

from scoring.lists.selectors import sitting
from skatturnier.machine import places
from tables.draw import codewords
from tests.browser.handbook import scenes
from tests.browser.test_every_page import sign_in
from tests.support.factories import EVENING

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
