"""The kinds that search a tree: minimax, alpha-beta, expectiminimax; their parts, wrong rules, words and drawings."""
