"""The decisions of an event: searched, read, printed; the clauses and texts they start from (SkWO 7.3.2, 7.3.3).

A decision on one screen: filled in, shown, made once, or refused; and where no judge is named (SkWO 4.5).
"""

from dataclasses import replace
from datetime import timedelta
from itertools import product
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django import forms
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from pytest_django.asserts import assertContains

from scoring.disputes.forms import ClausesField, read
from scoring.disputes.models import DisputeKind, Objection, Ruling
from scoring.disputes.services.objections import complete, withdraw
from scoring.disputes.views.rulings import ORDERS, started
from scoring.disputes.wording.starting_points import POINTS, Orders
from scoring.lists.wording.refusals import clauses_found
from scoring.office.services.end import release_final_ranking, state_end
from scoring.rules.clauses import REPLACED, Edition
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.register.citing import citation, replaced_by
from scoring.rules.rulings import ended_by_breach
from scoring.rules.valuation import Played
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, raised, ruled
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import AT_TABLE, BOTH, ON_OBJECTION, looked, said, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DECISIONS, INBOX = "/t/cup/office/decisions/", "/t/cup/office/bench/"
ONE, PAPER = f"{DECISIONS}1/", f"{DECISIONS}1.pdf"

ALL_POINTS = [point for points in POINTS.values() for point in points]


@pytest.fixture
def row(row):
    factories.fill(row, seat=1)
    row.refresh_from_db()
    return row


@pytest.fixture
def by(row):
    return factories.judge(row.table.series.tournament)


@pytest.fixture
def judge(by) -> Client:
    return signed_in(by)


@pytest.fixture
@remembered_step
def ruling(row, by):
    """Deal 2 corrected on an objection: seat 1 lost his Grand."""
    claim = "Er hatte noch Pik."
    objection = raised(row, kind="revoke", deal=2, place=3, text=claim)
    found = {"kind": "revoke", "deal": 2, "answer": "Nein.", "claim": claim}
    complete(objection_id=objection.pk, entry_key=uuid4(), by=by, now=EVENING, **found)
    said = {"sentence": "Der Grand ist einfach verloren.", "reasons": "Pik nicht bedient."}
    return ruled(row, by, deal(2, 1, GRAND_LOST), objection=objection, facts="Im siebten Stich.", **said)


class TestADecision:
    def test_and_its_paper_say_what_was_decided_and_why(self, judge, ruling, row, django_assert_max_num_queries):
        with django_assert_max_num_queries(30):
            page = judge.get(ONE).content.decode()
        paper = judge.get(PAPER, {"as": "page"}).content.decode()

        on_both = ("Grand ist einfach verloren.", "Im siebten Stich.", "Er hatte noch Pik.", "Pik nicht bedient.")
        ones = ("Series 1, table 1, deal 2", "Spieler 1 wins Grand with 2: 72", "Spieler 1 loses Grand with 2", "+30")
        others = ("Nein.", "Objection 1", "Appeals against decision 1:", "File an appeal")
        on_paper = ("Decision 1", "Deal 2 is corrected.", "before the next series starts", "richterin")
        assert not [words for words in (*on_both, "ISkO 4.2.3 (2002)", *ones, *others) if words not in page]
        assert not [words for words in (*on_both, "ISkO 4.2.3 (2002)", *on_paper) if words not in paper]
        response = judge.get(PAPER)
        assert response["Content-Type"] == "application/pdf"
        assert "cup-decision-1.pdf" in response["Content-Disposition"]

        said = {"text": "Ich habe bedient.", "now": EVENING + timedelta(minutes=1)}
        steps.appeal_against(ruling, list_id=row.pk, deal=2, **said)
        page = judge.get(ONE).content.decode()
        assert not [one for one in ("Appeal 1", "Spieler 1") if one not in page]

    def test_says_that_nothing_changed_where_nothing_did_and_about_no_list_is_shown_too(self, judge, row, by):
        ruled(row, by)
        assertContains(judge.get(ONE), "The list stays as it is.")

        ruled(row, by, objection=raised(row, list_id=None))
        for url in (INBOX, f"{DECISIONS}2/", f"{DECISIONS}2.pdf?as=page"):
            assert judge.get(url).status_code == 200


def test_what_is_not_there_is_not_found(director, judge):
    office = "/t/cup/office"
    kinds = ("objections", "decisions", "appeals", "queries", "measures", "corrections", "series")
    pages = [*(f"{office}/{kind}/7/" for kind in kinds), f"{office}/decisions/9.pdf"]
    for address in (*pages, "/t/nix/office/bench/", "/t/nix/office/queries/new/"):
        assert judge.get(address).status_code == 404, address
    for address in ("series/7/draw/", "series/1/table/9/correct/", "series/2/table/1/correct/"):
        for ask in (director.get, director.post):
            assert ask(f"{office}/{address}").status_code == 404, address


def test_at_the_table_the_list_and_the_page_of_the_deal_say_what_was_decided(at_table, director, judge, ruling):
    table = "/t/cup/series/1/table/1/"
    marked = at_table.get(f"{table}?deals").content.decode()
    assert "Decision 1" in marked

    page, of_director, of_judge = (one.get(f"{table}deal/2/").content.decode() for one in (at_table, director, judge))

    assert "Der Grand ist einfach verloren." in page
    assert (ONE in page, ONE in of_director) == (False, True)
    assert "Der Grand ist einfach verloren." not in at_table.get(f"{table}deal/3/").content.decode()
    # Only a judge is led to a ruling.
    to_rule = "/office/series/1/table/1/rule/"
    assert [to_rule in one for one in (of_judge, marked, page, of_director)] == [True, False, False, False]


CLAUSES = "/clauses/"
BESIDE = {"HX-Request": "true"}


def test_clauses_are_read_as_people_type_them():
    typed = "isko 4.2.3\nISkO 4.1.4, SkWO 7.2.5 (2002); skwo 7.2.5"
    assert ClausesField().clean(typed) == [f"{one} (2002)" for one in ("ISkO 4.2.3", "ISkO 4.1.4", "SkWO 7.2.5")]
    # A number is one of the edition that is played by, where it has it.
    newer = ClausesField(edition=Edition.SINCE_2018).clean("SkWO 6.2.5, ISkO 4.2.3, ISkO 4.3.1 (2002)")
    assert newer == ["SkWO 6.2.5 (2018/2022)", "ISkO 4.2.3 (2002)", "ISkO 4.3.1 (2002)"]


def test_clauses_that_do_not_exist_are_named_and_none_are_refused_unless_the_form_asks_for_none():
    with pytest.raises(forms.ValidationError) as refused:
        ClausesField().clean("ISkO 4.2.3\nISkO 99\nDuden 3")
    assert [str(one) for one in refused.value.messages] == [
        f"The rule text has no clause “{one}”. Write it like “ISkO 4.2.3”." for one in ("ISkO 99", "Duden 3")
    ]
    for typed in ("", "  \n ", ",;,"):
        assert ClausesField(required=False).clean(typed) == []
        with pytest.raises(forms.ValidationError, match="names the clauses"):
            ClausesField().clean(typed)


def test_the_page_finds_clauses_by_their_words_and_numbers_old_and_new(judge):
    def found(**asked):
        return judge.get(CLAUSES, asked).content.decode()

    for asked, words in (
        ({"q": "revoke claimed"}, "ISkO 4.2.5 (2002)"),
        ({"q": "SkWO 7.2.5"}, "SkWO 7.2.5 (2002)"),
        ({"q": "SkWO 7.2.3"}, "2018/2022: SkWO 6.2.5"),
        ({"q": "SkWO 7.2.3", "edition": "2018/2022"}, "SkWO 6.2.5 (2018/2022)"),
        # Without words the page shows the whole register.
        *(({}, "ISkO 1.1.1 (2002)"), ({}, "SkWO 9.10 (2002)")),
    ):
        assert words in found(**asked), asked
    assert "ISkO 4.2.3 (2002)" not in found(q="revoke claimed")


def test_beside_a_form_it_offers_a_few_adds_one_once_and_takes_one_out_however_it_was_typed(judge):
    def beside(**asked):
        return judge.get(CLAUSES, asked, headers=BESIDE).content.decode()

    found = beside(q="revoke claimed", field="clauses")
    assert ("<html" in found, "?field=clauses&amp;add=ISkO%204.2.5%20%282002%29" in found) == (False, True)
    many = beside(q="ISkO")
    assert (many.count("hx-get"), "more: type another word" in many) == (12, True)
    assert (beside(q=" ").strip(), "Try fewer" in beside(q="Zebra")) == ("", True)

    typed = {"field": "clauses", "add": "ISkO 4.1.4 (2002)"}
    assert "ISkO 4.2.3\nISkO 4.1.4 (2002)</textarea>" in beside(**typed, clauses="ISkO 4.2.3")
    assert "isko 4.1.4\nISkO 4.2.3</textarea>" in beside(**typed, clauses="isko 4.1.4\nISkO 4.2.3")
    left = beside(**{"field": "x-clauses", "x-clauses": "isko 4.2.3\nBlabla", "drop": "ISkO 4.2.3 (2002)"})
    assert not [said for said in ('name="x-clauses"', "\nBlabla</textarea>") if said not in left]


def test_nonsense_is_answered_calmly(judge):
    for asked in (
        *({"q": "x" * 5000}, {"q": "<script>"}, {"edition": "1914"}, {"field": "'\"><b>", "add": "<b>"}),
        *({"add": "<b>" * 100, "clauses": "\0"}, {"drop": "", "field": "add"}),
    ):
        for headers in ({}, BESIDE):
            response = judge.get(CLAUSES, asked, headers=headers)
            page = response.content.decode()
            assert response.status_code == 200, asked
            assert "<script>" not in page.replace("<script type", "").replace("<script src", ""), asked
            assert "<b>" not in page, asked


def test_every_kind_of_dispute_has_starting_points_that_are_short_and_cite_what_there_is_and_by_which_rules():
    assert {*POINTS} == {kind for kind in DisputeKind if kind}
    assert all(POINTS.values())
    for point in ALL_POINTS:
        full = [clause if "(" in clause else f"{clause} (2002)" for clause in point.clauses]
        assert [str(citation(clause)) for clause in point.clauses] == full
        assert all(str(text) for text in (point.title, point.reasons))
        assert (str(point.sentence)[-1], len(str(point.sentence)) <= 150) == (".", True)
        # One that rests on what was replaced says under which rules it holds.
        cited, unknown = read("\n".join(point.clauses))
        assert not unknown, point.title
        replaced = [one for one in cited if replaced_by(one)]
        newer = [one for one in cited if one.edition is Edition.SINCE_2018 and one.clause in REPLACED.values()]
        assert not (replaced and newer), point.title
        assert point.edition == (Edition.NOVEMBER_2002 if replaced else Edition.SINCE_2018 if newer else None)
    # Of what is known there is a text for each edition, and since 2018 a claim is not lost at once.
    cited = {clause for point in ALL_POINTS for clause in point.clauses}
    for number in (4, 5, 6):
        assert {f"ISkO 4.3.{number}", f"ISkO 4.4.{number} (2018/2022)"} <= cited
    texts = [point for point in ALL_POINTS if "ISkO 4.4.4 (2018/2022)" in point.clauses]
    assert [point.orders for point in texts] == [Orders.STATED] * 2


SPADES = Contract(game=Game.SPADES, hand=True)
CONTRACTS = (
    *(Contract(game=Game.GRAND, hand=hand) for hand in (False, True)),
    *(SPADES, replace(SPADES, schneider_announced=True)),
    replace(SPADES, schneider_announced=True, schwarz_announced=True),
    replace(SPADES, schneider_announced=True, schwarz_announced=True, ouvert=True),
    *(Contract(game=Game.NULL, hand=hand, ouvert=ouvert) for hand in (False, True) for ouvert in (False, True)),
)


def text(point, played=None):
    """Return the sentence that a starting point fills in about a deal, in English."""
    deal = Deal(number=1, declarer=1 if played else None, played=played)
    lines = [SimpleNamespace(number=1, deal=deal)]
    sheet = SimpleNamespace(is_totals_only=False, lines=lines, row=SimpleNamespace(signed_at=None))
    with translation.override("en"):
        return started(QueryDict("deal=1"), point, sheet=sheet)["sentence"]


def is_simple(played):
    """Test whether the word fits: one level for the game, none for anything announced, made or asked for by the bid."""
    simple = Contract(game=played.contract.game)
    return played == Played(contract=simple, matadors=played.matadors, won=played.won, bid=played.bid)


def test_no_text_says_simple_where_the_result_has_a_level_or_the_deal_is_not_known_yet():
    for point, contract, bid in product(ALL_POINTS, CONTRACTS, (None, 18, 59, 72)):
        matadors = None if contract.game is Game.NULL else 1
        played = Played(contract=contract, matadors=matadors, won=True, bid=bid)
        deal = Deal(number=1, declarer=1, played=played)
        ways = {Orders.LOST: [False], Orders.WON: [True]}.get(point.orders, [False, True])
        if not all(is_simple(ended_by_breach(deal, won_by_declarer=won).played) for won in ways):
            assert "simple" not in text(point, played), (point.title, contract, bid)
        elif point.orders in {Orders.LOST, Orders.WON}:
            assert "simple level" in text(point, played), (point.title, contract, bid)
    for point in ALL_POINTS:
        assert "simple" not in text(point), point.title
        with translation.override("en"):
            assert "simple" not in str(point.reasons), point.title
    # Nor does a choice of what is ordered, which stands beside every deal.
    assert ORDERS.keys() == set(Orders)
    for language, word in (("en", "simple"), ("de", "einfach"), ("es", "sencill")):
        with translation.override(language):
            assert not [str(choice) for choice in ORDERS.values() if word in str(choice).lower()]


def test_players_words_and_both_numbers_find_their_clause():
    for words, numbers in (
        ("Spielabkürzung", {*REPLACED, *(f"{new} (2018/2022)" for new in REPLACED.values())}),
        ("Auflegen", {"ISkO 4.3.4", "ISkO 4.3.5", "ISkO 4.4.4 (2018/2022)"}),
        ("Skateinsicht", {"ISkO 3.2.14", "ISkO 3.3.9", "ISkO 4.2.8", "ISkO 4.5.4"}),
        ("drei Karten im Skat", {"ISkO 3.2.9", "ISkO 3.4.6", "ISkO 4.2.6"}),
        ("vergeben", {"ISkO 3.2.9"}),
        ("Stiche durchsehen", {"ISkO 4.4.6"}),
        ("6.2.5", {"SkWO 7.2.3", "SkWO 9.11"}),
        ("4.4.4", {"ISkO 4.3.4", "ISkO 4.4.4", "ISkO 4.4.4 (2018/2022)"}),
        ("6.4.3", {"SkWO 7.4.4"}),
    ):
        with translation.override("de"):
            found = {cited for cited, _clause in clauses_found(words, edition=Edition.NOVEMBER_2002)}
        assert {citation(number) for number in numbers} <= found, words


@pytest.fixture
def in_dispute(row):
    """The list with an objection to deal 2."""
    raised(row, kind="revoke", deal=2, place=3, text="Er hatte noch Pik.")
    return row


class TestAMinuteAtTheTable:
    def test_one_tap_fills_everything_in_and_shows_what_it_would_do(self, judge, in_dispute):
        start = {**said(orders="stays", sentence="", reasons="", clauses="", facts="Pik lag noch da."), "action": ""}

        response = judge.post(ON_OBJECTION, start | {"start": "revoke-0"})

        filled = ("The game is lost at the simple level.", "ISkO 4.2.3\nISkO 4.1.4</textarea>", "Pik lag noch da.")
        for words in ('id="rule"', *filled, "Decide"):
            assertContains(response, words)
        assert response.context["shown"].after.played == GRAND_LOST
        assert not Ruling.objects.exists()

    def test_deals_of_the_wrong_dealer_are_dealt_again_as_the_decision_says(self):
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
        assertContains(client.get("/t/drei/office/decisions/1/"), "Deal 3 and those after it are void")
        assertContains(client.get("/t/drei/office/decisions/1.pdf?as=page"), "void and dealt again")

    def test_the_facts_the_judge_wrote_down_stay_while_another_deal_is_looked_at(self, judge, in_dispute):
        facts = {"kind": "revoke", "deal": 2, "facts": "Im siebten Stich.", "claim": "Verloren", "answer": "Gewonnen"}
        by = {"by": factories.user("richterin"), "now": EVENING, "entry_key": uuid4()}
        complete(objection_id=Objection.objects.get().pk, **by, **facts)

        page = judge.get(ON_OBJECTION).content.decode()
        other = judge.post(ON_OBJECTION, said(action="deal", deal="3")).content.decode()

        assert not [words for words in ("Im siebten Stich.", "Gewonnen", "Spieler 3") if words not in page]
        found = ["Der Grand ist einfach verloren." in other, "Deal 3 as it will be" in other]
        assert (found, "Nothing was saved" in other) == ([True, True], False)

    def test_an_objection_about_no_list_is_decided_in_words_and_the_clause_proposed_may_be_struck(self, judge, row):
        raised(row, list_id=None)
        url = ON_OBJECTION
        assertContains(judge.get(url), "SkWO 7.3.2</textarea>")

        judge.post(url, looked(judge, url, said(clauses="")))

        made = Ruling.objects.get()
        assert (made.game_list, made.clauses) == (None, [])


class TestNotSo:
    def test_nothing_is_decided_about_what_was_taken_back(self, judge, in_dispute):
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)

        assert 'id="rule"' not in judge.get(ON_OBJECTION).content.decode()
        for action in ("preview", "decide"):
            sent = judge.post(ON_OBJECTION, said(action=action))
            assertContains(sent, "Somebody else has changed this in the meantime.", status_code=422)
            assert sent.context["shown"] is None
        assert not Ruling.objects.exists()

    def test_nothing_is_decided_when_the_ranking_is_released(self, judge, in_dispute):
        cup = in_dispute.table.series.tournament
        withdraw(objection_id=Objection.objects.get().pk, by=None, place=3, now=EVENING)
        factories.confirm_and_sign(in_dispute)
        factories.close_series(in_dispute.table.series)
        state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        release_final_ranking(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(hours=3))

        for url in (ON_OBJECTION, AT_TABLE):
            response = judge.post(url, said(action="decide"))
            for words in ("The final ranking has been released", "office/?end#take-back"):
                assertContains(response, words, status_code=422, msg_prefix=url)

    NOT_SO = (
        ({"sentence": " ", "reasons": "", "clauses": ""}, "Say in one sentence", "its reasons", "names the clauses"),
        ({"clauses": "ISkO 99", "entry_key": "x", "deal": ""}, "no clause “ISkO 99”", "not arrive", "Please choose."),
        ({"deal": "99", "orders": ""}, "Select a valid choice", "required"),
        ({"orders": "stated"}, "This is deal 2 now"),
        ({"orders": "stated", "number": "2"}, "cannot count as stated"),
        ({"orders": "won"}, "Nothing is different"),
        ({"orders": "again", "mistake": ""}, "Please choose"),
        ({"orders": "again", "mistake": "77"}, "Select a valid choice"),
        ({"opponents_points": "500", "seen": "x"}, "less than or equal to 120", "valid UUID"),
    )

    def test_what_is_missing_is_said_and_what_was_typed_kept(self, judge, in_dispute):
        for fields, *sentences in self.NOT_SO:
            response = judge.post(ON_OBJECTION, said(facts="Mein Befund") | fields)
            for sentence in (*sentences, "Mein Befund"):
                assertContains(response, sentence, status_code=422, msg_prefix=str(fields))

    def test_a_deal_that_was_not_played_yet_is_none_the_next_one_is(self):
        begun = factories.tournament(slug="begun", entrants=4, rounds=1)
        row = factories.list_of(factories.running_series(begun))
        factories.enter(row, (2, factories.GRAND))
        judge = signed_in(factories.judge(begun))
        at_table, unwritten = AT_TABLE.replace("cup", "begun"), "No game is written down for deal 2. State it below."

        for number, sentence in (("3", "There is no deal 3 in this list."), ("2", unwritten)):
            assertContains(judge.post(at_table, said(deal=number)), sentence, status_code=422)
        # Nor did anybody play a deal that was passed in.
        factories.enter(row, None)
        assertContains(judge.post(at_table, said()), "No game is written down for deal 2", status_code=422)

    def test_of_results_alone_no_deal_is_corrected(self):
        made = factories.tournament(slug="vier", entrants=3, rounds=1)
        factories.type_totals(factories.list_of(factories.running_series(made)), (48, 1, 0), (-96, 0, 1), (0, 0, 0))
        client, url = signed_in(factories.judge(made, "richter4")), "/t/vier/office/series/1/table/1/rule/"

        page = client.get(url).content.decode()
        assert ('name="orders"' in page, 'value="3"' in page) == (False, True)
        client.post(url, looked(client, url, said(deal="3")))
        ruling = Ruling.objects.get()
        assert (ruling.entry, ruling.deal) == (None, 3)

    @pytest.mark.thorough
    def test_a_text_or_a_deal_that_does_not_exist_fills_in_nothing(self, judge, in_dispute):
        for start in ("revoke-99", "x-1", "revoke-x", "-0", "revoke--1", "²-²", "revoke-²"):
            assert judge.post(ON_OBJECTION, said(start=start)).status_code == 200, start
        for asked in ("x", "99", "²", "-1", "2" * 400):
            assert judge.get(AT_TABLE, {"deal": asked}).status_code == 200, asked


STANDS_IN = "No judge is named for this event, so the direction decides: you (SkWO 7.3.2)."


@pytest.mark.thorough
@BOTH
def test_where_no_judge_is_named_the_direction_rules_without_appointing_itself(director, in_dispute, url):
    for path in (ON_OBJECTION, "/t/cup/office/bench/"):
        assertContains(director.get(path), STANDS_IN)
    assert director.post(url, looked(director, url, said())).status_code == 302
    assert Ruling.objects.get().decided_by.username == "direktor"
