"""Where problems come from: files and folders that the instructor names, and the bank that is shipped."""

from grader.bank.named import is_problem, problem_files
from grader.bank.shipped import PROBLEM_FILE, bank_folders, shipped
from grader.bank.store import Bank

__all__ = ["PROBLEM_FILE", "Bank", "bank_folders", "is_problem", "problem_files", "shipped"]
