"""What is public, for other programs: the shapes of the JSON, and the feed of results."""

from scoring.open_data.feed import Absolute, event_feed, site_feed
from scoring.open_data.hall import entrant_shape, list_shape, seat_shapes, series_shape, tournament_shape
from scoring.open_data.players import player_shape, statistics_shape
from scoring.open_data.results import head_shape, ranking_shape, standings_shape
