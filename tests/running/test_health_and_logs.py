"""What programs are told that watch the site, and what is written down: nothing about a person."""

import io
import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from skatturnier import backups, versions
from skatturnier.machine import places
from skatturnier.watching import health, logs
from tests.support import factories
from tests.support.site_crawler import addresses


@pytest.fixture
def watcher() -> Client:
    """A program that asks by an address nobody else would."""
    return Client(headers={"host": "10.1.2.3:8000"})


def test_a_running_site_says_so_without_asking_its_database_and_whatever_its_name(watcher, settings):
    # No database is allowed here at all: a query would be an error.
    answer = watcher.get("/health/")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies
    assert {watcher.post(page).status_code for page in ("/health/", "/ready/", "/metrics/")} == {405}
    settings.ALLOWED_HOSTS = ["skat.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    assert watcher.get("/health/").status_code == 200
    assert watcher.get("/").status_code == 400


@pytest.mark.django_db
class TestReady:
    def test_says_that_it_is_and_when_the_last_backup_was_made(
        self, watcher, monkeypatch, django_assert_max_num_queries
    ):
        found = backups.BackupState(last=datetime(2026, 11, 21, 9, 0, tzinfo=UTC), name="a.tar", problems=("no stick",))
        monkeypatch.setattr(health.backups, "state", lambda: found)
        before = set(MigrationRecorder.Migration.objects.values_list("app", "name"))
        with django_assert_max_num_queries(6):
            answer = watcher.get("/ready/")

        # It tried to write, and took that back.
        assert set(MigrationRecorder.Migration.objects.values_list("app", "name")) == before
        last = "last checked one 2026-11-21T09:00:00+0000; something went wrong since"
        all_well = dict.fromkeys(("status", "database", "migrations", "disk"), "ok")
        assert (answer.status_code, answer.json()) == (200, {**all_well, "backup": last})
        assert "no-store" in answer.headers["Cache-Control"]

    def test_says_that_migrations_are_left_or_of_a_later_version(self, watcher, django_assert_max_num_queries):
        recorder = MigrationRecorder(connection)
        recorder.record_applied("tables", "9999_of_tomorrow")
        with django_assert_max_num_queries(6):
            later = watcher.get("/ready/")
        recorder.record_unapplied("tables", "9999_of_tomorrow")
        recorder.record_unapplied("tables", dict(versions.newest())["tables"])

        left = watcher.get("/ready/")

        assert (later.status_code, left.status_code) == (503, 503)
        assert later.json()["migrations"] == "of a later version: start that one"
        assert left.json()["migrations"] == "not all applied: manage.py migrate"

    def test_is_not_ready_on_a_full_disk_or_where_the_database_does_not_answer_or_can_only_be_read(
        self, watcher, monkeypatch
    ):
        def away(_self):
            raise DatabaseError("password authentication failed for user skat")

        def answered(part: str) -> str:
            answer = watcher.get("/ready/")
            assert answer.status_code == 503
            assert "password" not in answer.content.decode()
            return answer.json()[part]

        with monkeypatch.context() as full:
            full.setattr(health.shutil, "disk_usage", lambda place: SimpleNamespace(free=health.ROOM - 1))
            assert answered("disk") == "nearly full"
        with monkeypatch.context() as gone:
            gone.setattr(MigrationRecorder, "applied_migrations", away)
            assert answered("database") == "does not answer"
        with connection.cursor() as cursor:
            is_file = connection.vendor == "sqlite"
            cursor.execute("PRAGMA query_only = ON" if is_file else "SET transaction_read_only = on")
            try:
                assert answered("database") == "cannot be written to"
            finally:
                if is_file:
                    cursor.execute("PRAGMA query_only = OFF")


ASKS = """
import json, sys, django
django.setup()
from django.db import connection
from django.test import RequestFactory
from skatturnier.watching.health import ready
for _question in sys.stdin:
    print(json.loads(ready(RequestFactory().get("/ready/")).content)["database"], flush=True)
    connection.close()
"""
"""Says how its database is whenever it is asked: to read the program takes two seconds."""


@pytest.mark.slow
def test_a_file_that_can_only_be_read_or_lies_where_nothing_can_be_written_is_said(tmp_path):
    """The journal of SQLite lies beside its file."""
    # Root may write anything, unless it gives that up.
    as_anybody = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.name == "posix" and not os.getuid() else []
    if os.name != "posix" or (as_anybody and not shutil.which("setpriv")):
        pytest.skip("permissions keep nobody out here")
    folder = tmp_path / "database"
    folder.mkdir()
    file = folder / "skatturnier.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        made.execute("INSERT INTO django_migrations VALUES (1, 'tables', '0001_initial', '2026-11-21 09:00:00')")
        made.commit()

    settings = {"DJANGO_SETTINGS_MODULE": "skatturnier.settings", "DATABASE_URL": f"sqlite:///{file}"}
    with subprocess.Popen(
        [*as_anybody, sys.executable, "-c", ASKS],
        cwd=places.CODE,
        env={**os.environ, **settings, "SKATTURNIER_DATA": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as asked:

        def answer() -> str:
            asked.stdin.write("?\n")
            asked.stdin.flush()
            return asked.stdout.readline().strip()

        for locked, mode in ((file, 0o400), (folder, 0o500)):
            assert answer() == "ok"
            file.with_name(f"{file.name}-journal").unlink()
            locked.chmod(mode)
            try:
                assert answer() == "cannot be written to"
            finally:
                locked.chmod(0o700)


NAME = "Kunigunde Freifrau von Zitzewitz"
CLUB = "Skatfreunde Hintertupfing"
BROWSER = "Brontophone 7"
MACHINE = "203.0.113.77"
OWN_WORDS = "Er hat bedient obwohl er konnte"
PASSWORD = "ein-falsches-kennwort"

FIELDS = {"at", "level", "logger", "message", "request", "method", "route", "status", "ms", "trace"}


@pytest.fixture
def written():
    """What goes to the log as JSON, and as lines for a person."""
    files = {logs.AsJson(): io.StringIO(), logs.AsLine(): io.StringIO()}
    handlers = []
    for form, file in files.items():
        handlers.append(logging.StreamHandler(file))
        handlers[-1].setFormatter(form)
        logging.getLogger().addHandler(handlers[-1])
    answers = logging.getLogger(logs.ANSWERS)
    before, _ = answers.level, answers.setLevel(logging.INFO)
    yield list(files.values())
    answers.setLevel(before)
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


def visitor() -> Client:
    told = {"accept-language": "en", "user-agent": BROWSER, "x-request-id": NAME}
    return Client(raise_request_exception=False, headers=told, REMOTE_ADDR=MACHINE)


def lines(file: io.StringIO) -> list[dict]:
    return [json.loads(line) for line in file.getvalue().splitlines()]


def on_a_page(monkeypatch, error: Exception) -> None:
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr("tables.tournaments.views.public.access.public_tournament", fail)


@pytest.mark.database
@pytest.mark.django_db
class TestTheLog:
    @pytest.mark.thorough
    @pytest.mark.slow
    @pytest.mark.proof("logs")
    def test_nothing_of_a_person_is_written_down_in_a_day(self, written, monkeypatch, prove):
        made = factories.tournament(
            entrants=8, registration_open=True, slug="hintertupfing-cup", name="Zitzewitz-Pokal"
        )
        made.entrants.update(club=CLUB)
        made.entrants.filter(number=1).update(name=NAME)
        series = factories.running_series(made)
        row = factories.list_of(series)
        own = made.entrants.get(number=1).key
        director, guest = visitor(), visitor()
        director.force_login(factories.user())
        secrets = [row.table.key, row.table.words, own, director.cookies["sessionid"].value]
        asked = 0

        places = {"slug": [made.slug], "series": [1], "table": [1], "number": [1], "key": [row.table.key], "deal": [1]}
        rest = {"run": [secrets[0]], "hash": ["0" * 64], "language": ["de"], "club": [CLUB], "season": [CLUB]}
        rest |= {"line": [1], "appeal": [1], "division": [1], "rest": [NAME]}
        for ways in addresses({**places, **rest}):
            if ways[0] in health.PAGES:
                continue
            for client in (director, guest):
                client.get(ways[0], {"search": NAME})
                asked += 1
        form = {"name": NAME, "club": CLUB, "entry_key": uuid4()}
        guest.post(reverse("tables:self-registration", kwargs={"slug": made.slug}), form)
        guest.post(reverse("login"), {"username": NAME, "password": PASSWORD})
        guest.post(reverse("scoring:code"), {"words": " ".join([NAME, PASSWORD])})
        director.post(reverse("tables:add", kwargs={"slug": made.slug}), {"text": f"{NAME};{CLUB}"})
        guest.get(f"/p/{own}/")
        place = {"slug": made.slug, "series": 1, "table": 1}
        guest.post(reverse("scoring:table-appeal", kwargs=place), {"text": OWN_WORDS, "entry_key": uuid4()})
        key = {"x-table-key": row.table.key}
        guest.post(reverse("scoring:phone", kwargs=place), NAME, content_type="application/json", headers=key)
        Client(enforce_csrf_checks=True).post(f"/t/{made.slug}/register/", form)
        asked += 8
        for error in (
            ValueError(NAME),
            KeyError(OWN_WORDS),
            IntegrityError(
                f"duplicate key value violates unique constraint\nDETAIL:  Key (name)=({NAME}) already exists."
            ),
            OperationalError("connection to server at 203.0.113.77, port 5432 failed"),
            FileNotFoundError(2, "No such file or directory", f"/var/lib/print/{row.table.key}"),
        ):
            on_a_page(monkeypatch, error)
            guest.get(f"/t/{made.slug}/", {"search": NAME})
            guest.get(f"/t/{made.slug}/", headers={"host": NAME.replace(" ", "-")})
            asked += 2

        as_json, as_lines = (file.getvalue() for file in written)
        for secret in (*NAME.split(), CLUB, BROWSER, MACHINE, OWN_WORDS, PASSWORD, made.slug, made.name, *secrets):
            assert secret not in as_json, secret
            assert secret not in as_lines, secret
        answered = [line for line in lines(written[0]) if line["logger"] == logs.ANSWERS]
        assert len(answered) == asked
        assert len({line["request"] for line in answered}) == asked
        assert {field for line in lines(written[0]) for field in line} <= FIELDS
        assert not re.search(r"/[tlp]/[^…]", as_json)
        prove(f"{asked} requests, {len(lines(written[0]))} lines: 0 names, keys, addresses or words")

    def test_of_an_error_says_where_in_the_program_it_happened_and_not_what_was_typed(self, written, monkeypatch):
        factories.tournament()
        on_a_page(monkeypatch, ValueError(NAME))

        visitor().get("/t/cup/")

        (line,) = [line for line in lines(written[0]) if "trace" in line]
        assert line["message"] == "Internal Server Error: tables:tournament"
        assert line["trace"].startswith("Traceback (most recent call last):")
        assert f"tests/running/{Path(__file__).name}" in line["trace"]
        assert line["trace"].endswith("ValueError")

    def test_of_a_file_that_fails_says_what_was_wrong_but_not_with_which_and_has_the_number_of_its_answer(
        self, written, monkeypatch
    ):
        number = uuid4().hex
        on_a_page(monkeypatch, PermissionError(13, "Permission denied", f"/print/{NAME}"))

        answer = visitor().get("/t/cup/", headers={"x-request-id": number})

        assert answer.headers["X-Request-Id"] == number
        assert {line["request"] for line in lines(written[0])} == {number}
        (trace,) = [line["trace"] for line in lines(written[0]) if "trace" in line]
        assert trace.endswith("PermissionError: Permission denied")

    def test_what_led_to_an_error_stands_before_it(self):
        try:
            try:
                raise ValueError(NAME)
            except ValueError as first:
                raise OperationalError("disk I/O error") from first
        except OperationalError as error:
            record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", None, (type(error), error, None))

        trace = "\n".join(logs.trace_of(record))

        assert trace.index("ValueError") < trace.index("OperationalError: disk I/O error")
        assert NAME not in trace

    def test_lines_name_no_machine_and_no_page_of_an_event(self):
        host = "django.security.DisallowedHost"
        for logger, message, said in (
            ("_granian", "Unexpected exit from worker-1", "Unexpected exit from worker-1"),
            ("x", "at fe80::1ff:fe23:4567:890a and 10.1.2.3", "at … and …"),
            ("x", "no /t/cup/series/1/ and no /p/Ab3", "no /t/… and no /p/…"),
            (host, "Invalid HTTP_HOST header: 'erika'", logs.REFUSED[host]),
        ):
            assert logs.said_by(logging.LogRecord(logger, logging.WARNING, "", 0, message, None, None)) == said

    def test_open_pages_that_hear_nothing_new_leave_no_line(self, written):
        factories.running_list()
        seen = visitor().get("/t/cup/standings/", headers={"hx-request": "true"}).headers["X-Seen"]

        assert visitor().get("/t/cup/standings/", headers={"x-seen": seen}).status_code == 204
        assert [line["status"] for line in lines(written[0])] == [200]
