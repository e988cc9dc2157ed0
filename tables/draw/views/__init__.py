"""Pages: see ``tables.draw``."""
