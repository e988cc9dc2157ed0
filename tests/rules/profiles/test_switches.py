"""The switches of house rules and their names, and a list as the site keeps it against the program anybody can ask."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal, GameList, booked
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.presence import turns
from scoring.rules.game_list.sums import control_sums, rating, running, running_performance, tallies
from scoring.rules.notation.messages import read_line, written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.profiles.evening import ProfileList, places, score
from scoring.rules.profiles.games import judged
from scoring.rules.profiles.lines import Beside, ContractKind, DeclarerLine, PassedLine, RamschLine
from scoring.rules.profiles.naming import (
    BY_THE_BOOK,
    NAMED,
    UnknownProfile,
    house,
    name_of,
    named,
    settings_of,
    switches_of,
)
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Target
from scoring.rules.profiles.switches import SWITCHES, UnknownSetting, UnknownSwitch, switched
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.results.settlement import settle
from scoring.rules.score.answer import PROFILES as FIXED_PROFILES
from scoring.rules.score.answer import SWITCHES as FIXED_SWITCHES
from scoring.rules.score.answer import answer
from scoring.rules.valuation import Played
from tests.rules.profiles.asking import unreadable
from tests.rules.profiles.evenings import any_deals, evening_deals, evening_switches, line_of
from tests.support.strategies import changing_tables, game_lists, lines
from tests.support.thorough import thorough

TICKS = ("hand", "schneider_announced", "schwarz_announced", "ouvert")


def as_kept(number, said, profile):
    """Return a deal of the program's JSON as the site keeps it."""
    if "ramsch" in said:
        of = said["ramsch"]
        line = RamschLine(
            card_points=tuple(of["card_points"]),
            tricks=tuple(of["tricks"]),
            last_trick=of.get("last_trick"),
            pushes=of.get("pushes", 0),
            kind=ContractKind(said["kind"]) if "kind" in said else None,
        )
        return Deal(number=number, house=Beside(profile=profile, ramsch=line))
    if said.get("passed"):
        return Deal(number=number, house=Beside(profile=profile))
    is_revolution = said["game"] == "revolution"
    contract = Contract(
        game=Game.NULL if is_revolution else Game(said["game"]), **{tick: bool(said.get(tick)) for tick in TICKS}
    )
    played = Played(
        contract=contract,
        matadors=said.get("matadors"),
        won=said["won"],
        schneider=bool(said.get("schneider")),
        schwarz=bool(said.get("schwarz")),
        bid=said.get("bid"),
    )
    beside = Beside(
        profile=profile,
        stakes=said.get("stakes", 0),
        spitze=bool(said.get("spitze")),
        revolution=is_revolution,
        kind=ContractKind(said["kind"]) if "kind" in said else None,
    )
    return Deal(number=number, declarer=said["declarer"], played=played, house=beside)


@pytest.mark.thorough(after=24)
@pytest.mark.parametrize("seed", range(60))
def test_both_come_to_the_same(seed):
    chance = Random(seed)  # the same evenings every time
    seats, switches = chance.choice([3, 4, 5]), evening_switches(chance)
    said = evening_deals(chance, seats=seats, number=seats * 6, switches=switches)
    profile = name_of("kneipe", switches)
    try:
        deals = tuple(as_kept(number, deal, profile) for number, deal in enumerate(said, start=1))
    except IllegalContract:
        pytest.skip("what nobody can announce is no deal of a list")
    game_list = GameList(seats=seats, rounds=6, deals=deals, profile=profile)

    asked = {"profile": "kneipe", "switches": switches, "seats": seats, "rounds": 6, "deals": said}
    told = answer(json.loads(json.dumps(asked)))

    kept = tallies(game_list)
    names = ("game_points", "won", "lost", "others_lost")
    assert [[one[name] for name in names] for one in told["seats"]] == [
        [one.game_points, one.won, one.lost, one.opponents_lost] for one in kept
    ]
    assert [one["total"] for one in told["seats"]] == [rating(one, seats=seats).performance for one in kept]
    rows = running(game_list)
    assert list(rows[-1]) == [one.game_points for one in kept]
    before = ((0,) * seats, *rows)
    columns = [[now - then for then, now in zip(*pair, strict=True)] for pair in zip(before, rows, strict=False)]
    assert columns == [one["points"] for one in told["deals"]]
    assert list(running_performance(game_list)[-1]) == [rating(one, seats=seats).performance for one in kept]
    refused = {note["deal"] for note in told["problems"] if note["severity"] == "error"}
    assert {one.deal for one in findings(game_list) if one.problem.severity == "error"} == refused
    assert control_sums(game_list).agree is not bool(refused)
    assert [read_line(one.number, json.loads(json.dumps(written(one)))) for one in deals] == list(deals)
    packed = PackedList(series=1, table=1, profile=profile, deals=deals)
    assert read_packed(packed_text(packed)) == packed


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
@pytest.mark.parametrize("seed", [0, *thorough(1, 2, 3, 4)])
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


def as_any_line(deal):
    """Return a deal of the official list as a line of any."""
    if deal.played is None or deal.declarer is None:
        return PassedLine()
    played, contract = deal.played, deal.played.contract
    return DeclarerLine(
        declarer=deal.declarer,
        game=contract.game,
        hand=contract.hand,
        schneider_announced=contract.schneider_announced,
        schwarz_announced=contract.schwarz_announced,
        ouvert=contract.ouvert,
        matadors=played.matadors,
        won=played.won,
        schneider=played.schneider,
        schwarz=played.schwarz,
        bid=played.bid,
        overbid=played.overbid,
    )


def by_profile(game_list, profile=OFFICIAL):
    """Return the same list by a profile."""
    return ProfileList(
        profile=profile,
        seats=game_list.seats,
        rounds=game_list.rounds,
        presence=game_list.presence,
        deals=tuple(map(as_any_line, game_list.deals)),
    )


@given(st.one_of(game_lists(), game_lists(changing=True)))
def test_an_honest_list_comes_out_as_it_always_did(game_list):
    scored = score(by_profile(game_list))
    earned, control = tallies(game_list), control_sums(game_list)

    assert [seat.game_points for seat in scored.seats] == [own.game_points for own in earned]
    assert [seat.others_lost for seat in scored.seats] == [own.opponents_lost for own in earned]
    assert [seat.total for seat in scored.seats] == [rating(own, seats=game_list.seats).performance for own in earned]
    assert sum(seat.total for seat in scored.seats) == control.totals == control.expected
    assert (scored.control.won, scored.control.lost, scored.control.passed) == (
        control.won,
        control.lost,
        control.passed,
    )
    assert [sum(entered.points.values()) for entered in scored.deals] == [booked(deal) for deal in game_list.deals]
    assert scored.complete == (len(game_list.deals) == game_list.length)
    assert [(note.deal, note.problem) for note in scored.notes] == [
        (found.deal, found.problem) for found in findings(game_list)
    ]


@given(game_lists())
def test_columns_grow_as_they_always_did_and_places_follow_the_official_order(game_list):
    rows = running(game_list)
    for number in range(len(game_list.deals)):
        scored = score(by_profile(replace(game_list, deals=game_list.deals[: number + 1])))
        assert tuple(seat.game_points for seat in scored.seats) == rows[number]
    scored = score(by_profile(game_list))
    order = ranked(
        Result(seat, rating(own, seats=game_list.seats).performance, own.won, own.lost)
        for seat, own in enumerate(tallies(game_list), 1)
    )
    assert places(scored.seats, OFFICIAL.rating) == tuple(
        place.rank for place in sorted(order, key=lambda place: place.result.entrant)
    )


@given(lines, st.integers(-1, 6), st.sampled_from([3, 4]))
def test_nonsense_is_refused_as_it_always_was(played, declarer, seats):
    deal = Deal(number=1, declarer=declarer, played=played)
    game_list = GameList(seats=seats, deals=(deal,))

    scored = score(by_profile(game_list))

    found = findings(game_list)
    assert [note.problem for note in scored.notes] == [one.problem for one in found]
    is_refused = any(one.problem.severity == "error" for one in found)
    assert dict(scored.deals[0].points) == ({} if is_refused else {declarer: booked(deal)})


@given(changing_tables())
def test_deals_are_dealt_in_the_same_order(game_list):
    official = turns(seats=4, rounds=game_list.rounds, presence=game_list.presence)

    assert tuple(by_profile(game_list).turns()) == official == game_list.turns


@given(game_lists())
def test_classic_differs_in_the_rating_only(game_list):
    official, classic = score(by_profile(game_list)), score(by_profile(game_list, PROFILES["classic"]))

    assert official.deals == classic.deals
    assert [seat.total for seat in classic.seats] == [seat.game_points for seat in official.seats]


@given(game_lists(), st.integers(0, 5))
def test_a_list_settles_its_game_points(game_list, stake):
    points = [seat.game_points for seat in score(by_profile(game_list)).seats]

    assert settle(points, stake=stake) == tuple(stake * (game_list.seats * own - sum(points)) for own in points)


@pytest.mark.parametrize("profile", sorted(set(PROFILES) - {"tournee"}))
def test_a_line_without_a_game_is_half_an_entry(profile):
    found = judged(DeclarerLine(declarer=1, game=None), PROFILES[profile])

    assert "half-entry" in [problem.code for problem in found.problems]
    assert found.booking is None


def test_profiles_are_equal_by_what_they_are():
    again = replace(OFFICIAL, seats=(3, 4))

    assert again == OFFICIAL
    assert hash(again) == hash(OFFICIAL)
    assert replace(OFFICIAL, stakes=1) != OFFICIAL
    assert judged(DeclarerLine(declarer=1, game=Game.CLUBS, matadors=1), again).booking.points == -48
