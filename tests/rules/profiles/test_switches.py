"""The switches of house rules: untouched they change nothing, and none belongs to rules it cannot touch."""

from dataclasses import replace
from random import Random

import pytest

from scoring.rules.profiles.evening import score
from scoring.rules.profiles.houses import NAMED, house, switches_of
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.switches import SWITCHES, UnknownSetting, UnknownSwitch, switched
from scoring.rules.score.reading import PROFILES as FIXED_PROFILES
from scoring.rules.score.reading import SWITCHES as FIXED_SWITCHES
from tests.rules.profiles.asking import unreadable
from tests.rules.profiles.evenings import any_deals
from tests.rules.profiles.houses import line_of


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_that_is_not_touched_changes_nothing(name):
    switch = SWITCHES[name]

    for code in switch.profiles:
        assert house(code, {name: switch.usual}) == house(code)


def test_every_profile_knows_its_switches():
    assert [name for name, _switch in switches_of("isko-2002")] == []
    assert {code for code in PROFILES if dict(switches_of(code))} == set(PROFILES) - {"isko-2002"}


def test_a_house_is_the_same_whoever_names_its_switches_first():
    settings = {"pinke_further_cents": 100, "pinke": "kept", "pinke_cents": 20}

    assert house("classic", settings) == house("classic", dict(reversed(settings.items())))


def test_without_revolution_no_spitze_makes_92_a_bid():
    profile = house("kneipe", {"spitze": 1, "revolution": False}).profile

    assert profile == switched(switched(PROFILES["kneipe"], "revolution", False), "spitze", 1)
    assert 92 not in profile.spitze.bids


def test_what_a_profile_has_not_is_refused():
    with pytest.raises(UnknownSwitch):
        house("classic", {"bock_events": 1})
    with pytest.raises(UnknownSetting):
        house("kneipe", {"bock_events": 256})
    with pytest.raises(UnknownSwitch):
        house("classic", {"nothing": 1})


def test_only_the_tournament_is_official():
    assert [name for name, one in NAMED.items() if one.is_official] == ["tournament"]
    assert NAMED["tournament"].profile == OFFICIAL


@pytest.mark.parametrize("name", [name for name in SWITCHES if name not in FIXED_SWITCHES])
def test_the_fixed_form_knows_no_switch_of_these(name):
    switch = SWITCHES[name]
    for code in set(switch.profiles) & set(FIXED_PROFILES):
        seats = PROFILES[code].seats[0]
        assert unreadable(profile=code, seats=seats, switches={name: switch.usual}) == f"switches.{name}"


@pytest.mark.parametrize("code", ["idiotenskat", "schmegegge", "oma-skat"])
def test_the_fixed_form_knows_no_profile_of_these(code):
    assert unreadable(profile=code, seats=PROFILES[code].seats[0]) == "profile"


@pytest.mark.parametrize("code", PROFILES)
@pytest.mark.parametrize("seed", range(5))
def test_whatever_a_table_chooses_columns_are_the_sums_of_the_deals(code, seed):
    chance = Random(seed)
    for _ in range(20):
        settings = {name: chance.choice(switch.settings) for name, switch in switches_of(code) if chance.random() < 0.5}
        profile = house(code, settings).profile
        seats = chance.choice(profile.seats)
        deals = any_deals(chance, code, seats=seats, number=12)
        lines = tuple(line_of(deal, seats=seats) for deal in deals)
        lines = tuple(replace(line, schenken=chance.randrange(3)) if hasattr(line, "won") else line for line in lines)

        found = score(ProfileList(profile=profile, seats=seats, deals=lines))

        for seat in range(1, seats + 1):
            assert found.seats[seat - 1].game_points == sum(deal.points.get(seat, 0) for deal in found.deals)
        refused = {note.deal for note in found.notes if note.problem.severity == "error"}
        assert all(not deal.points for number, deal in enumerate(found.deals, 1) if number in refused)
        control = found.control
        assert control.won + control.lost + control.passed + control.ramsch == len(lines) - len(refused)
