"""What is read: see ``scoring.statistics``."""
