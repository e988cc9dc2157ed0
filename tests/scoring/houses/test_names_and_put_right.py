"""A line says by which rules a list is kept: in few words, and never the same ones for two.

Lists of house rules put right by a judge, a tribunal, the direction, with the fields of their profile.
"""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from scoring.disputes.models import Correction, Ruling
from scoring.disputes.selectors.rulings import ruling_document
from scoring.disputes.services.queries import Mended
from scoring.history.selectors.verification import verified
from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import refusals
from scoring.lists.wording.house import rules_of, rules_or_book
from scoring.rules.contract import Game
from scoring.rules.profiles.lines import ContractKind
from scoring.rules.profiles.naming import BY_THE_BOOK, NAMED, name_of, switches_of
from scoring.rules.profiles.presets import PROFILES
from tables.acts.services import KeyReused
from tests.scoring.houses.evening import columns, deal, enter, house_list, played, ramsch
from tests.support import factories
from tests.support.direction_measures import CORRECT, CORRECTIONS, corrected, done, text
from tests.support.direction_measures import wanted as ordered
from tests.support.objections_and_rulings import ruled, seen
from tests.support.ruling_pages import (
    APPEALS,
    AT_TABLE,
    NEW,
    ON_OBJECTION,
    ONE,
    answer,
    decision,
    file,
    looked,
    query,
    said,
    signed_in,
)
from tests.support.thorough import thorough

LONGEST = 100


"""Letters that one switch and its profile take at most; it stands above a list on a phone."""


def names():
    """Yield the names of all profiles, with each of their switches set in every way."""
    yield from (name_of(house.profile.code, house.settings) for house in NAMED.values())
    for code in PROFILES:
        yield name_of(code)
        for switch, found in switches_of(code):
            settings = (*found.settings[:40], *found.settings[-2:])
            yield from (name_of(code, {switch: setting}) for setting in settings)


EVERY_NAME = sorted(set(names()) - {BY_THE_BOOK})


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", *thorough("en", "es")])
def test_every_profile_with_any_switch_has_a_name_of_its_own(language):
    with translation.override(language):
        said = {name: rules_or_book(name) for name in [BY_THE_BOOK, *EVERY_NAME]}

    by_words = {words: [name for name, its in said.items() if its == words] for words in said.values()}
    assert [alike for alike in by_words.values() if len(alike) > 1] == []
    assert max((len(words), words) for words in said.values() if "Bock: " not in words)[0] <= LONGEST
    assert all("%(" not in words for words in said.values())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", ""),
        ("skat-en-deux", "Skat en deux"),
        ("bierlachs", "Bierlachs to 501"),
        ("bierlachs target=301", "Bierlachs to 301"),
        ("bierlachs dealer_pays=false target=301", "Bierlachs to 301 (without: the dealer pays)"),
        ("ramsch durchmarsch=true", "Club with Ramsch"),
        ("ramsch durchmarsch=true klopfen=true", "Ramsch (Durchmarsch; Klopfen)"),
        ("kneipe contra_at_most=2 durchmarsch=true revolution=false", "Kneipe as usual"),
        ("kneipe bock_events=10 contra_at_most=2", "Kneipe (Bock: Grand Hand, Re; Stakes: Contra, Re)"),
        ("kneipe bock_events=255", "Kneipe (Bock: all events)"),
        ("gewinner-ramsch ramsch_reward=23-37", "Ramsch with a winner (a Ramsch brings: 23 / 37)"),
    ],
)
def test_the_name_that_tables_know_it_by_says_all_of_it(name, words):
    assert rules_of(name) == words


CONTRA = "kneipe bock_events=2"


RAMSCH = {
    "outcome": "ramsch",
    "points_1": 20,
    "points_2": 65,
    "points_3": 35,
    "tricks_1": 2,
    "tricks_2": 5,
    "tricks_3": 3,
}


@pytest.fixture
def entered() -> GameListRow:
    """A round by house rules: a Grand Hand that brings Bock, a game with Contra in it, a Ramsch."""
    made = house_list(CONTRA)
    enter(
        made,
        deal(1, 1, played(Game.GRAND, hand=True), profile=CONTRA),
        deal(2, 2, played(), stakes=1, contra_by=3, profile=CONTRA),
        ramsch(3, (20, 35, 65), (2, 3, 5), last_trick=3, profile=CONTRA),
    )
    return made


@pytest.fixture
def row(entered) -> GameListRow:
    """The same, signed."""
    factories.confirm_and_sign(entered)
    entered.refresh_from_db()
    return entered


@pytest.fixture
def judge(entered):
    return factories.judge(entered.table.series.tournament)


def standing(row, number):
    return mapping.to_deal(row.deals.get(number=number, voided_at=None))


@pytest.mark.django_db
@pytest.mark.slow
class TestRuled:
    @pytest.mark.thorough
    def test_a_correction_counts_for_all_that_hangs_on_it(self, row, judge):
        assert columns(row) == [96, 120, -130]

        made = ruled(row, judge, deal(1, 1, played(Game.GRAND), profile=CONTRA))

        assert columns(row) == [72, 60, -65]
        assert row.deals.filter(number=1, voided_at__isnull=False).count() == 1
        # Its document says what the whole list gained and lost by it, then and whatever comes later.
        gained = [-24, -60, 65]
        assert [change for _seat, change in ruling_document(made).seats] == gained
        ruled(row, judge, deal(2, 2, played(won=False), profile=CONTRA))
        assert [change for _seat, change in ruling_document(made).seats] == gained
        assert verified(row.table.series.tournament).discrepancies == ()

    def test_one_that_breaks_the_list_decides_nothing_and_nobody_overrules_house_rules(self, row, judge):
        before, wrong = (columns(row), row.deals.count()), ramsch(3, (20, 35, 64), (2, 3, 5), profile=CONTRA)

        with pytest.raises(EntryRefused) as refusal:
            ruled(row, judge, wrong)
        assert "do not add up to 120" in refusals.findings(refusal.value.findings, with_deal=False)[0]
        with pytest.raises(EntryRefused):
            ruled(row, judge, type(wrong)(number=3, house=wrong.house, overruled=True), overruling="Weil ich es sage")
        with pytest.raises(EntryRefused):
            corrected(row, Mended(reason="Verzählt", deal=wrong))

        assert (columns(row), row.deals.count()) == before
        assert not Ruling.objects.exists()
        assert not Correction.objects.exists()

    @pytest.mark.thorough
    def test_the_same_ramsch_again_is_the_same_decision_and_another_is_not(self, row, judge):
        key, right = uuid4(), ramsch(3, (65, 35, 20), (5, 3, 2), last_trick=1, profile=CONTRA)
        was = seen(row, 3)

        once = ruled(row, judge, right, entry_key=key, seen=was)
        assert ruled(row, judge, right, entry_key=key, seen=was) == once
        with pytest.raises(KeyReused):
            ruled(row, judge, ramsch(3, (60, 40, 20), (5, 3, 2), profile=CONTRA), entry_key=key, seen=was)


@pytest.mark.django_db
@pytest.mark.slow
class TestTheJudgesPage:
    @pytest.mark.thorough
    def test_a_game_becomes_a_ramsch_in_the_fields_of_the_profile(self, row, judge):
        client = signed_in(judge)
        page = client.post(AT_TABLE, said(action="deal", orders="stated")).content.decode()
        for field in ("stakes", "contra_by", "loses_1", "lost_with", "virgins"):
            assert f'name="{field}"' in page
        # The Contra that stands there is shown; nobody overrules house rules.
        assert '<option value="1" selected>Contra' in page
        assert 'name="overruling"' not in page

        stated = said(orders="stated", sentence="Es war ein Ramsch.", number=2, last_trick=2, **RAMSCH)
        client.post(AT_TABLE, looked(client, AT_TABLE, stated))

        assert standing(row, 2) == ramsch(2, (20, 65, 35), (2, 5, 3), last_trick=2, profile=CONTRA)
        assert columns(row) == [96, -130, -130]

    @pytest.mark.thorough
    def test_what_is_wrong_is_said_and_what_was_typed_is_kept(self, row, judge):
        stated = said(orders="stated", number=2, **RAMSCH | {"points_2": 64})

        response = signed_in(judge).post(AT_TABLE, stated)

        page = response.content.decode()
        assert response.status_code == 422
        assert "The card points do not add up to 120." in page
        assert 'name="points_2" value="64"' in page
        assert not Ruling.objects.exists()

    @pytest.mark.thorough
    def test_a_breach_keeps_the_stakes(self, row, judge):
        client = signed_in(judge)

        client.post(AT_TABLE, looked(client, AT_TABLE, said(orders="lost")))

        assert standing(row, 2) == deal(2, 2, played(won=False), stakes=1, contra_by=3, profile=CONTRA)
        assert columns(row) == [96, -240, -130]

    @pytest.mark.thorough
    def test_a_ramsch_is_not_lost_at_the_simple_level(self, row, judge):
        response = signed_in(judge).post(AT_TABLE, said(orders="lost", deal="3"))

        assert response.status_code == 422
        assert "State it below." in response.content.decode()


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
def test_a_tribunal_corrects_a_ramsch(entered, judge):
    file(entered, deal=3)
    corrects = {"orders": "stated", "number": 3, "last_trick": 2, "seen": seen(entered, 3), **RAMSCH}

    client = signed_in(judge)
    client.post(f"{APPEALS}1/", looked(client, f"{APPEALS}1/", decision(**corrects)))

    assert standing(entered, 3) == ramsch(3, (20, 65, 35), (2, 5, 3), last_trick=2, profile=CONTRA)


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
def test_an_objection_is_decided_and_read_on_every_page(client, entered, judge):
    client.get(f"/l/{entered.table.key}/")
    sent = {"entry_key": uuid4(), "kind": "list", "deal": "3", "place": "2", "text": "Ich hatte die 65."}
    assert client.post("/t/cup/series/1/table/1/objection/", sent).status_code == 302
    official = signed_in(judge)
    assert "Ramsch" in text(official.get("/t/cup/office/objections/1/"))

    stated = said(deal="3", orders="stated", number=3, last_trick=2, **RAMSCH)
    official.post(ON_OBJECTION, looked(official, ON_OBJECTION, stated))

    assert standing(entered, 3) == ramsch(3, (20, 65, 35), (2, 5, 3), last_trick=2, profile=CONTRA)
    for address in ("/t/cup/office/decisions/1/",):
        assert official.get(address).status_code == 200
    assert official.get("/t/cup/office/decisions/1.pdf").content.startswith(b"%PDF")


@pytest.mark.django_db
@pytest.mark.slow
class TestTheDirection:
    @pytest.fixture
    def director(self, row) -> Client:
        return signed_in(factories.user())

    @pytest.mark.thorough
    @pytest.mark.parametrize(("witnesses", "counts"), [([], [96, -10, -130]), ([1, 2, 3], [96, -10, 0])])
    def test_everybody_keeps_the_lower_score_unless_all_give_their_word(self, director, row, witnesses, counts):
        sent = ordered(clause="SkWO 7.2.5", number=3, last_trick=2, witnesses=witnesses, **RAMSCH)

        done(director, f"{CORRECT}?deal=3", sent)

        assert Correction.objects.get().entry.points == 0
        assert columns(row) == counts
        assert "Ramsch" in text(director.get(f"{CORRECTIONS}1/"))
        assert verified(row.table.series.tournament).discrepancies == ()

    def test_a_query_is_answered_with_a_game_in_place_of_a_ramsch(self, director, row):
        factories.close_series(row.table.series)
        director.post(NEW, query())
        address = f"{ONE}?table=1&deal=3"
        stated = {"number": 3, "declarer": 3, "game": "hearts", "matadors": 2, "outcome": "won", "stakes": "1"}
        sent = answer(action="preview", witnesses=[1, 2, 3], **stated)

        shown = director.post(address, sent)
        assert shown.status_code == 200, text(shown)
        director.post(address, sent | {"action": "answer", "shown": shown.context["effect"].seen})

        assert standing(row, 3) == deal(3, 3, played(), stakes=1, profile=CONTRA)


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
def test_a_tournee_is_stated_with_its_kind():
    row = house_list("tournee")
    enter(row, deal(1, 1, played(), kind=ContractKind.SOLO, profile="tournee"))
    client = signed_in(factories.judge(row.table.series.tournament))
    stated = {
        "number": 1,
        "declarer": 1,
        "game": "hearts",
        "matadors": 2,
        "outcome": "lost",
        "kind": ContractKind.TOURNEE.value,
    }

    client.post(AT_TABLE, looked(client, AT_TABLE, said(deal="1", orders="stated", **stated)))

    assert standing(row, 1) == deal(1, 1, played(won=False), kind=ContractKind.TOURNEE, profile="tournee")
