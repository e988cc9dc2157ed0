"""A line says by which rules a list is kept: in few words, and never the same ones for two.

Lists of house rules put right by a judge, a tribunal, the direction, with the fields of their profile.
"""

import pytest
from django.test import Client
from django.utils import translation

from scoring.disputes.models import Correction, Ruling
from scoring.disputes.services.queries import Mended
from scoring.history.selectors.verification import verified
from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import refusals
from scoring.lists.wording.house import rules_of, rules_or_book
from scoring.rules.contract import Game
from scoring.rules.profiles.naming import BY_THE_BOOK, NAMED, name_of, switches_of
from scoring.rules.profiles.presets import PROFILES
from tests.scoring.houses.evening import columns, deal, enter, house_list, played, ramsch
from tests.support import factories
from tests.support.direction_measures import CORRECT, CORRECTIONS, corrected, done, text
from tests.support.direction_measures import wanted as ordered
from tests.support.objections_and_rulings import ruled
from tests.support.ruling_pages import AT_TABLE, NEW, ONE, answer, looked, query, said, signed_in
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


def test_the_name_that_tables_know_it_by_says_all_of_it():
    for name, words in (
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
    ):
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
@pytest.mark.django_db
@pytest.mark.slow
def test_the_judge_states_a_ramsch_in_the_fields_of_the_profile_and_a_breach_keeps_the_stakes(row, judge):
    client = signed_in(judge)
    page = client.post(AT_TABLE, said(action="deal", orders="stated")).content.decode()
    for field in ("stakes", "contra_by", "loses_1", "lost_with", "virgins"):
        assert f'name="{field}"' in page
    # The Contra that stands there is shown; nobody overrules house rules.
    assert '<option value="1" selected>Contra' in page
    assert 'name="overruling"' not in page

    wrong = client.post(AT_TABLE, said(orders="stated", number=2, **RAMSCH | {"points_2": 64}))
    assert wrong.status_code == 422
    assert "The card points do not add up to 120." in wrong.content.decode()
    assert 'name="points_2" value="64"' in wrong.content.decode()
    # A Ramsch is not lost at the simple level.
    assert "State it below." in client.post(AT_TABLE, said(orders="lost", deal="3")).content.decode()
    assert not Ruling.objects.exists()

    client.post(AT_TABLE, looked(client, AT_TABLE, said(orders="lost")))
    assert standing(row, 2) == deal(2, 2, played(won=False), stakes=1, contra_by=3, profile=CONTRA)
    assert columns(row) == [96, -240, -130]

    stated = said(orders="stated", sentence="Es war ein Ramsch.", number=2, last_trick=2, **RAMSCH)
    client.post(AT_TABLE, looked(client, AT_TABLE, stated))
    assert standing(row, 2) == ramsch(2, (20, 65, 35), (2, 5, 3), last_trick=2, profile=CONTRA)
    assert columns(row) == [96, -130, -130]


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
