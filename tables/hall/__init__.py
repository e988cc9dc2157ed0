"""The hall while it is played: where tables stand, the clock of a series, announcements, keys of tables.

Whoever holds a table's key, or types its four words, may keep its list (``access``, ``services.words``).

Never false: a clock runs only after the start; a table whose key was renewed opens to the new one alone.
Asks ``draw`` for tables, ``tournaments`` for series.
"""
