"""What is done: see ``scoring.season``."""
