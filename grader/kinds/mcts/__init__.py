"""The kind that runs Monte Carlo tree search: iterations on a tree."""
