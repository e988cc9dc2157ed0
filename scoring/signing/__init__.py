"""Signing a game list: every player's word, on the table's phone or an own one, and the list closed (SkWO 7.2.3, 9.11).

A ``Confirmation`` is the word of the player at a seat that the list is right: drawn, said aloud and heard by another
player, or by the seat's code on a phone of their own. Signed by all, the list is a document: its hash stands in the
journal.

Never false: nobody confirms what they have not seen, nor with a tap alone; a list with an open objection or difference
is not closed. Asks ``lists`` for the list, ``disputes`` to raise what a player objects to.
"""
