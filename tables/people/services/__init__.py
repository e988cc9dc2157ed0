"""What is done: see ``tables.people``."""
