"""What pages do alike: ask a service and say its refusal, hand out a file, stay private."""
