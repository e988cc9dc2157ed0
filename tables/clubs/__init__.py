"""Clubs that run events, and their address books of players across events.

A ``Person`` stands in the book of one club; a double that was merged stays as a pointer to whom it became. Keepers of
the book are accounts. People of the book become entrants, and entrants come into the book.

Never false: only keepers open a book; two who took part in the same event are two people.
Asks ``people`` for entrants, ``tournaments`` for events.
"""
