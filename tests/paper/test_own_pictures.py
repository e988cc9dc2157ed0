"""Logos and backgrounds of one's own: what may stand on a certificate, what is refused and in which words."""

import io
import time
from base64 import b64encode
from uuid import uuid4

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from scoring.management.commands.print_run import work
from scoring.paper.forms.pictures import REFUSED
from scoring.paper.pictures import album
from scoring.paper.pictures.drawn import RefusedPicture
from scoring.paper.pictures.looking import LONGEST, MOST_BYTES, looked_at
from scoring.paper.runs import runs
from tests.paper.every_kind import whole_event

pytestmark = pytest.mark.slow

DESK = "/t/cup/office/print/?kind=certificates"
GREEN, RED = (0, 128, 0), (200, 0, 0)


def png(size=(60, 20), colour=GREEN, **saved) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG", **saved)
    return out.getvalue()


def svg(inside: str = '<rect width="9" height="9"/>', attributes: str = 'viewBox="0 0 9 9"', before: str = "") -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"{before}<svg {names} {attributes}>{inside}</svg>".encode()


def embedded(content: bytes, kind: str = "png") -> str:
    return f'<image width="9" height="9" href="data:image/{kind};base64,{b64encode(content).decode()}"/>'


BOMB = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
LOOP = '<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>'
LADDER = '<rect id="r0"/>' + "".join(
    f'<g id="r{n}">' + f'<use xlink:href="#r{n - 1}"/>' * 10 + "</g>" for n in range(1, 12)
)


class TestWhatMayStandOnPaper:
    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
    def test_a_png_of_any_colours(self, mode):
        out = io.BytesIO()
        Image.new(mode, (8, 8)).save(out, "PNG")

        assert looked_at(out.getvalue()).kind == "png"

    def test_a_png_without_what_else_was_in_the_file(self):
        told = PngImagePlugin.PngInfo()
        told.add_text("Author", "Yvonne Ysop")

        assert b"Ysop" not in looked_at(png(pnginfo=told)).content

    @pytest.mark.thorough
    def test_a_large_png_as_large_as_a_printer_shows(self):
        with Image.open(io.BytesIO(looked_at(png((6000, 3000))).content)) as found:
            assert found.size == (LONGEST, LONGEST // 2)

    @pytest.mark.parametrize(
        "content",
        [
            svg(),
            svg(
                before='<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/s.dtd">'
            ),
            svg('<style>.a{fill:url(#g)} .b{filter: url("#f")}</style><g class="a"><use href="#g"/></g>'),
            svg('<linearGradient id="g"/><path fill="url(#g)" d="M0 0L9 9"/><a xlink:href="#x"><text>A</text></a>'),
            svg(embedded(png())),
            svg(attributes='width="30mm" height="20mm"'),
        ],
    )
    def test_an_svg_that_has_all_it_needs(self, content):
        assert looked_at(content).kind == "svg"

    def test_the_same_picture_has_the_same_key(self):
        assert looked_at(png()).key == looked_at(png()).key != looked_at(svg()).key


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"", "no-picture"),
            (b"GIF89a", "no-picture"),
            (b"\xff\xd8\xff\xe0", "jpeg"),
            (b"x" * (MOST_BYTES + 1), "too-big"),
            (png()[:60], "broken-png"),
            (b"\x89PNG\r\n\x1a\n", "broken-png"),
            (png((8000, 6000)), "too-many-dots"),
            (b"<svg", "svg-broken"),
            (b'<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>', "no-picture"),
            (svg(before=BOMB), "svg-entities"),
            (svg(before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), "svg-entities"),
            (svg("<script>alert(1)</script>"), "svg-does"),
            (svg('<rect onload="alert(1)"/>'), "svg-does"),
            (svg('<a href=" JavaScript:alert(1)"><text>x</text></a>'), "svg-does"),
            (svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'), "svg-does"),
            (svg('<image href="https://example.org/a.png"/>'), "svg-outside"),
            (svg('<image xlink:href="file:///etc/passwd"/>'), "svg-outside"),
            (svg('<use href="other.svg#a"/>'), "svg-outside"),
            (svg(embedded(svg(), "svg+xml")), "svg-outside"),
            (svg("<style>@import 'a.css';</style>"), "svg-outside"),
            (svg("<style>rect{fill:url(http://example.org/a)}</style>"), "svg-outside"),
            (svg("<style>rect{fill:u\\72l(http://example.org/a)}</style>"), "svg-outside"),
            (svg("<rect style=\"fill: url( '//example.org/a')\"/>"), "svg-outside"),
            (svg('<rect fill="url(http://example.org/a#b)"/>'), "svg-outside"),
            (svg(embedded(png()[:60])), "broken-png"),
            (svg(embedded(png((8000, 6000)))), "too-many-dots"),
            (svg('<image href="data:image/png;base64,%%%"/>'), "broken-png"),
            (svg("<g/>" * 20_001), "svg-large"),
            (svg("<g>" * 400 + "</g>" * 400), "svg-large"),
            (svg(LOOP), "svg-large"),
            (svg(LADDER), "svg-large"),
            (svg('<g id="a"><use href="#a"/></g>'), "svg-large"),
            (svg(attributes=""), "svg-without-size"),
        ],
    )
    def test_is_said_by_a_code_at_once(self, content, code):
        began = time.process_time()
        with pytest.raises(RefusedPicture) as refused:
            looked_at(content)

        assert refused.value.code == code
        assert code in REFUSED
        assert time.process_time() - began < 2


@pytest.mark.django_db
class TestAtThePrintDesk:
    @pytest.fixture(autouse=True)
    def asked(self, settings, tmp_path, monkeypatch):
        """What was asked for, in a folder of the test's own."""
        settings.PRINT_DIR = tmp_path / "print"
        spawned = []
        monkeypatch.setattr(runs, "spawn", spawned.append)
        whole_event()
        return spawned

    def ask(self, client, **told):
        usual = {"entry_key": uuid4(), "language": "en", "format": "pdf", "paper": "landscape", "places": "1"}
        return client.post(DESK, usual | told)

    def colours(self, asked) -> set[tuple[int, ...]]:
        run = runs.found(asked[-1])
        work(run)
        image = pypdfium2.PdfDocument(run.path.read_bytes())[0].render(scale=0.5).to_pil().convert("RGB")
        return {colour for _count, colour in image.getcolors(1_000_000)}

    def test_a_logo_and_a_background_stand_on_each_certificate(self, director, asked):
        files = {
            "logo": SimpleUploadedFile("logo.png", png()),
            "background": SimpleUploadedFile("b.svg", svg('<rect width="9" height="9" fill="#c80000"/>')),
        }

        assert self.ask(director, **files).status_code == 302
        assert {GREEN, RED} <= self.colours(asked)

    @pytest.mark.thorough
    def test_they_are_there_the_next_time_unless_somebody_says_otherwise(self, director, asked):
        self.ask(director, logo=SimpleUploadedFile("logo.png", png()))

        page = director.get(DESK).content.decode()
        assert "the logo of the last time" in page
        assert "the background of the last time" not in page
        self.ask(director, logo_again="on")
        assert GREEN in self.colours(asked)
        self.ask(director)
        assert GREEN not in self.colours(asked)

    def test_from_their_own_address_certificates_have_them_too(self, director, asked):
        self.ask(director, logo=SimpleUploadedFile("logo.png", png()))

        content = director.get("/t/cup/office/certificates.pdf").content

        image = pypdfium2.PdfDocument(content)[0].render(scale=0.5).to_pil().convert("RGB")
        assert GREEN in {colour for _count, colour in image.getcolors(1_000_000)}

    def test_a_page_for_the_browser_has_each_picture_once(self, director, asked):
        self.ask(director, logo=SimpleUploadedFile("logo.png", png()))

        page = director.get("/t/cup/office/certificates.pdf?as=page").content.decode()

        assert page.count("data:image/png") == 1
        assert page.count('href="#own-logo"') == 3
        assert "style=" not in page
        assert "<style" not in page

    @pytest.mark.parametrize("name", ["logo", "background"])
    def test_what_may_not_stand_there_is_refused_in_words_and_nothing_typed_is_lost(self, director, asked, name):
        sent = {name: SimpleUploadedFile("x.svg", svg("<script/>")), "prizes": "500 euros\n\na cup"}

        answer = self.ask(director, **sent)

        assert answer.status_code == 422
        assert "contains a program" in answer.content.decode()
        assert "500 euros\n\na cup" in answer.content.decode()
        assert asked == []

    def test_they_are_dropped_with_the_papers_of_the_event(self, director, asked):
        self.ask(director, logo=SimpleUploadedFile("logo.png", png()))

        runs.drop_all_of("cup")

        assert album.latest_of("cup") == {}

    def test_a_key_that_names_no_picture_is_none(self):
        assert album.picture("cup", "logo", "../../secret.png") is None
