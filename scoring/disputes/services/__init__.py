"""What is done: see ``scoring.disputes``."""
