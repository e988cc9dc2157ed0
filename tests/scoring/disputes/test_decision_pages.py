"""The decisions of an event: searched, read, printed; the clauses and texts they start from (SkWO 7.3.2, 7.3.3)."""

from datetime import timedelta
from itertools import product
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django import forms
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from scoring.disputes.forms import ClausesField, read
from scoring.disputes.models import DisputeKind
from scoring.disputes.services.objections import complete
from scoring.disputes.services.rulings import WrongDealer
from scoring.disputes.views.rulings import ORDERS, started
from scoring.disputes.wording.starting_points import POINTS, Orders
from scoring.lists.wording.refusals import clauses_found
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

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DECISIONS = "/t/cup/office/decisions/"
INBOX = "/t/cup/office/bench/"

ALL_POINTS = [point for points in POINTS.values() for point in points]

ONE, PAPER = f"{DECISIONS}1/", f"{DECISIONS}1.pdf"


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
    made = Client(headers={"accept-language": "en"})
    made.force_login(by)
    return made


@pytest.fixture
@remembered_step
def ruling(row, by):
    """Deal 2 corrected on an objection: seat 1 lost his Grand."""
    objection = raised(row, kind="revoke", deal=2, place=3, text="Er hatte noch Pik.")
    complete(
        objection_id=objection.pk, entry_key=uuid4(), by=by, now=EVENING, kind="revoke", deal=2, answer="Nein.",
        claim="Er hatte noch Pik.",
    )  # fmt: skip
    said = {
        "sentence": "Der Grand ist einfach verloren.",
        "reasons": "Pik nicht bedient.",
        "facts": "Im siebten Stich.",
    }
    return ruled(row, by, deal(2, 1, GRAND_LOST), objection=objection, **said)


class TestADecision:
    def test_says_with_its_paper_what_was_decided_what_it_did_and_why_and_shows_the_appeals_against_it(
        self, judge, ruling, row, django_assert_max_num_queries
    ):
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
        assert "Appeal 1" in page
        assert "Spieler 1" in page

    def test_says_that_nothing_changed_where_nothing_did_and_about_no_list_is_shown_too(self, judge, row, by):
        ruled(row, by)
        assert "The list stays as it is." in judge.get(ONE).content.decode()

        ruled(row, by, objection=raised(row, list_id=None))
        for url in (INBOX, f"{DECISIONS}2/", f"{DECISIONS}2.pdf?as=page"):
            assert judge.get(url).status_code == 200

    def test_says_what_is_dealt_again(self, judge):
        made = factories.tournament(slug="zwei", entrants=4, rounds=2)
        there = factories.list_of(factories.running_series(made))
        factories.enter(there, (2, GRAND), (1, GRAND))
        there.refresh_from_db()
        other = factories.judge(made, "richter2")
        ruled(there, other, wrong_dealer=WrongDealer(mistake=2, last_begun=2, version=there.version))
        client = Client(headers={"accept-language": "en"})
        client.force_login(other)

        page = client.get("/t/zwei/office/decisions/1/").content.decode()

        assert "Deal 2 and those after it are void" in page
        assert "void and dealt again" in client.get("/t/zwei/office/decisions/1.pdf", {"as": "page"}).content.decode()


def test_what_is_not_there_is_not_found(director, judge):
    for kind in ("objections", "decisions", "appeals", "queries", "measures", "corrections", "series"):
        assert judge.get(f"/t/cup/office/{kind}/7/").status_code == 404, kind
    assert judge.get("/t/cup/office/decisions/9.pdf").status_code == 404
    for address in ("series/7/draw/", "series/1/table/9/correct/", "series/2/table/1/correct/"):
        assert director.get(f"/t/cup/office/{address}").status_code == 404, address
        assert director.post(f"/t/cup/office/{address}").status_code == 404, address
    for address in ("bench/", "queries/new/"):
        assert judge.get(f"/t/nix/office/{address}").status_code == 404, address


def test_at_the_table_the_list_marks_the_deal_and_its_page_says_what_was_decided_about_it(
    at_table, director, judge, ruling
):
    table = "/t/cup/series/1/table/1/"
    marked = at_table.get(f"{table}?deals").content.decode()
    assert "Decision 1" in marked

    page = at_table.get(f"{table}deal/2/").content.decode()

    assert "Der Grand ist einfach verloren." in page
    assert ONE not in page
    of_director = director.get(f"{table}deal/2/").content.decode()
    assert ONE in of_director
    assert "Der Grand ist einfach verloren." not in at_table.get(f"{table}deal/3/").content.decode()
    # Only a judge is led to a ruling.
    to_rule = "/office/series/1/table/1/rule/"
    assert to_rule in judge.get(f"{table}deal/2/").content.decode()
    assert not [one for one in (marked, page, of_director) if to_rule in one]


CLAUSES = "/clauses/"
BESIDE = {"HX-Request": "true"}


def test_clauses_are_read_as_people_type_them():
    typed = "isko 4.2.3\nISkO 4.1.4, SkWO 7.2.5 (2002); skwo 7.2.5"
    assert ClausesField().clean(typed) == [f"{one} (2002)" for one in ("ISkO 4.2.3", "ISkO 4.1.4", "SkWO 7.2.5")]
    # A number is one of the edition that is played by, where it has it.
    assert ClausesField(edition=Edition.SINCE_2018).clean("SkWO 6.2.5, ISkO 4.2.3, ISkO 4.3.1 (2002)") == [
        "SkWO 6.2.5 (2018/2022)",
        "ISkO 4.2.3 (2002)",
        "ISkO 4.3.1 (2002)",
    ]


def test_clauses_that_do_not_exist_are_named_and_none_are_refused_unless_the_form_asks_for_none():
    with pytest.raises(forms.ValidationError) as refused:
        ClausesField().clean("ISkO 4.2.3\nISkO 99\nDuden 3")
    assert [str(one) for one in refused.value.messages] == [
        "The rule text has no clause “ISkO 99”. Write it like “ISkO 4.2.3”.",
        "The rule text has no clause “Duden 3”. Write it like “ISkO 4.2.3”.",
    ]
    for typed in ("", "  \n ", ",;,"):
        assert ClausesField(required=False).clean(typed) == []
        with pytest.raises(forms.ValidationError, match="names the clauses"):
            ClausesField().clean(typed)


def test_the_page_finds_clauses_by_their_words_and_numbers_old_and_new(judge):
    def found(**asked):
        return judge.get(CLAUSES, asked).content.decode()

    by_word, whole = found(q="revoke claimed"), found()
    assert "ISkO 4.2.5 (2002)" in by_word
    assert "ISkO 4.2.3 (2002)" not in by_word
    assert "SkWO 7.2.5 (2002)" in found(q="SkWO 7.2.5")
    assert "2018/2022: SkWO 6.2.5" in found(q="SkWO 7.2.3")
    assert "SkWO 6.2.5 (2018/2022)" in found(q="SkWO 7.2.3", edition="2018/2022")
    # Without words the page shows the whole register.
    assert "ISkO 1.1.1 (2002)" in whole
    assert "SkWO 9.10 (2002)" in whole


def test_beside_a_form_it_offers_a_few_adds_one_once_and_takes_one_out_however_it_was_typed(judge):
    def beside(**asked):
        return judge.get(CLAUSES, asked, headers=BESIDE).content.decode()

    found = beside(q="revoke claimed", field="clauses")
    assert "<html" not in found
    assert "?field=clauses&amp;add=ISkO%204.2.5%20%282002%29" in found
    many = beside(q="ISkO")
    assert many.count("hx-get") == 12
    assert "more: type another word" in many
    assert beside(q=" ").strip() == ""
    assert "Try fewer" in beside(q="Zebra")

    typed = {"field": "clauses", "add": "ISkO 4.1.4 (2002)"}
    assert "ISkO 4.2.3\nISkO 4.1.4 (2002)</textarea>" in beside(**typed, clauses="ISkO 4.2.3")
    assert "isko 4.1.4\nISkO 4.2.3</textarea>" in beside(**typed, clauses="isko 4.1.4\nISkO 4.2.3")
    left = beside(**{"field": "x-clauses", "x-clauses": "isko 4.2.3\nBlabla", "drop": "ISkO 4.2.3 (2002)"})
    assert 'name="x-clauses"' in left
    assert "\nBlabla</textarea>" in left


def test_nonsense_is_answered_calmly(judge):
    for asked in (
        {"q": "x" * 5000},
        {"q": "<script>"},
        {"edition": "1914"},
        {"field": "'\"><b>", "add": "<b>"},
        {"add": "<b>" * 100, "clauses": "\0"},
        {"drop": "", "field": "add"},
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
        assert [str(citation(clause)) for clause in point.clauses] == [
            clause if "(" in clause else f"{clause} (2002)" for clause in point.clauses
        ]
        assert all(str(text) for text in (point.title, point.reasons))
        assert str(point.sentence).endswith(".")
        assert len(str(point.sentence)) <= 150
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


SPADES = {"game": Game.SPADES, "hand": True}
CONTRACTS = (
    *(Contract(game=Game.GRAND, hand=hand) for hand in (False, True)),
    Contract(**SPADES),
    Contract(**SPADES, schneider_announced=True),
    Contract(**SPADES, schneider_announced=True, schwarz_announced=True),
    Contract(**SPADES, schneider_announced=True, schwarz_announced=True, ouvert=True),
    *(Contract(game=Game.NULL, hand=hand, ouvert=ouvert) for hand in (False, True) for ouvert in (False, True)),
)


def text(point, played=None):
    """Return the sentence that a starting point fills in about a deal, in English."""
    deal = Deal(number=1, declarer=1, played=played) if played else Deal(number=1, declarer=None, played=None)
    lines = [SimpleNamespace(number=1, deal=deal)]
    sheet = SimpleNamespace(is_totals_only=False, lines=lines, row=SimpleNamespace(signed_at=None))
    with translation.override("en"):
        return started(QueryDict("deal=1"), point, sheet=sheet)["sentence"]


def is_simple(played):
    """Test whether the word fits: one level for the game, none for anything announced, made or asked for by the bid."""
    return played == Played(
        contract=Contract(game=played.contract.game), matadors=played.matadors, won=played.won, bid=played.bid
    )


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
