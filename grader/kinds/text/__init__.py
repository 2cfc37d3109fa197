"""The kind that is a question in words alone."""
