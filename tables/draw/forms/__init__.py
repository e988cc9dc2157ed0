"""What is asked: see ``tables.draw``."""
