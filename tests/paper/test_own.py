"""Paper is set in the fonts of the program alone: with none on the machine, with fifty families, with better ones.

Logos and backgrounds of one's own: what may stand on a certificate, what is refused and in which words.
"""

import io
import json
import os
import re
import subprocess
import sys
import time
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Final
from uuid import uuid4

import pypdf
import pypdfium2
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from scoring.management.commands.print_run import work
from scoring.paper import pictures
from scoring.paper.forms import REFUSED
from scoring.paper.pictures import LONGEST, MOST_BYTES, RefusedPicture, looked_at
from scoring.paper.runs import runs
from scoring.paper.typesetting.fitting import legible
from skatturnier import fonts
from skatturnier.fonts import OWN
from tests.support import factories
from tests.support.thorough import seconds
from tests.tables.test_sheets import NASTY

NOTHING: Final = ()
LOVED: Final = (
    *("Liberation Sans", "Arial", "Noto Sans", "Segoe UI", "Roboto", "Liberation Serif", "Noto Serif"),
    *("Liberation Mono", "Noto Sans Mono", "system-ui", "Cantarell", "DejaVu Sans Narrow"),
)
"""Families that style sheets name before ours, or that a desktop prefers."""

NAMES: Final = (1, 3, 4, 6, 16)
"""Where a font says what it is called (OpenType, name table)."""

MACHINE: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/../cache</cachedir></fontconfig>
"""


def machine_with(families: tuple[str, ...], folder: Path) -> Path:
    """Make a machine that has these families and no others, each much wider than ours; return what says so."""
    from fontTools.ttLib import TTFont  # comes with what typesets

    there = folder / "fonts"
    there.mkdir(parents=True, exist_ok=True)
    for family in families:
        font = TTFont(OWN / "DejaVuSansMono-Bold.ttf")
        for record in font["name"].names:
            if record.nameID in NAMES:
                record.string = family.replace(" ", "") if record.nameID == 6 else family
        font.save(there / f"{family}.ttf")
    said = folder / "machine.conf"
    said.write_text(MACHINE.format(folder=there))
    return said


FAMILIES = r"font-family:([^;}]+)|font:[^;}]*?(?:rem|pt|mm|em)(?:/[\d.]+)? ([^;}]+)|font-family=\"([^\"]+)\""
"""What a style sheet, or a drawing, wants its letters set in."""

PROGRAM = """
import datetime, hashlib, json, sys
import django; django.setup()
import weasyprint
from scoring.paper.sheets.score_sheets import spare_sheets
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Tournament
from tests.paper.test_own import fonts_in, in_all_scripts

day = datetime.date(2026, 5, 16)
cup = Tournament(name="Cup", slug="cup", rounds=1, starts_on=day, ends_on=day)

def paragraph(family):
    return f"<p style='font-family: {family}'>Spieler 1 <b>Grand mit 2</b></p>"

stacks = json.loads(sys.argv[1])
sheet = typeset(spare_sheets(cup, series=None, seats=4, copies=1))
print(json.dumps({
    "bytes": [hashlib.sha256(content).hexdigest() for content in (sheet, in_all_scripts(stacks))],
    "sheet": fonts_in(sheet),
    **{family: fonts_in(weasyprint.HTML(string=paragraph(family)).write_pdf()) for family in stacks},
}))
"""


def fonts_in(content: bytes) -> list[str]:
    """Return the fonts that a file brings along, those under its pages too."""
    found = set()
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        under = page["/Resources"].get("/XObject", {}).values()
        for resources in (page["/Resources"], *(form.get_object().get("/Resources", {}) for form in under)):
            found |= {
                font.get_object()["/BaseFont"].split("+")[1].replace(",", "")
                for font in resources.get("/Font", {}).values()
            }
    return sorted(found)


def in_all_scripts(stacks: list[str]) -> bytes:
    """Return names of all scripts as they are set in these families, plain and bold."""
    import weasyprint

    names = [legible(escape(name)) for name in NASTY]
    lines = (f"<p style='font-family: {family}'>{name} <b>{name}</b></p>" for family in stacks for name in names)
    return weasyprint.HTML(string="".join(lines)).write_pdf(pdf_variant="pdf/ua-1")


def wanted() -> list[str]:
    """Return every list of families that paper asks for, as they stand in HTML."""
    static, templates = settings.BASE_DIR / "skatturnier/static/skatturnier", settings.BASE_DIR / "templates"
    files = [static / "print.css", *static.glob("print/*.css"), templates / "scoring/paper/documents/_drawing.html"]
    text = "\n".join(file.read_text() for file in files).replace("&quot;", "'")
    found = ("".join(found).strip().replace('"', "'") for found in re.findall(FAMILIES, text))
    return sorted({stack.replace("'", "&quot;") for stack in found})


def set_on(machine: Path, data: Path, **more: str) -> dict[str, list[str]]:
    """Return which fonts a program of its own sets paper in, on a machine with these fonts."""
    env = {**os.environ, "SKATTURNIER_DATA": str(data), "FONTCONFIG_FILE": str(machine), **more}
    stacks = json.dumps(wanted())
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, stacks]
    made = subprocess.run(command, env=env, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-2000:]
    return dict(json.loads(made.stdout))


@pytest.mark.slow
@pytest.mark.thorough
def test_every_machine_sets_paper_in_our_own_fonts_and_makes_the_same_bytes(tmp_path):
    """A bare one, and one that has fonts which style sheets like better, and other languages."""
    pytest.importorskip("weasyprint")
    bare, rich = tmp_path / "bare", tmp_path / "rich"
    better = machine_with((*LOVED, "WenQuanYi Micro Hei", "Noto Sans Thai", "Noto Emoji"), rich)
    languages = {"LANG": "ja_JP.UTF-8", "PANGO_LANGUAGE": "ja:ko", "XDG_DATA_HOME": str(rich)}

    found = set_on(machine_with(NOTHING, bare), bare / "data", LANG="de_DE.UTF-8")

    assert set_on(better, rich / "data", **languages) == found
    found.pop("bytes")
    assert len(found) == len(wanted()) + 1
    for family, used in found.items():
        # Fira has no suits.
        ours = (
            {"Fira-Sans", "Fira-Mono", "DejaVu-Sans"}
            if family == "sheet"
            else {family.split("&quot;")[1].replace(" ", "-")}
        )
        assert {font.removesuffix("-Bold") for font in used} == ours, (family, used)
    used = {font.removesuffix("-Bold") for font in fonts_in(in_all_scripts(wanted()))}
    assert used == {family.replace(" ", "-") for family in fonts.FILES}


def test_the_fonts_are_found_where_the_folder_of_data_is_named_from_where_the_site_was_started(tmp_path, monkeypatch):
    """As ``make run`` does; Fontconfig passes over such a name in silence and takes the fonts of the machine."""
    monkeypatch.chdir(tmp_path)

    assert fonts.configured(Path("var/demo")).is_relative_to(tmp_path.resolve())


@pytest.mark.slow
@pytest.mark.thorough
def test_more_letters_come_from_a_folder_of_the_direction_but_never_before_ours(tmp_path):
    pytest.importorskip("weasyprint")
    machine_with(LOVED, tmp_path / "elsewhere")
    (tmp_path / "data").mkdir()
    (tmp_path / "elsewhere/fonts").rename(tmp_path / "data/fonts")
    bare = machine_with(NOTHING, tmp_path)

    assert set_on(bare, tmp_path / "data") == set_on(bare, tmp_path / "other")


@pytest.mark.slow
def test_a_line_is_as_high_whatever_letters_stand_in_it_figures_are_equally_wide_and_every_font_has_its_licence():
    font_tools = pytest.importorskip("fontTools.ttLib")
    files = {fonts.HERE / file: family for family, of_it in fonts.FILES.items() for file in of_it}
    for file, family in files.items():
        with font_tools.TTFont(file, lazy=True) as font:
            em, lines, more = font["head"].unitsPerEm, font["hhea"], font["OS/2"]
            ends = (lines.ascent, lines.descent, lines.lineGap, more.usWinAscent, more.usWinDescent)
            assert [round(end / em, 3) for end in ends] == [0.928, -0.236, 0, 0.928, 0.236], file
            widths = (
                {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
                if family in fonts.PAPER
                else {0}
            )
            assert len(widths) == 1, file

    assert {file for file in fonts.HERE.rglob("*") if file.suffix in fonts.KINDS} == files.keys()
    assert all(file.with_name("LICENSE").exists() for file in files)
    # Every family of paper is asked for before any other, and tests see no others.
    assert {stack.split("&quot;")[1] for stack in wanted()} == set(fonts.PAPER)
    assert Path(os.environ["FONTCONFIG_FILE"]).parent == settings.DATA_DIR.resolve() / "font-cache"
    assert str(fonts.HERE) in Path(os.environ["FONTCONFIG_FILE"]).read_text()


DESK = "/t/cup/office/print/?kind=certificates"
GREEN, RED = (0, 128, 0), (200, 0, 0)


def png(size=(60, 20), colour=GREEN, mode="RGB", **saved) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, "PNG", **saved)
    return out.getvalue()


TOO_MANY_DOTS = png((8000, 6000), 0, mode="1")


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


@pytest.mark.slow
class TestWhatMayStandOnPaper:
    def test_a_png_of_any_colours(self):
        out = io.BytesIO()

        for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
            Image.new(mode, (8, 8)).save(out, "PNG")

            assert looked_at(out.getvalue()).kind == "png", mode

    def test_a_png_without_what_else_was_in_the_file_and_as_large_as_a_printer_shows(self):
        told = PngImagePlugin.PngInfo()
        told.add_text("Author", "Yvonne Ysop")

        assert b"Ysop" not in looked_at(png(pnginfo=told)).content
        with Image.open(io.BytesIO(looked_at(png((6000, 300), 0, mode="1")).content)) as found:
            assert found.size == (LONGEST, LONGEST // 20)

    def test_an_svg_that_has_all_it_needs(self):
        for content in (
            svg(),
            svg(before='<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://w3.org/s.dtd">'),
            svg('<style>.a{fill:url(#g)} .b{filter: url("#f")}</style><g class="a"><use href="#g"/></g>'),
            svg('<linearGradient id="g"/><path fill="url(#g)" d="M0 0L9 9"/><a xlink:href="#x"><text>A</text></a>'),
            svg(embedded(png())),
            svg(attributes='width="30mm" height="20mm"'),
        ):
            assert looked_at(content).kind == "svg", content
        # The same picture has the same key.
        assert looked_at(png()).key == looked_at(png()).key != looked_at(svg()).key


WHAT_IS_REFUSED = (
    (b"", "no-picture"),
    (b"GIF89a", "no-picture"),
    (b"\xff\xd8\xff\xe0", "jpeg"),
    (b"x" * (MOST_BYTES + 1), "too-big"),
    (png()[:60], "broken-png"),
    (b"\x89PNG\r\n\x1a\n", "broken-png"),
    (TOO_MANY_DOTS, "too-many-dots"),
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
    (svg(embedded(TOO_MANY_DOTS)), "too-many-dots"),
    (svg('<image href="data:image/png;base64,%%%"/>'), "broken-png"),
    (svg("<g/>" * 20_001), "svg-large"),
    (svg("<g>" * 400 + "</g>" * 400), "svg-large"),
    (svg(LOOP), "svg-large"),
    (svg(LADDER), "svg-large"),
    (svg('<g id="a"><use href="#a"/></g>'), "svg-large"),
    (svg(attributes=""), "svg-without-size"),
)


@pytest.mark.slow
def test_what_is_refused_is_said_by_a_code_at_once():
    for content, code in WHAT_IS_REFUSED:
        began = time.process_time()
        with pytest.raises(RefusedPicture) as refused:
            looked_at(content)

        assert refused.value.code == code, content[:200]
        assert code in REFUSED
        assert time.process_time() - began < seconds(2), content[:200]


@pytest.mark.slow
@pytest.mark.django_db
class TestAtThePrintDesk:
    @pytest.fixture(autouse=True)
    def _event(self, made, asked):
        """An event of which there is everything, and papers that are only asked for."""

    def ask(self, client, **told):
        usual = {"entry_key": uuid4(), "language": "en", "format": "pdf", "paper": "landscape", "places": "1"}
        return client.post(DESK, usual | told)

    def colours(self, asked) -> set[tuple[int, ...]]:
        run = runs.by_key(asked[-1])
        work(run)
        image = pypdfium2.PdfDocument(run.path.read_bytes())[0].render(scale=0.5).to_pil().convert("RGB")
        return {colour for _count, colour in image.getcolors(1_000_000)}

    def test_a_logo_and_a_background_stand_on_each_certificate_the_next_time_only_if_somebody_says_so(
        self, director, asked
    ):
        files = {
            "logo": SimpleUploadedFile("logo.png", png()),
            "background": SimpleUploadedFile("b.svg", svg('<rect width="9" height="9" fill="#c80000"/>')),
        }

        assert self.ask(director, **files).status_code == 302
        assert {GREEN, RED} <= self.colours(asked)
        page = director.get(DESK).content.decode()
        assert "the logo of the last time" in page
        assert "the background of the last time" in page
        self.ask(director, logo_again="on")
        again = self.colours(asked)
        assert (GREEN in again, RED in again) == (True, False)

    def test_a_page_for_the_browser_has_each_picture_once_while_the_event_has_its_papers(self, director, asked):
        self.ask(director, logo=SimpleUploadedFile("logo.png", png()))

        page = director.get("/t/cup/office/certificates.pdf?as=page").content.decode()

        assert page.count("data:image/png") == 1
        assert page.count('href="#own-logo"') == 3
        assert "style=" not in page
        assert "<style" not in page
        assert "the background of the last time" not in director.get(DESK).content.decode()
        assert pictures.picture("cup", "logo", "../../secret.png") is None
        # They go with the papers of the event.
        runs.drop_all_of("cup")
        assert pictures.latest_of("cup") == {}

    @pytest.mark.parametrize("name", ["logo", "background"])
    def test_what_may_not_stand_there_is_refused_in_words_and_nothing_typed_is_lost(self, director, asked, name):
        sent = {name: SimpleUploadedFile("x.svg", svg("<script/>")), "prizes": "500 euros\n\na cup"}

        answer = self.ask(director, **sent)

        assert answer.status_code == 422
        assert "contains more than a drawing" in answer.content.decode()
        assert "500 euros\n\na cup" in answer.content.decode()
        assert asked == []


@pytest.mark.django_db
def test_everybody_sees_the_logo_of_an_event_and_nothing_where_it_has_none(client):
    made = factories.tournament()
    assert client.get("/t/cup/logo/").status_code == 204

    pictures.keep(made.slug, "logo", looked_at(svg()))

    answer = client.get("/t/cup/logo/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert b"<rect" in answer.content
