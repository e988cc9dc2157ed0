"""Words: see ``tables.people``."""
