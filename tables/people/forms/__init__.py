"""What is asked: see ``tables.people``."""
