"""Pages: see ``scoring.disputes``."""
