"""What is done in a league. Every act takes the turn of its season first."""
