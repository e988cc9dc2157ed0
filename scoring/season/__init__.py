"""The club's year and the league: what evenings and matches add up to over a season.

A *season* is a row of evenings or of match days; on the site it belongs to a club, whose events count in it by link. A
*competition* is one way of counting them: whose lists, which of them, what they come to. A *member* competes, whoever
else plays is a *guest*. A *division* is some teams of the league that play each other in *matches* of three to five.

What must never be false: a table is computed of lists and totals whenever it is asked for, never stored; what counts
and what is dropped is said list by list, with the reason; a rule by which a table was released stays; an event counts
in a season once. ``rules`` is pure and knows the standard library alone, as does ``table``, the program by which
anybody can check a year or a league. Asks ``scoring.rules`` who stands before whom, ``tables.seating`` for whatever is
drawn, ``tables.clubs`` who is who and who keeps a season, ``tables.tournaments`` for events.
"""
