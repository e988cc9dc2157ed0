"""What goes wrong with backups, as a sentence for whoever looks after the site."""


class BackupFailed(Exception):
    """No backup was made, or none can be read; the message says why and what helps."""


class BackupBusy(BackupFailed):
    """Another one is being made: that is no failure, the same is done."""
