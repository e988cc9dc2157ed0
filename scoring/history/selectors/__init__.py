"""What is read: see ``scoring.history``."""
