"""Tables of a league."""
