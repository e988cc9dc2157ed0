"""Figures for whoever watches the site."""

import logging
import os
import re
import subprocess
import sys

import pytest
from django.db import OperationalError

from skatturnier.watching import counters
from tests.support import factories
from tests.support.factories import GRAND

pytestmark = [pytest.mark.slow, pytest.mark.database]

SHOWN = {"authorization": "Bearer let-me-see"}


@pytest.fixture(autouse=True)
def _shown(settings):
    settings.METRICS_TOKEN = "let-me-see"
    counters.counters.cache_clear()
    yield
    counters.counters.cache_clear()


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, f"{name} is not in\n{text}"
    return float(found[1])


def test_nobody_sees_them_without_the_token_and_a_site_without_one_has_none(client, settings):
    for shown in ({}, {"authorization": "Bearer let-me-sea"}, {"authorization": "let-me-see"}):
        assert client.get("/metrics/", headers=shown).status_code == 404, shown
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_requests_are_counted_by_page_and_answer_and_deals_and_acts_in_the_database(client):
    factories.enter(factories.running_list(), (2, GRAND), (3, GRAND))
    for path in ("/t/cup/", "/t/cup/", "/t/of-erika/", "/l/secret/", "/of-erika/"):
        client.get(path)
    client.generic("ERIKA", "/t/cup/")

    text = client.get("/metrics/", headers=SHOWN).content.decode()

    assert figure(text, 'skatturnier_requests_total{method="GET",route="tables:tournament",status="200"}') == 2
    assert figure(text, 'skatturnier_requests_total{method="GET",route="unknown",status="404"}') == 1
    assert figure(text, 'skatturnier_request_seconds_count{route="tables:tournament"}') >= 3
    assert figure(text, 'skatturnier_requests_total{method="other",route="unknown",status="405"}') == 1
    assert not re.search("erika|secret|cup", text, re.IGNORECASE)
    assert figure(text, "skatturnier_deals") == 2
    assert figure(text, "skatturnier_database_up") == 1
    assert figure(text, "skatturnier_journal_lines") > 2


def test_errors_are_counted_and_those_of_the_database_apart():
    handler = counters.ErrorCounter()
    for error in (OperationalError("disk full"), ValueError("Erika")):
        handler.emit(logging.LogRecord("x", logging.ERROR, "", 0, "", None, (type(error), error, None)))
    handler.emit(logging.LogRecord("x", logging.WARNING, "", 0, "", None, None))

    assert counters.counters().errors._value.get() == 2
    assert counters.counters().database_errors._value.get() == 1


COUNT_ONE = """
import django; django.setup()
from skatturnier.watching import counters
counters.count(method="GET", route="tables:home", status=200, seconds=0.2)
"""


@pytest.mark.thorough
@pytest.mark.django_db
def test_the_processes_of_a_site_are_added_up(client, tmp_path, monkeypatch):
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "skatturnier.settings", "SKATTURNIER_METRICS_TOKEN": "let-me-see"}
    env |= {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "SKATTURNIER_DATA": str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNT_ONE], env=env, check=True)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))

    text = client.get("/metrics/", headers=SHOWN).content.decode()

    assert figure(text, 'skatturnier_requests_total{method="GET",route="tables:home",status="200"}') == 2
