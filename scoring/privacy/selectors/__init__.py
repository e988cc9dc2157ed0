"""What is read: see ``scoring.privacy``."""
