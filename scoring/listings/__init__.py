"""What pages over the lists show in rows and tiles."""

from scoring.listings.board import Tile, tiles
from scoring.listings.cards import KeyCard, key_cards, reaches_only_this_machine
from scoring.listings.corrections import CorrectionWords, correction_words, deal_words
from scoring.listings.effects import CountingSeat, ShownEffect, ShownSeat, counting_seats, shown_effect
from scoring.listings.marked import Marked, marked_in
from scoring.listings.objections import Raised, Waiting, raised, waiting
from scoring.listings.proposals import Proposed, proposed
from scoring.listings.ranks import RanksListing
from scoring.listings.reseating import Preview, preview_of
from scoring.listings.rulings import ShownRuling, shown_ruling
from scoring.listings.standings import StandingsListing, podium

__all__ = [
    "CorrectionWords",
    "CountingSeat",
    "KeyCard",
    "Marked",
    "Preview",
    "Proposed",
    "Raised",
    "RanksListing",
    "ShownEffect",
    "ShownRuling",
    "ShownSeat",
    "StandingsListing",
    "Tile",
    "Waiting",
    "correction_words",
    "counting_seats",
    "deal_words",
    "key_cards",
    "marked_in",
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
