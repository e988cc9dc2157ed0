"""What is asked: see ``scoring.disputes``."""
