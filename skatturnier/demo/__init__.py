"""The demo: every page says that it is one; three doors lead into its event; a public one keeps nothing.

What ``serve --demo`` loads is an invented event in the middle of its day. Anybody who comes may direct it, keep a list
or look on, without an account. Where it is open to the internet (``SKATTURNIER_PUBLIC_DEMO``), what would lock others
out, or keep something of theirs, is refused; that it forgets everything each night, ``deploy/demo`` sees to.
"""
