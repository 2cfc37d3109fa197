"""The kind `construct`: students hand in an object (an order, numbers at leaves, a tree), and the search runs on it."""
