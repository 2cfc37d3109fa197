"""The kind `threshold`: for which x does a claim hold of a search."""
