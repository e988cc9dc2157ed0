"""Forms of the hall, by topic. They check the shape of what was typed and end in what a service takes."""
