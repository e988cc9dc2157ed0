"""A hall of 250 tables at five times its speed, a thousand who watch, a director who prints.

``python -m benchmarks.load [--minutes 10] [--postgresql]`` starts the site as ``manage.py serve`` runs it on a
database of its own; with ``--postgresql`` two of them behind nginx on one PostgreSQL, one killed and started anew in
the middle.
Tables, spectators and the site share this machine, so what the first two take of it the site lacks.
"""
