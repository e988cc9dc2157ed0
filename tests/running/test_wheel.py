"""What pipx and uv install: one wheel that has everything the repository has, and begins in the folder of its user."""

import json
import subprocess
import sys
import urllib.request
import zipfile

import pytest

from skatturnier import VERSION
from skatturnier.machine import places
from tests.durability.site import Site

pytestmark = pytest.mark.slow

PACKED = {"templates": "skatturnier/beside/templates", "fixtures": "skatturnier/beside/fixtures"}
"""What lies at the top of the repository, and where the wheel has it."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=places.CODE, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Return where the wheel lies unpacked, as installing it does."""
    folder = tmp_path_factory.mktemp("site-packages")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.mark.thorough
def test_has_every_file_of_the_program_and_of_nothing_else(wheel):
    wanted = set()
    for name in ("skatturnier", "simulation", "scoring", "tables", "templates", "fixtures"):
        for path in (places.CODE / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".po", ".pyc"}:
                wanted.add(path.relative_to(places.CODE).as_posix().replace(name, PACKED.get(name, name), 1))

    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert found == wanted
    assert wheel.name == f"skatturnier-{VERSION}-py3-none-any.whl"


def test_says_exactly_what_it_needs(wheel):
    (metadata,) = (one for one in zipfile.ZipFile(wheel).namelist() if one.endswith("/METADATA"))
    needs = [
        line.split()[1]
        for line in zipfile.ZipFile(wheel).read(metadata).decode().splitlines()
        if line.startswith("Requires-Dist: ")
    ]

    assert needs
    assert all("==" in one for one in needs)


@pytest.mark.thorough
def test_installed_its_demo_keeps_its_data_in_the_folder_of_the_user(installed, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    site = Site(tmp_path)
    del site.env["SKATTURNIER_DATA"], site.env["DJANGO_SETTINGS_MODULE"]
    site.env |= {"XDG_DATA_HOME": str(tmp_path / "home"), "PYTHONPATH": str(installed)}
    site.env |= {"HOST": "127.0.0.1", "SKATTURNIER_UNATTENDED": "on"}
    site.folder = elsewhere
    site.command = [sys.executable, "-c", "from skatturnier.command import main; main()", "demo"]
    data = tmp_path / "home" / "skatturnier" / "demo"
    data.mkdir(parents=True)
    (data / "laptop.json").write_text(json.dumps({"port": site.port, "address": site.address}))

    site.start(told_where=True)
    try:
        with urllib.request.urlopen(f"{site.address}/demo/") as page:
            said = page.read().decode()
    finally:
        site.kill()

    assert "Herz-Dame-Pokal" in said
    assert "<code>skatturnier</code>" in said
    assert (data / "skatturnier.sqlite3").exists()
    assert not list(elsewhere.iterdir())
    assert not (installed / "var").exists()
