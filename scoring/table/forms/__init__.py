"""What is asked: see ``scoring.table``."""
