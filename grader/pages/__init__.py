"""What people read of results and solutions: text and HTML, each a pure function of an outcome, of steps or of a class."""
