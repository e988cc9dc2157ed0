"""Backups: one file with everything the site knows, checked before it counts.

    manage.py backup [--to FOLDER]                     make one now, check it, tidy up
    manage.py restore FILE [--identity F] [--data D]   put one into an empty folder
    manage.py keep_house [--every MINUTES]             what has to be done again and again, beside `serve`

``state()`` says how it stands; it reads one small file and never asks the database.
"""

from skatturnier.backups.standing import BackupState, state

__all__ = ["BackupState", "state"]
