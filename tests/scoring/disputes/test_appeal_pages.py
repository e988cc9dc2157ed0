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
from pytest_django.asserts import assertContains

from scoring.disputes.models import Appeal, Panel, Ruling, TribunalMember
from scoring.disputes.selectors.bench import Conflict
from scoring.disputes.services.appeals import name_member
from scoring.disputes.wording import phrases
from scoring.office.services.end import state_end
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.objections_and_rulings import deal, points, ruled
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import APPEALS, TABLE, appeal, decide, decision, file, lost, signed_in
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
PANEL = f"{APPEALS}1/"


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

    assertContains(response, "This has been sent already with something else in it.", status_code=422)
    # Who took it down is kept with it.
    assert Appeal.objects.get().filed_by == factories.user()


def test_what_is_missing_is_said_and_the_text_kept(client, row):
    client.get(f"/l/{row.table.key}/")
    for fields, sentence in (
        ({"text": "  "}, "in writing"),
        ({"deal": 4}, "no deal 4"),
        ({"appellant": 99}, "Select a valid choice"),
        ({"deal": "x"}, "whole number"),
    ):
        response = client.post(TABLE, appeal(**{"text": "Meine Begründung", **fields}))
        page = response.content.decode()
        assert (response.status_code, sentence in page) == (422, True), fields
        assert "text" in fields or "Meine Begründung" in page


class TestAgainstADecision:
    @pytest.fixture
    def ruling(self, row) -> Ruling:
        return ruled(row, factories.judge(row.table.series.tournament, "schiri"), deal(1, 2, GRAND_LOST))

    def test_it_is_offered_and_filed_about_the_list_and_the_deal_of_the_decision(self, client, director, row, ruling):
        said = "Decision 1: Das Spiel ist einfach verloren."
        assert f"{said} (table 1)" in director.get(DESK).content.decode()
        not_about = "The decision is not about this."
        for fields, sentence in (({"deal": 2}, not_about), ({"table": 2}, not_about), ({"ruling": 9}, "be appealed")):
            response = director.post(DESK, appeal(**{"ruling": 1, "deal": "", **fields}))
            assert (response.status_code, sentence in response.content.decode()) == (422, True), fields
        assert not Appeal.objects.exists()

        client.get(f"/l/{row.table.key}/")
        at_table = client.get(f"{TABLE}?ruling=1").content.decode()
        assert (said in at_table, 'value="1" id="id_ruling_0" checked' in at_table) == (True, True)
        sent = appeal(ruling=1, deal="")
        for _twice in range(2):
            assert "No. 1 is logged, in time." in client.post(TABLE, sent, follow=True).content.decode()

        filed = Appeal.objects.get()
        assert (filed.ruling, filed.game_list, filed.deal, filed.filed_by) == (ruling, row, 1, None)

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

    def test_whoever_made_it_does_not_decide(self, ruling):
        appeal_against(ruling, appellant=3)
        himself = signed_in(factories.user("schiri"))

        page = himself.get(PANEL).content.decode()

        assert "Nobody decides about their own table, appeal or decision" in page
        assert "Show preview" not in page
        assert himself.post(PANEL, decision()).status_code == 422
        assert not Appeal.objects.get().verdict


def test_the_clock_runs_after_the_end_and_counts_the_seconds_until_the_release_ends_it(client, director, row):
    client.get(f"/l/{row.table.key}/")
    factories.close_series(row.table.series)
    by = {"tournament_id": row.table.series.tournament_id, "by": factories.user()}
    assertContains(client.get(TABLE), "Appeals may come in until 15 minutes after the stated end (ISkO 4.5.10).")

    state_end(ended_at=EVENING, now=EVENING, **by)

    page = client.get(TABLE).content.decode()
    assert not [said for said in ("Too late since", "still kept, and marked late") if said not in page]
    assertContains(client.post(TABLE, appeal(), follow=True), "is logged after the deadline and marked late.")
    assertContains(director.get(INBOX), "late")
    # Stated again, three minutes ago.
    state_end(ended_at=timezone.now() - timedelta(minutes=3), now=timezone.now(), **by)
    page = client.get(TABLE).content.decode()
    (left,) = re.findall(r'data-seconds-left="(\d+)"', page)
    assert ("about 12 minutes left" in page, 700 < int(left) <= 720) == (True, True)
    Tournament.objects.update(released_at=EVENING)
    assertContains(client.post(TABLE, appeal()), "nothing can be added any more", status_code=422)


def test_a_decision_has_to_be_looked_at_first_and_of_half_of_it_is_said_what_is_missing(judge, row):
    file(row)
    half = {"sentence": "", "clauses": "ISkO 99", "action": "preview"}
    for sent, *sentences in (
        (lost(row, action="decide", facts="Es lagen 60 Augen."), "Es lagen 60 Augen."),
        (decision(**half), "Say in one sentence what is decided.", "no clause “ISkO 99”", "60 Augen."),
        (lost(row, action="decide", verdict="dismissed"), "Only an appeal that is upheld"),
        (decision(verdict="", reasons=" "), "Please choose.", "needs its reasons."),
        (lost(row, declarer=1, matadors=9, outcome="won"), "ISkO 3.2.7"),
        # Another deal than that the appeal is about.
        (lost(row, number=2), "This is deal 1 now. Look at it below."),
    ):
        response = judge.post(PANEL, sent)

        missing = [said for said in sentences if said not in response.content.decode()]
        assert (response.status_code, missing) == (422, [])
    # Without a word of what to do nothing is decided.
    assert judge.post(PANEL, decision(action="")).status_code == 200
    assert not Appeal.objects.get().verdict


def test_the_second_of_two_judges_reads_what_the_first_decided(judge, row):
    file(row)
    second = signed_in(factories.judge(row.table.series.tournament, "schiri"))
    for verdict in ("upheld", "dismissed"):
        assertContains(judge.post(PANEL, decision(verdict=verdict)), f"{verdict}</span>\n Der Grand ist verloren.")
    decide(judge, lost(row))
    assert points(row) == [30, -194, 30, 30]

    for action in ("preview", "decide"):
        response = second.post(PANEL, decision(verdict="dismissed", action=action))
        for said in ("The decision of the tribunal is final (SkWO 9.10)", "The appeal is upheld"):
            assertContains(response, said, status_code=422)


TRIBUNAL = "/t/cup/office/tribunal/"


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


@remembered_step
def named(cup, *numbers: int) -> None:
    for number in numbers:
        name_member(tournament_id=cup.pk, entry_key=uuid4(), by=factories.user(), now=EVENING, plays_as=number)


class TestTribunal:
    def test_is_named_once_by_number_account_or_name(self, director, cup, django_assert_num_queries):
        factories.judge(cup)
        for said in ({"plays_as": 9}, {"username": "Richterin"}, {"name": "Kurt Wolf", "club": "Solo", "team": "Asse"}):
            sent = {"entry_key": uuid4(), **said}
            assert [director.post(TRIBUNAL, sent).status_code for _twice in range(2)] == [302, 302]
        assert TribunalMember.objects.count() == 3

        with CaptureQueriesContext(connection) as few:
            page = director.get(INBOX).content.decode()
        cost = len(few)

        for said in ("Spieler 9", "plays as no. 9", "richterin", "Kurt Wolf", "Solo · Asse"):
            assert said in page
        response = director.post(TRIBUNAL, sent | {"name": "Eva Lang"})
        assertContains(response, "This has been sent already with something else in it.", status_code=422)
        for fields, sentence in (
            ({}, "Who is it?"),
            ({"plays_as": 99, "name": "Kurt Wolf"}, "There is no entrant with start number 99."),
            ({"username": "wer", "name": "Kurt Wolf"}, "There is no account “wer”"),
            ({"plays_as": 9, "name": "Kurt Wolf"}, "This person is a member of the tribunal already."),
        ):
            response = director.post(TRIBUNAL, {"entry_key": uuid4(), **fields})
            page = response.content.decode()
            assert (response.status_code, sentence in page) == (422, True), fields
            assert "name" not in fields or 'value="Kurt Wolf"' in page
        named(cup, 5, 6, 7, 8)
        with django_assert_num_queries(cost):
            director.get(INBOX)

    def test_members_leave(self, director, cup):
        named(cup, 9)
        for number in ("", "7", "x"):
            assert director.post(TRIBUNAL, {"action": "leave", "member": number}).status_code == 422, number

        page = director.post(TRIBUNAL, {"action": "leave", "member": 1}, follow=True).content.decode()

        assert not [said for said in ("Saved.", "No tribunal is named for this event") if said not in page]


def names(director, *members: object):
    return post_seen(director, PANEL, {"action": "panel", "entry_key": uuid4(), "members": members})


class TestPanel:
    def test_shows_what_keeps_whom_from_it_and_refuses_them_with_names(self, director, cup, waiting):
        named(cup, 3, 5, 9)
        page = director.get(PANEL).content.decode()
        conflicts = [phrases.conflict(one) in page for one in (Conflict.TABLE, Conflict.CLUB)]
        disabled = [f'value="{number}" disabled' in page for number in (1, 2, 3)]
        assert (conflicts, disabled) == ([True, True], [True, True, False])

        response = names(director, 1, 2, 3)

        for said in ("These may not decide this appeal: Spieler 3 plays at", "Spieler 5 is of the same club"):
            assertContains(response, said, status_code=422)
        for members in ((), (7,), ("x",)):
            assert names(director, *members).status_code == 422, members
        assert not Panel.objects.exists()

    def test_says_when_nobody_may_at_the_same_cost(self, director, cup, waiting, django_assert_num_queries):
        factories.judge(cup, "spielerin", plays_as=6)
        assertContains(director.get(PANEL), "No tribunal is named for this event")
        named(cup, 3)

        with CaptureQueriesContext(connection) as few:
            page = director.get(PANEL).content.decode()
        cost = len(few)

        assert "None of the members may decide this appeal." in page
        named(cup, 1, 5, 6, 7, 8)
        with django_assert_num_queries(cost):
            director.get(PANEL)

    def test_has_to_be_there_before_the_decision_and_stays_after_it(self, director, cup, waiting):
        named(cup, 9)
        deciding = signed_in(factories.judge(cup))
        said = decision(verdict="dismissed", sentence="Es bleibt dabei.", reasons="Bedient war.")
        sent = {"action": "panel", "entry_key": uuid4(), "members": [1]}
        early = deciding.post(PANEL, said)
        assertContains(early, "Name who of the tribunal decides these appeals: no. 1.", status_code=422)
        names(director, 1)
        shown = seen_at(director, PANEL, {"action": "panel", "members": [1]})

        assertContains(decide(deciding, said, follow=True), "Decided by Spieler 9")

        assert deciding.post(PANEL, sent).status_code == 403
        late = director.post(PANEL, sent | shown)
        assertContains(late, "The decision of the tribunal is final", status_code=422)
