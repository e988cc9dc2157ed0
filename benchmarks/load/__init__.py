"""A hall of 250 tables at five times its speed, a thousand who watch, a director who prints.

``python -m benchmarks.load [--minutes 10] [--postgresql] [--speed 5] [--events 1] [--tables 250] [--within SECONDS]``
starts the site as ``manage.py serve`` runs it on a database of its own; with ``--postgresql`` two of them behind nginx
on one PostgreSQL, one killed and started anew in the middle. Two halls at once are ``--events 2``, the evenings of
twenty clubs ``--events 20 --tables 6``. ``--picture FILE`` draws how long entries waited, minute by minute.
Tables, spectators and the site share this machine, so what the first two take of it the site lacks.

``--within`` fails where entries wait longer (p95) than so many seconds on the machine that the figures are from; one
that counts more slowly gets a hall as much slower, and as much more time. What was too slow is tried once more.
"""
