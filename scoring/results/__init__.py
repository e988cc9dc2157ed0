"""What lists add up to: standings, rankings of players, classes, teams and clubs, lots (SkWO 1.5, 5.2).

A ``Ranking`` stands beside the individual one, with its ``Team`` rows and substitutes. A lot is drawn once for those
whom the rules leave equal, and kept.

Never false: places follow from the entries alone, whoever asks; a lot once drawn stays.
Asks ``lists`` for what counts at each seat, ``scoring.rules`` for the order.
"""
