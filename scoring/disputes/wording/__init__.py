"""Words: see ``scoring.disputes``."""
