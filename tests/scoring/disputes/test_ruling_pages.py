"""A decision on one screen: filled in, shown, made once, or refused; and where no judge is named (SkWO 4.5, 7.3.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import complete, withdraw
from scoring.lists import mapping
from scoring.lists.models import DealRow
from scoring.lists.services.entry import enter_totals
from scoring.office.services.end import release_final_ranking, state_end
from scoring.results.selectors import standings
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, points, raised, ruled
from tests.support.ruling_pages import AT_TABLE, BOTH, ON_OBJECTION, disputed, looked, said, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row(row):
    return disputed(row)


@pytest.fixture
def judge(row) -> Client:
    return signed_in(factories.judge(row.table.series.tournament))


def ranking(row) -> dict[int, int]:
    """Return the places by start number."""
    found = standings.standings(row.table.series.tournament).lines
    return {line.entrant.number: line.rank for line in found}


class TestAMinuteAtTheTable:
    def test_one_tap_fills_everything_in_and_shows_what_it_would_do(self, judge, row):
        start = {**said(orders="stays", sentence="", reasons="", clauses="", facts="Pik lag noch da."), "action": ""}

        response = judge.post(ON_OBJECTION, start | {"start": "revoke-0"})
        page = response.content.decode()

        assert response.status_code == 200
        assert "The game is lost at the simple level." in page
        assert "ISkO 4.2.3\nISkO 4.1.4</textarea>" in page
        assert "Pik lag noch da." in page
        assert response.context["shown"].after.played == GRAND_LOST
        assert "Decide" in page
        assert not Ruling.objects.exists()

    @pytest.mark.thorough
    def test_what_was_shown_is_decided_once_and_the_ranking_follows(self, judge, row):
        before, places = points(row), ranking(row)
        lines = row.table.series.tournament.journal.count()
        sent = looked(judge, ON_OBJECTION, said())
        assert "Preview" in judge.post(ON_OBJECTION, said()).content.decode()
        assert (Ruling.objects.count(), row.table.series.tournament.journal.count()) == (0, lines)

        answers = [judge.post(ON_OBJECTION, sent, follow=True) for _twice in range(2)]

        assert [one.redirect_chain for one in answers] == [[("/t/cup/office/decisions/1/", 302)]] * 2
        assert "Saved." in answers[0].content.decode()
        made = Ruling.objects.get()
        assert DealRow.objects.filter(number=2).count() == 2
        assert (made.objection.outcome, made.deal, made.clauses) == ("ruled", 2, ["ISkO 4.2.3 (2002)"])
        assert mapping.to_deal(made.entry) == deal(2, 1, GRAND_LOST)
        assert [after - there for there, after in zip(before, points(row), strict=True)] == [-316, 30, 30, 30]
        assert (places, ranking(row)) == ({1: 1, 2: 2, 3: 3, 4: 3}, {1: 2, 2: 1, 3: 3, 4: 3})
        # The same form with something else in it is refused.
        assert judge.post(ON_OBJECTION, sent | {"sentence": "Doch gewonnen."}).status_code == 422
        assert Ruling.objects.get().sentence == "Der Grand ist einfach verloren."

    @pytest.mark.thorough
    @BOTH
    def test_the_list_may_stay_as_it_is(self, judge, row, url):
        before = points(row)

        judge.post(url, looked(judge, url, said(orders="stays")))

        made = Ruling.objects.get()
        assert (made.entry, made.deal, bool(made.objection)) == (None, 2, url == ON_OBJECTION)
        assert points(row) == before

    @pytest.mark.thorough
    def test_a_deal_is_corrected_as_it_is_stated(self, judge, row):
        stated = {"number": 2, "declarer": 3, "game": "hearts", "matadors": -1, "outcome": "won"}

        judge.post(AT_TABLE, looked(judge, AT_TABLE, said(orders="stated", **stated)))

        entry = Ruling.objects.get().entry
        assert (entry.declarer, entry.points) == (3, 20)

    @pytest.mark.thorough
    def test_an_impossible_null_is_stated_as_the_game_it_is_lost_as_or_charged_by_its_matadors_3_4_4(self, judge, row):
        null = {"orders": "stated", "number": 2, "declarer": 3, "game": "null", "bid": 24, "outcome": "lost"}

        asked = judge.post(AT_TABLE, said(**null))
        offered = judge.post(AT_TABLE, said(**null, matadors=-4))
        judge.post(AT_TABLE, looked(judge, AT_TABLE, said(**null, matadors=-4, instead="diamonds")))

        assert "With or without how many?" in asked.content.decode()
        assert "Diamonds without 4: −90" in offered.content.decode()
        entry = Ruling.objects.get().entry
        assert (entry.game, entry.matadors, entry.points) == ("diamonds", -4, -90)
        # A judge may let the Null stand.
        stands = said(**null, matadors=-4, overruling="Es bleibt beim angesagten Null.")
        judge.post(AT_TABLE, looked(judge, AT_TABLE, stands))
        entry = Ruling.objects.get(number=2).entry
        assert (entry.game, entry.matadors, entry.points, entry.overruled) == ("null", -4, -90, True)

    @pytest.mark.thorough
    def test_what_the_rules_refuse_stands_with_a_reason(self, judge, row):
        stated = {"number": 1, "declarer": 1, "game": "grand", "matadors": 2, "outcome": "won"}
        refused = judge.post(AT_TABLE, said(orders="stated", deal="1", **stated))
        why = {"overruling": "Der Geber hat aus Versehen mitgespielt, alle stimmen zu."}

        assert refused.status_code == 422
        assert "the dealer sits out" in refused.content.decode()
        judge.post(AT_TABLE, looked(judge, AT_TABLE, said(orders="stated", deal="1", **stated, **why)))

        made = Ruling.objects.get()
        assert (made.overruling, made.entry.overruled) == (why["overruling"], True)

    @pytest.mark.thorough
    def test_a_deal_that_is_not_written_down_yet_is_stated(self, judge):
        made = factories.tournament(slug="zwei", entrants=4, rounds=1)
        there = factories.list_of(factories.running_series(made))
        client, url = signed_in(factories.judge(made, "richter2")), "/t/zwei/office/series/1/table/1/rule/"
        stated = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}

        begun = client.post(url, said(deal="1", start="revoke-0"))
        client.post(url, looked(client, url, said(deal="1", orders="stated", **stated)))

        assert begun.context["ruling_form"].ordered == "stated"
        assert 'value="lost"' in begun.content.decode()
        assert [entry.points for entry in there.deals.all()] == [-144]

    def test_deals_of_the_wrong_dealer_are_dealt_again(self, judge, row):
        wrong = said(orders="again", deal="", mistake="3", clauses="ISkO 3.2.11")
        made = factories.tournament(slug="drei", entrants=4, rounds=2)
        there = factories.list_of(factories.running_series(made))
        factories.enter(there, (2, GRAND), (1, GRAND), (1, GRAND))
        client, url = signed_in(factories.judge(made, "richter3")), "/t/drei/office/series/1/table/1/rule/"

        sent = looked(client, url, wrong)
        for _again in range(2):
            assert client.post(url, sent).status_code == 302

        assert Ruling.objects.get().dealt_again_from == 3
        assert list(there.deals.filter(voided_at=None).values_list("number", flat=True)) == [1, 2]

    def test_another_deal_is_looked_at_without_losing_what_was_typed(self, judge, row):
        page = judge.post(ON_OBJECTION, said(action="deal", deal="3")).content.decode()

        assert "Der Grand ist einfach verloren." in page
        assert "Deal 3 as it will be" in page
        assert "Nothing was saved" not in page

    def test_the_facts_the_judge_wrote_down_are_there_already(self, judge, row):
        complete(
            objection_id=Objection.objects.get().pk,
            entry_key=uuid4(),
            by=factories.user("richterin"),
            now=EVENING,
            kind="revoke",
            deal=2,
            facts="Im siebten Stich.",
            claim="Verloren",
            answer="Gewonnen",
        )

        page = judge.get(ON_OBJECTION).content.decode()

        assert "Im siebten Stich." in page
        assert "Gewonnen" in page
        assert "Spieler 3" in page

    def test_an_objection_about_no_list_is_decided_in_words(self, judge, row):
        raised(row, list_id=None)
        url = "/t/cup/office/objections/2/"

        judge.post(url, looked(judge, url, said()))

        assert Ruling.objects.get().game_list is None


class TestNotSo:
    @pytest.mark.thorough
    @BOTH
    def test_what_was_not_shown_is_not_decided(self, judge, row, url):
        response = judge.post(url, said(action="decide"))

        assert response.status_code == 422
        assert not Ruling.objects.exists()

    @pytest.mark.thorough
    def test_what_was_changed_after_it_was_shown_is_shown_again(self, judge, row):
        sent = looked(judge, ON_OBJECTION, said()) | {"orders": "stays"}

        response = judge.post(ON_OBJECTION, sent)

        assert (response.status_code, Ruling.objects.count()) == (422, 0)
        assert judge.post(ON_OBJECTION, looked(judge, ON_OBJECTION, sent)).status_code == 302

    @pytest.mark.thorough
    def test_a_list_that_changed_meanwhile_is_shown_as_it_is_now(self, judge, row):
        sent = looked(judge, AT_TABLE, said(deal="3"))
        # The same effect on another entry is not decided either.
        other = judge.post(AT_TABLE, sent | {"seen": uuid4()})
        assert other.status_code == 422
        assert "Somebody else has changed this in the meantime" in other.content.decode()
        ruled(row, factories.user("richterin"), deal(3, 1, GRAND_LOST))

        response = judge.post(AT_TABLE, sent)

        assert response.status_code == 422
        assert "Nothing is different" in response.content.decode()
        assert Ruling.objects.count() == 1

    @pytest.mark.thorough
    def test_a_second_judge_hears_that_it_is_decided(self, judge, row, monkeypatch):
        other = signed_in(factories.judge(row.table.series.tournament, "zweiter"))
        sent = looked(other, ON_OBJECTION, said(orders="stays"))
        judge.post(ON_OBJECTION, looked(judge, ON_OBJECTION, said()))

        response = other.post(ON_OBJECTION, sent)
        assert response.status_code == 422
        assert "Somebody else has changed this in the meantime" in response.content.decode()
        assert "/t/cup/office/decisions/1/" in response.content.decode()

        # Or had read the page before the first decision was written.
        monkeypatch.setattr("scoring.disputes.views.rulings._barred", lambda *_args, **_about: "")
        response = other.post(ON_OBJECTION, sent)
        assert (response.status_code, Ruling.objects.count()) == (422, 1)
        assert "Somebody else has changed this in the meantime" in response.content.decode()

    def test_nothing_is_decided_about_what_was_taken_back(self, judge, row):
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)

        assert judge.get(ON_OBJECTION).status_code == 200
        assert judge.post(ON_OBJECTION, said(action="decide")).status_code == 422
        assert not Ruling.objects.exists()

    @pytest.mark.thorough
    @BOTH
    def test_a_judge_does_not_decide_at_his_own_table(self, row, url):
        player = signed_in(factories.judge(row.table.series.tournament, "spieler", plays_as=2))

        why = "You play at this table yourself" if url == ON_OBJECTION else "Nobody decides about their own table"
        assert why in player.get(url).content.decode()
        for action in ("preview", "decide"):
            assert player.post(url, said(action=action)).status_code == 422
        assert not Ruling.objects.exists()

    @BOTH
    def test_nothing_is_decided_when_the_ranking_is_released(self, judge, row, url):
        cup = row.table.series.tournament
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)
        factories.confirm_and_sign(row)
        factories.close_series(row.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(hours=3))

        response = judge.post(url, said(action="decide"))

        assert response.status_code == 422
        assert "The final ranking has been released" in response.content.decode()
        assert "office/?end#take-back" in response.content.decode()

    NOT_SO = (
        ({"sentence": "  "}, "Say in one sentence"),
        ({"reasons": ""}, "needs its reasons"),
        ({"clauses": ""}, "names the clauses"),
        ({"clauses": "ISkO 99"}, "no clause “ISkO 99”"),
        ({"deal": ""}, "Please choose."),
        ({"deal": "99"}, "Select a valid choice"),
        ({"deal": "x"}, "Select a valid choice"),
        ({"orders": "tuesday"}, "Select a valid choice"),
        ({"orders": ""}, "required"),
        ({"orders": "stated"}, "This is deal 2 now"),
        ({"orders": "stated", "number": "2"}, "cannot count as stated"),
        ({"orders": "won"}, "Nothing is different"),
        ({"orders": "again", "mistake": ""}, "Please choose"),
        ({"orders": "again", "mistake": "77"}, "Select a valid choice"),
        ({"entry_key": "x"}, "did not arrive completely"),
        ({"opponents_points": "500"}, "less than or equal to 120"),
        ({"seen": "x"}, "valid UUID"),
    )

    def test_what_is_missing_is_said_and_what_was_typed_kept(self, judge, row):
        for fields, sentence in self.NOT_SO:
            response = judge.post(ON_OBJECTION, said(facts="Mein Befund") | fields)

            assert response.status_code == 422, fields
            assert sentence in response.content.decode(), fields
            assert "Mein Befund" in response.content.decode(), fields

    def test_a_deal_that_was_not_played_yet_is_none_the_next_one_is(self, judge):
        begun = factories.tournament(slug="begun", entrants=4, rounds=1)
        row = factories.list_of(factories.running_series(begun))
        factories.enter(row, (2, factories.GRAND))
        at_table = AT_TABLE.replace("cup", "begun")
        factories.judge(row.table.series.tournament)

        sentences = [judge.post(at_table, said(deal=deal)).content.decode() for deal in ("3", "2")]

        assert "There is no deal 3 in this list." in sentences[0]
        assert "No game is written down for deal 2. State it below." in sentences[1]

    def test_nobody_played_a_deal_that_was_passed_in(self, judge, row):
        ruled(row, factories.user("richterin"), deal(2))

        response = judge.post(ON_OBJECTION, said())

        assert response.status_code == 422
        assert "No game is written down for deal 2" in response.content.decode()

    def test_of_results_alone_no_deal_is_corrected(self, judge, row):
        made = factories.tournament(slug="vier", entrants=3, rounds=1)
        there = factories.list_of(factories.running_series(made))
        lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        enter_totals(list_id=there.pk, totals=lines, by=factories.user(), now=EVENING)
        client, url = signed_in(factories.judge(made, "richter4")), "/t/vier/office/series/1/table/1/rule/"

        assert 'name="orders"' not in client.get(url).content.decode()
        assert 'value="3"' in client.get(url).content.decode()
        client.post(url, looked(client, url, said(deal="3")))
        made_there = Ruling.objects.get()
        assert (made_there.entry, made_there.deal) == (None, 3)

    @pytest.mark.thorough
    def test_a_text_or_a_deal_that_does_not_exist_fills_in_nothing(self, judge, row):
        for start in ("revoke-99", "x-1", "revoke-x", "-0", "revoke--1", "²-²", "revoke-²"):
            assert judge.post(ON_OBJECTION, said(start=start)).status_code == 200, start
        for asked in ("x", "99", "²", "-1", "2" * 400):
            assert judge.get(AT_TABLE, {"deal": asked}).status_code == 200, asked


@pytest.mark.thorough
@BOTH
def test_another_official_does_not_rule_and_what_is_not_there_is_not_found(director, judge, row, url):
    there = signed_in(factories.judge(factories.tournament(slug="third"), "fremd"))
    for one in (director, there):
        reads = 200 if (one, url) == (director, ON_OBJECTION) else 403
        answer = one.get(url)
        assert (answer.status_code, one.post(url, said()).status_code) == (reads, 403)
        assert 'name="sentence"' not in answer.text
    for known, unknown in (
        ("/1/rule", "/9/rule"),
        ("objections/1", "objections/9"),
        ("cup", "nix"),
        ("series/1", "series/9"),
    ):
        missing = url.replace(known, unknown)
        assert judge.get(missing).status_code == (200 if missing == url else 404), missing


@pytest.mark.thorough
def test_the_page_asks_as_much_for_many_tables_as_for_few(judge, django_assert_max_num_queries):
    for entrants, slug in ((4, "few"), (12, "many")):
        made = factories.tournament(slug=slug, entrants=entrants)
        there = factories.list_of(factories.running_series(made))
        factories.fill(there)
        client = signed_in(factories.judge(made, f"richter-{slug}"))
        with django_assert_max_num_queries(45):
            client.post(f"/t/{slug}/office/series/1/table/1/rule/", said())


OBJECTION = "/t/cup/office/objections/1/"
BENCH = "/t/cup/office/bench/"
STANDS_IN = "No judge is named for this event, so the direction decides: you (SkWO 7.3.2)."


@pytest.mark.thorough
@BOTH
def test_where_no_judge_is_named_the_direction_rules_without_appointing_itself(director, row, url):
    for path in (OBJECTION, BENCH):
        assert STANDS_IN in director.get(path).content.decode()

    response = director.post(url, looked(director, url, said()))

    assert response.status_code == 302
    assert Ruling.objects.get().decided_by.username == "direktor"


@pytest.mark.thorough
def test_but_not_at_the_table_where_it_plays_itself(director, row):
    role = row.table.series.tournament.roles.get(user__username="direktor")
    role.plays_as = row.table.seats.get(place=1).entrant
    role.save()

    page = director.get(OBJECTION).content.decode()

    assert "You play at this table yourself" in page
    assert "/t/cup/office/settings/?at=people" in page
    sent = said(shown="0" * 16, seen="", action="decide")
    assert director.post(ON_OBJECTION, sent).status_code == 422
    assert not Ruling.objects.exists()


@pytest.mark.thorough
def test_for_what_is_about_no_deal_a_clause_is_proposed_and_may_be_struck(director, row):
    raised(row, list_id=None, kind="conduct", text="Am Nachbartisch ist es zu laut.", by=factories.user())
    url = "/t/cup/office/objections/2/"
    assert "SkWO 7.3.2</textarea>" in director.get(url).content.decode()

    order = said(sentence="Tisch 3 spielt leiser.", reasons="Alle stört es.", clauses="")
    director.post(url, looked(director, url, order))

    made = Ruling.objects.get()
    assert (made.sentence, made.clauses) == ("Tisch 3 spielt leiser.", [])
    assert director.get("/t/cup/office/decisions/1/").status_code == 200


@pytest.mark.thorough
def test_what_is_decided_about_a_deal_names_its_clauses(director, row):
    for orders in ("stays", "lost"):
        response = director.post(ON_OBJECTION, said(clauses="", deal="2", orders=orders))

        assert response.status_code == 422
        assert "A decision names the clauses it rests on." in response.content.decode()
