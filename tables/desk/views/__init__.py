"""Pages: see ``tables.desk``."""
