"""Pages: see ``scoring.statistics``."""
