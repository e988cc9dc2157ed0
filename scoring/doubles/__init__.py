"""Two start numbers that are one person: registered by their club and by themselves, or at two desks (SkWO 4.1).

Never false: one of the two numbers has everything, the other keeps its number alone; of a series in which both played
nobody can say who it was. Asks ``results`` for seats and standings, ``money`` for what was paid.
"""
