"""Pages: see ``scoring.office``."""
