"""Pages: see ``tables.tournaments``."""
