"""What an event, a table and a player come to: the dearest deals, the mix of games, courses (ISkO 5, SkWO 5).

Figures are read from entries as the rules read them; a chart always has the same figures as a table beside it.

Never false: an entry that was voided is in no figure; nothing is shown of a series that is kept from the public.
Asks ``lists`` for entries, ``results`` for places.
"""
