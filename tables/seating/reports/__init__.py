"""What a seating achieves: its report, the bounds it is measured by, the law it must keep, whom a change disturbs."""
