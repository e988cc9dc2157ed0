"""The zip for Windows under Wine, by ``make test-windows``; what that cannot show is in ``docs/windows-testing.md``."""
