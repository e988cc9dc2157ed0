"""Pages: see ``scoring.lists``."""
