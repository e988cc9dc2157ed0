"""Reading what the program is given: JSON that anyone may have written becomes values of ``rules``, or is refused."""
