"""The rules and the draw under the Python of the zip: the same tests as everywhere, without the site around them."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from scripts.windows import ROOT, WORK, wine
from scripts.windows.parts import PYTHON

NEEDED = ("pytest", "pluggy", "iniconfig", "hypothesis", "sortedcontainers", "colorama")
"""What these tests need besides what the program has, at the versions and with the hashes of all tests."""

TESTS = ("tests/rules", "tests/tables/seating")
"""What needs nothing of the site: some two minutes."""

SETTINGS = """
[pytest]
python_files = test_*.py
markers =
    thorough: left out here as elsewhere
    slow: not left out
"""


def lines_of(name: str) -> str:
    """Return what pins a package, without for which systems: it is loaded for another one than this."""
    pinned = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
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


def test_rules_and_draw_are_the_same_there(program):
    place = laboratory(program.home / "program")

    said = wine.run(
        place / "python" / "python.exe", "-X", "utf8", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest",
        "-p", "tests.proofs.plugin", "-c", wine.path_there(place / "tests.ini"), "--rootdir", wine.path_there(ROOT),
        "-m", "not thorough", *TESTS,
        folder=ROOT,
    )  # fmt: skip

    assert int(re.search(r"(\d+) passed", said)[1]) > 4_500
