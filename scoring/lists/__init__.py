"""The game list of a table: entered deal by deal, corrected, typed from paper, signed (ISkO 5.5, SkWO 7.2).

A ``GameListRow`` has entries: ``DealRow`` on the first list, ``SecondDealRow`` on a second, ``TotalsRow`` where only
results came from paper. A ``Phone`` keeps the list, a ``Proposal`` is what it brought and the list did not take,
a ``Call`` is for the direction. ``SeatResult`` is what the entries come to, stored.

A list says by its ``profile`` which rules it is kept by, nothing where it is by the book; its entries say it again in
``house``, with what those rules add to a deal. Both stay from the first deal on.

Never false: an entry is never overwritten, but voided and followed; a signed list is closed; what is stored is what
the entries come to. Asks ``scoring.rules`` what is right, ``tables.draw`` who sits where, ``tables.journal`` to write.
"""
