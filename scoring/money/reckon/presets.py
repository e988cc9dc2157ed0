"""Tariffs that clubs publish, to begin with (practice)."""

from typing import Final

from scoring.money.reckon.tariffs import LostGames, PlaceAtTable

LOST_GAMES: Final = {
    "usual": LostGames(tiers=((3, 50), (None, 100))),
    "cheap": LostGames(tiers=((3, 30), (None, 100))),
    "dear": LostGames(tiers=((3, 100), (None, 200))),
    "three tiers": LostGames(tiers=((3, 50), (5, 100), (None, 300))),
    "half a euro": LostGames(tiers=((None, 50),)),
    "one euro": LostGames(tiers=((None, 100),)),
}
"""What lost games cost, in cents a list."""

PLACE_AT_TABLE: Final = PlaceAtTable(cents={4: (50, 100, 150, 200), 3: (50, 100, 150)})
"""The best pays least; at three nobody is the fourth."""
