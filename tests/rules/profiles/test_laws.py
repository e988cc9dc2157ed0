"""What holds in every profile; Ramsch and Bock computed a second time, from the written rules alone, and in short."""

from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from scoring.rules.profiles import profile as of_profile
from scoring.rules.profiles import ramsch as of_ramsch
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.lines import ContractKind, RamschLine
from scoring.rules.profiles.naming import house as house_of
from scoring.rules.profiles.naming import switches_of as choices_of
from scoring.rules.profiles.presets import PROFILES as PRESETS
from scoring.rules.profiles.profile import RamschCount, RamschRule, RamschSkat, RamschTens, RamschTie
from scoring.rules.score.answer import PROFILES
from tests.rules.profiles import evenings
from tests.rules.profiles.asking import PASSED, ask, errors, ramsch
from tests.support import house_rules_second_way as house
from tests.support.house_rules_second_way import losers
from tests.support.thorough import examples, thorough

SEEDS = [1, 2, *thorough(*range(3, 15))]
BONUS = {3: 80, 4: 90}
"""What a lost game brings the others together, by the official rating."""


def lists(profile, *, seed):
    """Yield lists by chance, some of whose deals are refused: seats, switches, deals."""
    chance = Random(f"{profile} {seed}")
    for _ in range(6):
        seats, switches = chance.choice(PROFILES[profile].seats), evenings.any_switches(chance, profile)
        yield seats, switches, evenings.any_deals(chance, profile, seats=seats, number=chance.choice([4, 12, 30]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("profile", PROFILES)
def test_columns_are_the_sums_of_the_deals_and_totals_what_the_rating_says(profile, seed):
    for seats, switches, deals in lists(profile, seed=seed):
        answer = ask(profile, *deals, seats=seats, switches=switches)

        rows = [deal["points"] for deal in answer["deals"]]
        assert [seat["game_points"] for seat in answer["seats"]] == [sum(column) for column in zip(*rows, strict=True)]
        for name in ("won", "lost"):
            counted = [seat for deal in answer["deals"] for seat in deal[name]]
            assert [seat[name] for seat in answer["seats"]] == [counted.count(n) for n in range(1, seats + 1)]
        refused = {deal for deal, _code in errors(answer) if deal}
        control, bonus = answer["control"], switches.get("dealer_bonus", 0)
        assert sum(control.values()) == len(deals) - len(refused)
        for deal, entered in zip(deals, answer["deals"], strict=True):
            assert_points_are_where_the_profile_says(profile, deal, entered, seats)
        expected, winners = (sum(seat[name] for seat in answer["seats"]) for name in ("game_points", "won"))
        if profile == "league-encyclopedia":
            expected += 50 * winners + (80 if seats == 3 else 80 + bonus) * control["lost"]
        elif PROFILES[profile].rating.own_won:
            expected += 50 * (winners - control["lost"]) + BONUS[seats] * control["lost"]
        assert sum(seat["total"] for seat in answer["seats"]) == expected


def assert_points_are_where_the_profile_says(profile, deal, entered, seats):
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


@pytest.mark.parametrize("profile", PROFILES)
def test_what_stands_does_not_depend_on_what_follows(profile):
    for seats, switches, deals in islice(lists(profile, seed=100), examples(6)):
        whole = ask(profile, *deals, seats=seats, switches=switches)["deals"]
        for number in range(len(deals)):
            assert ask(profile, *deals[:number], seats=seats, switches=switches)["deals"] == whole[:number]


def test_a_list_with_nothing_in_it_has_nothing_in_it():
    for profile, one in PROFILES.items():
        answer = ask(profile, seats=one.seats[0])
        assert answer["deals"] == answer["problems"] == []
        assert not answer["complete"]
        assert all(not any(seat.values()) for seat in answer["seats"])
    assert not ask("isko-2002", PASSED)["complete"]


DEALS = 36
"""Of an evening."""

SIXTY = {"game": "hearts", "matadors": 2, "has_sixty": True}
"""A game lost with 60 card points: two of them are no 100 in a column."""


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), [(1, 40), *thorough((2, 2800))])
def test_an_evening_with_bock_is_the_same_both_ways(seed, number):
    chance = Random(seed)
    for _ in range(number):
        seats, switches = chance.choice([3, 4, 5]), evenings.evening_switches(chance)
        deals = evenings.evening_deals(chance, seats=seats, number=DEALS, switches=switches)

        answer = ask("kneipe", *deals, seats=seats, switches=switches)

        expected = list(house.evening(deals, seats=seats, switches=switches))
        found = [house.Row(deal["points"], deal["factor"]) for deal in answer["deals"]]
        assert found == [row._replace(refused=False) for row in expected], (switches, deals)
        refused = [number for number, row in enumerate(expected, 1) if row.refused]
        assert errors(answer) == [(number, "compulsory-ramsch") for number in refused]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), [(3, 2000), *thorough((4, 100_000))])
def test_a_ramsch_is_the_same_both_ways(seed, number):
    chance = Random(seed)
    for _ in range(number // DEALS):
        profile, seats = chance.choice(["ramsch", "schieberamsch", "kneipe"]), chance.choice([3, 4])
        switches, pushes = evenings.switches_of(chance), 0 if profile == "ramsch" else 3
        deals = [
            evenings.ramsch_deal(chance, seats, evenings.players(at, seats), pushes=pushes)
            for at in range(1, DEALS + 1)
        ]

        answer = ask(profile, *deals, seats=seats, switches=switches)

        assert errors(answer) == []
        for deal, entered in zip(deals, answer["deals"], strict=True):
            by_seat = house.ramsch(deal["ramsch"], switches)
            assert entered["points"] == [by_seat.get(seat, 0) for seat in range(1, seats + 1)], (switches, deal)
    deals = [evenings.ramsch_deal(chance, 3, [1, 2, 3], pushes=0) for _ in range(DEALS)]
    for deal, entered in zip(deals, ask("gewinner-ramsch", *deals)["deals"], strict=True):
        assert entered["won"] == house.winners(deal["ramsch"])
        assert entered["points"] == [23 if seat in entered["won"] else 0 for seat in (1, 2, 3)]


def test_every_choice_of_events_queues_the_same_both_ways():
    """A Grand Hand, a Contra lost, 111, 100 and 0 in a column, 72 and 96: all of them in one evening."""
    deals = [
        {"declarer": 1, "game": "grand", "hand": True, "matadors": 1, "won": True},
        {"declarer": 2, "game": "null", "stakes": 1},
        {"declarer": 3, "game": "grand", "matadors": 1, "won": True, "stakes": 2},
        ramsch(0, 120, 0, tricks=(0, 10, 0)),
        {"passed": True},
        ramsch(9, 0, 111, tricks=(3, 0, 7)),
        {"declarer": 1, "game": "hearts", "matadors": 4, "stakes": 1, "won": True},
        {"declarer": 2, "game": "grand", "hand": True, "matadors": 2, "won": True, "schneider": True},
        *[ramsch(20, 50, 50) for _ in range(6)],
        *[{"declarer": seat, "game": "hearts", "matadors": 4, "won": True} for seat in (1, 2, 3) for _ in range(2)],
    ]
    # Beside what the fixed form knows: a game lost with 60 card points, first and last.
    deals = [{**SIXTY, "declarer": 2}, *deals, {**SIXTY, "declarer": 3}, {"passed": True}]
    lines = [evenings.line_of(deal, seats=3) for deal in deals]
    masks = range(0, 256, 1 if examples(5) == 5 else 5)
    for mask, more in product(masks, ({}, {"bock_ramsch": True, "durchmarsch": True})):
        switches = {"bock_events": mask} | more
        profile = house_of("kneipe", switches).profile

        found = score(ProfileList(profile=profile, seats=3, deals=tuple(lines)))

        rows = house.evening(deals, seats=3, switches=switches)
        entered = [([deal.points.get(seat, 0) for seat in (1, 2, 3)], deal.factor) for deal in found.deals]
        assert entered == [row[:2] for row in rows], switches


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), [(6, 600), *thorough((7, 100_000))])
def test_a_ramsch_of_a_house_is_the_same_both_ways(seed, number):
    """With knocking, other fixed amounts, and three equals that cost nothing."""
    chance = Random(seed)
    for _ in range(number):
        switches = evenings.switches_of(chance) | {
            "klopfen": True,
            "equal_costs": chance.random() < 0.5,
            "ramsch_fixed": chance.choice(["15-15-20", "10-15-20"]),
        }
        deal = evenings.ramsch_deal(chance, 3, [1, 2, 3])
        deal["ramsch"]["knocks"] = chance.randrange(4 - deal["ramsch"]["pushes"])
        profile = house_of("schieberamsch", switches).profile

        found = score(ProfileList(profile=profile, seats=3, deals=(evenings.line_of(deal, seats=3),)))

        assert (dict(found.deals[0].points), found.control.ramsch) == (house.ramsch(deal["ramsch"], switches), 1)


KNOWN = [code for code, profile in PRESETS.items() if profile.ramsch]
SHORT = [code for code in KNOWN if code != "gewinner-ramsch"]
OF_RAMSCH = ("ramsch_", "virgin_", "durchmarsch", "klopfen", "equal_")


def chosen(chance, code):
    """Return a profile with any choices that a Ramsch has."""
    switches = [(name, switch) for name, switch in choices_of(code) if name.startswith(OF_RAMSCH)]
    return house_of(code, {name: chance.choice(list(switch.settings)) for name, switch in switches}).profile


def dealt(chance, rule, players):
    """Return card points, tricks and the last trick of cards that were really dealt, each trick to anybody."""
    pack = [11, 1 if rule.tens is RamschTens.LOW_FOR_ONE else 10, 4, 3, 2, 0, 0, 0] * 4
    chance.shuffle(pack)
    takers = chance.choices(range(players), weights=chance.choice([[1, 1, 1], [3, 1, 0], [1, 0, 0]])[:players], k=10)
    points = [0] * players
    for number, taker in enumerate(takers):
        points[taker] += sum(pack[number * players : (number + 1) * players])
    if players == 3 and rule.counts is not RamschCount.MOST_TRICKS_LOSE and rule.skat is not RamschSkat.LEFT_OUT:
        gets = takers[-1] if rule.skat is RamschSkat.LAST_TRICK else points.index(max(points))
        points[gets] += sum(pack[30:])
    return tuple(points), tuple(takers.count(seat) for seat in range(players)), takers[-1] + 1


def played(chance, rule, players):
    """Return a play, often with equals where there are 120 card points."""
    if players == 3 and chance.random() < 0.5 and of_ramsch.sums(rule).card_points.most == 120:
        deal = evenings.ramsch_deal(chance, 3, [1, 2, 3])["ramsch"]
        if "last_trick" in deal:
            return tuple(deal["card_points"]), tuple(deal["tricks"]), deal["last_trick"]
    return dealt(chance, rule, players)


def lost_by(points, tricks, last_trick, rule):
    """Return who loses a play, or takes all tricks where they win, worked out a second time."""
    if rule.durchmarsch and 10 in tricks:
        return (tricks.index(10) + 1,)
    counted = tricks if rule.counts is RamschCount.MOST_TRICKS_LOSE else points
    if not rule.equal_costs and len(set(counted)) == 1:
        return tuple(range(1, 1 + len(counted)))
    return tuple(losers(dict(enumerate(counted, 1)), last_trick, {"ramsch_tie": rule.tie.value}))


def both_ways(points, tricks, last_trick, profile, **more):
    """Return the columns of a play, and what a table says of it in short."""
    rule = profile.ramsch
    kind = ContractKind.RAMSCH if profile.declaring is of_profile.Declaring.BY_KIND else None
    is_asked = rule.counts is RamschCount.MOST_POINTS_LOSE and rule.amount is of_profile.RamschAmount.POINTS
    by, virgins = lost_by(points, tricks, last_trick, rule), tricks.count(0)
    in_columns = RamschLine(card_points=points, tricks=tricks, last_trick=last_trick, kind=kind, **more)
    in_short = RamschLine(
        losers=by,
        lost_with=points[by[0] - 1] if is_asked else None,
        virgins=virgins if virgins in of_ramsch.virgins_that_count(rule, len(points)) else 0,
        kind=kind,
        **more,
    )
    return in_columns, in_short


@pytest.mark.parametrize(("seed", "number"), [(1, 250), *thorough((2, 20_000))])
@pytest.mark.parametrize("code", SHORT)
def test_a_play_is_the_same_in_columns_and_in_short(code, seed, number):
    chance, met = Random(f"{code} {seed}"), set()
    for _ in range(number):
        profile = chosen(chance, code)
        rule, players = profile.ramsch, min(3, *profile.seats)
        if not of_ramsch.is_short(rule):
            continue
        pushes = chance.randrange(rule.pushes + 1)
        knocks = chance.randrange(players - pushes + 1) if rule.klopfen else 0
        play = played(chance, rule, players)
        lines = both_ways(*play, profile, pushes=pushes, knocks=knocks)
        seats = range(1, players + 1)

        for line in lines:
            assert list(of_ramsch.problems(line, profile, seats)) == [], (rule, line)
        bock = chance.choice([1, 2])
        in_columns, in_short = (of_ramsch.entered(line, rule, players=players, bock=bock) for line in lines)

        assert in_columns == in_short, (rule, lines)
        met |= {(len(lines[1].losers), lines[1].virgins)}
    # One alone, with one and two beside who took no trick, and two equals.
    assert met >= ({(1, 0), (1, 1), (1, 2), (2, 0)} if players == 3 else {(1, 0), (1, 1)})


def shares(sum_of, least, most, others):
    """Yield what so many others can have of a sum, from least to most each."""
    for found in product(range(least, most + 1), repeat=max(others - 1, 0)):
        rest = sum_of - sum(found)
        if others and least <= rest <= most:
            yield (*found, rest)
        elif not others and not sum_of:
            yield ()


def plays(rule, players, number, virgins, own):
    """Yield plays in which the first so many have what they are said to have, and the last took no trick."""
    others = players - number - virgins
    column = of_ramsch.sums(rule)
    if others < 0:
        return
    for together in range(column.card_points.least, column.card_points.most + 1):
        for points in shares(together - number * own, 0, own, others):
            tricks = (10 - others - (number - 1), *[1] * (number - 1), *[1] * others, *[0] * virgins)
            yield ((*[own] * number, *points, *[0] * virgins), tricks, 1)


SKATS, TENS = (RamschSkat.LAST_TRICK, RamschSkat.LEFT_OUT), (RamschTens.LOW, RamschTens.LOW_FOR_ONE)
RULES = [
    RamschRule(tie=tie, skat=skat, tens=tens, equal_costs=equal, durchmarsch=march)
    for tie, skat, tens, equal, march in product(RamschTie, SKATS, TENS, (True, False), (True, False))
]


@pytest.mark.slow
def test_in_short_nothing_stands_that_no_play_is():
    for own in (1, 27, 28, 29, 32, 33, 38, 39, 40, 41, 42, 59, 60, 61, 97, 98, 120):
        taken = {True: 0, False: 0}
        for rule, number, virgins in product(RULES, (1, 2, 3), (0, 1, 2)):
            profile = replace(PRESETS["ramsch"], ramsch=rule)
            line = RamschLine(losers=(1, 2, 3)[:number], lost_with=own, virgins=virgins)
            stands = not list(of_ramsch.problems(line, profile, (1, 2, 3)))
            is_played = any(lost_by(*play, rule) == line.losers for play in plays(rule, 3, number, virgins, own))
            # Two of three equals lose together where nobody noted who took the last trick.
            assert stands == is_played or (stands and number > 1 and rule.tie is RamschTie.LAST_TRICK), (rule, line)
            taken[stands] += 1
        assert taken[False]
        assert taken[True] or own in {1, 27, 97, 98, 120}


def test_what_cannot_be_is_refused():
    by_kind, ramsch_line = {"kind": ContractKind.RAMSCH}, {"losers": (3,), "lost_with": 65}
    for code, said, *found in (
        ("ramsch", {**ramsch_line, "losers": (4,)}, "loser-did-not-play"),
        ("ramsch", {"losers": (3,)}, "lost-with-missing"),
        ("ramsch", {"losers": (3,), "lost_with": 40}, "lost-with-cannot-be"),
        ("ramsch", {"losers": (2, 3), "lost_with": 61}, "lost-with-cannot-be"),
        ("ramsch", {"losers": (2, 3), "lost_with": 60, "virgins": 2}, "too-many-virgins"),
        ("ramsch", {**ramsch_line, "pushes": 1}, "too-many-pushes"),
        ("ramsch", {**ramsch_line, **by_kind}, "no-kinds"),
        ("gewinner-ramsch", ramsch_line, "card-points-missing"),
        ("contra", ramsch_line, "ramsch-not-played"),
        ("tournee", {"losers": (1, 2, 3), **by_kind}, "lost-with-cannot-be"),
        ("tournee", {"losers": (1,), "lost_with": 6, **by_kind}, "lost-with-cannot-be"),
        ("tournee", {"losers": (1,), "virgins": 2, **by_kind}),
    ):
        assert evenings.codes(evenings.scored(code, RamschLine(**said))) == found, (code, said)
    # Where everybody writes the others are needed.
    line = RamschLine(**ramsch_line)
    assert evenings.codes(evenings.scored("ramsch", line, ramsch_writes="everybody")) == ["card-points-missing"]
    assert evenings.codes(evenings.scored("ramsch", line, ramsch_writes="everybody", ramsch_amount="fixed")) == []


def test_a_line_is_written_in_one_way():
    in_short = ({"card_points": (65, 35, 20)}, {"tricks": (5, 3, 2)}, {"last_trick": 1})
    for said in (*({"losers": (1,), **more} for more in in_short), {"lost_with": 65}, {"virgins": 1}):
        with pytest.raises(ValueError, match=r"losers|nobody"):
            RamschLine(**said)
