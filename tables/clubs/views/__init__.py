"""Pages: see ``tables.clubs``."""
