"""What is asked: see ``tables.desk``."""
