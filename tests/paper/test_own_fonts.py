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

FAMILIES = r"font-family:([^;}]+)|font:[^;}]*?(?:rem|pt|mm|em)(?:/[\d.]+)? ([^;}]+)|font-family=\"([^\"]+)\""
"""What a style sheet, or a drawing, wants its letters set in."""

PROGRAM = """
import datetime, io, json, sys
import django; django.setup()
import pypdf, weasyprint
from scoring.paper.sheets.score_sheets import spare_sheets
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Tournament

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
print(json.dumps({
    "sheet": embedded(typeset(
        spare_sheets(cup, series=None, seats=4, copies=1))),
    **{family: embedded(weasyprint.HTML(string=paragraph(family)).write_pdf()) for family in stacks},
}))
"""


def wanted() -> list[str]:
    """Return every list of families that paper asks for."""
    static, templates = settings.BASE_DIR / "skatturnier/static/skatturnier", settings.BASE_DIR / "templates"
    files = [static / "print.css", *static.glob("print/*.css"), templates / "scoring/paper/documents/_drawing.html"]
    text = "\n".join(file.read_text() for file in files).replace("&quot;", "'")
    return sorted({"".join(found).strip().replace('"', "'") for found in re.findall(FAMILIES, text)})


def set_on(machine: Path, data: Path) -> dict[str, list[str]]:
    """Return which fonts a program of its own sets paper in, on a machine with these fonts."""
    env = {**os.environ, "SKATTURNIER_DATA": str(data), "FONTCONFIG_FILE": str(machine)}
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


@pytest.mark.parametrize("families", [NOTHING, LOVED], ids=["no fonts", "fonts that style sheets like better"])
def test_paper_is_set_in_our_own_fonts_on_a_machine_with(families, tmp_path):
    pytest.importorskip("weasyprint")

    found = set_on(machine_with(families, tmp_path), tmp_path / "data")

    assert len(found) == len(wanted()) + 1
    for family, used in found.items():
        last = re.split(r", ?", family)[-1].strip()
        ours = fonts.GENERIC[last if last in fonts.GENERIC else "sans-serif"].replace(" ", "-")
        assert used, family
        assert (
            {font.removesuffix("-Bold") for font in used} <= {ours, "DejaVu-Sans-Mono"} if family == "sheet" else {ours}
        ), (family, used)


def test_more_letters_come_from_a_folder_of_the_direction_but_never_before_ours(tmp_path):
    pytest.importorskip("weasyprint")
    machine_with(LOVED, tmp_path / "elsewhere")
    (tmp_path / "data").mkdir()
    (tmp_path / "elsewhere/fonts").rename(tmp_path / "data/fonts")

    found = set_on(machine_with(NOTHING, tmp_path), tmp_path / "data")

    assert all(font.startswith("DejaVu") for used in found.values() for font in used), found


def test_the_tests_themselves_see_no_other_fonts():
    assert Path(os.environ["FONTCONFIG_FILE"]).parent == settings.DATA_DIR.resolve() / "font-cache"
    assert str(fonts.OWN) in Path(os.environ["FONTCONFIG_FILE"]).read_text()
