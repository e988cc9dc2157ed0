"""The project as a whole: its settings, its database, its start; what its templates remember."""

import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.template import Context, Template
from django.test.utils import override_script_prefix
from django.urls import NoReverseMatch
from django.utils.translation import override
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from skatturnier import addresses, checks
from skatturnier.machine import network
from skatturnier.secret import secret_key
from skatturnier.templatetags import remembered

ROOT = Path(settings.BASE_DIR)


@pytest.mark.slow
@pytest.mark.database
@pytest.mark.django_db
def test_no_migration_is_missing_and_the_site_checks_out():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("check", databases=["default"], fail_level="WARNING")


@pytest.mark.database
class TestTheDatabase:
    @pytest.mark.django_db
    def test_keeps_what_it_acknowledges(self):
        asked, told = {
            "sqlite": (("PRAGMA journal_mode", "PRAGMA synchronous"), ["truncate", 2]),
            "postgresql": (("SHOW fsync", "SHOW full_page_writes", "SHOW synchronous_commit"), ["on"] * 3),
        }[connection.vendor]

        with connection.cursor() as cursor:
            found = [cursor.execute(one) and cursor.fetchone()[0] for one in asked]

        assert found == told
        assert checks.database_keeps_what_it_acknowledges(databases=["default"]) == []

    @pytest.mark.django_db
    @pytest.mark.skipif(connection.vendor != "sqlite", reason="tests/durability starts weak servers of PostgreSQL")
    def test_that_could_lose_a_deal_is_an_error(self, monkeypatch):
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        monkeypatch.setattr(checks, "SYNCHRONOUS_FULL", 3)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA fullfsync = OFF")
            found = checks.database_keeps_what_it_acknowledges(databases=["default"])
            cursor.execute("PRAGMA fullfsync = ON")

        assert [one.id for one in found] == ["skatturnier.E001", "skatturnier.E002", "skatturnier.E007"]


@pytest.mark.database
def test_the_secret_key_is_made_once_and_kept_from_others(tmp_path):
    file = tmp_path / "new" / "key"

    first = secret_key(file)

    assert len(first) >= 50
    assert secret_key(file) == first
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.database
class TestAddresses:
    def test_of_this_machine_alone_let_nobody_else_in(self):
        for host in ("127.0.0.1", "localhost", "::1", "[::1]", "127.0.1.1"):
            assert addresses.allowed_hosts(host) == ["localhost", "127.0.0.1", "[::1]"], host

    def test_of_all_networks_are_named_one_by_one_and_that_phones_can_open_are_shown(self, monkeypatch):
        monkeypatch.setattr(addresses, "own_address", lambda: "192.0.2.17")
        monkeypatch.setattr(addresses.socket, "gethostname", lambda: "Laptop")

        allowed = addresses.allowed_hosts("0.0.0.0")

        assert {"192.0.2.17", "laptop", "laptop.local", "127.0.0.1"} <= set(allowed)
        assert "*" not in allowed
        assert addresses.address_to_open("0.0.0.0", 8000) == "http://192.0.2.17:8000"
        assert addresses.address_to_open("127.0.0.1", 8001) == "http://127.0.0.1:8001"
        assert addresses.address_to_open("::1", 8000) == "http://[::1]:8000"

    def test_of_two_networks_are_both_let_in_the_way_out_first(self, monkeypatch):
        cards = {"wlan0": "192.0.2.17", "eth0": "198.51.100.4", "docker0": "172.17.0.1", "lo": "127.0.0.1"}
        cards |= {"tun0": None}
        monkeypatch.setattr(addresses, "own_address", lambda: "198.51.100.4")
        monkeypatch.setattr(network.socket, "if_nameindex", lambda: list(enumerate(cards)))
        monkeypatch.setattr(network, "_address_of", cards.__getitem__)

        assert addresses.own_addresses() == ["198.51.100.4", "192.0.2.17"]
        assert {"198.51.100.4", "192.0.2.17"} <= set(addresses.allowed_hosts("0.0.0.0"))

    def test_that_are_taken_are_noticed(self):
        with addresses.socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]

            assert not addresses.is_free("127.0.0.1", port)

        assert addresses.is_free("127.0.0.1", port)


STARTED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "skatturnier.settings"
import django
django.setup()
from django.urls import get_resolver, resolve
from tables.acts.addresses import read_all

addresses = get_resolver().url_patterns
resolve("/health/")
print(len(sys.modules), "scoring.office.views" in sys.modules)
read_all(addresses)
print(len(sys.modules), "scoring.office.views" in sys.modules)
"""


@pytest.mark.database
def test_a_start_can_say_that_it_is_there_before_pages_are_read():
    done = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, text=True, check=True)

    (started, is_read), (whole, is_read_later) = (line.split() for line in done.stdout.splitlines())

    assert (is_read, is_read_later) == ("False", "True")
    assert int(started) <= 1_500 < int(whole)


@pytest.mark.database
def test_no_two_modules_import_each_other_in_a_circle():
    """What is imported for types alone counts too: whoever reads one of two that know each other has to read both."""
    graph = grimp.build_graph("skatturnier", "simulation", "scoring", "tables")

    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


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


def test_what_is_wanted_is_pinned_and_every_pin_has_hashes():
    for file, asked in WANTED.items():
        wanted = {(canonicalize_name(one.name), str(one.specifier)[2:]) for one in map(Requirement, asked)}

        assert wanted <= pins(file), "make requirements"
        assert len(ENTRY.findall(text(file))) == len(re.findall(r"^[a-z0-9]", text(file), re.MULTILINE)), file
        assert "://" not in text(file)
    found = (*ROOT.glob("requirements*.txt"), *ROOT.glob("requirements/*"))
    assert {path.relative_to(ROOT).as_posix() for path in found} == set(WANTED)
    # Whoever wants ``coverage[toml]`` and finds ``coverage`` pinned takes the newest one, which has no hash here.
    assert "\ncoverage[toml]==" in text("requirements/dev.txt")


def test_a_larger_set_has_the_same_versions_and_windows_of_what_it_needs():
    for file in ("requirements/signing.txt", "requirements/dev.txt"):
        assert pins("requirements.txt") <= pins(file), file
    own = {(canonicalize_name(one.name), str(one.specifier)[2:]) for one in map(Requirement, GROUPS["windows"])}
    assert pins("requirements/windows.txt") - pins("requirements.txt") == own


PAGES = ("README.md", "README.de.md", "docs/README.md", "docs/translating.md", "CONTRIBUTING.md")
LINK = re.compile(r"\]\(([^):#]+)(?:#[^)]*)?\)")
MOST_WORDS = 450


def test_every_link_leads_somewhere():
    for file in map(ROOT.joinpath, PAGES):
        links = LINK.findall(file.read_text(encoding="utf-8"))
        assert [link for link in links if not (file.parent / link).exists()] == [], file


def test_the_first_page_is_read_in_two_minutes_has_six_small_pictures_and_names_commands_that_there_are():
    makefile = text("Makefile")
    for page in PAGES[:2]:
        said = text(page)
        pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", said)
        assert len(re.findall(r"[^\s|]*[^\W\d_][^\s|]*", re.sub(r"\]\([^)]*\)", "]", said))) <= MOST_WORDS
        assert len(set(pictures)) == 6
        assert max((ROOT / one).stat().st_size for one in pictures) <= 60_000
        wanted = set(re.findall(r"\bmake ([a-z]+)", said))
        assert {"run", "serve", "windows", "wheel"} <= wanted
        assert {one for one in wanted if not re.search(rf"^{one}:", makefile, re.MULTILINE)} == set()


def drawn(text: str, **values: object) -> str:
    return Template(text).render(Context(values))


def test_an_address_is_that_of_its_values_and_of_the_site():
    text = "{% url 'tables:seats' slug number %}"
    assert [drawn(text, slug="a", number=number) for number in (1, 2, 1)] == [
        "/t/a/series/1/seats/",
        "/t/a/series/2/seats/",
        "/t/a/series/1/seats/",
    ]
    with override_script_prefix("/skat/"):
        assert drawn(text, slug="a", number=1) == "/skat/t/a/series/1/seats/"


def test_an_address_that_there_is_not_is_refused_or_left_empty():
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'tables:seats' slug %}", slug="a")
    assert drawn("{% url 'tables:seats' slug as place %}[{{ place }}]", slug="a") == "[]"


def test_what_depends_on_values_is_drawn_for_each_of_them_and_in_each_language(monkeypatch):
    monkeypatch.setattr(remembered, "MOST", 3)
    template = Template(
        "{% load i18n %}{% by_language name %}{% translate 'Standings' %} {{ name }}{% endby_language %}"
    )
    for language, word in (("en", "Standings"), ("de", "Rangliste"), ("en", "Standings")):
        with override(language):
            for name, shown in (("<b>", "&lt;b&gt;"), ("Ana", "Ana"), ("<b>", "&lt;b&gt;")):
                assert template.render(Context({"name": name})) == f"{word} {shown}"
