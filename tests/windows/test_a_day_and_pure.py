"""An evening on a club's own laptop, from the zip to the restored backup; rules and draw under its Python."""

import http.client
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from django.urls import reverse

from scripts.windows import ROOT, WORK, wine
from scripts.windows.parts import PYTHON
from tests.drill.phones import Phone
from tests.support.page_reader import Page
from tests.windows.overland import visitor

PASSWORD = "windschiefe-garage-9"


NAMES = ["Jörg Müller", "Änne Weiß", "Karl Łukasz", "Şule Öz", "Ute Kreuz", "Max Grand", "Ida Null", "Ole Ramsch"]


@pytest.fixture(scope="module")
def director(program):
    """Whoever made the first account, by the word the program opens its browser with."""
    program.start()
    word = (program.data / "first-word").read_text()
    found = visitor(program.address)
    page = found.get(f"/first/?word={word}")
    page = page.form("username", "password1").send(username="karl", password1=PASSWORD, password2=PASSWORD)
    assert page.url.endswith("/new/"), page.errors
    return found


def office(director, name: str, slug: str, **place) -> Page:
    return director.get(reverse(name, kwargs={"slug": slug, **place}))


@pytest.fixture(scope="module")
def slug(director):
    """An event of eight, its first series drawn and at play; return its address."""
    page = director.get(f"{reverse('tables:tournament-new')}?empty=1").form("name", "rounds")
    plan = {"name": "Probe", "place": "Altenburg", "organiser": "Herz Dame", "starts_on": "2026-11-25"}
    page = page.send(values=plan, series=1, rounds=3, seating_2="drawn", seating_3="drawn")
    assert page.status == 200, page.errors
    slug = re.search(r"/t/([^/]+)/", page.url)[1]
    page = office(director, "tables:add", slug).form("lines").send(lines="\n".join(NAMES))
    page.form("cells", "act=take").send("act=take")
    office(director, "tables:desk", slug).form("mark=all present on").send("mark=all present on", sure=True)
    page = office(director, "scoring:seat-plan", slug, series=1).form("public").send(public="4711")
    page.form("action=publish").send("action=publish")
    office(director, "scoring:board", slug, series=1).form("action=start").send("action=start")
    return slug


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


@pytest.fixture(scope="module")
def phone(program, director, slug):
    """The phone that scanned the card of the first table."""
    card = office(director, "scoring:keys", slug, series=1).root.all("li", "key-card")[0].one(css="key-link").text
    said = visitor(program.address).get(re.sub("^https?://[^/]+", "", card)).text
    path, key, device = (re.search(f'"{name}":"([^"]+)"', said)[1] for name in ("phone", "table_key", "device"))
    return Phone(path, key, device)


CHANCE = random.Random(4711)


def play(phone, program, *, deals: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)) as line:
        for _ in range(deals):
            phone.write_down(CHANCE)
        phone.send(line)
    assert not phone.wrong


def deals_of(director, slug) -> int:
    page = director.get(office(director, "scoring:list", slug, series=1, table=1).url, deals="")
    return len(page.root.one("ol", "deals").all("li"))


def laptop(director) -> Page:
    return director.get(reverse("laptop"))


def press(director, button: str) -> Page:
    forms = laptop(director).forms()
    return next(one for one in forms if one.element.attrs.get("action") == reverse(button)).send()


def test_everybody_has_a_seat(director, slug):
    page = office(director, "tables:seats", slug, series=1)

    assert all(name in page.text for name in NAMES)


def test_a_phone_keeps_the_list_of_its_table(program, phone, director, slug):
    play(phone, program, deals=5)

    assert len(phone.acknowledged) == deals_of(director, slug) == 5


def test_a_score_sheet_is_set_and_says_what_was_played(director, slug):
    answer = director.client.send("GET", reverse("scoring:sheet-pdf", kwargs={"slug": slug, "series": 1, "table": 1}))

    said = text_of(answer.content)
    assert "Probe" in said
    assert sum(name in said for name in NAMES) == 4
    assert "Grand" in said


def test_a_second_double_click_leads_to_the_running_site(program, director):
    first, said = program.process, len(program.said)
    program.double_click()

    assert program.ends() == 0
    assert any(f"läuft schon: {program.address}" in line for line in program.said[said:])
    program.process = first


@pytest.mark.thorough
def test_what_was_acknowledged_is_there_after_the_battery_was_empty(program, phone, director, slug):
    # The one that is made anyway goes first.
    program.wait_until(lambda: "The backup is made and checked." in press(director, "laptop-backup").text)
    play(phone, program, deals=1)

    program.kill()
    program.start()

    assert deals_of(director, slug) == 6


@pytest.mark.thorough
def test_a_backup_takes_the_place_of_what_is_there(program, phone, director, slug):
    page = laptop(director)
    page = page.form("backup", "confirmed").send(confirmed=True)
    assert "starts anew" in page.text
    program.wait_until(lambda: (program.data / "laptop-outcome.json").exists())
    program.wait_until(program.answers)

    # No session is in any backup.
    page = laptop(director).form("username", "password").send(username="karl", password=PASSWORD)
    assert "Last restored" in page.text
    assert deals_of(director, slug) == 5
    assert f"{slug}: all right" in program.run("verify", slug)
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)) as line:
        phone.hear_and_hand_in(line)
    assert deals_of(director, slug) == 6


def test_the_button_ends_everything(program, director):
    assert "The site is stopped" in press(director, "laptop-stop").text
    assert program.ends() == 0
    program.wait_until(lambda: not program.processes())


@pytest.mark.thorough
def test_the_demo_is_an_event_of_its_own_that_anybody_may_direct(program):
    program.start_demo()
    found = visitor(program.address)

    office = found.get("/demo/").form("csrfmiddlewaretoken").send()

    assert office.url == "/t/herz-dame-pokal/office/"
    assert "Herz-Dame-Pokal" in found.get("/t/herz-dame-pokal/standings/").text
    program.kill()


@pytest.mark.thorough
def test_data_of_a_later_version_are_left_alone(program):
    with closing(sqlite3.connect(program.data / "skatturnier.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_later', '2030-01-01')"
        )
    before = (program.data / "skatturnier.sqlite3").read_bytes()
    said = len(program.said)

    program.double_click()

    assert program.ends() == 1
    assert any("stammen von einer neueren Version" in line for line in program.said[said:])
    assert (program.data / "skatturnier.sqlite3").read_bytes() == before


NEEDED = ("pytest", "pluggy", "iniconfig", "hypothesis", "sortedcontainers", "colorama", "pygments")
"""What these tests need besides what the program has, at the versions and with the hashes of all tests."""

TESTS = ("tests/rules", "tests/tables/seating")
"""What needs nothing of the site: some two minutes."""

SETTINGS = """
[pytest]
python_files = test_*.py
consider_namespace_packages = true
markers =
    thorough: left out here as elsewhere
    slow: not left out
"""


def lines_of(name: str) -> str:
    """Return what pins a package, without for which systems: it is loaded for another one than this."""
    pinned = (ROOT / "requirements/dev.txt").read_text(encoding="utf-8")
    found = re.search(rf"^({name}==\S+)[^\n]*\n((?:    --hash=\S+(?: \\)?\n)+)", pinned, re.MULTILINE)
    return f"{found[1]} \\\n{found[2]}"


def laboratory(program: Path) -> Path:
    """Return a Python that has the packages of the program and what runs tests."""
    place = WORK / "tests"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    wanted = place / "requirements.txt"
    wanted.write_text("".join(map(lines_of, NEEDED)), encoding="utf-8")
    system = ["--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp", "--only-binary=:all:"]
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, *system, "--require-hashes", "-d", str(place / "wheels"), "-r", str(wanted)], check=True)
    for wheel in (place / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(place / "lib")
    shutil.copytree(program / "python", place / "python")
    paths = ("python313.zip", ".", r"..\lib", wine.path_there(program / "lib"), wine.path_there(ROOT))
    (place / "python" / "python313._pth").write_text("\n".join(paths), encoding="utf-8")
    (place / "tests.ini").write_text(SETTINGS, encoding="utf-8")
    return place


@pytest.mark.thorough
def test_rules_and_draw_are_the_same_there(program):
    place = laboratory(program.home / "program")

    asked = ["-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", "-p", "tests.proofs.plugin"]
    asked += ["-m", "not thorough"]
    here = subprocess.run(
        [sys.executable, *asked, "-c", place / "tests.ini", "--rootdir", ROOT, "--collect-only", *TESTS],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    said = wine.run(
        place / "python" / "python.exe", "-X", "utf8", *asked,
        "-c", wine.path_there(place / "tests.ini"), "--rootdir", wine.path_there(ROOT), *TESTS,
        folder=ROOT,
    )  # fmt: skip

    assert re.search(r"(\d+) passed", said)[1] == re.search(r"(\d+)(?:/\d+)? tests collected", here)[1]
