"""Words: see ``tables.clubs``."""
