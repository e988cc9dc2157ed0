"""Pages: see ``scoring.paper``."""
