"""Whoever sends something to this site means no good."""
