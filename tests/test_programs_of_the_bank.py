"""The quiz of three programs that is shipped: it is built, and searches that were written by hand from their definitions earn all."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from console import put, run

ROOT = Path(__file__).parents[1]
SECRET = "0123456789abcdef0123456789abcdef"
SEARCH = """
def search(game):
    return walk(game, game.root, float("-inf"), float("inf"))

def walk(game, node, alpha, beta):
    if game.is_leaf(node):
        return game.value(node), None
    value, choice = None, None
    for child in game.children(node):
        found, _ = walk(game, child, alpha, beta)
        if game.player(node) == "max":
            if value is None or found > value:
                value, choice = found, child
            alpha = max(alpha, value)
        else:
            if value is None or found < value:
                value, choice = found, child
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, choice
"""
DICE = """
from fractions import Fraction

def search(game):
    children = game.children(game.root)
    values = [expected(game, child) for child in children]
    best = max(values) if game.player(game.root) == "max" else min(values)
    return float(best), children[values.index(best)]

def expected(game, node):
    if game.is_leaf(node):
        return Fraction(game.value(node))
    children = game.children(node)
    values = [expected(game, child) for child in children]
    if game.player(node) == "chance":
        return sum(value * Fraction(game.chance(child)) for value, child in zip(values, children))
    return max(values) if game.player(node) == "max" else min(values)
"""
BANDIT = """
import math

def solve(problem):
    children = problem["children"]
    visits = problem.get("parent-visits") or sum(child["visits"] for child in children)
    scores = {}
    for child in children:
        n = child["visits"]
        total = eval(str(child.get("total", 0)))
        scores[child["id"]] = total / n + math.sqrt(2) * math.sqrt(math.log(visits) / n) if n else math.inf
    return {"scores": scores, "choice": max(scores, key=scores.get)}
"""


def test_the_quiz_of_the_bank_is_built_and_right_searches_earn_all(tmp_path: Path) -> None:
    put(tmp_path / "quiz/quiz.yaml", (ROOT / "problem_bank/programs.yaml").read_bytes())
    put(tmp_path / "quiz/quiz.secret", SECRET)
    ran = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "b")
    assert ran.code == 0, ran.err
    for exercise, code in (("search", SEARCH), ("dice", DICE), ("bandit", BANDIT)):
        put(tmp_path / f"in/ada/{exercise}.py", code)
        folder = shutil.copytree(tmp_path / "b/programs" / exercise, tmp_path / exercise)
        put(folder / f"{exercise}.py", code)
        done = subprocess.run(
            [sys.executable, "game.py", f"{exercise}.py"], cwd=folder, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
    put(tmp_path / "in/ben/search.py", "def search(game): return 999")
    ran = run("grade", tmp_path / "in", "--quiz", tmp_path / "b", "--sandbox", "none", "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    line, other = (tmp_path / "o/results.jsonl").read_text("utf-8").splitlines()
    result = json.loads(line)
    assert [(one["exercise"], one["earned"], one["possible"]) for one in result["problems"]] == [
        ("search", 8, 8),
        ("dice", 4, 4),
        ("bandit", 4, 4),
    ]
    assert [one["program"]["right"] for one in result["problems"]] == [12, 12, 12]
    assert json.loads(other)["earned"] == 0
