"""Appeals through their pages: filed at the table and at the desk, with their deadlines, looked at, decided once."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.disputes.models import Appeal, Ruling
from scoring.disputes.selectors import rulings
from scoring.office.services import release_final_ranking, state_end
from scoring.results.selectors import standings
from tests.support import factories
from tests.support.appeal_pages import APPEALS, TABLE, appeal, decision, file, lost
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, points, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row():
    made = factories.running_list(seats=4, rounds=1)
    factories.enter(made, (2, GRAND))
    return made


@pytest.fixture
def judge(row) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(row.table.series.tournament))
    return made


def test_a_player_appeals_at_the_table(client, row):
    client.get(f"/l/{row.table.key}/")

    page = client.post(TABLE, appeal(), follow=True).content.decode()

    assert "Appeal no. 1 is logged, in time." in page


def test_who_took_it_down_is_kept_with_it_at_the_desk_and_nobody_at_the_table(client, director, row):
    file(client, row)
    assert director.post("/t/cup/office/series/1/appeal/", appeal(table=1)).status_code == 302

    assert [one.filed_by and one.filed_by.username for one in Appeal.objects.order_by("number")] == [
        None,
        factories.user().username,
    ]


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"deal": 1}, "table", "At which table was the deal?"),
        ({"deal": "", "table": 9}, "table", "There is no such table in this series."),
    ],
)
def test_at_the_desk_a_deal_has_its_table(director, row, fields, field, sentence):
    response = director.post("/t/cup/office/series/1/appeal/", appeal(**fields))

    assert (response.status_code, response.context["form"].errors) == (422, {field: [sentence]})
    assert not Appeal.objects.exists()


def test_the_same_form_with_another_appeal_in_it_is_refused(director, row):
    sent = appeal(table=1)
    director.post("/t/cup/office/series/1/appeal/", sent)

    response = director.post("/t/cup/office/series/1/appeal/", sent | {"text": "Anders."})

    assert response.status_code == 422
    assert "This form has been sent already with another appeal." in response.content.decode()
    assert Appeal.objects.count() == 1


def test_sent_twice_it_is_logged_once(client, row):
    client.get(f"/l/{row.table.key}/")
    sent = appeal()

    for _again in range(2):
        client.post(TABLE, sent)

    assert Appeal.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"text": "  "}, "in writing"),
        ({"deal": 4}, "no deal 4"),
        ({"appellant": 99}, "Select a valid choice"),
        ({"deal": "x"}, "whole number"),
    ],
    ids=str,
)
def test_what_is_missing_is_said_and_the_text_kept(client, row, fields, sentence):
    client.get(f"/l/{row.table.key}/")

    response = client.post(TABLE, appeal(**{"text": "Meine Begründung", **fields}))

    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert "text" in fields or "Meine Begründung" in response.content.decode()


def test_the_director_takes_an_appeal_down(director, row):
    response = director.post("/t/cup/office/series/1/appeal/", appeal(table=1), follow=True)

    assert "Appeal no. 1 is logged." in response.content.decode()


def test_a_table_that_is_not_there_is_named(director, row):
    response = director.post("/t/cup/office/series/1/appeal/", appeal(table=9))

    assert response.status_code == 422
    assert "no such table" in response.content.decode()


def test_both_lists_are_shown(client, judge, row):
    file(client, row)
    file(client, row, deal="")
    judge.post(f"{APPEALS}1/", decision())

    page = judge.get(APPEALS).content.decode()

    assert "No. 1" in page
    assert "No. 2" in page


@pytest.mark.parametrize("path", [APPEALS, f"{APPEALS}1/", "/t/cup/office/series/1/appeal/"])
def test_the_public_has_to_sign_in(client, row, path):
    assert "/sign-in/" in client.get(path)["Location"]


def test_an_appeal_that_is_not_there_is_not_found(judge):
    assert judge.get(f"{APPEALS}7/").status_code == 404


class TestAgainstADecision:
    @pytest.fixture
    def ruling(self, row) -> Ruling:
        made = factories.judge(row.table.series.tournament, "schiri")
        return ruled(row, made, deal(1, 2, GRAND_LOST))

    def test_it_is_offered_at_the_table_and_at_the_desk(self, client, director, row, ruling):
        client.get(f"/l/{row.table.key}/")

        at_table = client.get(f"{TABLE}?ruling=1").content.decode()
        at_desk = director.get("/t/cup/office/series/1/appeal/").content.decode()

        assert "Decision 1: Das Spiel ist einfach verloren." in at_table
        assert 'value="1" id="id_ruling_0" checked' in at_table
        assert "Decision 1: Das Spiel ist einfach verloren. (table 1)" in at_desk

    def test_it_is_filed_about_the_list_and_the_deal_of_the_decision(self, client, row, ruling):
        file(client, row, ruling=1, deal="")

        filed = Appeal.objects.get()
        assert (filed.ruling, filed.game_list, filed.deal) == (ruling, row, 1)

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"deal": 2}, "not about that deal"),
            ({"table": 2}, "not about that table"),
            ({"ruling": 9}, "cannot be appealed"),
        ],
        ids=str,
    )
    def test_what_does_not_fit_the_decision_is_said(self, director, row, ruling, fields, sentence):
        response = director.post("/t/cup/office/series/1/appeal/", appeal(**{"ruling": 1, "deal": "", **fields}))

        assert response.status_code == 422
        assert sentence in response.content.decode()
        assert not Appeal.objects.exists()

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

    def test_once_decided_it_is_not_offered_any_more(self, client, judge, row, ruling):
        file(client, row, ruling=1, deal="")
        judge.post(f"{APPEALS}1/", decision(verdict="dismissed"))

        assert [one.number for one in rulings.appealable(row.table.series)] == []
        assert "Decision 1" not in client.get(TABLE).content.decode()

    def test_whoever_made_it_does_not_decide(self, client, row, ruling):
        file(client, row, ruling=1, deal="")
        himself = Client(headers={"accept-language": "en"})
        himself.force_login(factories.user("schiri"))

        page = himself.get(f"{APPEALS}1/").content.decode()
        response = himself.post(f"{APPEALS}1/", decision())

        assert "Nobody decides about their own decision (no. 1)" in page
        assert "See what it does" not in page
        assert response.status_code == 422
        assert not Appeal.objects.get().verdict


class TestClock:
    def test_runs_after_the_end(self, client, director, row):
        client.get(f"/l/{row.table.key}/")
        factories.close_series(row.table.series)
        cup = row.table.series.tournament
        assert "In time until 15 minutes after the end of the event" in client.get(TABLE).content.decode()

        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

        page = client.get(TABLE).content.decode()
        assert "Too late since" in page
        assert "still kept, and marked late" in page
        assert (
            "It came after the deadline and is marked late."
            in client.post(TABLE, appeal(), follow=True).content.decode()
        )
        assert "late" in director.get(APPEALS).content.decode()

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


def test_the_list_of_appeals_costs_the_same_however_long(client, director, row, django_assert_num_queries):
    file(client, row)
    with CaptureQueriesContext(connection) as few:
        director.get(APPEALS)
    cost = len(few)
    for _more in range(5):
        file(client, row)

    with django_assert_num_queries(cost):
        director.get(APPEALS)


def test_a_judge_decides_and_corrects_the_deal(client, judge, row):
    file(client, row)

    page = judge.post(f"{APPEALS}1/", lost(row), follow=True).content.decode()

    assert "The appeal is upheld" in page
    assert row.deals.get(voided_at=None).points == -144


def test_decided_twice_is_answered_with_a_sentence(client, judge, row):
    file(client, row)
    judge.post(f"{APPEALS}1/", decision())

    response = judge.post(f"{APPEALS}1/", decision(verdict="dismissed"))

    assert response.status_code == 422
    assert "the decision is final" in response.content.decode()
    assert Appeal.objects.get().verdict == "upheld"


def test_a_director_reads_but_does_not_decide_where_a_judge_is_named(client, director, judge, row):
    file(client, row)

    assert director.get(f"{APPEALS}1/").status_code == 200
    assert director.post(f"{APPEALS}1/", decision()).status_code == 403
    assert not Appeal.objects.get().verdict


def test_an_order_the_rules_refuse_decides_nothing(client, judge, row):
    file(client, row)
    ordered = {"number": 1, "declarer": 1, "game": "grand", "matadors": 9, "outcome": "won", "corrects": "on"}

    response = judge.post(f"{APPEALS}1/", decision(**ordered))

    assert response.status_code == 422
    assert "ISkO 3.2.7" in response.content.decode()
    assert not Appeal.objects.get().verdict


class TestPreview:
    def test_shows_what_it_does_and_writes_nothing(self, client, judge, row):
        file(client, row)
        before = points(row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="preview"))
        page = response.content.decode()

        assert response.status_code == 200
        assert "This would be decided" in page
        assert all(said in page for said in ("Der Grand ist verloren.", "60 Augen.", "ISkO 4.2.5 (2002)", "−194"))
        assert (points(row), Appeal.objects.get().verdict, Ruling.objects.count()) == (before, "", 0)

    def test_is_what_is_decided_then(self, client, judge, row):
        file(client, row)
        shown = judge.post(f"{APPEALS}1/", lost(row, action="preview"))
        hidden = dict(shown.context["typed"]) | {"seen": shown.context["seen"]}

        judge.post(f"{APPEALS}1/", hidden | {"action": "decide"})

        assert points(row) == [30, -194, 30, 30]
        made = Appeal.objects.get().decision
        assert (made.sentence, made.clauses) == ("Der Grand ist verloren.", ["ISkO 4.2.5 (2002)"])

    def test_may_be_changed_with_everything_kept(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="edit", facts="Es lagen 60 Augen."))

        assert response.status_code == 200
        assert "Es lagen 60 Augen." in response.content.decode()
        assert not Appeal.objects.get().verdict

    def test_of_half_a_decision_says_what_is_missing(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", decision(sentence="", clauses="ISkO 99", action="preview"))
        page = response.content.decode()

        assert response.status_code == 422
        assert "Say in one sentence what is decided." in page
        assert "no clause “ISkO 99”" in page
        assert "60 Augen." in page

    def test_a_correction_by_a_dismissal_is_refused(self, client, judge, row):
        file(client, row)

        response = judge.post(f"{APPEALS}1/", lost(row, action="decide", verdict="dismissed"))

        assert response.status_code == 422
        assert "Only an appeal that is upheld" in response.content.decode()

    def test_without_a_word_of_what_to_do_nothing_is_decided(self, client, judge, row):
        file(client, row)

        assert judge.post(f"{APPEALS}1/", decision(action="")).status_code == 200
        assert not Appeal.objects.get().verdict


class TestDeciding:
    def test_a_list_that_has_changed_meanwhile_decides_nothing(self, client, judge, row):
        file(client, row)
        sent = lost(row)
        ruled(row, factories.judge(row.table.series.tournament, "schiri"), deal(1, 2, GRAND_LOST))

        response = judge.post(f"{APPEALS}1/", sent | {"matadors": 3})

        assert response.status_code == 422
        assert "Deal 1 was corrected in the meantime" in response.content.decode()
        assert not Appeal.objects.get().verdict

    def test_the_second_of_two_judges_reads_what_the_first_decided(self, client, judge, row):
        file(client, row)
        second = Client(headers={"accept-language": "en"})
        second.force_login(factories.judge(row.table.series.tournament, "schiri"))
        judge.post(f"{APPEALS}1/", lost(row))

        for action in ("preview", "decide"):
            response = second.post(f"{APPEALS}1/", decision(verdict="dismissed", action=action))
            page = response.content.decode()
            assert response.status_code == 422
            assert "the decision is final (SkWO 9.10)" in page
            assert "The appeal is upheld" in page

    def test_sent_twice_it_is_decided_once(self, client, judge, row):
        file(client, row)
        sent = lost(row)

        answers = [judge.post(f"{APPEALS}1/", sent).status_code for _again in range(2)]

        assert answers == [302, 302]
        assert Ruling.objects.count() == 1

    def test_a_player_of_the_table_does_not_decide_even_as_a_judge(self, client, row):
        file(client, row)
        player = Client(headers={"accept-language": "en"})
        player.force_login(factories.judge(row.table.series.tournament, "spielerin", plays_as=1))

        assert "Nobody decides about their own table" in player.get(f"{APPEALS}1/").content.decode()
        assert player.post(f"{APPEALS}1/", decision()).status_code == 422

    def test_what_the_rules_refuse_stands_with_a_reason(self, client, judge, row):
        file(client, row)
        ordered = lost(row, declarer=1)
        refused = judge.post(f"{APPEALS}1/", ordered)
        assert refused.status_code == 422

        judge.post(f"{APPEALS}1/", ordered | {"overruling": "Seat 1 played although he dealt."}, follow=True)

        assert Appeal.objects.get().decision.overruling == "Seat 1 played although he dealt."
        assert points(row)[0] == -194

    def test_the_ranking_is_another_one_then(self, client, judge, row):
        file(client, row)
        factories.fill(row, seat=2)
        factories.confirm_and_sign(row)
        first = standings.standings(row.table.series.tournament).lines[0]

        judge.post(f"{APPEALS}1/", lost(row))

        lines = standings.standings(row.table.series.tournament).lines
        assert (first.entrant.number, first.total) == (2, 3 * 122)
        assert [line.total for line in lines if line.entrant.number == 2] == [2 * 122 - 194]
