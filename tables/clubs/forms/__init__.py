"""What is asked: see ``tables.clubs``."""
