"""What is asked: see ``scoring.paper``."""
