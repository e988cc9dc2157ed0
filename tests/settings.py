"""Settings of the tests: the site's own, database included, with plain static files and quick passwords.

On SQLite, or on a PostgreSQL of their own with ``SKATTURNIER_TESTS_ON=postgresql``.
"""

import atexit
import os
import shutil
import tempfile

MEMORY = "/dev/shm"
"""Where files are kept in memory, on Linux."""

if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK):
    # Nothing is forced to a disk: what a power cut leaves is tried by tests/durability, with a disk of its own.
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY
if "SKATTURNIER_DATA" not in os.environ:
    os.environ["SKATTURNIER_DATA"] = tempfile.mkdtemp(prefix="skatturnier-tests-")
    atexit.register(shutil.rmtree, os.environ["SKATTURNIER_DATA"], ignore_errors=True)

ON_POSTGRESQL = os.environ.get("SKATTURNIER_TESTS_ON") == "postgresql"
if ON_POSTGRESQL:
    # A server of their own, thrown away afterwards; the processes beside this one find its address in the environment.
    from tests.support.postgresql_cluster import for_this_run

    for_this_run()

from skatturnier.machine import processes
from skatturnier.settings import *  # noqa: F403
from skatturnier.settings import DATA_DIR, DATABASES, MIDDLEWARE, STATIC_ROOT

SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MIDDLEWARE = ["tests.browser.at_work.count", *MIDDLEWARE]
# What a test waits for does not step back behind all other tests, nor what it starts.
os.environ["STEPS_BACK"] = "0"
processes.BEHIND = 0
# Tests ask again at once.
LIVE_PAUSE = 0
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Every worker typesets by itself.
PRINT_DIR = DATA_DIR / f"print-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
# WhiteNoise warns of a missing folder, and warnings are errors here.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# A file, as on a real site: in memory SQLite knows neither journals nor two writers.
if not ON_POSTGRESQL:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "tests.sqlite3")}
