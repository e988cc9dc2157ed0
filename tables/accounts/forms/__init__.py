"""What is asked: see ``tables.accounts``."""
