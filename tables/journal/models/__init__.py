"""The rows of ``tables.journal``."""

from tables.journal.models.entries import JournalEntry
from tables.journal.models.releases import Release
from tables.journal.models.stored import LengthWithin, Stored, StoredMoment
