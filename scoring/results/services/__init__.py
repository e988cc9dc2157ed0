"""What is done: see ``scoring.results``."""
