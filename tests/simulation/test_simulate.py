"""The simulated event, and a demo that never shares a database with real events."""

import stat
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from scoring.disputes.selectors import bench, complaints, rulings
from scoring.lists.models import DealRow
from scoring.lists.selectors import boards
from scoring.lists.selectors.boards import ListState
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.game_list.findings import findings
from simulation import accounts
from simulation.deals import play
from simulation.event import simulate
from simulation.people import people
from simulation.scenario import Scenario
from skatturnier import welcome
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.people import selectors
from tables.seating.chance import Chance
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments
from tests.support import factories
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db


EVEN = dict.fromkeys(range(1, 5), 0)


def event(*, director=None, **fields):
    scenario = Scenario(**{"players": 14, "rounds": 2, "begins": factories.EVENING, **fields})
    return simulate(
        scenario, director=director or factories.user(), judge=("richterin", "richterin"), progress=lambda deals: None
    )


@remembered
def crowd():
    return event(players=43)


@pytest.fixture(scope="module")
def many():
    """Return ten thousand deals of tables of four."""
    blank = GameList(seats=4, rounds=24)
    lists = [play(blank, until=96, skills=EVEN, chance=Chance(str(n), purpose="tests")) for n in range(104)]
    return blank, lists


class TestTheDeals:
    @pytest.mark.slow
    def test_are_all_legal_never_played_by_the_dealer_and_passed_in_as_often_as_real_ones(self, many):
        blank, lists = many

        errors = [
            finding
            for deals in lists
            for finding in findings(GameList(seats=4, rounds=blank.rounds, deals=deals), final=True)
            if finding.problem.severity == "error"
        ]

        assert errors == []
        assert all(deal.declarer != blank.dealer_of(deal.number) for deals in lists for deal in deals)

        deals = [deal for dealt in lists for deal in dealt]

        assert 2 <= 100 * sum(deal.passed for deal in deals) / len(deals) <= 5

    def test_have_the_mix_of_real_lists(self, many):
        games = [deal.played for deals in many[1] for deal in deals if deal.played]
        for what, least, most, counts in (
            ("suit", 61, 65, lambda played: played.contract.game not in {Game.GRAND, Game.NULL}),
            ("Grand", 28, 32, lambda played: played.contract.game is Game.GRAND),
            ("Null", 6, 8, lambda played: played.contract.game is Game.NULL),
            ("Hand", 12, 14.5, lambda played: played.contract.hand),
            ("lost", 15, 18, lambda played: not played.won),
            ("Schneider", 21.5, 24.5, lambda played: played.schneider),
            ("Schwarz", 1, 1.8, lambda played: played.schwarz),
            ("overbid", 0.2, 1, lambda played: played.overbid),
        ):
            assert least <= 100 * sum(map(counts, games)) / len(games) <= most, what

    def test_are_better_for_the_better_player(self):
        blank = GameList(seats=3, rounds=24)
        lists = [
            play(blank, until=72, skills={1: 45, 2: 0, 3: -45}, chance=Chance(str(n), purpose="tests"))
            for n in range(20)
        ]

        points = Counter()
        for deal in (deal for deals in lists for deal in deals if deal.played):
            points[deal.declarer] += booking(deal).points

        assert points[1] > points[2] > points[3]


def test_a_thousand_people_have_names_of_their_own():
    names = [person.name for person in people(1000, seed="1")]

    assert len(set(names)) == 1000


@pytest.mark.thorough
@pytest.mark.slow
class TestTheDemo:
    def test_has_everything_there_is_to_show_is_all_right_and_in_the_order_of_the_clock(self, capsys):
        demo = crowd()
        entrants = selectors.entrants(demo)
        first, second, third = demo.series.order_by("number")

        assert entrants.count() == 43
        assert len(set(entrants.exclude(club="").values_list("club", flat=True))) >= 5
        assert {code for one in entrants for code in one.classes} == {"ladies", "juniors", "seniors"}
        assert entrants.filter(paid=False).count() == 3
        assert entrants.filter(withdrawn_at__isnull=False).count() == 1
        assert entrants.filter(name="").count() == 1
        assert (first.status, second.status, third.status) == ("closed", "running", "planned")
        assert {line.state for line in boards.board(second)} == set(ListState)
        assert [appeal.verdict for appeal in complaints.appeals_of(demo)] == ["upheld", ""]
        assert not any(appeal.late for appeal in complaints.appeals_of(demo))
        assert [one.outcome for one in complaints.objections_of(demo)] == ["ruled", ""]
        assert [one.stage for one in rulings.rulings_of(demo)] == ["judge", "tribunal"]
        assert bench.tribunal_of(demo).count() == 3
        assert [one.kind for one in rulings.measures_of(demo)] == ["warning"]
        assert {row.kind for row in boards.lists_of(first)} == {"deals", "totals"}
        assert DealRow.objects.filter(voided_at__isnull=False).exists()
        board = boards.board(second)
        assert 0.4 <= sum(line.entered for line in board) / sum(line.length for line in board) <= 0.6

        call_command("verify", demo.slug)
        assert "all right" in capsys.readouterr().out
        times = list(demo.journal.order_by("number").values_list("at", flat=True))
        assert times == sorted(times)


class TestAnEvent:
    @pytest.mark.thorough
    @pytest.mark.slow
    def test_is_the_same_for_the_same_seed(self):
        one, other, different = (event(players=8, rounds=1, seed=seed) for seed in ("1", "1", "2"))

        assert story(one) == story(other)
        assert story(one) != story(different)

    def test_that_cannot_be_is_refused(self):
        for fields in (
            *({"players": 5}, {"players": 5_001}, {"series": 0}, {"rounds": 25}, {"series": 1, "played": (1.0, 1.0)}),
            *({"played": (0.5, 0.5)}, {"played": (1.1,)}),
        ):
            with pytest.raises(ValueError, match=r"\w"):
                Scenario(begins=factories.EVENING, **fields)


def story(made):
    deals = DealRow.objects.filter(game_list__table__series__tournament=made)
    return (
        list(made.entrants.values_list("number", "name", "club", "team", "paid", "present")),
        list(made.journal.values_list("number", "at", "action")),
        list(
            deals.order_by("game_list__table__series__number", "game_list__table__number", "number", "pk").values_list(
                "number", "declarer", "game", "matadors", "points", "entered_at"
            )
        ),
    )


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def own_folder(self, settings, tmp_path):
        settings.DATA_DIR = tmp_path

    @pytest.mark.thorough
    def test_makes_accounts_that_only_the_owner_of_the_site_can_read_and_leaves_those_alone_that_are_there(
        self, settings, capsys
    ):
        call_command("simulate", players=8, rounds=1)

        file = accounts.file_in(settings.DATA_DIR)
        passwords = accounts.passwords_in(file)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert set(passwords) == {accounts.DIRECTOR, accounts.JUDGE}
        printed = capsys.readouterr().out
        for name, password in passwords.items():
            assert User.objects.get(username=name).check_password(password)
            assert password in printed

        call_command("simulate", players=8, rounds=1, seed="2")
        assert accounts.passwords_in(file) == passwords
        assert (User.objects.count(), Tournament.objects.count()) == (2, 2)

    def test_loads_the_demo_into_no_database_that_is_in_use(self):
        User.objects.create_user("karl")

        with pytest.raises(CommandError, match="in use"):
            call_command("simulate", players=8, rounds=1)

        assert not Tournament.objects.exists()

    @pytest.mark.slow
    def test_plays_on_the_day_it_is_told_and_says_what_it_cannot_do(self):
        call_command("simulate", players=6, series=1, rounds=1, begins=factories.EVENING)

        assert Tournament.objects.get().starts_on == factories.EVENING.date()

        with pytest.raises(CommandError, match="6 to 5000 players"):
            call_command("simulate", players=3)


def played(director=None):
    scenario = Scenario(players=6, series=1, rounds=1, played=(0.5,), begins=factories.EVENING)
    return simulate(scenario, director=director or factories.user(), judge=("richter", "x"), progress=lambda _n: None)


@remembered
def demo():
    return played()


class TestADemo:
    @pytest.mark.slow
    def test_is_known_by_its_journal_takes_another_simulated_event_but_none_of_its_directors(self, director):
        assert not tournaments.is_demo()
        demo()
        assert tournaments.is_demo()
        played()
        assert Tournament.objects.count() == 2

        looked, sent = director.get("/new/"), director.post("/new/", {"name": "Vereinsabend"})

        assert (looked.status_code, sent.status_code) == (200, 422)
        for answer in (looked, sent):
            assert "<code>make serve</code>" in answer.content.decode()
            assert "<form class" not in answer.content.decode()
        assert Tournament.objects.count() == 2

    def test_comes_into_no_database_of_real_events(self):
        factories.tournament()

        with pytest.raises(Refused, match="demo-apart"):
            played()

    def test_that_came_meanwhile_refuses_a_form_that_was_opened_before(self, director, monkeypatch):
        form = Visitor(director).get("/new/?empty=1").form("name", "rounds")
        demo()
        answers = iter([False, True])
        monkeypatch.setattr(tournaments, "is_demo", lambda: next(answers))

        sent = form.send(name="Vereinsabend", place="Altenburg", organiser="Herz Dame")

        assert "The demo and real events never share a database." in sent.text
        assert not Tournament.objects.filter(name="Vereinsabend").exists()


def test_every_page_of_a_demo_says_so_and_none_of_a_real_site(client, settings):
    line = "Demo with invented data"
    assert line not in client.get("/").content.decode()

    settings.DEMO = True
    table = factories.running_list().table
    paths = ("/", "/clubs/", "/sign-in/", "/privacy/", "/t/cup/", "/here/", "/nowhere/", f"/l/{table.key}/")
    for path in paths:
        assert client.get(path, follow=True).content.decode().count(line) == 1, path


class TestTheStart:
    @pytest.fixture(autouse=True)
    def _terminal(self, monkeypatch):
        monkeypatch.setenv("LC_ALL", "C")

    def test_of_the_demo_says_how_to_begin_for_real(self):
        demo()

        said = welcome.text("http://127.0.0.1:8000", word="", to_phones=False, secure=None)

        assert "To begin for real, stop it and type: make serve" in said
        assert "HOST=0.0.0.0 make run" in said

    def test_of_an_empty_site_says_the_word_of_one_with_an_account_leads_to_the_first_event(self):
        said = welcome.text("http://192.0.2.17:8000", word="abcde-fghjk", to_phones=True, secure=None)

        assert "http://192.0.2.17:8000/first/" in said
        assert "abcde-fghjk" in said
        assert "http://192.0.2.17:8000/phones/" in said
        assert "HOST=" not in said

        factories.user()

        said = welcome.text("http://127.0.0.1:8000", word="", to_phones=False, secure=None)

        assert "http://127.0.0.1:8000/new/" in said
        assert "HOST=0.0.0.0 make serve" in said

    def test_is_in_the_language_of_the_terminal(self, monkeypatch):
        for told, said in (
            ("de_DE.UTF-8", "Beenden mit Strg-C."),
            ("es_ES", "Se termina con Ctrl-C."),
            ("C.UTF-8", "Stop with Ctrl-C."),
        ):
            monkeypatch.setenv("LC_ALL", told)

            lines = welcome.text("http://127.0.0.1:8000", word="abcde-fghjk", to_phones=False, secure=None).splitlines()

            assert lines[-1].strip() == said
            (address,) = (line for line in lines if line.endswith("/first/"))
            (word,) = (line for line in lines if line.endswith("abcde-fghjk"))
            assert address.index("http") == word.index("abcde")
