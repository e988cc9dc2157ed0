"""Appeals through their pages: filed, with their deadlines, looked at, decided once.

The tribunal and its panels: named, with what keeps whom from deciding.
"""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.disputes.models import Appeal, Panel, Ruling, TribunalMember
from scoring.disputes.selectors import rulings
from scoring.disputes.selectors.bench import Conflict
from scoring.disputes.services.appeals import name_member
from scoring.disputes.wording import phrases
from scoring.office.services.end import release_final_ranking, state_end
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.objections_and_rulings import deal, points, ruled
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import APPEALS, TABLE, appeal, decide, decision, file, looked, lost, signed_in
from tests.support.tribunal_acts import appeal_against

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row():
    made = factories.running_list(seats=4, rounds=1)
    factories.enter(made, (2, GRAND))
    return made


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


INBOX = "/t/cup/office/bench/?kind=appeal"
DESK = "/t/cup/office/appeals/new/?series=1"


@pytest.mark.thorough
def test_a_player_appeals_at_the_table_or_has_it_taken_down_at_the_desk(client, director, judge, row):
    client.get(f"/l/{row.table.key}/")
    sent = appeal()
    for _twice in range(2):
        page = client.post(TABLE, sent, follow=True).content.decode()
        assert "No. 1 is logged, in time." in page
    assert Appeal.objects.count() == 1
    page = director.post(DESK, appeal(table=1), follow=True).content.decode()
    assert "is logged, in time." in page

    # Who took it down is kept with it, and nobody at the table.
    by = [one.filed_by and one.filed_by.username for one in Appeal.objects.order_by("number")]
    assert by == [None, "direktor"]
    decide(judge, decision())
    page = judge.get(INBOX).content.decode()
    assert "Appeal 1" in page
    assert "Appeal 2" in page


def test_at_the_desk_a_deal_has_its_table_and_a_form_one_appeal(director, row):
    for fields, errors in (
        ({"deal": 1}, {"table": ["At which table was the deal?"]}),
        ({"deal": "", "table": 9}, {"table": ["There is no such table in this series."]}),
    ):
        response = director.post(DESK, appeal(**fields))
        assert (response.status_code, response.context["form"].errors) == (422, errors)
    assert not Appeal.objects.exists()
    sent = appeal(table=1)
    director.post(DESK, sent)

    response = director.post(DESK, sent | {"text": "Anders."})

    assert response.status_code == 422
    assert "This has been sent already with something else in it." in response.content.decode()
    assert Appeal.objects.count() == 1


def test_what_is_missing_is_said_and_the_text_kept(client, row):
    client.get(f"/l/{row.table.key}/")
    for fields, sentence in (
        ({"text": "  "}, "in writing"),
        ({"deal": 4}, "no deal 4"),
        ({"appellant": 99}, "Select a valid choice"),
        ({"deal": "x"}, "whole number"),
    ):
        response = client.post(TABLE, appeal(**{"text": "Meine Begründung", **fields}))

        assert response.status_code == 422, fields
        assert sentence in response.content.decode()
        assert "text" in fields or "Meine Begründung" in response.content.decode()


class TestAgainstADecision:
    @pytest.fixture
    def ruling(self, row) -> Ruling:
        made = factories.judge(row.table.series.tournament, "schiri")
        return ruled(row, made, deal(1, 2, GRAND_LOST))

    def test_it_is_offered_at_the_table_and_at_the_desk(self, client, director, row, ruling):
        client.get(f"/l/{row.table.key}/")

        at_table = client.get(f"{TABLE}?ruling=1").content.decode()
        at_desk = director.get(DESK).content.decode()

        assert "Decision 1: Das Spiel ist einfach verloren." in at_table
        assert 'value="1" id="id_ruling_0" checked' in at_table
        assert "Decision 1: Das Spiel ist einfach verloren. (table 1)" in at_desk

    def test_it_is_filed_about_the_list_and_the_deal_of_the_decision(self, client, director, row, ruling):
        for fields, sentence in (
            ({"deal": 2}, "The decision is not about this."),
            ({"table": 2}, "The decision is not about this."),
            ({"ruling": 9}, "cannot be appealed"),
        ):
            response = director.post(DESK, appeal(**{"ruling": 1, "deal": "", **fields}))
            assert response.status_code == 422, fields
            assert sentence in response.content.decode()
        assert not Appeal.objects.exists()

        client.get(f"/l/{row.table.key}/")
        assert client.post(TABLE, appeal(ruling=1, deal="")).status_code == 302

        filed = Appeal.objects.get()
        assert (filed.ruling, filed.game_list, filed.deal) == (ruling, row, 1)

    def test_another_table_is_not_offered_it_and_cannot_appeal_against_it(self, client):
        made = factories.running_series(factories.tournament(slug="two", entrants=8, rounds=1))
        mine, other = factories.list_of(made, 1), factories.list_of(made, 2)
        factories.enter(other, (2, GRAND))
        ruled(other, factories.judge(made.tournament, "schiri"), deal(1, 2, GRAND_LOST))
        client.get(f"/l/{mine.table.key}/")
        at_table = "/t/two/series/1/table/1/appeal/"

        assert "Decision 1" not in client.get(f"{at_table}?ruling=1").content.decode()
        number = mine.table.seats.get(place=1).entrant.number
        client.post(at_table, appeal(ruling=1, deal="", appellant=number))
        assert not Appeal.objects.filter(ruling__isnull=False).exists()

    @pytest.mark.thorough
    def test_once_decided_it_is_not_offered_any_more(self, client, judge, row, ruling):
        appeal_against(ruling, appellant=3)
        decide(judge, decision(verdict="dismissed"))

        client.get(f"/l/{row.table.key}/")

        assert [one.number for one in rulings.appealable(row.table.series)] == []
        assert "Decision 1" not in client.get(TABLE).content.decode()

    def test_whoever_made_it_does_not_decide(self, ruling):
        appeal_against(ruling, appellant=3)
        himself = signed_in(factories.user("schiri"))

        page = himself.get(f"{APPEALS}1/").content.decode()
        response = himself.post(f"{APPEALS}1/", decision())

        assert "Nobody decides about their own table, appeal or decision" in page
        assert "Show preview" not in page
        assert response.status_code == 422
        assert not Appeal.objects.get().verdict


class TestClock:
    def test_runs_after_the_end(self, client, director, row):
        client.get(f"/l/{row.table.key}/")
        factories.close_series(row.table.series)
        cup = row.table.series.tournament
        assert (
            "Appeals may come in until 15 minutes after the stated end (ISkO 4.5.10)."
            in client.get(TABLE).content.decode()
        )

        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

        page = client.get(TABLE).content.decode()
        assert "Too late since" in page
        assert "still kept, and marked late" in page
        assert (
            "is logged after the deadline and marked late."
            in client.post(TABLE, appeal(), follow=True).content.decode()
        )
        assert "late" in director.get(INBOX).content.decode()

    def test_counts_the_seconds(self, client, row):
        client.get(f"/l/{row.table.key}/")
        factories.close_series(row.table.series)
        ended = timezone.now() - timedelta(minutes=3)
        state_end(tournament_id=row.table.series.tournament_id, ended_at=ended, by=factories.user(), now=timezone.now())

        page = client.get(TABLE).content.decode()

        assert "about 12 minutes left" in page
        (left,) = re.findall(r'data-seconds-left="(\d+)"', page)
        assert 700 < int(left) <= 720

    def test_says_that_the_release_ends_it(self, client, row):
        cup = row.table.series.tournament
        client.get(f"/l/{row.table.key}/")
        factories.close_series(row.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(hours=2))

        response = client.post(TABLE, appeal())

        assert response.status_code == 422
        assert "nothing can be added any more" in response.content.decode()


@pytest.mark.thorough
def test_the_list_of_appeals_costs_the_same_however_long(director, row, django_assert_num_queries):
    file(row)
    with CaptureQueriesContext(connection) as few:
        director.get(INBOX)
    cost = len(few)
    for _more in range(5):
        file(row)

    with django_assert_num_queries(cost):
        director.get(INBOX)


@pytest.mark.thorough
def test_an_order_the_rules_refuse_decides_nothing(judge, row):
    file(row)
    impossible = {"declarer": 1, "matadors": 9, "outcome": "won"}
    for ordered, said in (
        (impossible, "ISkO 3.2.7"),
        ({"outcome": "won"}, "Nothing is different, so nothing was changed."),
    ):
        for action in ("preview", "decide"):
            response = judge.post(f"{APPEALS}1/", lost(row, action=action, **ordered))
            assert response.status_code == 422
            assert said in response.content.decode()
    assert not Appeal.objects.get().verdict


class TestPreview:
    @pytest.mark.thorough
    def test_shows_what_it_does_and_that_is_what_is_decided_then(self, judge, row):
        file(row)
        before = points(row)

        sent = looked(judge, f"{APPEALS}1/", lost(row))
        page = judge.post(f"{APPEALS}1/", lost(row)).content.decode()
        assert "Preview" in page
        assert all(said in page for said in ("Der Grand ist verloren.", "60 Augen.", "ISkO 4.2.5", "−194"))
        assert (points(row), Appeal.objects.get().verdict, Ruling.objects.count()) == (before, "", 0)

        answers = [judge.post(f"{APPEALS}1/", sent, follow=True) for _twice in range(2)]

        assert [one.status_code for one in answers] == [200, 200]
        assert "The appeal is upheld" in answers[0].content.decode()
        assert points(row) == [30, -194, 30, 30]
        made = Ruling.objects.get()
        assert Appeal.objects.get().decision == made
        assert (made.sentence, made.clauses) == ("Der Grand ist verloren.", ["ISkO 4.2.5 (2002)"])

    def test_has_to_be_looked_at_first(self, judge, row):
        file(row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="decide", facts="Es lagen 60 Augen."))

        assert response.status_code == 422
        assert "Es lagen 60 Augen." in response.content.decode()
        assert not Appeal.objects.get().verdict

    def test_of_half_a_decision_says_what_is_missing(self, judge, row):
        file(row)
        half = {"sentence": "", "clauses": "ISkO 99", "action": "preview"}
        for sent, sentences in (
            (decision(**half), ("Say in one sentence what is decided.", "no clause “ISkO 99”", "60 Augen.")),
            (lost(row, action="decide", verdict="dismissed"), ("Only an appeal that is upheld",)),
            (decision(verdict="", reasons=" "), ("Please choose.", "needs its reasons.")),
        ):
            response = judge.post(f"{APPEALS}1/", sent)

            assert response.status_code == 422
            assert all(said in response.content.decode() for said in sentences), sentences
        # Without a word of what to do nothing is decided.
        assert judge.post(f"{APPEALS}1/", decision(action="")).status_code == 200
        assert not Appeal.objects.get().verdict


class TestDeciding:
    @pytest.mark.thorough
    def test_a_list_that_has_changed_meanwhile_decides_nothing(self, judge, row):
        file(row)
        sent = looked(judge, f"{APPEALS}1/", lost(row))
        ruled(row, factories.judge(row.table.series.tournament, "schiri"), deal(1, 2, GRAND_LOST))

        response = judge.post(f"{APPEALS}1/", sent | {"matadors": 3})

        assert response.status_code == 422
        assert not Appeal.objects.get().verdict

    def test_the_second_of_two_judges_reads_what_the_first_decided(self, judge, row):
        file(row)
        second = signed_in(factories.judge(row.table.series.tournament, "schiri"))
        for verdict in ("upheld", "dismissed"):
            shown = judge.post(f"{APPEALS}1/", decision(verdict=verdict)).content.decode()
            assert f"{verdict}</span>\n Der Grand ist verloren." in shown
        decide(judge, lost(row))

        for action in ("preview", "decide"):
            response = second.post(f"{APPEALS}1/", decision(verdict="dismissed", action=action))
            page = response.content.decode()
            assert response.status_code == 422
            assert "The decision of the tribunal is final (SkWO 9.10)" in page
            assert "The appeal is upheld" in page

    def test_a_player_of_the_table_does_not_decide_even_as_a_judge(self, row):
        file(row)
        player = signed_in(factories.judge(row.table.series.tournament, "spielerin", plays_as=1))

        assert "Nobody decides about their own table" in player.get(f"{APPEALS}1/").content.decode()
        assert player.post(f"{APPEALS}1/", decision()).status_code == 422

    @pytest.mark.thorough
    def test_what_the_rules_refuse_stands_with_a_reason(self, judge, row):
        file(row)
        ordered = lost(row, declarer=1)
        refused = judge.post(f"{APPEALS}1/", ordered)
        assert refused.status_code == 422

        decide(judge, ordered | {"overruling": "Seat 1 played although he dealt."})

        assert Appeal.objects.get().decision.overruling == "Seat 1 played although he dealt."
        assert points(row)[0] == -194


TRIBUNAL = "/t/cup/office/tribunal/"
PANEL = f"{APPEALS}1/"


@pytest.fixture
@remembered_step
def cup():
    made = factories.tournament(entrants=12)
    made.entrants.filter(number__in=[1, 5]).update(club="Herz Dame")
    return made


@pytest.fixture
@remembered_step
def waiting(cup) -> Appeal:
    """An appeal of no. 3 about the Grand of table 1."""
    row = factories.list_of(factories.running_series(cup))
    factories.enter(row, (2, GRAND))
    return file(row)


def member(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), **fields}


@remembered_step
def named(cup, *numbers: int) -> None:
    for number in numbers:
        name_member(tournament_id=cup.pk, entry_key=uuid4(), by=factories.user(), now=EVENING, plays_as=number)


class TestTribunal:
    def test_is_named_once_by_number_account_or_name(self, director, cup):
        factories.judge(cup)
        for said in ({"plays_as": 9}, {"username": "Richterin"}, {"name": "Kurt Wolf", "club": "Solo", "team": "Asse"}):
            sent = member(**said)
            assert [director.post(TRIBUNAL, sent).status_code for _twice in range(2)] == [302, 302]
        assert TribunalMember.objects.count() == 3

        page = director.get(INBOX).content.decode()

        assert all(said in page for said in ("Spieler 9", "plays as no. 9", "richterin", "Kurt Wolf", "Solo · Asse"))
        response = director.post(TRIBUNAL, sent | {"name": "Eva Lang"})
        assert response.status_code == 422
        assert "This has been sent already with something else in it." in response.content.decode()

    @pytest.mark.thorough
    def test_what_does_not_do_is_said_and_the_name_kept(self, director, cup):
        named(cup, 4)
        for fields, sentence in (
            ({}, "Who is it?"),
            ({"plays_as": 99, "name": "Kurt Wolf"}, "There is no entrant with start number 99."),
            ({"username": "wer", "name": "Kurt Wolf"}, "There is no account “wer”"),
            ({"plays_as": "x", "name": "Kurt Wolf"}, "whole number"),
            ({"plays_as": 4, "name": "Kurt Wolf"}, "This person is a member of the tribunal already."),
            ({"name": "Kurt Wolf" * 20}, "at most 80"),
        ):
            response = director.post(TRIBUNAL, member(**fields))

            assert response.status_code == 422, fields
            assert sentence in response.content.decode()
            assert "name" not in fields or "Kurt Wolf" in response.content.decode()
        assert TribunalMember.objects.count() == 1

    def test_members_leave(self, director, cup):
        named(cup, 9)
        for number in ("", "7", "x"):
            assert director.post(TRIBUNAL, {"action": "leave", "member": number}).status_code == 422, number

        page = director.post(TRIBUNAL, {"action": "leave", "member": 1}, follow=True).content.decode()

        assert "Saved." in page
        assert "No tribunal is named for this event" in page

    @pytest.mark.thorough
    def test_nobody_leaves_while_he_is_to_decide(self, director, cup, waiting):
        named(cup, 9)
        post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": [1]})

        response = director.post(TRIBUNAL, {"action": "leave", "member": 1})

        assert response.status_code == 422
        assert "This member is to decide an appeal that is open: no. 1." in response.content.decode()

    def test_it_costs_the_same_however_many(self, director, cup, django_assert_num_queries):
        named(cup, 9)
        with CaptureQueriesContext(connection) as few:
            director.get(INBOX)
        cost = len(few)
        named(cup, 5, 6, 7, 8, 10, 11)

        with django_assert_num_queries(cost):
            director.get(INBOX)


class TestPanel:
    def test_shows_what_keeps_whom_from_it_and_refuses_them_with_names(self, director, cup, waiting):
        named(cup, 3, 5, 9)
        page = director.get(PANEL).content.decode()
        assert all(phrases.conflict(one) in page for one in (Conflict.TABLE, Conflict.CLUB))
        assert [f'value="{number}" disabled' in page for number in (1, 2, 3)] == [True, True, False]

        response = post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": [1, 2, 3]})
        page = response.content.decode()

        assert response.status_code == 422
        assert "These may not decide this appeal: Spieler 3 plays at" in page
        assert "Spieler 5 is of the same club" in page
        for members in ([], [7], ["x"]):
            response = post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": members})
            assert response.status_code == 422, members
        assert not Panel.objects.exists()

    @pytest.mark.thorough
    def test_is_named_and_named_anew(self, director, cup, waiting):
        named(cup, 9, 10)
        sent = {"action": "panel", "entry_key": uuid4(), "members": [1]}
        sent |= seen_at(director, PANEL, sent)

        assert [director.post(PANEL, sent).status_code for _again in range(2)] == [302, 302]
        assert "Spieler 9" in director.get(f"{APPEALS}1/").content.decode()
        post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": [2]})

        assert Panel.objects.count() == 2
        assert "Spieler 10" in director.get(PANEL).content.decode()

    def test_says_when_nobody_may(self, director, cup, waiting):
        assert "No tribunal is named for this event" in director.get(PANEL).content.decode()
        named(cup, 3)

        assert "None of the members may decide this appeal." in director.get(PANEL).content.decode()

    def test_has_to_be_there_before_the_decision_and_stays_after_it(self, director, cup, waiting):
        named(cup, 9)
        deciding = signed_in(factories.judge(cup))
        said = decision(verdict="dismissed", sentence="Es bleibt dabei.", reasons="Bedient war.")
        early = deciding.post(f"{APPEALS}1/", said)
        assert early.status_code == 422
        assert "Name who of the tribunal decides these appeals: no. 1." in early.content.decode()
        post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": [1]})
        shown = seen_at(director, PANEL, {"action": "panel", "members": [1]})

        page = decide(deciding, said, follow=True).content.decode()

        assert "Decided by Spieler 9" in page
        assert deciding.post(PANEL, {"action": "panel", "entry_key": uuid4(), "members": [1]}).status_code == 403
        late = director.post(PANEL, {"action": "panel", "entry_key": uuid4(), "members": [1], **shown})
        assert late.status_code == 422
        assert "The decision of the tribunal is final" in late.content.decode()

    def test_it_costs_the_same_however_many(self, director, cup, waiting, django_assert_num_queries):
        factories.judge(cup, "spielerin", plays_as=6)
        named(cup, 9)
        with CaptureQueriesContext(connection) as few:
            director.get(PANEL)
        cost = len(few)
        named(cup, 1, 5, 6, 7, 8)

        with django_assert_num_queries(cost):
            director.get(PANEL)
