"""What is read: see ``scoring.disputes``."""
