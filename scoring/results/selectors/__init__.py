"""What is read: see ``scoring.results``."""
