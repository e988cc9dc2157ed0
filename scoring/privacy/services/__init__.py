"""What is done: see ``scoring.privacy``."""
