"""Words: see ``tables.draw``."""
