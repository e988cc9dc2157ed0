"""Checking a record: make the draw again, compare, and say in a sentence what differs."""
