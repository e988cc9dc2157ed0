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
from scoring.rules.profiles.naming import NAMED, UnknownProfile, house, name_of, named, settings_of, switches_of
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
    kind = ContractKind(said["kind"]) if "kind" in said else None
    if "ramsch" in said:
        of = said["ramsch"]
        more = {"last_trick": of.get("last_trick"), "pushes": of.get("pushes", 0), "kind": kind}
        line = RamschLine(card_points=tuple(of["card_points"]), tricks=tuple(of["tricks"]), **more)
        return Deal(number=number, house=Beside(profile=profile, ramsch=line))
    if said.get("passed"):
        return Deal(number=number, house=Beside(profile=profile))
    is_revolution = said["game"] == "revolution"
    game = Game.NULL if is_revolution else Game(said["game"])
    contract = Contract(game=game, **{tick: bool(said.get(tick)) for tick in TICKS})
    reached = {level: bool(said.get(level)) for level in ("schneider", "schwarz")}
    stated = {name: said.get(name) for name in ("matadors", "bid")}
    played = Played(contract=contract, won=said["won"], **reached, **stated)
    more = {"stakes": said.get("stakes", 0), "spitze": bool(said.get("spitze")), "revolution": is_revolution}
    return Deal(
        number=number, declarer=said["declarer"], played=played, house=Beside(profile=profile, kind=kind, **more)
    )


@pytest.mark.thorough(after=12)
@pytest.mark.parametrize("seed", range(36))
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

    kept, rows = tallies(game_list), running(game_list)
    totals = [rating(one, seats=seats).performance for one in kept]
    names = ("game_points", "won", "lost", "others_lost")
    counted = [[one.game_points, one.won, one.lost, one.opponents_lost] for one in kept]
    assert [[one[name] for name in names] for one in told["seats"]] == counted
    assert [one["total"] for one in told["seats"]] == totals
    assert list(rows[-1]) == [one.game_points for one in kept]
    before = ((0,) * seats, *rows)
    columns = [[now - then for then, now in zip(*pair, strict=True)] for pair in zip(before, rows, strict=False)]
    assert columns == [one["points"] for one in told["deals"]]
    assert list(running_performance(game_list)[-1]) == totals
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


@pytest.mark.slow
@given(chosen())
def test_a_name_is_read_back_as_the_profile_it_was_made_of(choice):
    code, settings = choice

    name = name_of(code, settings)

    assert named(name) == house(code, settings).profile
    read, kept = settings_of(name)
    assert name_of(read, kept) == name


def test_what_is_as_usual_is_not_named_and_only_the_tournament_is_official():
    assert name_of("kneipe", {"spitze": 0, "virgin_doubles": True, "bock_ramsch": True}) == "kneipe bock_ramsch=true"
    assert named("bierlachs target=301").course == Target(points=301)
    assert [(name, one.profile) for name, one in NAMED.items() if one.is_official] == [("tournament", OFFICIAL)]


def test_no_other_name_is_read_or_made():
    kneipe = ("spitze=0", "spitze=1 bock_events=2", " spitze=1", "spitze=true", "spitze=7", "spitze=-1", "spitze")
    bierlachs = ("target=٣", "target=1 target=2", "no=1")
    for name in (
        *("isko-2002", "skat", " kneipe", "classic target=301"),
        *(f"kneipe {settings}" for settings in kneipe),
        *(f"bierlachs {settings}" for settings in bierlachs),
    ):
        with pytest.raises(UnknownProfile):
            named(name)
    with pytest.raises(UnknownProfile):
        name_of("skat")
    for make, code, settings, refused in (
        (name_of, "classic", {"target": 301}, UnknownSwitch),
        (name_of, "bierlachs", {"target": True}, UnknownSetting),
        (house, "classic", {"bock_events": 1}, UnknownSwitch),
        (house, "classic", {"nothing": 1}, UnknownSwitch),
        (house, "kneipe", {"bock_events": 256}, UnknownSetting),
    ):
        with pytest.raises(refused):
            make(code, settings)


def test_a_switch_that_is_not_touched_changes_nothing_nor_does_the_order_of_those_that_are():
    for name, switch in SWITCHES.items():
        for code in switch.profiles:
            assert house(code, {name: switch.usual}) == house(code), (name, code)
    assert [name for name, _switch in switches_of("isko-2002")] == []
    assert {code for code in PROFILES if dict(switches_of(code))} == set(PROFILES) - {"isko-2002"}
    settings = {"pinke_further_cents": 100, "pinke": "kept", "pinke_cents": 20}
    assert house("classic", settings) == house("classic", dict(reversed(settings.items())))
    # Without Revolution no Spitze makes 92 a bid.
    profile = house("kneipe", {"spitze": 1, "revolution": False}).profile
    assert profile == switched(switched(PROFILES["kneipe"], "revolution", False), "spitze", 1)
    assert 92 not in profile.spitze.bids


def test_the_fixed_form_knows_no_switch_and_no_profile_of_these():
    for name in set(SWITCHES) - set(FIXED_SWITCHES):
        switch = SWITCHES[name]
        for code in set(switch.profiles) & set(FIXED_PROFILES):
            asked = {"profile": code, "seats": PROFILES[code].seats[0], "switches": {name: switch.usual}}
            assert unreadable(**asked) == f"switches.{name}"
    for code in ("idiotenskat", "schmegegge", "oma-skat"):
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
    if deal.played is None or deal.declarer is None:
        return PassedLine()
    played, contract = deal.played, deal.played.contract
    said = {tick: getattr(contract, tick) for tick in ("game", *TICKS)}
    names = ("matadors", "won", "schneider", "schwarz", "bid", "overbid")
    return DeclarerLine(declarer=deal.declarer, **said, **{name: getattr(played, name) for name in names})


def by_profile(game_list, profile=OFFICIAL):
    told = {name: getattr(game_list, name) for name in ("seats", "rounds", "presence")}
    return ProfileList(profile=profile, deals=tuple(map(as_any_line, game_list.deals)), **told)


@pytest.mark.slow
@given(st.one_of(game_lists(), game_lists(changing=True)), st.integers(0, 5))
def test_an_honest_list_comes_out_as_it_always_did_and_classic_differs_in_the_rating_only(game_list, stake):
    scored, classic = score(by_profile(game_list)), score(by_profile(game_list, PROFILES["classic"]))
    earned, control = tallies(game_list), control_sums(game_list)

    points = [seat.game_points for seat in scored.seats]
    assert points == [own.game_points for own in earned]
    assert [seat.others_lost for seat in scored.seats] == [own.opponents_lost for own in earned]
    assert [seat.total for seat in scored.seats] == [rating(own, seats=game_list.seats).performance for own in earned]
    assert sum(seat.total for seat in scored.seats) == control.totals == control.expected
    counted = (scored.control.won, scored.control.lost, scored.control.passed)
    assert counted == (control.won, control.lost, control.passed)
    assert [sum(entered.points.values()) for entered in scored.deals] == [booked(deal) for deal in game_list.deals]
    assert scored.complete == (len(game_list.deals) == game_list.length)
    said = [(found.deal, found.problem) for found in findings(game_list)]
    assert [(note.deal, note.problem) for note in scored.notes] == said
    assert scored.deals == classic.deals
    assert [seat.total for seat in classic.seats] == points
    results = zip(range(1, 5), scored.seats, earned, strict=False)
    order = ranked(Result(number, seat.total, own.won, own.lost) for number, seat, own in results)
    by_seat = sorted(order, key=lambda place: place.result.entrant)
    assert places(scored.seats, OFFICIAL.rating) == tuple(place.rank for place in by_seat)
    assert settle(points, stake=stake) == tuple(stake * (game_list.seats * own - sum(points)) for own in points)


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


def test_a_line_without_a_game_is_half_an_entry_and_profiles_are_equal_by_what_they_are():
    for profile in set(PROFILES) - {"tournee"}:
        found = judged(DeclarerLine(declarer=1, game=None), PROFILES[profile])
        assert "half-entry" in [problem.code for problem in found.problems], profile
        assert found.booking is None
    again = replace(OFFICIAL, seats=(3, 4))
    assert (again, hash(again)) == (OFFICIAL, hash(OFFICIAL))
    assert replace(OFFICIAL, stakes=1) != OFFICIAL
    assert judged(DeclarerLine(declarer=1, game=Game.CLUBS, matadors=1), again).booking.points == -48
