"""Pages of a league."""
