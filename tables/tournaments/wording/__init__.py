"""Words: see ``tables.tournaments``."""
