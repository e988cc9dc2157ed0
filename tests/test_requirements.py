"""The requirements files are made from pyproject.toml: what is wanted is pinned, and every file of it by its hash."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements/signing.txt": PROJECT["project"]["dependencies"] + GROUPS["signing"],
    "requirements/dev.txt": PROJECT["project"]["dependencies"] + GROUPS["signing"] + GROUPS["dev"],
    "requirements/windows.txt": PROJECT["project"]["dependencies"] + GROUPS["windows"],
    **{f"requirements/{group}.txt": GROUPS[group] for group in ("mutation", "attack", "pins")},
}
ENTRY = re.compile(
    r"^([a-z0-9.-]+)(?:\[[^]]+\])?==(\S+)[^\n]*((?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+)", re.MULTILINE
)


def text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def pins(file: str) -> set[tuple[str, str]]:
    return {(name, version) for name, version, _hashes in ENTRY.findall(text(file))}


@pytest.mark.parametrize("file", WANTED)
def test_what_is_wanted_is_pinned_and_every_pin_has_hashes(file):
    wanted = {(canonicalize_name(one.name), str(one.specifier)[2:]) for one in map(Requirement, WANTED[file])}

    assert wanted <= pins(file), "make requirements"
    assert len(ENTRY.findall(text(file))) == len(re.findall(r"^[a-z0-9]", text(file), re.MULTILINE))
    assert "://" not in text(file)


def test_extras_are_pinned_with_their_package():
    """Whoever wants ``coverage[toml]`` and finds ``coverage`` pinned takes the newest one, which has no hash here."""
    assert "\ncoverage[toml]==" in text("requirements/dev.txt")


def test_there_is_no_other_file():
    found = (*ROOT.glob("requirements*.txt"), *ROOT.glob("requirements/*"))

    assert {path.relative_to(ROOT).as_posix() for path in found} == set(WANTED)


@pytest.mark.parametrize("file", ["requirements/signing.txt", "requirements/dev.txt"])
def test_a_larger_set_has_the_same_versions(file):
    assert pins("requirements.txt") <= pins(file)


def test_windows_has_the_same_versions_of_what_it_needs():
    own = {(canonicalize_name(one.name), str(one.specifier)[2:]) for one in map(Requirement, GROUPS["windows"])}

    assert pins("requirements/windows.txt") - pins("requirements.txt") == own
