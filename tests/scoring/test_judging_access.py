"""Who may read and who may act on the pages of judges, direction and players: every address, every role."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from scoring.services import appeals
from scoring.urls import urlpatterns
from tables.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.judged import judged
from tests.worlds import remembered

pytestmark = pytest.mark.django_db

OFFICIALS = "judge director"
EVERYBODY = "visitor table other-table player other-player judge director stranger"

READS = {
    "appeal": OFFICIALS,
    "appeal-new": OFFICIALS,
    "appeals": OFFICIALS,
    "bench": OFFICIALS,
    "clauses": OFFICIALS,
    "correct-signed": "director",
    "correction": OFFICIALS,
    "deal": "table judge director",
    "decision": OFFICIALS,
    "decisions": OFFICIALS,
    "entrant-history": "director",
    "journal-head": EVERYBODY,
    "list-history": "table judge director",
    "list-then": "table judge director",
    "measure": OFFICIALS,
    "measure-new": "director",
    "measures": OFFICIALS,
    "objection": OFFICIALS,
    "objection-new": OFFICIALS,
    "objection-rule": "judge",
    "own-appeal": "player",
    "own-list": "player",
    "own-objection": "player",
    "own-query": "player",
    "panel": "director",
    "post-result": "",
    "queries": OFFICIALS,
    "query": OFFICIALS,
    "query-new": OFFICIALS,
    "ruling-pdf": OFFICIALS,
    "standings-then": OFFICIALS,
    "table-appeal": "table director",
    "table-objection": "table director",
    "table-rule": "judge",
    "tribunal": OFFICIALS,
}
"""Who gets to see a page. The player is no. 1, whose pages are asked for; the other player shows his own card."""

ACTS = {
    "appeal": "judge",
    "appeal-new": OFFICIALS,
    "correct-signed": "director",
    "deal": "table director",
    "measure": "director",
    "measure-new": "director",
    "objection": OFFICIALS,
    "objection-new": OFFICIALS,
    "objection-rule": "judge",
    "own-appeal": "player",
    "own-objection": "player",
    "own-query": "player",
    "panel": "director",
    "post-result": "director",
    "query": "director",
    "query-new": OFFICIALS,
    "table-appeal": "table director",
    "table-objection": "table director",
    "table-rule": "judge",
    "tribunal": "director",
}
"""Whose forms are read there; whoever may not is refused whatever he sends."""

PLACE = {"slug": "cup", "series": 2, "table": 1, "deal": 1, "number": 1, "line": 5}


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING, tick=False):
        yield


@remembered
def everything() -> Tournament:
    """Return an event with series 1 closed, 2 at play, and one of everything the judges do."""
    made = factories.tournament(entrants=8, series=3, rounds=1)
    factories.close_series(factories.running_series(made))
    running = factories.running_series(made, 2)
    factories.enter(factories.list_of(running), (2, factories.GRAND))
    said = {"text": "Es war Schneider.", "entry_key": "6e7b0b52-3a43-4a60-8f0e-8f7c3f6f1a11", "by": None}
    appeals.file_appeal(series_id=running.pk, appellant=1, list_id=None, deal=None, now=EVENING, **said)
    judged(made)
    factories.tournament(slug="other", name="Other", director="fremd")
    return made


@pytest.fixture
def cup() -> Tournament:
    return everything()


def somebody(role: str, made: Tournament) -> Client:
    """Return a browser that shows what a role shows."""
    client = Client(headers={"accept-language": "en"})
    tables = made.series.get(number=2).tables
    keys = {
        "table": lambda: f"/l/{tables.get(number=1).key}/",
        "other-table": lambda: f"/l/{tables.get(number=2).key}/",
        "player": lambda: f"/p/{made.entrants.get(number=1).key}/",
        "other-player": lambda: f"/p/{made.entrants.get(number=2).key}/",
    }
    if role in keys:
        assert client.get(keys[role]()).status_code == 302
    elif role != "visitor":
        client.force_login(factories.user({"judge": "richterin", "director": "direktor"}.get(role, "fremd")))
    return client


def address(name: str) -> str:
    pattern = next(pattern for pattern in urlpatterns if pattern.name == name)
    return reverse(f"scoring:{name}", kwargs={key: PLACE[key] for key in pattern.pattern.converters})


def is_refused(response) -> bool:
    """Test whether a request was refused because of who it came from."""
    return response.status_code in {403, 405} or response.headers.get("Location", "").startswith("/sign-in/")


@pytest.mark.parametrize("role", EVERYBODY.split())
def test_a_role_reads_what_is_its_own_and_nothing_else(cup, role):
    client = somebody(role, cup)

    answers = {name: client.get(address(name)) for name in READS}

    read = {name for name, answer in answers.items() if answer.status_code == 200}
    assert read == {name for name, roles in READS.items() if role in roles.split()}
    assert {name for name, answer in answers.items() if not is_refused(answer)} == read


@pytest.mark.parametrize("role", EVERYBODY.split())
def test_a_role_acts_where_it_may_and_nowhere_else(cup, role):
    client = somebody(role, cup)
    before = cup.journal.count()

    answers = {name: client.post(address(name), {"action": "nothing there is"}) for name in READS}

    acts = {name for name, answer in answers.items() if not is_refused(answer)} - {"journal-head"}
    assert acts == {name for name, roles in ACTS.items() if role in roles.split()}
    assert {answers[name].status_code for name in acts} <= {200, 302, 400, 404, 422}
    assert cup.journal.count() == before


@pytest.mark.parametrize("role", ["judge", "director", "player", "table"])
def test_once_the_ranking_is_released_everything_is_read_and_nothing_is_done(cup, role):
    client = somebody(role, cup)
    Tournament.objects.filter(pk=cup.pk).update(ended_at=EVENING, released_at=EVENING)
    before = cup.journal.count()

    for name, roles in READS.items():
        if role in roles.split():
            assert client.get(address(name)).status_code == 200, name
        answer = client.post(address(name), {"entry_key": "6e7b0b52-3a43-4a60-8f0e-8f7c3f6f1a12"})
        assert answer.status_code in {200, 302, 400, 403, 404, 405, 422}, name

    assert cup.journal.count() == before
