"""Max^n: games of several players, each of whom takes what is best for itself."""
