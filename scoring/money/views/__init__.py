"""Pages: see ``scoring.money``."""
