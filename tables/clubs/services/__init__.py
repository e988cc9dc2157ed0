"""What is done: see ``tables.clubs``."""
