"""What holds in every profile: the sums of its columns, and that nothing depends on the order of corrections."""

from random import Random

import pytest

from scoring.rules.score.reading import PROFILES
from tests.rules.profiles.asking import PASSED, ask, errors
from tests.rules.profiles.evenings import any_deals, any_switches
from tests.support.thorough import thorough

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
