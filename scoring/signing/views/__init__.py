"""Pages: see ``scoring.signing``."""
