"""What is asked: see ``tables.acts``."""
