"""What the direction looks at: its day, what waits, and who stands at the door."""
