"""Documents, a module each: what it says, the template that sets it, what it is called as a file."""
