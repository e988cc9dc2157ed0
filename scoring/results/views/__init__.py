"""Pages: see ``scoring.results``."""
