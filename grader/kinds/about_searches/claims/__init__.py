"""The kind `claims`: which claims about a search are true, of the tree as it is, after one change, or of every tree."""
