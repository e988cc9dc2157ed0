"""A list as the site keeps it against the program that anybody can ask: same columns, sums, refusals, the way back."""

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
from scoring.rules.profiles.lines import Beside, Kind, RamschLine
from scoring.rules.profiles.naming import name_of
from scoring.rules.score.answer import answer
from scoring.rules.valuation import Played
from tests.rules.profiles.evenings import evening_deals, evening_switches

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
            kind=Kind(said["kind"]) if "kind" in said else None,
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
        kind=Kind(said["kind"]) if "kind" in said else None,
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
