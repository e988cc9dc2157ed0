"""Skat report: an event or a season in one JSON document that any program can write, read and check.

``reading`` makes values of a document or says where it is bent; ``checks`` computes everything in it anew: each deal,
each list, the ranking, the table of a season, the hashes. ``python -m scoring.report check FILE`` does both with the
standard library alone. What must never be false: a report in which all is in order says nothing that the rules refuse.
Asks ``scoring.rules``, ``scoring.season`` and ``tables.seating`` for its way to take hashes.
"""
