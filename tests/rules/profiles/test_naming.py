"""The name a list has of its profile: one for each, read back to the same, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.profiles.houses import house
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, name_of, named, settings_of
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Target
from scoring.rules.profiles.switches import SWITCHES, UnknownSetting, UnknownSwitch


@st.composite
def chosen(draw):
    code = draw(st.sampled_from(sorted(PROFILES)))
    own = [name for name, switch in SWITCHES.items() if code in switch.profiles]
    names = draw(st.lists(st.sampled_from(own), unique=True)) if own else []
    return code, {name: draw(st.sampled_from(SWITCHES[name].settings[:999])) for name in names}


@given(chosen())
def test_a_name_is_read_back_as_the_profile_it_was_made_of(choice):
    code, settings = choice

    name = name_of(code, settings)

    assert named(name) == house(code, settings).profile
    read, kept = settings_of(name)
    assert name_of(read, kept) == name


def test_the_official_profile_has_no_name():
    assert name_of("isko-2002") == BY_THE_BOOK
    assert named(BY_THE_BOOK) is OFFICIAL


def test_what_is_as_usual_is_not_named():
    assert name_of("kneipe", {"spitze": 0, "virgin_doubles": True, "bock_ramsch": True}) == "kneipe bock_ramsch=true"
    assert named("bierlachs target=301").course == Target(points=301)


@pytest.mark.parametrize(
    "name",
    [
        "isko-2002",
        "skat",
        "kneipe spitze=0",
        "kneipe spitze=1 bock_events=2",
        "kneipe  spitze=1",
        "kneipe spitze=true",
        "kneipe spitze=7",
        "kneipe spitze=-1",
        "kneipe spitze",
        "classic target=301",
        "bierlachs target=٣",
        "bierlachs target=1 target=2",
        "bierlachs no=1",
        " kneipe",
    ],
)
def test_no_other_name_is_read(name):
    with pytest.raises(UnknownProfile):
        named(name)


def test_a_name_is_made_only_of_what_there_is():
    with pytest.raises(UnknownProfile):
        name_of("skat")
    with pytest.raises(UnknownSwitch):
        name_of("classic", {"target": 301})
    with pytest.raises(UnknownSetting):
        name_of("bierlachs", {"target": True})
