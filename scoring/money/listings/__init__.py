"""Lists: see ``scoring.money``."""
