"""Small faults planted in the code, one at a time, to see which of them no test notices (``make mutants``).

The rules have a tool of their own (mutation.toml). Here are the services, selectors and access, whose tests need a
database, and the scripts of the page at the table, whose tests need a browser.
"""
