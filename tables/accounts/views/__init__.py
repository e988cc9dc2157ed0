"""Pages: see ``tables.accounts``."""
