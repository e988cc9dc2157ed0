"""Pages: see ``tables.people``."""
