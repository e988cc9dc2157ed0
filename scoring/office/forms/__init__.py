"""What is asked: see ``scoring.office``."""
