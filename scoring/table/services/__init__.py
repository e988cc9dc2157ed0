"""What is done: see ``scoring.table``."""
