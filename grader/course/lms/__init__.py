"""Downloads of learning platforms: which layout one has, who handed in what in it, and what was pasted into a text field."""
