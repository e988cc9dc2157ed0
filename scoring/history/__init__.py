"""How it was: lists and rankings at any line of the journal, and whether what is stored still is what was told.

Everything is computed anew from entries and journal; nothing of it is stored.

Never false: a row that somebody changed behind the journal shows as a ``Doubt``.
Asks every topic below for its rows, ``tables.journal`` for the lines.
"""
