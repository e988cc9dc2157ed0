"""The page at the table: seats confirmed, deals entered on a phone with or without a network, calls (SkWO 7.2.2).

A phone brings its acts in a batch, each with a key of its own, and gets a receipt for each: deals entered and taken
back, and what is said beside them, corrections, calls, objections, signatures.

Never false: what was sent twice counts once; nothing that a phone brought is lost, whatever became of its list.
Asks ``lists`` to write, ``signing`` and ``disputes`` to do what a phone says, and what waits at this table.
"""
