"""What pages over the lists show in rows and tiles."""

from scoring.listings.board import Tile, tiles
from scoring.listings.cards import KeyCard, key_cards, reaches_only_this_machine
from scoring.listings.corrections import CorrectionWords, correction_words, deal_words
from scoring.listings.effects import CountingSeat, ShownEffect, ShownSeat, counting_seats, shown_effect
from scoring.listings.objections import Raised, Waiting, raised, waiting
from scoring.listings.proposals import Proposed, proposed
from scoring.listings.reseating import Preview, preview_of
from scoring.listings.rulings import ShownRuling, shown_ruling
from scoring.listings.standings import StandingsListing, found, found_excluded, podium

__all__ = [
    "CorrectionWords",
    "CountingSeat",
    "KeyCard",
    "Preview",
    "Proposed",
    "Raised",
    "ShownEffect",
    "ShownRuling",
    "ShownSeat",
    "StandingsListing",
    "Tile",
    "Waiting",
    "correction_words",
    "counting_seats",
    "deal_words",
    "found",
    "found_excluded",
    "key_cards",
    "podium",
    "preview_of",
    "proposed",
    "raised",
    "reaches_only_this_machine",
    "shown_effect",
    "shown_ruling",
    "tiles",
    "waiting",
]
