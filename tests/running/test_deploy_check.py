"""Django's own list of what a site on the internet must not forget."""

import json
import os
import subprocess
import sys

import pytest

from skatturnier import settings as site

pytestmark = pytest.mark.slow

ON_A_SERVER = {
    "SKATTURNIER_TLS": "on",
    "SKATTURNIER_HOSTS": "skat.example.org",
    "SKATTURNIER_SITE_URL": "https://skat.example.org",
}


def told_by(tmp_path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
    env = {**kept, "SKATTURNIER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "skatturnier.settings", **env}
    return subprocess.run(
        [sys.executable, *arguments], cwd=site.BASE_DIR, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.thorough
@pytest.mark.proof("deploy-check")
def test_has_nothing_to_say_of_a_site_behind_tls(tmp_path, prove):
    found = told_by(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **ON_A_SERVER)

    said = found.stdout + found.stderr
    assert (found.returncode, said.count("?:")) == (0, 0), said
    # One warning is silenced, with its reason in the settings: the browsers' list of domains.
    assert site.SILENCED_SYSTEM_CHECKS == ["security.W021"]
    assert "(1 silenced)" in said
    prove("0 warnings; preloading is the domain owner's decision")


@pytest.mark.thorough
def test_says_what_plain_http_lacks(tmp_path):
    found = told_by(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert found.returncode == 1
    assert "security.W008" in found.stderr


HSTS = """
import json
from skatturnier import settings
print(json.dumps([settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS]))
"""


@pytest.mark.parametrize(
    ("env", "told"),
    [
        ({}, [0, False]),
        ({"SKATTURNIER_TLS": "on"}, [31_536_000, True]),
        ({"SKATTURNIER_TLS": "on", "SKATTURNIER_HSTS_SUBDOMAINS": "off"}, [31_536_000, False]),
    ],
)
def test_browsers_are_told_to_use_tls_for_a_year_where_there_is_tls(tmp_path, env, told):
    assert json.loads(told_by(tmp_path, "-c", HSTS, **env).stdout) == told


def test_an_unknown_kind_of_log_is_refused(tmp_path):
    found = told_by(tmp_path, "manage.py", "check", SKATTURNIER_LOG="xml")

    assert "it can be plain or json" in found.stderr
