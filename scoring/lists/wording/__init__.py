"""Words: see ``scoring.lists``."""
