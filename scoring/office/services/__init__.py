"""What the direction and its helpers do: the end of the event, and the door."""
