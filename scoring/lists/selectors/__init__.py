"""What is read: see ``scoring.lists``."""
