"""Rulings: what they would do, what they do, and whose they are."""
