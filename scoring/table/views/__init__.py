"""Pages: see ``scoring.table``."""
