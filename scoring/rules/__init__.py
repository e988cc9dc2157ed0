"""The rules of Skat and of its tournaments as pure functions (ISkO 2 to 5, SkWO 4 to 9)."""
