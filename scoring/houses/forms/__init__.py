"""What is asked by address: the switches of a way to play, and a deal to be counted by it."""
