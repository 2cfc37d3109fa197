"""A class run: hand-ins in, the folder OUT out; in one process or many, and nothing is lost when it is interrupted."""
