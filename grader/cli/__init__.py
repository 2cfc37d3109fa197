"""The command line: `grade` and the group `gametree`. The only layer that talks to a terminal or sets an exit code."""
