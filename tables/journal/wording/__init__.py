"""Words: see ``tables.journal``."""
