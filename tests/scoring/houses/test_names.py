"""A line says by which rules a list is kept: in few words, and never the same ones for two."""

import pytest
from django.utils import translation

from scoring.lists.wording.house_rules import rules_of, rules_or_book
from scoring.lists.wording.house_switches import BRIEF, LABEL
from scoring.rules.profiles.houses import NAMED, switches_of
from scoring.rules.profiles.naming import BY_THE_BOOK, name_of
from scoring.rules.profiles.presets import PROFILES

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


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", ["en", "de", "es"])
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
        ("kneipe bock_events=10 contra_at_most=2", "Kneipe (Bock: Grand Hand, Re; stakes: Contra, Re)"),
        ("kneipe bock_events=255", "Kneipe (Bock: all events)"),
        ("gewinner-ramsch ramsch_reward=23-37", "Ramsch with a winner (a Ramsch brings: 23 / 37)"),
    ],
)
def test_the_name_that_tables_know_it_by_says_all_of_it(name, words):
    assert rules_of(name) == words


def test_every_switch_has_a_word():
    assert set(BRIEF) <= set(LABEL)
