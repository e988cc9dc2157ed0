"""What is asked: see ``scoring.lists``."""
