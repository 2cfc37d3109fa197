"""Iterative deepening: the same search again and again, each time one deeper, on the tree as the iteration before has ordered it."""
