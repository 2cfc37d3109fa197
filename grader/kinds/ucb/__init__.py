"""The kind that scores the children of a node: UCB."""
