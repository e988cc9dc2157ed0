"""What is read: see ``scoring.office``."""
