"""The desk: registering, marking who is there and has paid, lists that are pasted or come as files (SkWO 4.1).

Also the form on which anybody registers themselves while it is open, and the entrants as files.

Never false: the same form sent twice registers once; a list is looked through before anybody of it is taken.
Asks ``people``, ``clubs`` and ``draw``: it stands above them and owns no rows.
"""
