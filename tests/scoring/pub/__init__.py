"""The table without a tournament."""
