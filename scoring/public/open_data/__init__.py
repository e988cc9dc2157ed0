"""The JSON of the interface: what is public, in shapes that stay."""
