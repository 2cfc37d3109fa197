"""Bad input is never a zero: what cannot be read is said with its place, and the rest is graded."""
