"""Pages: see ``scoring.history``."""
