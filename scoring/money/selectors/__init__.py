"""What is asked: see ``scoring.money``."""
