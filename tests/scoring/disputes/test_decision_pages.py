"""The decisions of an event: searched, read, printed; the clauses and texts they start from (SkWO 7.3.2, 7.3.3)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django import forms
from django.test import Client

from scoring.disputes.forms.clauses import ClausesField
from scoring.disputes.models import DisputeKind
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.drafts import WrongDealer
from scoring.disputes.services.objections import complete
from scoring.disputes.wording.starting_points import POINTS
from scoring.rules.clauses import Edition
from scoring.rules.register.citing import citation
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, raised, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DECISIONS = "/t/cup/office/decisions/"

ONE = f"{DECISIONS}1/"

PAPER = f"{DECISIONS}1.pdf"


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


class TestTheSearch:
    def test_shows_the_newest_first(self, judge, ruling, row, by):
        ruled(row, by, sentence="Die Liste bleibt.", clauses=["SkWO 7.2.5"])

        page = judge.get(DECISIONS)

        assert [one.number for one in page.context["rulings"]] == [2, 1]
        assert "Die Liste bleibt." in page.content.decode()

    @pytest.mark.parametrize("words", ["siebten", "ISKO 4.2.3", "revoke PIK", "no. 1"])
    def test_finds_words_clauses_kinds_and_numbers(self, judge, ruling, row, by, words):
        ruled(row, by, sentence="Anderes", reasons="Anderes", clauses=["SkWO 7.2.5"])

        assert [one.number for one in judge.get(DECISIONS, {"q": words}).context["rulings"]] == [1]

    def test_says_when_nothing_has_all_the_words_or_nothing_was_decided(self, judge, row):
        assert "Nothing has been decided yet" in judge.get(DECISIONS).content.decode()
        assert "has all these words" in judge.get(DECISIONS, {"q": "Zebra"}).content.decode()

    @pytest.mark.parametrize("words", ["<script>", "x" * 5000, "\0", "²"])
    def test_takes_any_words_calmly(self, judge, ruling, words):
        assert judge.get(DECISIONS, {"q": words}).status_code == 200

    def test_asks_as_much_for_many_as_for_one(self, judge, ruling, row, by, django_assert_num_queries):
        with django_assert_num_queries(8):
            judge.get(DECISIONS)
        for number in range(8):
            ruled(row, by, sentence=f"Nummer {number}")
        with django_assert_num_queries(8):
            judge.get(DECISIONS)


class TestADecision:
    def test_says_what_was_decided_what_it_did_and_why(self, judge, ruling):
        page = judge.get(ONE).content.decode()

        for words in (
            "Der Grand ist einfach verloren.",
            "series 1, table 1, deal 2",
            "Spieler 1 wins Grand with 2: 72",
            "Spieler 1 loses Grand with 2",
            "+30",
            "Im siebten Stich.",
            "Er hatte noch Pik.",
            "Nein.",
            "Pik nicht bedient.",
            "ISkO 4.2.3 (2002)",
            "Print the decision",
            "Objection 1",
        ):
            assert words in page

    def test_shows_until_when_appeals_against_it_come_in_time(self, judge, ruling, row):
        page = judge.get(ONE).content.decode()

        assert "Appeals against decision 1:" in page
        assert "Log an appeal against it" in page

    def test_shows_the_appeals_against_it(self, judge, ruling, row):
        file_appeal(
            series_id=row.table.series_id,
            appellant=1,
            list_id=row.pk,
            deal=2,
            ruling_id=ruling.pk,
            text="Ich habe bedient.",
            entry_key=uuid4(),
            by=None,
            now=EVENING + timedelta(minutes=1),
        )

        page = judge.get(ONE).content.decode()

        assert "Appeal no. 1" in page
        assert "Spieler 1" in page

    def test_says_that_nothing_changed_where_nothing_did(self, judge, row, by):
        ruled(row, by)

        assert "The list stays as it is." in judge.get(ONE).content.decode()

    def test_says_what_is_dealt_again(self, judge):
        made = factories.tournament(slug="zwei", entrants=4, rounds=2)
        there = factories.list_of(factories.running_series(made))
        factories.enter(there, (2, GRAND), (1, GRAND))
        there.refresh_from_db()
        other = factories.judge(made, "richter2")
        ruled(there, other, wrong_dealer=WrongDealer(mistake=2, found=2, version=there.version))
        client = Client(headers={"accept-language": "en"})
        client.force_login(other)

        page = client.get("/t/zwei/office/decisions/1/").content.decode()

        assert "Deal 2 and those after it are void" in page
        assert "void and dealt again" in client.get("/t/zwei/office/decisions/1.pdf", {"as": "page"}).content.decode()

    def test_about_no_list_is_shown_too(self, judge, row, by):
        ruled(row, by, objection=raised(row, list_id=None))

        for url in (DECISIONS, ONE, f"{PAPER}?as=page"):
            assert judge.get(url).status_code == 200

    def test_asks_a_fixed_number_of_queries(self, judge, ruling, django_assert_max_num_queries):
        with django_assert_max_num_queries(30):
            judge.get(ONE)


class TestThePaper:
    def test_is_numbered_and_complete(self, judge, ruling):
        page = judge.get(PAPER, {"as": "page"}).content.decode()

        for words in (
            "Decision no. 1",
            "Im siebten Stich.",
            "Er hatte noch Pik.",
            "Der Grand ist einfach verloren.",
            "Deal 2 is corrected.",
            "Pik nicht bedient.",
            "ISkO 4.2.3 (2002)",
            "before the next series starts",
            "richterin",
        ):
            assert words in page

    def test_is_a_file_to_print(self, judge, ruling):
        response = judge.get(PAPER)

        assert response["Content-Type"] == "application/pdf"
        assert "cup-ruling-1.pdf" in response["Content-Disposition"]


class TestWho:
    @pytest.mark.parametrize("url", [DECISIONS, ONE, PAPER])
    def test_officials_of_the_event_alone(self, client, director, judge, at_table, ruling, url):
        factories.tournament(slug="other", director="anders")
        stranger = Client()
        stranger.force_login(factories.user("anders"))

        assert [one.get(url).status_code for one in (director, judge, stranger)] == [200, 200, 403]
        for one in (client, at_table):
            assert one.get(url).status_code in {302, 403}
        assert judge.post(url).status_code == 405

    @pytest.mark.parametrize("url", [f"{DECISIONS}9/", f"{DECISIONS}9.pdf", "/t/nix/office/decisions/"])
    def test_what_is_not_there_is_not_found(self, judge, ruling, url):
        assert judge.get(url).status_code == 404


class TestAtTheTable:
    def test_the_page_of_a_deal_says_what_was_decided_about_it(self, at_table, director, ruling):
        url = "/t/cup/series/1/table/1/deal/"

        page = at_table.get(f"{url}2/").content.decode()

        assert "Decision 1" in page
        assert "Der Grand ist einfach verloren." in page
        assert ONE not in page
        assert ONE in director.get(f"{url}2/").content.decode()
        assert "Der Grand ist einfach verloren." not in at_table.get(f"{url}3/").content.decode()

    def test_the_list_marks_the_deal(self, at_table, ruling):
        assert "decision 1" in at_table.get("/t/cup/series/1/table/1/?deals").content.decode()

    def test_only_a_judge_is_led_to_a_ruling(self, at_table, director, judge, ruling):
        judge.get(f"/l/{ruling.game_list.table.key}/")
        for url in ("/t/cup/series/1/table/1/", "/t/cup/series/1/table/1/deal/2/"):
            assert "/office/series/1/table/1/rule/" in judge.get(url).content.decode()
            for one in (at_table, director):
                assert "/office/series/1/table/1/rule/" not in one.get(url).content.decode()


CLAUSES = "/t/cup/office/clauses/"

BESIDE = {"HX-Request": "true"}


@pytest.fixture
def cup():
    return factories.tournament()


@pytest.fixture
def judge_at_work(cup) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(cup))
    return made


def test_clauses_are_read_as_people_type_them():
    assert ClausesField().clean("isko 4.2.3\nISkO 4.1.4, SkWO 7.2.5 (2002); skwo 7.2.5") == [
        "ISkO 4.2.3 (2002)",
        "ISkO 4.1.4 (2002)",
        "SkWO 7.2.5 (2002)",
    ]


def test_a_number_is_one_of_the_edition_that_is_played_by_where_it_has_it():
    field = ClausesField(edition=Edition.SINCE_2018)

    assert field.clean("SkWO 6.2.5, ISkO 4.2.3, ISkO 4.3.1 (2002)") == [
        "SkWO 6.2.5 (2018/2022)",
        "ISkO 4.2.3 (2002)",
        "ISkO 4.3.1 (2002)",
    ]


def test_every_clause_that_does_not_exist_is_named():
    with pytest.raises(forms.ValidationError) as refused:
        ClausesField().clean("ISkO 4.2.3\nISkO 99\nDuden 3")

    assert [str(one) for one in refused.value.messages] == [
        "The rule text has no clause “ISkO 99”. Write it like “ISkO 4.2.3”.",
        "The rule text has no clause “Duden 3”. Write it like “ISkO 4.2.3”.",
    ]


@pytest.mark.parametrize("typed", ["", "  \n ", ",;,"], ids=repr)
def test_a_decision_without_any_is_refused_unless_the_form_asks_for_none(typed):
    assert ClausesField(required=False).clean(typed) == []
    if typed.strip(" \n,;") or not typed.strip():
        with pytest.raises(forms.ValidationError, match="names the clauses"):
            ClausesField().clean(typed)


def test_commas_alone_are_no_clauses():
    with pytest.raises(forms.ValidationError, match="names the clauses"):
        ClausesField().clean(",;,")


def test_the_page_finds_clauses_by_their_words_and_numbers(judge_at_work):
    by_word = judge_at_work.get(CLAUSES, {"q": "revoke claimed"}).content.decode()
    by_number = judge_at_work.get(CLAUSES, {"q": "SkWO 7.2.5"}).content.decode()

    assert "ISkO 4.2.5 (2002)" in by_word
    assert "ISkO 4.2.3 (2002)" not in by_word
    assert "SkWO 7.2.5 (2002)" in by_number


def test_the_page_gives_the_newer_numbers_where_they_are_known(judge_at_work):
    page = judge_at_work.get(CLAUSES, {"q": "SkWO 7.2.3"}).content.decode()
    newer = judge_at_work.get(CLAUSES, {"q": "SkWO 7.2.3", "edition": "2018/2022"}).content.decode()

    assert "2018/2022: SkWO 6.2.5" in page
    assert "SkWO 6.2.5 (2018/2022)" in newer


def test_without_words_the_page_shows_the_whole_register(judge_at_work):
    page = judge_at_work.get(CLAUSES).content.decode()

    assert "ISkO 1.1.1 (2002)" in page
    assert "SkWO 9.10 (2002)" in page


def test_beside_a_form_it_offers_those_to_add(judge_at_work):
    found = judge_at_work.get(CLAUSES, {"q": "revoke claimed", "field": "clauses"}, headers=BESIDE).content.decode()

    assert "<html" not in found
    assert "?field=clauses&amp;add=ISkO%204.2.5%20%282002%29" in found


def test_beside_a_form_it_shows_a_few_and_how_many_more(judge_at_work):
    found = judge_at_work.get(CLAUSES, {"q": "ISkO"}, headers=BESIDE).content.decode()

    assert found.count("hx-get") == 12
    assert "more: type another word" in found
    assert judge_at_work.get(CLAUSES, {"q": " "}, headers=BESIDE).content.decode().strip() == ""
    assert "Try fewer" in judge_at_work.get(CLAUSES, {"q": "Zebra"}, headers=BESIDE).content.decode()


def test_a_clause_is_added_once_to_what_was_typed(judge_at_work):
    typed = {"field": "clauses", "clauses": "ISkO 4.2.3", "add": "ISkO 4.1.4 (2002)"}
    again = typed | {"clauses": "isko 4.1.4\nISkO 4.2.3"}

    added = judge_at_work.get(CLAUSES, typed, headers=BESIDE).content.decode()
    not_again = judge_at_work.get(CLAUSES, again, headers=BESIDE).content.decode()

    assert "ISkO 4.2.3\nISkO 4.1.4 (2002)</textarea>" in added
    assert "isko 4.1.4\nISkO 4.2.3</textarea>" in not_again


def test_a_clause_is_taken_out_however_it_was_typed(judge_at_work):
    typed = {"field": "x-clauses", "x-clauses": "isko 4.2.3\nBlabla", "drop": "ISkO 4.2.3 (2002)"}

    left = judge_at_work.get(CLAUSES, typed, headers=BESIDE).content.decode()

    assert 'name="x-clauses"' in left
    assert "\nBlabla</textarea>" in left


@pytest.mark.parametrize(
    "asked",
    [
        {"q": "x" * 5000},
        {"q": "<script>"},
        {"edition": "1914"},
        {"field": "'\"><b>", "add": "<b>"},
        {"add": "<b>" * 100, "clauses": "\0"},
        {"drop": "", "field": "add"},
    ],
    ids=str,
)
def test_nonsense_is_answered_calmly(judge_at_work, asked):
    for headers in ({}, BESIDE):
        response = judge_at_work.get(CLAUSES, asked, headers=headers)

        assert response.status_code == 200
        assert "<script>" not in response.content.decode().replace("<script type", "").replace("<script src", "")
        assert "<b>" not in response.content.decode()


def test_officials_alone_search(client, director, judge_at_work, cup):
    factories.tournament(slug="other", director="anders")
    stranger = Client()
    stranger.force_login(factories.user("anders"))

    assert [one.get(CLAUSES).status_code for one in (director, judge_at_work, stranger)] == [200, 200, 403]
    assert client.get(CLAUSES).status_code in {302, 403}
    assert judge_at_work.post(CLAUSES).status_code == 405


def test_every_kind_of_dispute_has_some():
    assert {*POINTS} == {kind for kind in DisputeKind if kind}
    assert all(POINTS.values())


@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_they_are_short_and_cite_what_there_is(points):
    for point in points:
        assert [str(citation(clause)) for clause in point.clauses] == [f"{clause} (2002)" for clause in point.clauses]
        assert all(str(text) for text in (point.title, point.reasons))
        assert str(point.sentence).endswith(".")
        assert len(str(point.sentence)) <= 150
