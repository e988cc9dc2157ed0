"""Words: see ``tables.hall``."""
