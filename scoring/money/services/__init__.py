"""What is done: see ``scoring.money``."""
