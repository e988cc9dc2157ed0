"""Settings of the benchmarks: the site's own on a database that is thrown away."""

import atexit
import os
import shutil
import tempfile

if "SKATTURNIER_BENCH" not in os.environ:
    os.environ["SKATTURNIER_BENCH"] = os.environ["SKATTURNIER_DATA"] = tempfile.mkdtemp(prefix="skatturnier-bench-")
    atexit.register(shutil.rmtree, os.environ["SKATTURNIER_BENCH"], ignore_errors=True)

from skatturnier.settings import *  # noqa: F403
from skatturnier.settings import STATIC_ROOT

ALLOWED_HOSTS = ["testserver"]
ROOT_URLCONF = "benchmarks.urls"
# Static files are not what is measured here.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
