"""Words: see ``scoring.money``."""
