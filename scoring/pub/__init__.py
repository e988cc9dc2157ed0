"""The table without a tournament: some people sit down, open a list, play, settle and go.

A *pub table* is an event that nobody directs and the public never sees: one series, one table, opened in one act by
two to five people who need no account. Whoever has the link of the table keeps its list.

Never false: nobody but those who have the link, and the site's owner, sees a name; profile and stake are fixed before
the first deal; after thirty days names go, and then everything.
Asks ``results`` to open the list, ``signing`` to let it end early, ``paper`` and ``archive`` for the files to take
along; the list itself is kept at ``scoring.table`` like any other.
"""
