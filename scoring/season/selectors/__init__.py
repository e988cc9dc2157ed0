"""What is read: see ``scoring.season``."""
