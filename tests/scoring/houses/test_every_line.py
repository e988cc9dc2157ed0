"""Every line of every profile survives its row, its way through a code, a report and the archive."""

import json
from dataclasses import replace

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.archive.packing.record import record
from scoring.lists.mapping import to_deal, to_row
from scoring.lists.models import DealRow
from scoring.lists.selectors import sheets
from scoring.lists.wording.games import deal_entry
from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import read_line, written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.profiles.games import judged
from scoring.rules.profiles.houses import switches_of
from scoring.rules.profiles.lines import Beside, Kind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, name_of, named
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.profile import Declaring
from scoring.rules.valuation import Played
from tests.factories import EVENING
from tests.scoring.houses.evening import deal, enter, house_list, ramsch

HOUSES = [code for code in PROFILES if name_of(code) != BY_THE_BOOK]
WIDE = ("klopfen", "schenken", "spitze", "bock_events", "tricks_win")
"""Switches that let a deal say more."""


def widest(code):
    """Return the name of a profile with everything on that a deal can say something of."""
    return name_of(code, {name: switch.settings[-1] for name, switch in switches_of(code) if name in WIDE})


def seats_of(profile):
    return st.sampled_from(profile.seats)


@st.composite
def games(draw, name):
    """Draw a declarer's game that its profile counts, or refuses, with everything it can say."""
    profile = named(name)
    seats = draw(seats_of(profile))
    levels = {level: draw(st.booleans()) for level in ("hand", "schneider_announced", "schwarz_announced", "ouvert")}
    game = draw(st.sampled_from(Game))
    try:
        contract = Contract(game=game, **levels)
    except IllegalContract:
        contract = Contract(game=game)
    most = profile.values.most.get(game, 0)
    played = Played(
        contract=contract,
        matadors=draw(st.integers(1, most)) * draw(st.sampled_from([1, -1])) if most else None,
        bid=draw(st.none() | st.sampled_from(sorted(profile.values.bids))),
        **{tick: draw(st.booleans()) for tick in ("won", "schneider", "schwarz", "overbid")},
    )
    beside = Beside(
        profile=name,
        stakes=draw(st.integers(0, profile.stakes)),
        contra_by=draw(st.none() | st.integers(1, seats)),
        schenken=draw(st.integers(0, 3)) if profile.schenken else 0,
        has_sixty=draw(st.booleans()),
        spitze=draw(st.booleans()) and profile.spitze is not None,
        revolution=draw(st.booleans()) and profile.revolution is not None,
        kind=draw(st.sampled_from(Kind)) if profile.declaring is Declaring.BY_KIND else None,
        announced=draw(st.integers(0, 2)),
        opened=draw(st.booleans()),
    )
    return Deal(number=1, declarer=draw(st.integers(1, seats)), played=played, house=beside)


@st.composite
def ramsches(draw, name):
    """Draw a Ramsch of a profile, with everything it can say."""
    profile = named(name)
    seats = draw(seats_of(profile))
    columns = [
        draw(st.none() | st.lists(st.none() | st.integers(0, most), min_size=seats, max_size=seats).map(tuple))
        for most in (120, 10)
    ]
    card_points, tricks = (None if column and set(column) == {None} else column for column in columns)
    line = RamschLine(
        card_points=card_points,
        tricks=tricks,
        last_trick=draw(st.none() | st.integers(1, seats)),
        pushes=draw(st.integers(0, 3)),
        knocks=draw(st.integers(0, 3)),
        kind=Kind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )
    return Deal(number=1, house=Beside(profile=name, ramsch=line))


def deals(name):
    passed = st.just(Deal(number=1, house=Beside(profile=name)))
    return passed | games(name) | (ramsches(name) if named(name).ramsch else passed)


@pytest.mark.thorough
@pytest.mark.parametrize("code", HOUSES)
@given(data=st.data())
def test_a_line_comes_back_from_everywhere(code, data):
    name = widest(code)
    entered = data.draw(deals(name))

    assert through_code(entered, name) == entered
    assert read_line(1, json.loads(json.dumps(written(entered)))) == entered
    # The archive keeps the columns of the row as they are.
    if entered.played is None or judged(entered.line, named(name)).booking:
        row = to_row(entered, DealRow)
        row.house = json.loads(json.dumps(row.house))
        assert to_deal(row) == entered
    for language in ("en", "de", "es"):
        with translation.override(language):
            assert "%(" not in deal_entry(entered, [])


def through_code(entered, name):
    """Return what a phone that reads the code of a list of one deal gets."""
    (found,) = read_packed(packed_text(PackedList(series=1, table=1, deals=(entered,), profile=name))).deals
    return found


EXTREMES = {
    "sechserskat": [deal(1, 1, Played(contract=Contract(game=Game.HEARTS), matadors=12, won=True), profile="")],
    "kneipe": [
        deal(
            1,
            1,
            Played(contract=Contract(game=Game.HEARTS), matadors=-2, won=True, schneider=True),
            profile="",
            schenken=2,
            stakes=1,
        ),
        deal(2, 2, Played(contract=Contract(game=Game.HEARTS), matadors=2, won=False), profile="", has_sixty=True),
    ],
    "schieberamsch": [ramsch(1, (20, 35, 65), (2, 3, 5), profile="", pushes=1, knocks=2, last_trick=3)],
}


@pytest.mark.django_db
@pytest.mark.parametrize("code", EXTREMES)
def test_what_says_most_is_entered_and_in_the_archive(code):
    name = widest(code)
    row = house_list(name, rounds=2)
    said = [of_profile(one, name) for one in EXTREMES[code]]

    enter(row, *said)

    assert list(sheets.sheet(row).game_list.deals) == said
    (series,) = json.loads(json.dumps(record(row.table.series.tournament, made_at=EVENING), default=str))["series"]
    kept = series["tables"][0]["list"]["deals"]
    assert [one["house"] for one in kept] == [written(one)["house"] for one in said]


def of_profile(entered, name):
    """Return a deal as one of a profile."""
    return replace(entered, house=replace(entered.house, profile=name))
