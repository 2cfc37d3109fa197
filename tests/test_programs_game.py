"""The game: what a program may ask and in which words it is refused, what is logged, and what students try with game.py."""

from __future__ import annotations

import json
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.core.conventions import Conventions
from grader.core.documents import PROBLEM_LIMITS, open_source
from grader.core.errors import ProblemError, Refusal
from grader.grading.programs.exercise import handed_out
from grader.grading.programs.playing import Play, play, reference
from grader.grading.programs.program import PYTHON, Limits, Program, ProgramTree, Style
from grader.grading.programs.protocol import END, Broken, Failed, Turn, line_of, simplest
from grader.grading.programs.sandbox import Sandbox, open_sandbox
from grader.kinds import KINDS, Exercise, read_exercise

ROOT = Path(__file__).parents[1]
TEXTBOOK, TWO, DEEP = ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[3, 5], [3, 9]], [5, [[[1, 9], 8], 7]])
ASK = ("value", "best-move", "visited", "pruned")
RUN = {
    ".py": PYTHON,
    ".pl": ("perl", "{file}"),
    ".c": ("sh", "-c", "cc -O1 -o /tmp/a {file} && exec /tmp/a"),
    ".sh": ("sh", "{file}"),
}
RIGHT = {
    "tree-01": ["A", "B", "E", "F", "G", "C", "H", "D", "K", "L", "M"],
    "tree-02": ["A", "B", "D", "E", "C", "F"],
    "tree-03": ["A", "B", "C", "D", "F", "H", "G", "E"],
}
SEARCH = """
INF = float("inf")

def search(game):
    return best(game, game.root, -INF, INF)

def best(game, node, alpha, beta):
    if game.is_leaf(node):
        return game.value(node), None
    value, choice = None, None
    for child in game.children(node):
        found, _ = best(game, child, alpha, beta)
        is_max = game.player(node) == "max"
        if value is None or (found > value if is_max else found < value):
            value, choice = found, child
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value, choice
"""


def exercise_of(tree: object, kind: str = "alpha-beta", ask: tuple[str, ...] = ASK, **more: object) -> Exercise:
    stated = {"format": "gametree-problem/1", "id": "a", "kind": kind, "tree": tree, "ask": [*ask], **more}
    return read_exercise(open_source(stated, PROBLEM_LIMITS, ProblemError), KINDS)


def program_of(
    *trees: object, style: Style = Style.GAME, function: str = "search", limits: Limits = Limits(1), **more: object
) -> Program:
    exercises = [exercise_of(tree, **more) for tree in trees or (TEXTBOOK, TWO, DEEP)]  # type: ignore[arg-type]
    held = tuple(ProgramTree(f"tree-{at:02}", False, (one,)) for at, one in enumerate(exercises, 1))
    ask = exercises[0].problem.ask
    return Program(
        "search-1",
        "search",
        "A search",
        "alpha-beta",
        style,
        function,
        dict.fromkeys(ask, 1),
        (Conventions(),),
        RUN,
        {},
        limits,
        held,
    )


@pytest.fixture(scope="module")
def box() -> Sandbox:
    """The strictest sandbox that works here."""
    for mode in ("bubblewrap", "user", "none"):
        try:
            return open_sandbox(mode)
        except Refusal:
            continue
    pytest.skip("no sandbox works here")


def played(box: Sandbox, code: str, name: str = "search.py", program: Program | None = None) -> Play:
    return play(program or program_of(), name, code.encode(), box)


def reasons(found: Play) -> list[str]:
    return [one.reason for one in (*found.ended, *found.errors)]


# -- one tree, line by line


@pytest.fixture
def turn() -> Turn:
    return Turn(exercise_of(TWO), Style.GAME, Limits())


def said(turn: Turn, request: object) -> object:
    reply = turn.reply((json.dumps(request) + "\n").encode())
    return None if reply is None else json.loads(reply)


def test_the_protocol_goes_as_it_is_written_down(turn: Turn) -> None:
    assert turn.start() == b'{"root":"A","player":"max"}\n'
    assert turn.reply(b'{"children":"A"}') == b'{"children":["B","C"],"players":["min","min"],"moves":["B","C"]}\n'
    assert (
        turn.reply(b' {"children" : "B"}\r\n')
        == b'{"children":["D","E"],"players":["leaf","leaf"],"moves":["D","E"]}\n'
    )
    assert turn.reply(b'{"value":"D"}\n') == b'{"value":3}\n'
    assert turn.reply(b'{"value":"D"}\n') == b'{"value":3}\n'
    assert turn.reply(b'{"answer":{"value":2.9999999996,"best-move":"B","visited":["A"],"pruned":[],"more":1}}') is None
    assert turn.answer() == {
        "value": 3,
        "best-move": "B",
        "more": None,
        "visited": ["A", "B", "D"],
        "pruned": ["E", "F", "G"],
    }
    assert END == b'{"end":true}\n'


def test_chances_and_moves_are_shown_and_fractions_are_decimals() -> None:
    tree = {"chance": [{"p": "1/4", "move": "heads", "value": "1/3"}, {"p": "3/4", "move": "tails", "value": -2}]}
    turn = Turn(exercise_of(tree, "expectiminimax", ("value",)), Style.GAME, Limits())
    assert said(turn, {"children": "A"}) == {
        "children": ["B", "C"],
        "players": ["leaf", "leaf"],
        "moves": ["heads", "tails"],
        "chances": [0.25, 0.75],
    }
    assert said(turn, {"value": "B"}) == {"value": 1 / 3}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"children":"B"}', 'asked for the children of "B", which it had not been shown'),
        ('{"value":"D"}', 'asked for the value of "D", which it had not been shown'),
        ('{"value":"A"}', 'asked for the value of "A", which is no leaf'),
        ('{"value":7}', "asked for the value of 7, which it had not been shown"),
        ("max at A", 'wrote a line that is no JSON object: "max at A"'),
        ("[1]", 'wrote a line that is no JSON object: "[1]"'),
        ('{"answer":{"value":NaN}}', 'wrote a line that is no JSON object: "{"answer":{"value":NaN}}"'),
        ('{"answer":{"value":1},"visited":["A"]}', "wrote a line that is no JSON object: "),
        ('{"log":["A"]}', "wrote a line that is no JSON object: "),
        ('{"answer":3}', "answered "),
        ("[" * 30 + "]" * 30, "wrote a line that is no JSON object: "),
        ("[" * 100_000, "wrote a line that is no JSON object: "),
        ("\xff", "wrote a line that is no JSON object: "),
    ],
)
def test_what_breaks_a_rule_is_named(line: str, reason: str, turn: Turn) -> None:
    with pytest.raises(Broken) as broken:
        turn.reply(line.encode("latin-1"))
    assert str(broken.value).startswith(reason)


def test_a_leaf_has_no_children_and_requests_are_counted(turn: Turn) -> None:
    said(turn, {"children": "A"})
    said(turn, {"children": "B"})
    with pytest.raises(Broken, match=r'^asked for the children of "D", which is a leaf$'):
        said(turn, {"children": "D"})
    for _ in range(197):
        said(turn, {"children": "A"})
    with pytest.raises(Broken, match=r"^asked 201 times on a tree of 7 nodes, 200 are allowed; most often for A$"):
        said(turn, {"children": "A"})


def test_an_error_ends_the_tree_alone(turn: Turn) -> None:
    with pytest.raises(Failed) as failed:
        said(turn, {"error": "ValueError: no such thing", "line": 7})
    assert failed.value.reason == "ValueError in line 7: no such thing"


def test_a_float_is_the_simplest_fraction_near_to_it() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        exact = Fraction(rng.randint(-5000, 5000), rng.randint(1, 1000))
        found = simplest(float(exact))
        assert Fraction(str(found)) == exact
    assert [simplest(one) for one in (0.0, -2.5, math.inf, -math.inf)] == [0, "-2.5", "inf", "-inf"]
    assert [simplest(one) for one in (5e9, -7e15, 1e300)] == [5 * 10**9, -7 * 10**15, int(1e300)]
    assert simplest(1e-7 / 3) == 1e-7 / 3  # of what is near, all is of larger denominators
    for number in (
        0.1234567,
        1e-12,
        123456.789012,
        7e15,
    ):  # against the definition: no smaller denominator is near enough
        near, exact = Fraction(1, 10**9) * max(1, abs(Fraction(number))), Fraction(number)
        first = next(
            (below for below in range(1, 10**4) if abs(round(exact * below) - exact * below) <= near * below), None
        )
        found = simplest(number)
        if first is not None:
            assert Fraction(str(found)).denominator == first


def test_a_float_stays_a_decimal_where_answers_may_be_rounded_and_a_fraction_where_they_are_exact() -> None:
    for decimals, shown in ((2, [1.2568944254060521, "1/3"]), ("exact", ["19370/15411", "1/3"])):
        turn = Turn(exercise_of(TWO, conventions={"decimals": decimals}), Style.ANSWERS, Limits())
        assert turn.reply(line_of({"answer": {"value": [1.2568944254060521, 1 / 3]}})) is None
        assert turn.answer()["value"] == shown


# -- what is logged, against a plain search that keeps its own log


def trees(rng: random.Random, depth: int) -> object:
    return rng.randint(-9, 9) if depth == 0 else [trees(rng, depth - 1) for _ in range(rng.randint(1, 3))]


class Client:
    """A search in this process that asks by lines and keeps its own log."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.log = turn, list[str]()

    def ask(self, what: str, node: str) -> Mapping[str, object]:
        if node not in self.log:
            self.log.append(node)
        found = said(self.turn, {what: node})
        assert isinstance(found, dict)
        return found

    def walk(self, node: str, player: str, alpha: float, beta: float) -> float:
        if player == "leaf":
            return float(str(self.ask("value", node)["value"]))
        shown = self.ask("children", node)
        value = -math.inf if player == "max" else math.inf
        for child, mover in zip(shown["children"], shown["players"], strict=True):  # type: ignore[call-overload]
            found = self.walk(child, mover, alpha, beta)
            value = max(value, found) if player == "max" else min(value, found)
            alpha, beta = (max(alpha, value), beta) if player == "max" else (alpha, min(beta, value))
            if alpha >= beta:
                break
        return value


@pytest.mark.parametrize("seed", range(150))
def test_the_log_of_a_right_search_is_the_reference_answer(seed: int) -> None:
    rng = random.Random(seed)
    tree = trees(rng, rng.randint(1, 4))
    if not isinstance(tree, list):
        return
    exercise = exercise_of(tree, ask=("value", "visited", "leaves-evaluated", "nodes-visited"))
    turn = Turn(exercise, Style.GAME, Limits())
    client = Client(turn)
    value = client.walk("A", "max", -math.inf, math.inf)
    assert said(turn, {"answer": {"value": value}}) is None
    solved = exercise.solve()
    assert turn.answer() == {part: solved[part] for part in exercise.problem.ask}
    assert client.log == solved["visited"]


# -- programs that are played


def test_a_right_search_is_right_on_all_trees(box: Sandbox) -> None:
    found = played(box, SEARCH)
    assert {tree: answers["visited"] for tree, answers in found.answers.items()} == RIGHT
    assert [answers["value"] for answers in found.answers.values()] == [3, 3, 7]
    assert [answers["best-move"] for answers in found.answers.values()] == ["B", "B", "C"]
    assert (found.ended, found.errors, found.printed) == ((), (), "")


def test_a_search_may_keep_its_state_in_a_dataclass_whose_annotations_are_texts(box: Sandbox) -> None:
    """A `@dataclass` looks in `sys.modules` for what such annotations mean."""
    state = "from __future__ import annotations\nfrom dataclasses import dataclass\n\n@dataclass\nclass State:\n    seen: int\n"
    found = played(box, state + SEARCH)
    assert reasons(found) == []
    assert {tree: answers["visited"] for tree, answers in found.answers.items()} == RIGHT


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("", 'search.py has no function "search"'),
        ("def minimax(game): pass", 'search.py has no function "search"; it has minimax'),
        ("def search(game): pass", "the function returned nothing, expected a value, a pair or a dict"),
        ("\ndef search(game):\n    return 1 / 0", "ZeroDivisionError in line 3: division by zero"),
        ("def search(game): return game.value('H')", "ValueError in line 1: no node 'H' was shown so far"),
        ("def search(game): raise ValueError('[' * 100)", "ValueError in line 1: [["),
        ("def search(game): raise ValueError('x' * 100_000)", "ValueError in line 1: xx"),
        ("class search:\n    def __init__(self, game): pass", "search is a class, expected a function"),
        (
            "class Searcher:\n    def search(self, game): return 3\ndef alphabeta(game): return 3",
            'search.py has no function "search"; it has Searcher, alphabeta',
        ),
        ("def search(game): return input()", "EOFError in line 1: EOF when reading a line"),
        ("def search(game): return search(game)", "RecursionError in line 1: maximum recursion depth exceeded"),
        ("def search(game): return bytearray(10**10)", "MemoryError in line 1"),
        ("def search(game): return 10**5000", "ValueError: "),
        ("class Odd(Exception):\n def __str__(self): 1 / 0\ndef search(game): raise Odd", "Odd in line 3"),
        ("import sys\ndef search(game):\n sys.stdout.close(); 1 / 0", "ZeroDivisionError in line 3: division by zero"),
        ("x = 1\nif x\n    y = 2", "SyntaxError in line 2: expected ':'"),
        (
            "import helper",
            "ModuleNotFoundError in line 1: No module named 'helper'; only the standard library and what was handed out are there; what else you wrote goes into your one file",
        ),
    ],
)
def test_a_program_that_fails_is_told_why_and_plays_the_next_tree(code: str, reason: str, box: Sandbox) -> None:
    found = played(box, code)
    assert found.ended == ()
    assert [one.tree for one in found.errors] == ["tree-01", "tree-02", "tree-03"]
    assert all(one.reason.startswith(reason) for one in found.errors), found.errors[0]


def test_one_for_python_2_says_where(box: Sandbox) -> None:
    assert reasons(played(box, "x = 1\nprint x\n"))[0].startswith("SyntaxError in line 2: Missing parentheses")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import os\ndef search(game): os._exit(3)", "ended with exit code 3"),
        ("import os\ndef search(game): os.kill(os.getpid(), 11)", "ended by signal SIGSEGV"),
        ("def search(game):\n while True: pass", "took more than 1 seconds"),
        ("import time\ndef search(game): time.sleep(9)", "took more than 1 seconds"),
        ("def search(game):\n while True: print('x' * 1000)", "printed more than 10 MiB"),
        (
            "def search(game):\n while True: game.children('A')",
            "asked 261 times on a tree of 13 nodes, 260 are allowed; most often for A",
        ),
        ("import os\ndef search(game): os.write(3, b'x' * 100_000); return 1", "wrote a line of more than 64 KiB"),
        (
            "import os\ndef search(game): os.write(3, b'hello\\n'); return 1",
            'wrote a line that is no JSON object: "hello"',
        ),
        ("import sys\ndef search(game): sys.exit(4)", "ended with exit code 4"),
    ],
)
def test_a_program_that_ends_loses_its_tree_and_after_three_ends_the_rest(code: str, reason: str, box: Sandbox) -> None:
    found = played(box, code, program=program_of(TEXTBOOK, TWO, DEEP, TWO))
    assert found.answers == {}
    assert found.ended[0].reason == reason
    assert found.ended[-1] == ("tree-04", "not run: the program had ended three times")


@pytest.mark.parametrize(
    "code",
    [
        "seen = []\ndef search(game):\n seen.append(1)\n return len(seen)",
        "import os\ndef search(game): return 1 if len(game.children('A')) == 3 else os._exit(3)",
        "import os\ndef search(game): return 1 if len(game.children('A')) == 3 else os.kill(os.getpid(), 11)",
        "def search(game):\n if len(game.children('A')) == 3: raise ValueError('x')\n return game.value('B')",
        "def search(game):\n while len(game.children('A')) == 3: pass\n return 4",
        "import random\ndef search(game): print('x' * 5000); return 1",
        "x = 1\nprint x",
        """read tree; echo '{"answer":{"value":1}}'; read tree; echo '{"answer":{"value":2}}'""",
    ],
)
def test_trees_that_are_played_separately_know_nothing_of_each_other(code: str, box: Sandbox) -> None:
    program = program_of(TEXTBOOK, TWO, TEXTBOOK, DEEP, TEXTBOOK, TWO)
    name, content = "search.sh" if code.startswith("read") else "search.py", code.encode()
    found = play(program, name, content, box, is_separate=True)
    each = [play(program, name, content, box, [tree]) for tree in program.trees]
    assert found.answers == {tree: answer for one in each for tree, answer in one.answers.items()}
    assert [found.ended, found.errors] == [
        tuple(ended for one in each for ended in one.ended),
        tuple(error for one in each for error in one.errors),
    ]


def test_separate_trees_of_python_need_one_sandbox_where_that_ends_all_that_is_in_it(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, start = [], Sandbox.start

    def noted(self: Sandbox, *words: Any, **options: Any) -> Any:
        started.append(self.mode)
        return start(self, *words, **options)

    monkeypatch.setattr(Sandbox, "start", noted)
    assert len(play(program_of(), "search.py", SEARCH.encode(), box, is_separate=True).answers) == 3
    assert len(started) == (1 if box.mode == "bubblewrap" else 3)


LEAVES = """
import os, time
def search(game):
    here = (len(os.listdir("/tmp")), sum(name.isdigit() for name in os.listdir("/proc")))
    os.makedirs("/tmp/a/b")
    os.chmod("/tmp/a", 0)
    for _ in range(20):
        if os.fork() == 0:
            os.setsid()
            held = b"x" * (32 << 20)  # takes a while to be cleared away
            time.sleep(60)
    return {"value": here[0], "best-move": str(here[1])}
"""


def test_a_copy_leaves_the_next_one_no_file_and_no_process() -> None:
    try:
        box = open_sandbox("bubblewrap")
    except Refusal as failure:
        pytest.skip(str(failure))
    answers = play(program_of(), "search.py", LEAVES.encode(), box, is_separate=True).answers.values()
    assert [one["value"] for one in answers] == [0, 0, 0]
    assert len({one["best-move"] for one in answers}) == 1


def test_what_is_forged_counts_for_nothing(box: Sandbox) -> None:
    code = "def search(game):\n    return {'value': 3, 'best-move': 'B', 'visited': ['A'], 'pruned': [], 'leaves-evaluated': 9}"
    answers = played(box, code).answers["tree-02"]
    assert answers == {"value": 3, "best-move": "B", "visited": [], "pruned": ["D", "E", "F", "G"]}


def test_a_program_may_print_and_what_it_prints_on_hidden_trees_stays_apart(box: Sandbox) -> None:
    first, *others = program_of().trees
    program = program_of()._replace(trees=(first._replace(name="public-1", is_public=True), *others))
    found = played(
        box,
        SEARCH.replace("def search(game):\n", "def search(game):\n    print('at', game.root, game.children('A'))\n"),
        program=program,
    )
    assert found.printed == "at A ['B', 'C', 'D']\n"
    assert found.printed_hidden == "at A ['B', 'C']\nat A ['B', 'C']\n"
    assert [answers["value"] for answers in found.answers.values()] == [3, 3, 7]


def test_what_was_printed_before_a_program_is_ended_is_there(box: Sandbox) -> None:
    code = "def search(game):\n    print('at', game.root)\n    while True: pass"
    assert played(box, code, program=program_of(TWO)).printed_hidden == "at A\n"


def test_nothing_of_ours_lies_beside_a_program_but_the_game() -> None:
    try:
        box = open_sandbox("bubblewrap")
    except Refusal as failure:
        pytest.skip(str(failure))
    code = b"import os\ndef search(game): return ' '.join(sorted(os.listdir()))"
    for is_separate in (False, True):
        answers = play(program_of(), "search.py", code, box, is_separate=is_separate).answers.values()
        assert {one["value"] for one in answers} == {"game.py search.py"}


def test_a_part_that_is_not_asked_is_kept_without_its_answer(box: Sandbox) -> None:
    found = played(box, "def search(game): return {'value': 3, 'best_move': 'B', 'visited': ['A']}").answers["tree-02"]
    assert found == {"value": 3, "best_move": None, "visited": [], "pruned": ["D", "E", "F", "G"]}


@pytest.mark.parametrize(
    ("returned", "answer"),
    [
        ("3", {"value": 3}),
        ("3.0, 'B'", {"value": 3, "best-move": "B"}),
        ("float('inf')", {"value": "inf"}),
        ("float('nan')", {"value": "nan"}),
        ("'three'", {"value": "three"}),
        ("object()", {"value": "<object>"}),
        ("[3, 'B']", {"value": [3, "B"]}),
        ("{'value': 1/3}", {"value": "1/3"}),
        ("__import__('fractions').Fraction(1, 4)", {"value": "0.25"}),
        ("True", {"value": True}),
    ],
)
def test_whatever_a_function_returns_arrives(returned: str, answer: Mapping[str, object], box: Sandbox) -> None:
    found = played(box, f"def search(game): return {returned}").answers["tree-02"]
    assert {part: found[part] for part in found if part in ("value", "best-move")} == answer


# -- agents and answers


@pytest.mark.parametrize("returned", [None, 3, ["B"]])
def test_who_returns_no_answers_to_one_problem_loses_that_one_alone(returned: object, box: Sandbox) -> None:
    program = program_of(TWO, DEEP, DEEP, DEEP, TWO, style=Style.ANSWERS, function="solve")
    code = f"def solve(problem): return {{'value': 3}} if len(problem['tree']['max']) == 1 or 'min' in problem['tree']['max'][0] else {returned!r}"
    found = played(box, code, program=program)
    assert [*found.answers] == ["tree-01", "tree-05"]
    what = "nothing" if returned is None else returned
    assert reasons(found) == [f"the function returned {what}, expected a dict from parts to answers"] * 3
    agents = program_of(style=Style.AGENTS, function="f", ask=("best-move",))
    why = "the function returned nothing, expected an action"
    assert reasons(played(box, "def f(state): return", program=agents)) == [why] * 3


def test_of_several_classes_that_could_be_meant_it_is_said_that_one_is_expected(box: Sandbox) -> None:
    agents = program_of(style=Style.AGENTS, function="getAction", ask=("best-move",))
    found = played(box, AGENT + AGENT.replace("class Agent", "class Other"), program=agents)
    why = 'search.py has no function "getAction" of its own, and several classes with it, expected one: Agent, Other'
    assert reasons(found) == [why] * 3


PROJECT = "from game import Directions\nimport random\nfrom game import Agent\nSTOP = Directions.STOP\n"
AGENT = """
class Agent:
    def __init__(self, depth="2"):
        self.index, self.depth = 0, int(depth)

    def getAction(self, state):
        scores = {action: self.value(state.generateSuccessor(0, action), 1) for action in state.getLegalActions(0)}
        return max(scores, key=scores.get)

    def value(self, state, agent):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        below = [self.value(state.generateSuccessor(agent, action), 1 - agent) for action in state.getLegalActions(agent)]
        return min(below) if agent else max(below)
"""


def test_code_of_well_known_projects_runs_as_it_is(box: Sandbox) -> None:
    program = program_of(style=Style.AGENTS, function="Agent", ask=("best-move", "visited"))
    found = played(box, AGENT, program=program)
    assert [answers["best-move"] for answers in found.answers.values()] == ["B", "B", "C"]
    assert [len(str(answers["visited"]).split(",")) for answers in found.answers.values()] == [13, 7, 9]
    found = played(
        box,
        PROJECT + AGENT.replace("class Agent:", "class Minimax(Agent):"),
        program=program._replace(function="Minimax"),
    )
    assert [answers["best-move"] for answers in found.answers.values()] == ["B", "B", "C"]
    assert played(box, AGENT, program=program._replace(function="getAction")).answers == found.answers
    function = "def getAction(state):\n    return state.getLegalActions()[0]\n"
    found = played(box, function, program=program._replace(function="getAction"))
    assert [answers["best-move"] for answers in found.answers.values()] == ["B", "B", "B"]
    assert [answers["visited"] for answers in found.answers.values()] == [["A"]] * 3


def test_a_whole_problem_is_answered_where_that_is_asked(box: Sandbox) -> None:
    program = program_of(style=Style.ANSWERS, function="solve")
    code = "def solve(problem):\n    first = problem['tree']['max'][0]\n    below = first.get('min', [first])\n    return {'value': min(one['value'] for one in below), 'best-move': sorted(problem)}"
    found = played(box, code, program=program)
    assert [answers["value"] for answers in found.answers.values()] == [3, 3, 5]
    assert found.answers["tree-01"]["best-move"] == ["ask", "kind", "tree"]


@pytest.mark.parametrize("style", Style)
def test_the_reference_played_as_a_program_answers_what_the_solver_does(style: Style, box: Sandbox) -> None:
    ask = ("best-move", "visited", "pruned") if style is Style.AGENTS else ASK
    program = program_of(style=style, function="f", ask=ask)
    found = play(program, "search.py", reference(program), box)
    for tree in program.trees:
        solved = tree.exercise.solve()
        assert found.answers[tree.name]["best-move"] == solved["best-move"]
        if style is not Style.ANSWERS:
            assert found.answers[tree.name]["visited"] == solved["visited"]


# -- other languages: the programs of the docs


def in_docs(name: str) -> str:
    found = re.search(
        rf"`{re.escape(name)}`:\n\n```\w+\n(.*?)```", (ROOT / "docs/programs.md").read_text("utf-8"), re.DOTALL
    )
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("search.pl", marks=pytest.mark.skipif(shutil.which("perl") is None, reason="there is no perl")),
        pytest.param("search.c", marks=pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")),
    ],
)
def test_programs_in_other_languages_play_by_the_same_lines(name: str, box: Sandbox) -> None:
    program = program_of(limits=Limits(20))
    found = played(box, in_docs(name), name, program)
    assert reasons(found) == []
    assert [(answers["value"], answers["best-move"]) for answers in found.answers.values()] == [
        (3, "B"),
        (3, "B"),
        (7, "C"),
    ]
    assert found.answers["tree-01"]["pruned"] == []


SPLIT = """
read start
printf '{"chil'
sleep 0.1
printf 'dren":"A"}\\r\\n{"children":"B"}\\n'
read first
read second
printf '{"answer":{"value":3,"best-move":"B"}}\\n'
read end
"""


def test_lines_may_come_in_pieces_several_at_once_and_with_windows_ends(box: Sandbox) -> None:
    found = played(box, SPLIT, "search.sh", program_of(TWO, limits=Limits(5)))
    assert found.answers["tree-01"]["visited"] == ["A", "B"]
    assert found.answers["tree-01"]["value"] == 3


# -- what students try


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder as students get it, of two trees that they see."""
    program = program_of(TEXTBOOK, TWO)
    program = program._replace(
        trees=tuple(tree._replace(name=f"public-{at}", is_public=True) for at, tree in enumerate(program.trees, 1))
    )
    with tempfile.TemporaryDirectory() as name:
        for file, content in handed_out(program):
            (Path(name) / file).write_bytes(content)
        yield Path(name)


def tried(folder: Path, code: str | None = None, name: str = "search.py") -> tuple[int, list[str]]:
    if code is not None:
        (folder / name).write_text(code, "utf-8")
    done = subprocess.run([sys.executable, "game.py", name], cwd=folder, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def test_students_try_their_program_without_anything_installed(folder: Path) -> None:
    assert tried(folder, SEARCH) == (
        0,
        [f"public-{at}: value right, best-move right, visited right, pruned right" for at in (1, 2)],
    )
    wrong = SEARCH.replace("alpha >= beta", "alpha > beta")
    assert tried(folder, wrong) == (
        1,
        [
            "public-1: value right, best-move right, visited right, pruned right",
            "public-2: value right, best-move right, visited wrong at place 7: G, expected nothing more, pruned wrong: [], expected ['G']",
        ],
    )


def test_the_beginning_runs_and_is_wrong(folder: Path) -> None:
    code, lines = tried(folder)
    assert code == 1
    assert [line.partition(":")[0] for line in lines] == ["public-1", "public-2"]


def test_a_part_that_nobody_asks_for_is_told(folder: Path) -> None:
    right = "value right, best-move wrong: None, expected B, visited right, pruned right"
    unknown = '; no part is called "best_move", expected one of value, best-move, visited, pruned'
    code = SEARCH.replace(
        "return best(game, game.root, -INF, INF)",
        "return {'best_move': 'B', 'value': best(game, game.root, -INF, INF)[0]}",
    )
    assert tried(folder, code)[1][0] == f"public-1: {right}{unknown}"


def test_errors_are_told_with_their_line(folder: Path) -> None:
    assert tried(folder, "def search(game):\n    return game.nothing\n") == (
        1,
        [f"public-{at}: AttributeError: 'Game' object has no attribute 'nothing' (line 2)" for at in (1, 2)],
    )
    assert tried(folder, "import os\ndef search(game): os._exit(1)\n") == (
        1,
        [f"public-{at}: ended with exit code 1" for at in (1, 2)],
    )
    assert tried(
        folder,
        "def search(game):\n    if len(game.children(game.root)) == 3:\n        while True: pass\n    return 3, 'B'\n",
    ) == (
        1,
        [
            "public-1: took more than 1 seconds",
            "public-2: value right, best-move right, visited wrong at place 2: nothing more, expected B, pruned wrong: ['D', 'E', 'F', 'G'], expected ['G']",
        ],
    )


@pytest.mark.skipif(shutil.which("perl") is None, reason="there is no perl")
def test_a_program_that_goes_on_after_the_last_tree_is_ended(folder: Path) -> None:
    assert tried(folder, in_docs("search.pl").replace("or last;", "or sleep;"), "search.pl")[0] == 1


@pytest.mark.parametrize(
    ("found", "verdict"),
    [("'6/2'", "right"), ("3.0", "right"), ("'inf'", "wrong: inf, expected 3"), ("'3/0'", "wrong: 3/0, expected 3")],
)
def test_numbers_are_right_however_they_are_written(found: str, verdict: str, folder: Path) -> None:
    lines = tried(folder, f"def search(game):\n    return {found}\n")[1]
    assert lines[0].startswith(f"public-1: value {verdict}, best-move wrong: None, expected B, ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("echo hello", "wrote a line that is no JSON object: hello"),
        ("""echo '{"answer":{"value":NaN}}'""", 'wrote a line that is no JSON object: {"answer":{"value":NaN}}'),
        ("""echo '{"answer":3}'""", 'answered {"answer":3}, expected a mapping from parts to answers'),
        ("""echo '{"children":"Z"}'""", 'asked for the children of "Z", which it had not been shown'),
        ("""echo '{"value":["A"]}'""", 'asked for the value of ["A"], which it had not been shown'),
        ("""echo '{"value":"A"}'""", 'asked for the value of "A", which is no leaf'),
        ("""echo '{"children":"A"}' '""", "ended with exit code 2"),
        ("exit 3", "ended with exit code 3"),
        ("kill -11 $$", "ended by signal SIGSEGV"),
    ],
)
def test_who_breaks_the_protocol_is_told_so_and_plays_the_next_tree(lines: str, said: str, folder: Path) -> None:
    stated = json.loads((folder / "trees.json").read_text("utf-8"))
    (folder / "trees.json").write_text(json.dumps(stated | {"run": {".sh": ["sh", "{file}"]}}), "utf-8")
    code, told = tried(folder, f"read start\n{lines}\n", "search.sh")
    assert (code, told) == (1, [f"public-{at}: {said}" for at in (1, 2)])


def test_who_asks_for_nodes_of_a_whole_problem_is_told_that_this_is_no_answer(folder: Path) -> None:
    stated = json.loads((folder / "trees.json").read_text("utf-8"))
    trees = [{**tree, "problem": {"kind": "alpha-beta"}} for tree in stated["trees"]]
    stated = {**stated, "style": "answers", "trees": trees, "run": {".sh": ["sh", "{file}"]}}
    (folder / "trees.json").write_text(json.dumps(stated), "utf-8")
    code, lines = tried(folder, """read start\necho '{"children":"A"}'\n""", "search.sh")
    assert (code, lines[0]) == (1, "public-1: wrote a line that is no answer")


def test_a_move_may_be_called_right_and_answers_may_be_anything(folder: Path) -> None:
    tree = {"max": [{"move": "left", "value": 1}, {"move": "right", "value": 2}]}
    program = program_of(tree, ask=("value", "best-move"))
    [shown] = program.trees
    stated = json.loads(dict(handed_out(program._replace(trees=(shown._replace(is_public=True),))))["trees.json"])
    (folder / "trees.json").write_text(json.dumps(stated), "utf-8")
    for returned in ("2, 'right'", "2, 'C'", "2.0, game.children('A')[1]"):
        assert tried(folder, f"def search(game): return {returned}")[0] == 0
    for returned in ("2, 'left'", "'1/0', ['C']", "'right', {}", "10**400, None"):
        code, lines = tried(folder, f"def search(game): return {returned}")
        assert (code, len(lines)) == (1, 1)


def test_a_file_that_is_not_run_is_told_before_anything_is_played(folder: Path) -> None:
    assert tried(folder, "x", "search.txt") == (1, [])
    assert tried(folder, None, "nothing.py") == (1, [])
    (folder / "search.py").write_bytes(b"# -*- coding: latin-1 -*-\n# \xfc\n" + SEARCH.encode())
    assert tried(folder) == (1, [])


def test_a_command_that_is_not_installed_is_told(folder: Path) -> None:
    stated = json.loads((folder / "trees.json").read_text("utf-8"))
    (folder / "trees.json").write_text(json.dumps(stated | {"run": {".x": ["no-such-command", "{file}"]}}), "utf-8")
    (folder / "search.x").write_text("x", "utf-8")
    command = [sys.executable, "game.py", "search.x"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.stderr == "search.x: it is run by no-such-command, which is not installed here\n"


def test_who_tries_a_program_is_told_what_marking_would_say_of_it(folder: Path) -> None:
    code, lines = tried(
        folder, SEARCH.replace("    for child", "    [game.children(node) for _ in range(99)]\n    for child")
    )
    assert (code, lines[0]) == (1, "public-1: asked 261 times on a tree of 13 nodes, 260 are allowed; most often for A")
    (folder / "helper.py").write_text(SEARCH, "utf-8")
    code, lines = tried(folder, "from helper import search\n")
    assert (code, "what else you wrote goes into your one file" in lines[0]) == (1, True)


@pytest.mark.skipif(shutil.which("perl") is None, reason="there is no perl")
def test_other_languages_are_tried_as_the_exercise_says(folder: Path) -> None:
    code, lines = tried(folder, in_docs("search.pl"), "search.pl")
    assert (code, lines[0][:42]) == (1, "public-1: value right, best-move right, vi")


def test_an_order_that_is_no_list_is_wrong_from_its_first_place(folder: Path) -> None:
    file = folder / "trees.json"
    stated = json.loads(file.read_text("utf-8"))
    trees = [{**tree, "problem": {"kind": "alpha-beta"}} for tree in stated["trees"]]
    file.write_text(json.dumps({**stated, "style": "answers", "trees": trees}), "utf-8")
    code, lines = tried(folder, "def search(problem): return {'visited': 3}\n")
    assert code == 1
    assert "visited wrong at place 1: nothing more, expected A" in lines[0]


@pytest.mark.parametrize("style", Style)
def test_who_writes_in_another_language_is_told_the_protocol_as_the_docs_say_it(style: Style) -> None:
    said = dict(handed_out(program_of(style=style)))["README.txt"].decode()
    lines = said.partition("In another language")[2].splitlines()
    in_docs = (ROOT / "docs/programs.md").read_text("utf-8")
    told = [line for line in lines[1:] if not line.startswith("search.")]
    assert len(told) > 6
    assert not [line for line in told if line not in in_docs]
    assert "search.c is run by: sh -c 'cc -O1 -o /tmp/a search.c && exec /tmp/a'" in lines
    assert ('{"problem"' in said) == (style is Style.ANSWERS)
    in_python = program_of(style=style)._replace(run={".py": PYTHON})
    assert b"another language" not in dict(handed_out(in_python))["README.txt"]


def test_the_module_of_students_is_small_and_needs_python_3_9_alone() -> None:
    import ast

    source = (ROOT / "grader/grading/programs/game.py").read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 9))
    imported = {
        name.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named <= sys.stdlib_module_names
    assert line_of({"root": "A"}) == b'{"root":"A"}\n'
