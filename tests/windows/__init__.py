"""The zip for Windows, unpacked and used under Wine: by ``make test-windows``, which builds it first.

What Wine cannot show is a list of steps in ``docs/windows-testing.md``.
"""
