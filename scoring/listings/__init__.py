"""What pages over the lists show in rows and tiles."""

from scoring.listings.board import Tile, tiles
from scoring.listings.cards import KeyCard, key_cards, reaches_only_this_machine
from scoring.listings.standings import StandingsListing, found, podium

__all__ = [
    "KeyCard",
    "StandingsListing",
    "Tile",
    "found",
    "key_cards",
    "podium",
    "reaches_only_this_machine",
    "tiles",
]
