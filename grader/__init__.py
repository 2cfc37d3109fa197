"""Marks, explains and draws game-tree exercises: minimax, alpha-beta pruning, expectiminimax, UCB."""

__version__ = "0.1.0"
