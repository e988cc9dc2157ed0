"""The tribunal: who is named to it and to a panel, who is refused, what it decides (SkWO 7.3.3, 9.10)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.selectors import bench as disputes_tribunal
from scoring.disputes.selectors import complaints, rulings
from scoring.disputes.selectors.bench import Conflict
from scoring.disputes.services.appeals import AlreadyDecided, Biased, BiasedInSome, clear, leave
from scoring.lists.services.lists import EntryRefused
from scoring.office.services.end import state_end
from tables.acts.services import KeyReused, Refused
from tables.draw.services import seats as hall
from tables.journal.wording import journal_line
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, points, raised, ruled
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step
from tests.support.tribunal_acts import appeal_about, appeal_against, decide, named, panel

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
@remembered_step
def cup():
    made = factories.tournament(entrants=12, series=2)
    for number, club in ((1, "Herz Dame"), (5, "Herz  DAME"), (9, "Solo")):
        made.entrants.filter(number=number).update(club=club)
    for number, team in ((2, "Asse"), (6, "asse")):
        made.entrants.filter(number=number).update(team=team)
    return made


@pytest.fixture
def row(cup):
    """The full list of table 1, where no. 1 to 4 sit."""
    made = factories.list_of(factories.running_series(cup))
    factories.fill(made, seat=1)
    made.refresh_from_db()
    return made


@pytest.fixture
def judge(cup):
    return factories.judge(cup)


@pytest.fixture
def ruling(row, judge):
    return ruled(row, judge, deal(2, 1, GRAND_LOST))


class TestMembers:
    def test_are_named_once_by_number_account_or_name_which_the_journal_leaves_out(self, cup):
        factories.judge(cup)
        key = uuid4()
        by_number = named(cup, entry_key=key, plays_as=9)
        by_account = named(cup, username="Richterin")
        by_name = named(cup, name="Kurt Wolf", club="Herz Dame", team="Wölfe")

        assert (by_number.number, by_number.name, by_number.club) == (1, "Spieler 9", "Solo")
        assert (by_account.name, by_account.user.username) == ("richterin", "richterin")
        assert (by_name.number, by_name.club, by_name.team) == (3, "Herz Dame", "Wölfe")
        assert [one.number for one in disputes_tribunal.tribunal_of(cup)] == [1, 2, 3]
        entries = cup.journal.filter(action="tribunal.named")
        assert "Wolf" not in str([entry.data for entry in entries])
        said = [journal_line(entry) for entry in entries]
        assert said[::2] == ["Tribunal: member 1 named, plays as no. 9", "Tribunal: member 3 named"]
        assert named(cup, entry_key=key, plays_as=9) == by_number
        with pytest.raises(KeyReused):
            named(cup, entry_key=key, plays_as=10)
        with pytest.raises(Refused, match="named-before"):
            named(cup, plays_as=9)

    def test_leave_but_not_while_they_are_to_decide(self, cup, ruling):
        leaving = {"member_id": named(cup, plays_as=9).pk, "by": factories.user(), "now": EVENING}
        appeal = appeal_against(ruling)
        panel(appeal, 1)
        with pytest.raises(Refused, match="in-a-panel"):
            leave(**leaving)
        decide(appeal)

        for _twice in range(2):
            leave(**leaving)

        assert not disputes_tribunal.tribunal_of(cup).exists()
        assert cup.journal.filter(action="tribunal.left").count() == 1


@pytest.mark.thorough
def test_conflicts_keep_a_member_from_deciding(cup, ruling):
    appeal = appeal_against(ruling)
    factories.judge(cup, "spielerin", plays_as=4)
    for fields, conflicts in (
        ({"plays_as": 3}, [Conflict.TABLE]),
        ({"plays_as": 1}, [Conflict.TABLE, Conflict.CLUB]),
        ({"plays_as": 5}, [Conflict.CLUB]),
        ({"plays_as": 6}, [Conflict.TEAM]),
        ({"name": "Kurt", "club": " herz dame "}, [Conflict.CLUB]),
        ({"name": "Kurt T", "team": "ASSE"}, [Conflict.TEAM]),
        ({"username": "richterin"}, [Conflict.RULED]),
        # Seen through the account that plays.
        ({"username": "spielerin"}, [Conflict.TABLE]),
        *(({"plays_as": 9}, []), ({"plays_as": 7}, []), ({"name": "Kurt W"}, [])),
    ):
        named(cup, **fields)
        *_others, eligible = disputes_tribunal.eligible_for(appeal)
        assert list(eligible.conflicts) == conflicts, fields


def test_panels_have_members_and_are_named_and_named_anew_until_the_decision(cup, ruling):
    for number in (9, 10, 11):
        named(cup, plays_as=number)
    appeal, key = appeal_against(ruling), uuid4()
    for members, code in (((), "panel-empty"), ((1, 7), "not-in-tribunal")):
        with pytest.raises(Refused, match=code):
            panel(appeal, *members)
    with pytest.raises(Refused, match="panel-missing"):
        decide(appeal)

    assert panel(appeal, 1, 2, entry_key=key) == panel(appeal, 1, 2, entry_key=key)
    with pytest.raises(KeyReused):
        panel(appeal, 2, entry_key=key)
    panel(appeal, 2, 3)

    assert [one.number for one in disputes_tribunal.panel_of(appeal).members.order_by("number")] == [2, 3]
    assert appeal.panels.count() == 2
    decide(appeal)
    with pytest.raises(Refused, match="appeal-decided"):
        panel(appeal, 1)


class TestAgainstARuling:
    def test_it_is_about_what_that_was_about_and_by_a_player_of_the_table(self, cup, ruling):
        with pytest.raises(Refused, match="not-at-this-table"):
            appeal_against(ruling, appellant=5)
        with pytest.raises(Refused, match="no-such-ruling"):
            appeal_against(ruling, series_id=cup.series.get(number=2).pk)

        appeal = appeal_against(ruling)

        assert (appeal.game_list, appeal.deal, appeal.ruling, appeal.late) == (ruling.game_list, 2, ruling, False)
        line = appeal.tournament.journal.get(action="appeal.filed")
        assert journal_line(line) == "Appeal 1 against decision 1 filed by no. 1"

    @pytest.mark.thorough
    def test_the_deadline_is_the_next_series_after_the_decision(self, cup, row, judge):
        first = ruled(row, judge)
        factories.close_series(row.table.series)
        second = factories.running_series(cup, 2, published_only=True)
        start = EVENING + timedelta(hours=1)
        hall.start_series(series_id=second.pk, by=factories.user(), now=start)
        afterwards = ruled(row, judge, now=start + timedelta(minutes=5))

        for ruling, closes in ((first, start), (afterwards, None)):
            assert complaints.appeals_close_for(ruling.series, ruling=ruling) == closes
            assert appeal_against(ruling, now=start + timedelta(minutes=6)).late is (closes is not None)

        factories.close_series(second)
        ended = start + timedelta(hours=2)
        cup = state_end(tournament_id=cup.pk, ended_at=ended, by=judge, now=ended)
        last = rulings.ruling_of(cup, 2)
        assert complaints.appeals_close_for(last.series, ruling=last) == ended + timedelta(minutes=15)


class TestDeciding:
    @pytest.fixture
    def appeal(self, cup, ruling):
        for number in (9, 10):
            named(cup, plays_as=number)
        made = appeal_against(ruling)
        panel(made, 1, 2)
        return made

    def test_once_and_finally_with_a_document(self, appeal, row, ruling):
        assert points(row)[0] == 50

        made = decide(appeal, deal(2, 1, GRAND)).decision

        assert (made.number, made.stage, made.sentence) == (2, "tribunal", "Der Grand ist gewonnen.")
        assert points(row)[0] == 3 * 122
        printed = rulings.ruling_document(made)
        assert (printed.panel, printed.before.played) == (("Spieler 9", "Spieler 10"), GRAND_LOST)
        for verdict in (Appeal.Verdict.UPHELD, Appeal.Verdict.DISMISSED):
            with pytest.raises(AlreadyDecided):
                decide(appeal, verdict=verdict)
        for against, appellant in ((ruling, 2), (made, 1)):
            with pytest.raises(Refused, match="ruling-final"):
                appeal_against(against, appellant=appellant)

    def test_nothing_where_something_is_missing_or_the_list_would_break(self, appeal, row):
        for fields, code in (
            ({"sentence": ""}, "sentence-missing"),
            ({"clauses": []}, "clauses-missing"),
            ({"clauses": ["ISkO 99"]}, "unknown-clause"),
            ({"reasons": " "}, "reasons-missing"),
            ({"corrected": deal(3, 1, GRAND_LOST)}, "nothing-to-correct"),
            ({"corrected": deal(2, 1, GRAND), "seen": uuid4()}, "deal-corrected"),
        ):
            with pytest.raises(Refused, match=code):
                decide(appeal, **fields)
        with pytest.raises(EntryRefused):
            decide(appeal, deal(2, 2, GRAND))
        # Nor of a panel become biased.
        appeal.tournament.entrants.filter(number=9).update(club="Herz Dame")
        with pytest.raises(Biased):
            decide(appeal)

        appeal.refresh_from_db()
        assert (appeal.verdict, appeal.decision, appeal.tournament.rulings.count()) == ("", None, 1)
        assert points(row)[0] == 50


BENCH = "/t/cup/office/bench/"
MANY = f"{BENCH}many/"


@pytest.fixture
@remembered_step
def flooded(cup, row):
    """Six appeals, of tables 1, 2 and 3 in turn, an objection, and a tribunal: no. 9, Kurt Wolf, one of Herz Dame."""
    for at in range(6):
        table = at % 3 + 1
        appeal_about(factories.list_of(row.table.series, table), appellant=4 * table - 3)
    raised(row)
    for who in ({"plays_as": 9}, {"name": "Kurt Wolf"}, {"name": "Eva Lang", "club": "herz dame"}):
        named(cup, **who)
    return cup


def dismiss(cup, *appeals: int, **fields):
    said = {"objections": [], "because": "Unfug", "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return clear(**said | {"tournament_id": cup.pk, "appeals": appeals} | fields)


@pytest.mark.thorough
def test_one_panel_is_named_once_for_all_of_them(flooded, director):
    form = Visitor(director).get(BENCH).form("because")

    page = form.send(because="Unfug", panel=["2"], appeals=[str(n) for n in range(1, 7)], objections=["1"])

    assert page.status == 200
    assert not flooded.appeals.filter(verdict="").exists()
    assert [[m.name for m in one.panels.get().members.all()] for one in flooded.appeals.all()] == [["Kurt Wolf"]] * 6
    assert (flooded.rulings.filter(stage="tribunal").count(), flooded.objections.get().outcome) == (6, "withdrawn")


def test_without_anybody_named_all_that_wait_for_a_panel_are_told_and_one_that_was_named_before_stays(flooded, client):
    panel(flooded.appeals.get(number=3), 2)
    with pytest.raises(Refused, match="panels-missing") as refused:
        dismiss(flooded, 1, 2, 3)
    assert refused.value.facts == {"appeals": [1, 2]}
    # Only the direction names a panel.
    client.force_login(factories.judge(flooded))
    sent = {"entry_key": str(uuid4()), "appeals": ["1"], "because": "Unfug", "panel": ["2"]}
    assert not Visitor(client).get(BENCH).form("because").has("panel")
    assert client.post(MANY, sent).status_code == 422

    dismiss(flooded, 1, 3, panel=[2])

    assert flooded.appeals.get(number=3).panels.count() == 1
    panel(flooded.appeals.get(number=2), 1)
    flooded.entrants.filter(number=5).update(club="Solo")
    with pytest.raises(BiasedInSome) as refused:
        dismiss(flooded, 2, 5, panel=[2])
    assert list(refused.value.judges) == [2]
