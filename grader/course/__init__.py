"""Many submissions: who handed in what, and what became of a class."""
