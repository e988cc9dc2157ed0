"""How moments and numbers are written where a language of ours differs from Django's own habit."""
