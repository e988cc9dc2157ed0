"""What holds in every profile: the sums of its columns, and that nothing depends on the order of corrections.

A list as the site keeps it against the program that anybody can ask: same columns, sums, refusals, the way back.
"""

import json
from random import Random

import pytest

from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import control_sums, rating, running, tallies
from scoring.rules.notation.messages import read_line, written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.profiles.lines import Beside, RamschLine
from scoring.rules.profiles.naming import name_of
from scoring.rules.score.answer import answer
from scoring.rules.score.reading import PROFILES
from scoring.rules.valuation import Played
from tests.rules.profiles.asking import PASSED, ask, errors
from tests.rules.profiles.evenings import any_deals, any_switches, evening_deals, evening_switches
from tests.thorough import thorough

SEEDS = [1, 2, *thorough(*range(3, 15))]


BONUS = {3: 80, 4: 90}


"""What a lost game brings the others together, by the official rating."""


def lists(profile, *, seed):
    """Yield lists by chance, some of whose deals are refused: seats, switches, deals."""
    chance = Random(f"{profile} {seed}")
    for _ in range(6):
        seats, switches = chance.choice(PROFILES[profile].seats), any_switches(chance, profile)
        yield seats, switches, any_deals(chance, profile, seats=seats, number=chance.choice([4, 12, 30]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("profile", PROFILES)
def test_columns_are_the_sums_of_the_deals(profile, seed):
    for seats, switches, deals in lists(profile, seed=seed):
        answer = ask(profile, *deals, seats=seats, switches=switches)

        rows = [deal["points"] for deal in answer["deals"]]
        assert [seat["game_points"] for seat in answer["seats"]] == [sum(column) for column in zip(*rows, strict=True)]
        for name in ("won", "lost"):
            counted = [seat for deal in answer["deals"] for seat in deal[name]]
            assert [seat[name] for seat in answer["seats"]] == [counted.count(n) for n in range(1, seats + 1)]
        refused = {deal for deal, _code in errors(answer) if deal}
        assert sum(answer["control"].values()) == len(deals) - len(refused)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("profile", PROFILES)
def test_a_deal_puts_points_where_its_profile_says(profile, seed):
    for seats, switches, deals in lists(profile, seed=seed):
        answer = ask(profile, *deals, seats=seats, switches=switches)
        for deal, entered in zip(deals, answer["deals"], strict=True):
            written = {seat for seat, own in enumerate(entered["points"], 1) if own}
            if "ramsch" in deal:
                is_reward = profile == "gewinner-ramsch" or max(entered["points"]) > 0
                assert all((own >= 0) is is_reward or own == 0 for own in entered["points"])
            elif profile == "bierlachs" and entered["won"]:
                assert written == set(range(1, seats + 1)) - set(entered["won"])
                assert len(set(entered["points"])) == 2
            elif entered["won"] or entered["lost"]:
                assert written == {*entered["won"], *entered["lost"]} == {deal["declarer"]}
                assert (sum(entered["points"]) > 0) is bool(entered["won"])
            else:
                assert not written


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("profile", PROFILES)
def test_totals_sum_to_what_the_rating_says(profile, seed):
    for seats, switches, deals in lists(profile, seed=seed):
        answer = ask(profile, *deals, seats=seats, switches=switches)
        control, bonus = answer["control"], switches.get("dealer_bonus", 0)
        points, winners = (sum(seat[name] for seat in answer["seats"]) for name in ("game_points", "won"))
        expected = points
        if profile == "league-encyclopedia":
            expected += 50 * winners + (80 if seats == 3 else 80 + bonus) * control["lost"]
        elif PROFILES[profile].rating.own_won:
            expected += 50 * (winners - control["lost"]) + BONUS[seats] * control["lost"]
        assert sum(seat["total"] for seat in answer["seats"]) == expected


@pytest.mark.parametrize("profile", PROFILES)
def test_what_stands_does_not_depend_on_what_follows(profile):
    for seats, switches, deals in lists(profile, seed=100):
        whole = ask(profile, *deals, seats=seats, switches=switches)["deals"]
        for number in range(len(deals)):
            assert ask(profile, *deals[:number], seats=seats, switches=switches)["deals"] == whole[:number]


@pytest.mark.thorough(after=6)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_order_of_corrections_does_not_matter(profile):
    chance = Random(profile)
    for seats, switches, deals in lists(profile, seed=101):
        others = any_deals(chance, profile, seats=seats, number=len(deals))
        places = chance.sample(range(len(deals)), len(deals) // 2)
        answers = []
        for order in (places, sorted(places), places[::-1]):
            corrected = list(deals)
            for at in order:
                corrected[at] = others[at]
                ask(profile, *corrected, seats=seats, switches=switches)
            answers.append(ask(profile, *corrected, seats=seats, switches=switches))
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_stake_settles_to_nothing_left_over(profile):
    for seats, switches, deals in lists(profile, seed=102):
        answer = ask(profile, *deals, seats=seats, switches=switches, stake="1/3")

        points = [seat["game_points"] for seat in answer["seats"]]
        assert sum(answer["settlement"]) == 0
        pairs = [[-(-abs(mine - other) // 3) * (1 if mine > other else -1) for other in points] for mine in points]
        assert answer["settlement"] == [sum(row) for row in pairs]


def test_a_list_with_nothing_in_it_has_nothing_in_it():
    for profile, one in PROFILES.items():
        answer = ask(profile, seats=one.seats[0])
        assert answer["deals"] == answer["problems"] == []
        assert not answer["complete"]
        assert all(not any(seat.values()) for seat in answer["seats"])
    assert not ask("isko-2002", PASSED)["complete"]


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
    )
    return Deal(number=number, declarer=said["declarer"], played=played, house=beside)


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
