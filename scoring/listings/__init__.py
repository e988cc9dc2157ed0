"""What pages over the lists show in rows and tiles."""

from scoring.listings.board import Tile, tiles
from scoring.listings.cards import KeyCard, key_cards, reaches_only_this_machine
from scoring.listings.proposals import Proposed, proposed
from scoring.listings.reseating import Preview, preview_of
from scoring.listings.standings import StandingsListing, found, podium

__all__ = [
    "KeyCard",
    "Preview",
    "Proposed",
    "StandingsListing",
    "Tile",
    "found",
    "key_cards",
    "podium",
    "preview_of",
    "proposed",
    "reaches_only_this_machine",
    "tiles",
]
