"""The rows of ``tables.draw``."""

from tables.draw.models.draws import Draw
from tables.draw.models.tables import Seat, Seeding, Table, new_table_words
