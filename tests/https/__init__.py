"""https in the hall: who vouches for the laptop, and what phones make of it."""
