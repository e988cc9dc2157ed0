"""Pages: see ``scoring.season``."""
