"""English as a European hall writes it."""
