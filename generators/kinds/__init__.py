"""The generators of exercises kind by kind: what each checks, draws, calls alike, measures and guarantees, and its row."""
