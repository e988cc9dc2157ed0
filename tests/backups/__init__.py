"""Backups: made under load, checked, kept for as long as they may be, restored elsewhere."""
