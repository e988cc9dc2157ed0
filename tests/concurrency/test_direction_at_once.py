"""Codes tried, objections judged, directors and money, names and papers: what the direction does at the same moment."""

import threading
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services import objections
from scoring.lists.models import DealRow
from scoring.money.models import MovementRow
from scoring.money.selectors import accounts
from scoring.money.services import paying
from scoring.money.services.paying import DeskPayment
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, alone
from scoring.paper.typesetting import document as paper_document
from scoring.paper.typesetting import pdf
from tables.accounts.models import Guess, User
from tables.accounts.services import accounts as first_account
from tables.clubs.models import Club
from tables.clubs.services import clubs
from tables.clubs.services.clubs import ClubDetails
from tables.hall import services
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tests.concurrency import eight
from tests.concurrency.conftest import chain_holds, refused
from tests.paper.printed import RANKING, SEATS, running
from tests.scoring.money import desk
from tests.support import factories
from tests.support import postgresql_cluster as cluster
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.objections_and_rulings import deal, raised, ruled, seen

pytestmark = pytest.mark.database


def guess(typed="apfel apfel apfel apfel", *, address="10.0.0.7", now=EVENING):
    return partial(services.table_by_words, typed=typed, address=address, now=now)


@pytest.mark.thorough
@pytest.mark.proof("keys")
def test_of_thirty_wrong_codes_in_one_moment_ten_are_looked_at(at_once, prove):
    factories.running_list()

    assert refused(at_once(*[guess()] * 30)) == ["no-such-words"] * 10 + ["too-many-guesses"] * 20
    assert Guess.objects.count() == 10
    prove("30 codes in one moment: 10 looked at")


def test_what_counts_no_more_is_forgotten_by_many_at_once(at_once):
    factories.running_list()
    Guess.objects.bulk_create(Guess(address_hash=f"{n:064x}", at=EVENING - timedelta(hours=1)) for n in range(200))

    assert refused(at_once(*(guess(address=f"10.0.0.{n}") for n in range(12)))) == ["no-such-words"] * 12
    # Whoever comes last leaves none.
    assert refused(at_once(guess(address="10.0.0.99"))) == ["no-such-words"]
    assert Guess.objects.count() == 13


@pytest.fixture
def row(transactional_db):
    made = factories.running_list()
    factories.fill(made, seat=1)
    made.refresh_from_db()
    return made


@pytest.mark.thorough
def test_two_judges_who_decide_one_objection_make_one_decision(at_once, row):
    judges = [factories.user(), factories.judge(row.table.series.tournament)]
    objection, key = raised(row, kind="revoke", deal=2), seen(row, 2)

    outcomes = at_once(
        *(partial(ruled, row, one, deal(2, 1, GRAND_LOST), objection=objection, seen=key) for one in judges)
    )

    assert refused(outcomes) == ["objection-over"]
    assert Ruling.objects.get().entry == DealRow.objects.get(number=2, voided_at=None)
    assert DealRow.objects.filter(number=2).count() == 2
    assert chain_holds(row)


def test_of_two_judges_one_is_on_his_way(at_once, row):
    judges = [factories.user(), factories.judge(row.table.series.tournament)]
    objection = raised(row)

    outcomes = at_once(*(partial(objections.take_on, objection_id=objection.pk, by=one, now=EVENING) for one in judges))

    assert refused(outcomes) == ["judge-on-the-way"]
    assert Objection.objects.get().taken_by in judges


def test_of_eight_who_know_the_word_one_owns_the_site(at_once, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    told = {"word": first_account.await_first_account(), "password": "windschiefe-garage-9", "address": "10.0.0.7"}
    make = partial(first_account.make_first_account, **told, now=EVENING)

    outcomes = at_once(*(partial(make, username=f"karl{n}") for n in range(8)))

    assert [one for one in outcomes if isinstance(one, User)] == [User.objects.get()]
    assert refused(outcomes) == ["first-account-exists"] * 7


@pytest.mark.thorough
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_eight_processes_never_wait_for_each_other_for_ever(database):
    try:
        found = eight.on(database, seconds=3)
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")

    assert (found["failed"], found["doubts"], found["deadlocks"]) == ({}, [], 0)
    assert sum(found["done"].values()) > eight.PROCESSES


CROWD = 24


class Press:
    """A typesetter that is at work until it is let go; it knows who was at it at the same time."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.made: list[str] = []
        self.most, self.now = 0, 0
        self.lock = threading.Lock()

    def typeset(self, document: paper_document.Document) -> bytes:
        with self.lock:
            self.made.append(document.filename)
            self.now += 1
            self.most = max(self.most, self.now)
        # Whoever waits for this while it is at work would wait here as long.
        assert self.goes_on.wait(20)
        with self.lock:
            self.now -= 1
        return b"%PDF-" + document.filename.encode()


@pytest.fixture
def press(monkeypatch) -> Press:
    made = Press()
    monkeypatch.setattr(pdf, "typeset", made.typeset)
    return made


def asked(press: Press, answered: list[int]) -> bytes:
    """Ask for a document; when all but one are answered, the typesetter is let go."""
    response = Client(headers={"accept-language": "en"}).get(RANKING)
    answered.append(response.status_code)
    if len(answered) == CROWD - 1:
        press.goes_on.set()
    assert response.status_code == 200 or response["Retry-After"] == "2"
    return response.content


@pytest.mark.thorough
def test_of_a_crowd_one_waits_and_all_others_are_told_at_once_to_ask_again(at_once, press, client):
    running(8)
    answered: list[int] = []

    found = at_once(*[partial(asked, press, answered)] * CROWD)

    assert [one for one in found if isinstance(one, Exception)] == []
    assert sorted(answered) == [200] + [503] * (CROWD - 1)
    assert (len(press.made), press.most) == (1, 1)
    [page] = {one for one in found if not one.startswith(b"%PDF")}
    assert b'<meta http-equiv="refresh" content="2">' in page
    # Who asks again gets what was made for the first.
    assert {client.get(RANKING).content for _again in range(CROWD)} == {b"%PDF-cup-ranking"}
    assert press.made == ["cup-ranking"]


def test_a_crowd_keeps_no_official_from_printing_and_another_state_is_another_document(
    transactional_db, press, director, client
):
    series = running(4)
    press.goes_on.set()

    with alone("everybody"):
        assert Client().get(SEATS).status_code == 503
        assert director.get("/t/cup/office/entrants.pdf").status_code == 200
    with alone("officials"):
        assert director.get("/t/cup/office/entrants.pdf").status_code == 503
        assert Client().get(SEATS).status_code == 200

    press.made.clear()
    client.get(RANKING)
    factories.enter(factories.list_of(series), (2, factories.GRAND))
    client.get(RANKING)
    assert press.made == ["cup-ranking"] * 2


def test_the_same_payment_sent_by_eight_at_once_counts_once(at_once):
    made = factories.tournament(entrants=1)
    desk.charge(made)
    payment = DeskPayment(number=1, cents=1000)

    outcomes = at_once(*[partial(paying.pay, payment=payment, entry_key=uuid4(), **desk.told(made))] * 8)

    assert len({row.pk for row in outcomes if isinstance(row, MovementRow)}) == 1
    assert accounts.owed(made) == {}


@pytest.mark.thorough
def test_a_form_sent_by_eight_at_once_makes_one_event(at_once):
    day = EVENING.date()
    details = tournaments.Details(name="Preisskat", place="Gera", starts_on=day, ends_on=day, organiser="SC Herz Dame")
    told = {"details": details, "seatings": ["drawn"], "by": factories.user(), "now": EVENING, "entry_key": uuid4()}

    assert at_once(*[partial(tournaments.create_tournament, **told)] * 8) == [Tournament.objects.get()] * 8


def test_two_clubs_that_take_one_name_at_once_do_not_both_get_it(at_once):
    by = {"by": factories.user(), "now": EVENING}
    found = [clubs.found_club(details=ClubDetails(name=name), **by).pk for name in "AB"]
    rename = partial(clubs.change_club, details=ClubDetails(name="SC Pik"), **by)

    assert refused(at_once(*(partial(rename, club_id=club) for club in found))) == ["club-exists"]
    assert Club.objects.filter(name="SC Pik").count() == 1


def test_an_account_made_at_two_events_at_once_is_made_once(at_once):
    events = [factories.tournament(slug=slug) for slug in ("one", "other")]
    engage = partial(people.engage, username="neu", password="neu" * 4, kind="judge", plays_as=None, now=EVENING)

    outcomes = at_once(*(partial(engage, tournament_id=made.pk, by=factories.user()) for made in events))

    assert refused(outcomes) == ["user-exists"]
    assert User.objects.filter(username="neu").count() == 1
    assert JournalEntry.objects.filter(action="role.given").count() == 1


def test_the_same_form_printed_by_four_at_once_is_one_run_and_another_form_is_another(
    at_once, settings, tmp_path, monkeypatch
):
    settings.DATA_DIR, settings.PRINT_DIR = tmp_path, tmp_path / "print"
    begun: list[str] = []
    monkeypatch.setattr(runs, "spawn", begun.append)
    factories.tournament()
    told = {"slug": "cup", "site": "", "wanted": WantedPaper(kind="plan", language="en"), "asked_at": timezone.now()}
    one, other = (Run(key=uuid4().hex, **told) for _ in range(2))

    outcomes = at_once(*[partial(runs.start, one)] * 4, partial(runs.start, other))

    assert [found.key for found in outcomes] == [one.key] * 4 + [other.key]
    assert sorted(begun) == sorted([one.key, other.key])
    assert {found.key for found in runs.of_tournament("cup")} == set(begun)
