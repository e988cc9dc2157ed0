"""Competitions of a season: which lists of a player count, what they come to, who stands before whom."""
