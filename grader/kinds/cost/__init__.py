"""The kind `cost`: how many nodes a search looks at, how long that takes, and how deep it comes in its time."""
