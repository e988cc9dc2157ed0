"""What is asked: see ``scoring.results``."""
