"""What pages over the lists show in rows and tiles."""

from scoring.listings.board import Tile, tiles
from scoring.listings.cards import key_cards, reaches_only_this_machine
from scoring.listings.corrections import correction_words, deal_words
from scoring.listings.effects import ShownEffect, counting_seats, shown_effect
from scoring.listings.marked import marked_in
from scoring.listings.objections import raised, waiting
from scoring.listings.proposals import proposed
from scoring.listings.ranks import RanksListing
from scoring.listings.reseating import Preview, preview_of
from scoring.listings.rulings import ShownRuling, shown_ruling
from scoring.listings.standings import StandingsListing, podium
