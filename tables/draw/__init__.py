"""Seats: drawn, set by standing, by a fixed plan or by hand; looked at, published, changed (SkWO 7.1).

A ``Draw`` keeps the record from which anybody can make it again; ``Table`` and ``Seat`` are what came of it. The
direction's half of the chance is committed to before anybody can know who plays. What is computed lies in
``tables.seating``, pure.

Never false: nobody has two seats in a series; seats do not move once play has begun at their table (7.1.3).
Asks ``people`` for who is present and what they wish, ``journal`` to write.
"""
