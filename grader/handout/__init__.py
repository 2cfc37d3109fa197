"""What is handed out for a problem, and its key."""
