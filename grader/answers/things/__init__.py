"""The objects that students hand in to be run, each read with its caps: it comes from a stranger, and nothing runs before its size is known to be small."""
