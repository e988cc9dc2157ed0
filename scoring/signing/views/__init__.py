"""TODO views."""
