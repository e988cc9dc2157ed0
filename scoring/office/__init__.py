"""The direction's day: the board of a series, what is next, late and missing players, the end (SkWO 4, 7, ISkO 4.5.10).

Never false: a series closes when every list is signed; the final ranking is released when nothing is open any more.
Asks every topic below; none asks it.
"""
