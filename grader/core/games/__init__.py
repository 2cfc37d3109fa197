"""What exercises are played on: trees, the arms of a node in Monte Carlo tree search, and the problem that asks about them."""
