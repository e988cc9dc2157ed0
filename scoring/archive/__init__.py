"""The whole record of an event in one file, for those who keep it and for programs (SkWO 7.4.4).

Papers, workbooks and a record in JSON that needs nothing of this site, each with its hash, the list of hashes last.

Never false: every value of every row is in it, told by words and not by numbers of this database.
Asks ``paper`` for documents, the topics below for their rows.
"""
