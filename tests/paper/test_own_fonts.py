"""Paper is set in the fonts of the program alone: with none on the machine, with fifty families, with better ones."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from skatturnier import fonts
from tests.machines import LOVED, NOTHING, machine_with

pytestmark = pytest.mark.slow

FAMILIES = r"font-family:([^;}]+)|font:[^;}]*?(?:rem|pt|mm|em)(?:/[\d.]+)? ([^;}]+)|font-family=\"([^\"]+)\""
"""What a style sheet, or a drawing, wants its letters set in."""

PROGRAM = """
import datetime, hashlib, io, json, sys
import django; django.setup()
import pypdf, weasyprint
from html import escape
from scoring.paper.typesetting.glyphs import legible
from scoring.paper.sheets.score_sheets import spare_sheets
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Tournament
from tests.tables.test_sheets import NASTY

def embedded(content):
    found = {}
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        resources = [page["/Resources"], *(form.get_object().get("/Resources", {}) for form in
                     page["/Resources"].get("/XObject", {}).values())]
        for one in resources:
            for font in one.get("/Font", {}).values():
                found[font.get_object()["/BaseFont"].split("+")[1]] = 1
    return sorted(found)

day = datetime.date(2026, 5, 16)
cup = Tournament(name="Cup", slug="cup", rounds=1, starts_on=day, ends_on=day)

def paragraph(family):
    return f"<p style='font-family: {family}'>Spieler 1 <b>Grand mit 2</b></p>"

stacks = json.loads(sys.argv[1])
sheet = typeset(spare_sheets(cup, series=None, seats=4, copies=1))
named = weasyprint.HTML(string="".join(
    f"<p style='font-family: {family}'>{legible(escape(name))} <b>{legible(escape(name))}</b></p>"
    for family in stacks for name in NASTY
)).write_pdf(pdf_variant="pdf/ua-1")
print(json.dumps({
    "bytes": [hashlib.sha256(content).hexdigest() for content in (sheet, named)],
    "names": embedded(named),
    "sheet": embedded(sheet),
    **{family: embedded(weasyprint.HTML(string=paragraph(family)).write_pdf()) for family in stacks},
}))
"""


def wanted() -> list[str]:
    """Return every list of families that paper asks for."""
    static, templates = settings.BASE_DIR / "skatturnier/static/skatturnier", settings.BASE_DIR / "templates"
    files = [static / "print.css", *static.glob("print/*.css"), templates / "scoring/paper/documents/_drawing.html"]
    text = "\n".join(file.read_text() for file in files).replace("&quot;", "'")
    return sorted({"".join(found).strip().replace('"', "'") for found in re.findall(FAMILIES, text)})


def set_on(machine: Path, data: Path, **more: str) -> dict[str, list[str]]:
    """Return which fonts a program of its own sets paper in, on a machine with these fonts."""
    env = {**os.environ, "SKATTURNIER_DATA": str(data), "FONTCONFIG_FILE": str(machine), **more}
    stacks = json.dumps([stack.replace("'", "&quot;") for stack in wanted()])
    made = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, stacks],
        env=env,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr[-2000:]
    return dict(json.loads(made.stdout))


def test_every_kind_of_letter_is_asked_for():
    asked = " ".join(wanted())

    assert {generic for generic in fonts.GENERIC if re.search(rf"\b{generic}\b", asked)} == set(fonts.GENERIC)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What is set on a bare machine, and on one that has fonts which style sheets like better, and other languages."""
    pytest.importorskip("weasyprint")
    bare, rich = tmp_path_factory.mktemp("bare"), tmp_path_factory.mktemp("rich")
    better = machine_with((*LOVED, "WenQuanYi Micro Hei", "Noto Sans Thai", "Noto Emoji"), rich)
    languages = {"LANG": "ja_JP.UTF-8", "PANGO_LANGUAGE": "ja:ko", "XDG_DATA_HOME": str(rich)}
    return {
        "bare": set_on(machine_with(NOTHING, bare), bare / "data", LANG="de_DE.UTF-8"),
        "rich": set_on(better, rich / "data", **languages),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("machine", ["bare", "rich"])
def test_paper_is_set_in_our_own_fonts(machine, found):
    families = {stack: used for stack, used in found[machine].items() if stack not in {"bytes", "names"}}

    assert len(families) == len(wanted()) + 1
    for family, used in families.items():
        last = re.split(r", ?", family)[-1].strip()
        ours = fonts.GENERIC[last if last in fonts.GENERIC else "sans-serif"].replace(" ", "-")
        assert used, family
        assert (
            {font.removesuffix("-Bold") for font in used} <= {ours, "DejaVu-Sans-Mono"} if family == "sheet" else {ours}
        ), (family, used)


@pytest.mark.thorough
def test_every_machine_makes_the_same_bytes(found):
    assert found["bare"]["bytes"] == found["rich"]["bytes"]


def test_names_of_all_scripts_bring_their_letters_along(found):
    used = {font.removesuffix("-Bold") for font in found["bare"]["names"]}

    assert used == {family.replace(" ", "-") for family in fonts.FILES}


@pytest.mark.thorough
def test_more_letters_come_from_a_folder_of_the_direction_but_never_before_ours(found, tmp_path):
    machine_with(LOVED, tmp_path / "elsewhere")
    (tmp_path / "data").mkdir()
    (tmp_path / "elsewhere/fonts").rename(tmp_path / "data/fonts")

    assert set_on(machine_with(NOTHING, tmp_path), tmp_path / "data") == found["bare"]


def test_a_line_is_as_high_whatever_letters_stand_in_it():
    font_tools = pytest.importorskip("fontTools.ttLib")
    heights = {}
    for family in fonts.LACKED:
        for file in fonts.FILES[family]:
            with font_tools.TTFont(fonts.HERE / file, lazy=True) as font:
                em, lines, more = font["head"].unitsPerEm, font["hhea"], font["OS/2"]
                ends = (lines.ascent, lines.descent, lines.lineGap, more.usWinAscent, more.usWinDescent)
                heights[file] = [round(end / em, 3) for end in ends]

    assert set(map(tuple, heights.values())) == {(0.928, -0.236, 0, 0.928, 0.236)}, heights


def test_every_font_of_the_program_comes_with_its_licence():
    files = {fonts.HERE / file for family in fonts.FILES.values() for file in family}

    assert {file for file in fonts.HERE.rglob("*") if file.suffix in fonts.KINDS} == files
    assert all(file.with_name("LICENSE").exists() for file in files)


def test_the_tests_themselves_see_no_other_fonts():
    assert Path(os.environ["FONTCONFIG_FILE"]).parent == settings.DATA_DIR.resolve() / "font-cache"
    assert str(fonts.HERE) in Path(os.environ["FONTCONFIG_FILE"]).read_text()
