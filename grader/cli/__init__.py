"""The command line: `grade` and the group `gametree`. The only layer that talks to a terminal or sets an exit code."""

import gc

# What imports make is here to stay. Looking for garbage among it takes a sixth of the time of grading one file;
# `options.collect_garbage` turns the collector on again before anything is graded.
gc.disable()
