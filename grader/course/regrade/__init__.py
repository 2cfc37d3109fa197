"""Marking the same hand-ins again under a corrected key, and telling who changes, by how much and why."""
