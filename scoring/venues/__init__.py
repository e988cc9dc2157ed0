"""An event at several venues: each plays on its own laptop, and its file joins the others here.

A venue's laptop begins with a backup of the event alone. Its file has what was done in its lists: every entry with its
key, and every line that its journal has of them. Joining adds what is not here yet, list by list.

Never false: what is here already stays as it is; what comes is what the journal it came with tells, with its times; in
whatever order files come, and however often, the same stands in the end.
Asks ``history`` whether what came is sound, ``lists`` for rows and results.
"""
