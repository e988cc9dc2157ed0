"""What is read: see ``tables.hall``."""
