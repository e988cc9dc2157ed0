"""Words: see ``tables.acts``."""
