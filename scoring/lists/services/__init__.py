"""What is done: see ``scoring.lists``."""
