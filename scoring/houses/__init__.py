"""House rules: every way to play that is not the tournament's, chosen, explained and printed before the first deal.

A *profile* of ``scoring.rules.profiles`` is one way to keep a list; a *house* is a profile with its *switches* set, and
stands whole in an address. Its *rule sheet* says what it decides, with examples.

Never false: every number on a page or sheet comes out of the rules, none stands in a sentence; an address that states
what its profile does not have is refused, never read in part; nothing of a house is called official (SkWO 9.4). Nothing
is stored. Asks ``lists`` for the words of games and of what is refused, ``paper`` for how documents are set.
"""
