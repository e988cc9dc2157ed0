"""Forms: see ``scoring.money``."""
