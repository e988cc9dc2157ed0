"""Where the pages of the history are, and who opens them."""

from django.test import Client

TABLE = "/t/cup/series/1/table/1/"
HISTORY = f"{TABLE}history/"
ENTRANT = "/t/cup/office/entrants/2/history/"
STANDINGS = "/t/cup/office/standings/"
HEAD = "/t/cup/head/"


def signed_in(user) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(user)
    return made


def last(row) -> int:
    return row.table.series.tournament.journal.count()
