"""The profiles there are, each under its code, with the switches as they are before anybody touches them."""

from dataclasses import replace
from typing import Final

from scoring.rules.contract import MAX_MATADORS, Game
from scoring.rules.profiles.profile import (
    BockRule,
    Columns,
    Declaring,
    Profile,
    Programme,
    RamschCount,
    RamschRule,
    RamschSkat,
    Target,
    WhenAllPass,
)
from scoring.rules.results.performance import OWN_GAME, RatingRule
from scoring.rules.values import BASE_VALUE, BIDS, ISKO, NULL_VALUE, Values, biddable

GAME_POINTS: Final = RatingRule(by_games=False)
"""Nothing but game points counts, as before the official rating."""

LEAGUE: Final = RatingRule(own_won=OWN_GAME, others_lost={3: 40, 4: 40}, sitting_out=0)
"""The league rating of the encyclopedia: nothing is taken off for a lost game."""

_OLD_BASE: Final = {**BASE_VALUE, Game.GRAND: 20}
_MORE_MATADORS: Final = {game: most + 1 if most > 4 else most for game, most in MAX_MATADORS.items()}

GRAND_20: Final = Values(base=_OLD_BASE, bids=frozenset(biddable(_OLD_BASE, MAX_MATADORS, fixed=NULL_VALUE.values())))
"""Grand as it counted until 1932."""

HAND_SINGLE: Final = Values(lost_hand=1)
"""A lost Hand game as it counted until 1998."""

SIX_MORE: Final = Values(
    most=_MORE_MATADORS, bids=frozenset(biddable(BASE_VALUE, _MORE_MATADORS, fixed=NULL_VALUE.values()))
)
"""With the sixes a suit has twelve trumps."""

REVOLUTION: Final = 92
_WITH_REVOLUTION: Final = frozenset({*BIDS, REVOLUTION})

BESIDE_REVOLUTION: Final = Values(bids=_WITH_REVOLUTION)
"""The official values, where 92 can be bid too."""

AS_REVOLUTION: Final = Values(null=dict.fromkeys(NULL_VALUE, REVOLUTION), bids=_WITH_REVOLUTION)
"""Every Null of them is the one game there is: open and from the hand."""

_PUSHED: Final = RamschRule(pushes=3)
_PASSED_RAMSCH: Final = Profile(code="ramsch", source="Ramsch", when_all_pass=WhenAllPass.RAMSCH, ramsch=RamschRule())
_CLASSIC: Final = Profile(code="classic", source="Scoring", rating=GAME_POINTS, seats=(3, 4, 5))
_FOR_TWO: Final = replace(_CLASSIC, code="two-open", source="For two", seats=(2,))
_RAMSCH_FOR_TWO: Final = RamschRule(skat=RamschSkat.LEFT_OUT, unplayed=12)
"""Each has ten cards; the skat and the rest of the third hand are in nobody's tricks."""

ALL: Final = (
    Profile(code="isko-2002", source="ISkO 5, SkWO 5.1", values=ISKO),
    _CLASSIC,
    Profile(code="league-encyclopedia", source="Scoring", rating=LEAGUE),
    Profile(code="grand-20", source="Grand", values=GRAND_20),
    Profile(code="hand-single", source="Scoring", values=HAND_SINGLE),
    _PASSED_RAMSCH,
    replace(_PASSED_RAMSCH, code="schieberamsch", ramsch=_PUSHED),
    replace(_PASSED_RAMSCH, code="gewinner-ramsch", ramsch=RamschRule(counts=RamschCount.FEWEST_POINTS_WIN)),
    Profile(code="contra", source="Variants", stakes=4),
    Profile(code="revolution", source="Revolution", values=BESIDE_REVOLUTION, revolution=AS_REVOLUTION),
    Profile(code="sechserskat", source="Sechserskat", values=SIX_MORE, pack=36, tricks=11),
    Profile(code="bierlachs", source="Bierskat", columns=Columns.OPPONENTS_MINUS, rating=GAME_POINTS, course=Target()),
    Profile(
        code="raeuberskat",
        source="Räuberskat",
        rating=GAME_POINTS,
        course=Programme(),
        declaring=Declaring.IN_TURN,
        when_all_pass=WhenAllPass.NOBODY_MAY,
        ramsch=RamschRule(),
    ),
    replace(
        _FOR_TWO,
        code="two-officers",
        source="Offiziersskat",
        declaring=Declaring.NOT_THE_DEALER,
        when_all_pass=WhenAllPass.NOBODY_MAY,
        tricks=16,
    ),
    _FOR_TWO,
    Profile(
        code="tournee",
        source="North American Skat",
        rating=GAME_POINTS,
        declaring=Declaring.BY_KIND,
        when_all_pass=WhenAllPass.NOBODY_MAY,
        ramsch=RamschRule(counts=RamschCount.MOST_TRICKS_LOSE),
    ),
    Profile(
        code="kneipe",
        source="Variants",
        values=BESIDE_REVOLUTION,
        rating=GAME_POINTS,
        when_all_pass=WhenAllPass.RAMSCH,
        ramsch=_PUSHED,
        stakes=4,
        revolution=AS_REVOLUTION,
        bock=BockRule(),
        seats=(3, 4, 5),
    ),
    Profile(code="idiotenskat", source="Idiotenskat", is_blind=True),
    replace(_FOR_TWO, code="oma-skat", source="Oma-Skat"),
    replace(_FOR_TWO, code="piloten-skat", source="Piloten-Skat"),
    replace(_FOR_TWO, code="strohmann", source="Strohmann", tricks=9),
    replace(_FOR_TWO, code="skat-en-deux", source="Skat en deux"),
    replace(_FOR_TWO, code="schmegegge", source="Schmegegge", when_all_pass=WhenAllPass.RAMSCH, ramsch=_RAMSCH_FOR_TWO),
)

PROFILES: Final = {profile.code: profile for profile in ALL}

OFFICIAL: Final = PROFILES["isko-2002"]
"""The only one that an official tournament can choose (SkWO 9.4)."""
