"""What addresses say: a way to play, and a deal to be counted by it."""
