"""Answers of a class that are more alike than chance makes them. No proof of anything: see docs/similar.md."""

from grader.course.similar.answers import Work, read_work
from grader.course.similar.chance import holm, tail
from grader.course.similar.findings import Finding, Shared, Similar, Sort, similar

__all__ = ["Finding", "Shared", "Similar", "Sort", "Work", "holm", "read_work", "similar", "tail"]
