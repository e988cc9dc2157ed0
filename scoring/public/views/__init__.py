"""Pages: see ``scoring.public``."""
