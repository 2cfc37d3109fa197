"""Exercises that programs answer, in a quiz: what is read, which trees are drawn, what is certain of them, and what is built."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from buggy_searches import search_with
from console import Ran, put, run
from played_programs import Game, play
from quizzes import write_quiz

from generators.candidate import Candidate
from generators.draws import RequestError
from generators.registry import GENERATORS
from grader.core.conventions import value_of
from grader.core.documents import Document
from grader.course.quiz.built import open_build
from grader.grading.programs.exercise import certificate_lines
from grader.grading.programs.program import ProgramTree, Style
from grader.grading.programs.spec import Spec, no_agents, read_spec
from grader.grading.programs.trees import Drawn, draw

SEARCHES = [name for name, generator in GENERATORS.items() if generator.by_node]


def read(kind: str, **stated: Any) -> Spec:
    """Return what a quiz says of an exercise of a kind."""
    document = Document("quiz.yaml", {"kind": kind, **stated}, "", b"")
    return read_spec(document, (), document.data, lambda file, *_: str(file))


def drawn(kind: str, seed: str = "secret", **stated: Any) -> Drawn:
    """Return an exercise of a kind with its trees."""
    spec = read(kind, **stated)
    return draw(spec, "search-0", "search", "A search", dict.fromkeys(spec.ask, 1), seed, {})


def shown_on(tree: ProgramTree) -> set[tuple[str, str]]:
    """Return the rules that show on a tree, by the checks of the generators: no answer, however it is rounded, counts as right."""
    cases = [Candidate(one.kind, one.problem) for one in tree.accepted]
    first = cases[0]
    return {key for key, rule in first.misconceptions.items() if all(case.separates(rule) for case in cases)}


# -- the certificate


def from_zero(game: Game, node: str) -> Fraction | int:
    """Return the value of a node as a search has it that begins each maximum at 0, not below everything."""
    if game.is_leaf(node):
        return game.value(node)
    children = game.children(node)
    worth = [from_zero(game, child) for child in children]
    if game.player(node) == "chance":
        return sum(Fraction(game.chance(child)) * one for child, one in zip(children, worth, strict=True))
    return max([0, *worth]) if game.player(node) == "max" else min(worth)


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_maximum_that_begins_at_zero_shows_on_the_default_trees(kind: str, seed: str) -> None:
    trees = drawn(kind, seed).program.trees
    wrong = [tree for tree in trees if from_zero(Game(tree.exercise), "A") != Fraction(tree.exercise.solve()["value"])]
    assert len([tree for tree in wrong if not tree.is_public]) >= 2


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_each_rule_of_the_default_trees_shows_on_two_hidden_trees_and_a_public_one(kind: str, seed: str) -> None:
    found = drawn(kind, seed)
    trees = found.program.trees
    assert [tree.name for tree in trees if tree.is_public] == ["public-1", "public-2", "public-3"]
    assert [tree.name for tree in trees if not tree.is_public] == [f"tree-{number:02}" for number in range(1, 13)]
    on = {tree.name: shown_on(tree) for tree in trees}
    for one in (one for one in found.shown if not one.reason):
        hidden = sum(one.rule in rules for name, rules in on.items() if name.startswith("tree"))
        public = sum(one.rule in rules for name, rules in on.items() if name.startswith("public"))
        assert (hidden, public) == (one.hidden, one.public)
        assert hidden >= 2
        assert public >= 1
    assert not found.warnings


def test_all_rules_of_alpha_beta_that_can_show_do_so() -> None:
    shown = [one for one in drawn("alpha-beta").shown if not one.reason]
    assert len(shown) == 18
    assert {"strict-cutoff", "no-deep-cutoffs", "visited-by-level", "tie-through-bound"} <= {
        one.rule[0] for one in shown
    }


@pytest.mark.parametrize("kind", ["ucb", "cost", "max-n", "positions"])
def test_kinds_of_which_programs_answer_whole_problems_have_trees_as_well(kind: str) -> None:
    found = drawn(kind)
    assert found.program.style is Style.ANSWERS
    assert (sum(tree.is_public for tree in found.program.trees), len(found.program.trees)) == (3, 15)
    assert all(one.hidden >= 2 and one.public for one in found.shown if not one.reason)


def test_the_usual_trees_of_ucb_have_children_that_were_never_visited() -> None:
    found = drawn("ucb")
    unvisited = [tree.is_public for tree in found.program.trees if 0 in tree.exercise.problem.game.visits]
    assert sorted(unvisited) == [False] * 4 + [True]
    rules = {one.rule[0]: one for one in found.shown}
    assert rules["unvisited-ignored"][1:] == (4, 1, "")
    assert not found.warnings


def test_a_rule_that_no_tree_is_about_is_said_to_be_none_that_shows() -> None:
    found = drawn("ucb", trees=[{"count": "12", "public": "3"}])
    rules = {one.rule[0]: one for one in found.shown}
    assert rules["unvisited-ignored"][1:3] == (0, 0)
    [said] = [line for line in certificate_lines(found) if "unvisited-ignored" in line]
    assert said == (
        "prior-ignored, one-forgotten, log-in-bonus, unvisited-ignored need not show: "
        "these trees, what is asked of them and the conventions have no place for such a mistake"
    )


def test_the_same_secret_gives_the_same_trees_and_another_one_others() -> None:
    first, again, other = (
        [tree.exercise.document.content for tree in drawn("alpha-beta", seed).program.trees] for seed in ("a", "a", "b")
    )
    assert first == again
    assert not set(first) & set(other)


def test_what_is_accepted_shows_nowhere_and_is_said() -> None:
    found = drawn("alpha-beta", accept={"cutoff": ["alpha >= beta", "alpha > beta"]})
    [strict] = [one for one in found.shown if one.rule[0] == "strict-cutoff"]
    assert (strict.hidden, strict.public, strict.reason) == (0, 0, "it is accepted")
    assert [value_of(one, "cutoff") for one in found.program.accepted] == ["alpha >= beta", "alpha > beta"]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
@pytest.mark.parametrize("accept", [{}, {"cutoff": ["alpha >= beta", "alpha > beta"]}])
def test_a_slip_at_the_nodes_of_one_player_alone_earns_less_than_all(accept: dict[str, list[str]], seed: str) -> None:
    program = drawn("alpha-beta", seed, accept=accept).program
    sides = {"MAX": lambda is_max: is_max, "MIN": lambda is_max: not is_max, "nobody": lambda _: False}
    for who, goes_on in sides.items():
        answers = play(program, search_with(goes_on=goes_on)).answers
        counts = [
            sum(answers[tree.name]["visited"] == tree.accepted[at].solve()["visited"] for tree in program.hidden)
            for at in range(len(program.accepted))
        ]
        assert (max(counts) == len(program.hidden)) == (who == "nobody"), who


def test_the_stated_way_is_first_whatever_else_is_accepted() -> None:
    found = drawn("minimax", conventions={"tie": "last"}, accept={"tie": ["first", "last"]})
    assert [value_of(one, "tie") for one in found.program.accepted] == ["last", "first"]
    assert [value_of(one.problem.conventions, "tie") for one in found.program.trees[0].accepted] == ["last", "first"]


@pytest.mark.parametrize("kind", SEARCHES)
def test_the_usual_trees_of_agents_are_such_as_they_know(kind: str) -> None:
    found = drawn(kind, style="agents")
    assert len(found.program.trees) == 15
    assert not any(no_agents(tree.exercise.problem.game) for tree in found.program.trees)


def test_each_tree_that_is_drawn_for_agents_is_looked_at() -> None:
    trees = [{"count": "6", "public": "3", "depth": "2", "branching": "3", "layers": "max,chance"}]
    unequal = read("expectiminimax", trees=trees)._replace(style=Style.AGENTS)
    with pytest.raises(RequestError, match=r"^chances are not equal, which agents do not know"):
        draw(unequal, "search-0", "search", "", dict.fromkeys(unequal.ask, 1), "secret", {})


def test_endings_and_files_are_read_as_they_are_laid_beside_a_program() -> None:
    spec = read("minimax", run={".R": ["Rscript", "{file}"]}, files=["./util.py", "a/../b/util.py", "util.py"])
    assert spec.run == {".py": ("python",), ".r": ("Rscript", "{file}")}
    assert spec.files == ("util.py", "b/util.py")


def test_requests_may_say_what_is_known_of_values() -> None:
    found = drawn("alpha-beta", trees=[{"value-bounds": "0..10", "depth": "4", "branching": "2"}])
    for tree in found.program.trees:
        assert value_of(tree.exercise.problem.conventions, "value-bounds") == (0, 10)
        assert all(0 <= leaf <= 10 for leaf in tree.exercise.problem.game.value if leaf is not None)


def test_a_request_that_cannot_be_certified_says_the_rule_and_what_to_ask() -> None:
    with pytest.raises(RequestError, match=r"^[a-z-]+.* shows on \d of 1 hidden tree, 2 are wanted; ask for "):
        drawn("alpha-beta", trees=[{"count": "1", "depth": "4", "branching": "2"}])


def test_what_given_trees_cannot_show_is_a_warning() -> None:
    found = drawn("minimax", trees=[{"problem": {"tree": [["3", "5"], ["2", "9"]]}}])
    assert any(said.endswith("2 and 1 are wanted") for said in found.warnings)


BOTH_26 = "{max: [{chance: [{p: 1/10, value: 1}, {p: 2/10, value: 2}, {p: 7/10, value: 3}]}, {chance: [{p: 1/3, value: %s}, {p: 1/3, value: 2.6}, {p: 1/3, value: 1.3}]}]}"


@pytest.mark.parametrize(
    ("value", "more", "is_said"),
    [
        ("3.9", {}, True),
        ("3.6", {}, False),
        ("3.9", {"ask": ["value"]}, False),
        ("3.9", {"accept": {"tie": ["first", "any"]}}, False),
    ],
)
def test_equal_children_that_floats_tell_apart_are_a_warning(
    value: str, more: dict[str, object], is_said: bool
) -> None:
    given = {"problem": {"tree": yaml.load(BOTH_26 % value, yaml.BaseLoader)}}
    found = drawn("expectiminimax", trees=[given], **more)
    assert (
        any(said.startswith("tree-01: the best children of the root are equal") for said in found.warnings) == is_said
    )


def test_equal_children_that_floats_hold_are_no_warning() -> None:
    halves = "{max: [{chance: [{p: 0.5, value: 1}, {p: 0.5, value: 3}]}, 2]}"
    found = drawn("expectiminimax", trees=[{"problem": {"tree": yaml.load(halves, yaml.BaseLoader)}}])
    assert not any("floats" in said for said in found.warnings)


# -- what is wrong with an exercise, by its place and what was expected

MANY = "cutoff: [alpha >= beta, alpha > beta], tie: [first, last], bounds: [fail-soft, fail-hard], order: [left-to-right, right-to-left], decimals: [1, 2]"
ROWS = [
    ("{kind: minmax}", ".kind", 'did you mean "minimax"?'),
    ("{kind: text}", ".kind", "expected one of"),
    ("{kind: ucb, style: game}", ".style", "expected answers"),
    ("{kind: minimax, style: pacman}", ".style", "expected game, agents or answers"),
    ("{kind: minimax, function: 1a}", ".function", "expected one such as search"),
    ("{kind: minimax, trees: [{dept: 3}]}", ".trees[0].dept", 'did you mean "depth"?'),
    ("{kind: minimax, trees: [{prune-count: 3}]}", ".trees[0].prune-count", "only in alpha-beta"),
    ("{kind: minimax, trees: [{seed: 3}]}", ".trees[0].seed", "no place"),
    ("{kind: minimax, trees: [{ask: value}]}", ".trees[0].ask", "the exercise says it"),
    ("{kind: minimax, trees: [{depth: 2}, {depth: x}]}", ".trees[1].depth", "expected a whole number or a range"),
    ("{kind: minimax, ask: [text]}", ".ask[0]", "cannot come from a program"),
    ("{kind: minimax, style: agents, ask: [value]}", ".ask[0]", "an agent returns an action alone"),
    ("{kind: minimax, accept: {cutoff: [alpha > beta]}}", ".accept.cutoff[0]", "conventions that minimax uses"),
    ("{kind: minimax, accept: {tie: [lats]}}", ".accept.tie[0]", 'did you mean "last"?'),
    ("{kind: minimax, conventions: {tie: lats}}", ".conventions.tie", 'did you mean "last"?'),
    (
        f"{{kind: alpha-beta, accept: {{{MANY}}}}}",
        ".accept",
        "32 combinations are accepted, expected at most 16",
    ),
    ("{kind: minimax, run: {.c: [cc]}}", '.run[".c"]', "{file} stands nowhere in it"),
    ("{kind: minimax, run: {c: python}}", ".run.c", "expected one such as .c"),
    ("{kind: minimax, files: [../x.py]}", ".files[0]", "lies outside the folder of the quiz"),
    ("{kind: minimax, files: [game.py]}", ".files[0]", "game.py is what every program gets"),
    ("{kind: minimax, files: [none.py]}", ".files[0]", "there is no file"),
    ("{kind: minimax, run: {.c: cc x}}", '.run[".c"]', '"cc x" is no list of words, expected python, or a command'),
    ("{kind: minimax, files: [search.py]}", ".files[0]", "search.py is how a program is called that is handed in"),
    ("{kind: minimax, files: [a/Dice.PY/x]}", ".files[0]", "Dice.PY is how a program is called that is handed in"),
    ("{kind: minimax, files: [trees.json]}", ".files[0]", "trees.json is what every program gets"),
    ("{kind: minimax, files: [queue.py]}", ".files[0]", "queue.py is called as a module of Python's standard library"),
    ("{kind: minimax, files: [./json/x.txt]}", ".files[0]", "json is called as a module"),
    ("{kind: minimax, limits: {seconds: 0}}", ".limits.seconds", "expected a whole number from 1"),
    ("{kind: minimax, limits: {calls: 1.5}}", ".limits.calls", "expected a whole number from 1"),
    ("{kind: minimax, shows: 0}", ".shows", "expected a whole number from 1"),
    ("{kind: minimax, style: agents, trees: [{root: min}]}", ".trees[0]", "MAX does not move at the root"),
    (
        "{kind: minimax, style: agents, trees: [{problem: {tree: {max: [{max: [1, 2]}, 3]}}}]}",
        ".trees[0]",
        "twice in a row",
    ),
    (
        "{kind: expectiminimax, style: agents, trees: [{layers: 'max,chance', depth: 2, chances: quarters}]}",
        ".trees[0]",
        "chances are not equal",
    ),
    ("{kind: minimax, trees: [{problem: {kind: ucb}}]}", ".trees[0]", "expected minimax, that of the exercise"),
    ("{kind: minimax, trees: [{problem: {tree: [[3]]}, public: true}]}", ".trees", "there is no hidden tree in it"),
    (
        "{kind: minimax, trees: [{problem: {tree: [1, 2]}, file: two.yaml}]}",
        ".trees[0].file",
        "a given tree has problem and file, expected only one of them",
    ),
    ("{kind: minimax, trees: [{problem: {tree: x}}]}", ".trees[0].problem.tree", "expected"),
    ("{kind: minimax, trees: [{problem: {tree: [1, 2]}, count: 2}]}", ".trees[0].count", "expected a given problem"),
    ("{kind: minimax, style: answers, color: red}", ".color", "there is no field"),
    ("none.yaml", "", "there is no file"),
]


DICE = "{id: dice, program: {kind: minimax, trees: [{problem: {tree: [1, 2]}}]}}"


def check(folder: Path, program: str, id_: str = "search") -> Ran:
    """Return what is said of a quiz with one exercise that a program answers."""
    return run("quiz", "check", write_quiz(folder, "shared", exercises=[f"{{id: {id_}, program: {program}}}", DICE]))


@pytest.mark.parametrize(("program", "place", "said"), ROWS)
def test_what_is_wrong_is_said_by_its_place(tmp_path: Path, program: str, place: str, said: str) -> None:
    ran = check(tmp_path, program)
    assert ran.code == 4
    [line, *_] = ran.err.splitlines()
    assert f" $.exercises[0].program{place}: " in line
    assert said in line


def test_a_request_that_is_not_met_is_said_at_the_program(tmp_path: Path) -> None:
    ran = check(tmp_path, "{kind: alpha-beta, trees: [{count: 1, depth: 4, branching: 2}]}")
    assert ran.code == 4
    assert " $.exercises[0].program: " in ran.err
    assert "shows on 1 of 1 hidden tree, 2 are wanted" in ran.err


def test_what_is_wrong_in_a_file_of_its_own_is_said_there(tmp_path: Path) -> None:
    put(tmp_path / "search.yaml", "kind: minimax\nfiles: [none.py, game.py]\n")
    assert [line.partition(": ")[0].rpartition("/")[2] for line in check(tmp_path, "search.yaml").err.splitlines()] == [
        "search.yaml:2 $.files[0]",
        "search.yaml:2 $.files[1]",
    ]


def test_an_exercise_is_not_called_as_the_game_is(tmp_path: Path) -> None:
    assert "game.py is handed out" in check(tmp_path, "{kind: minimax}", "game").err


@pytest.mark.parametrize("beside", ["vary: free", "text: {prompt: Why?}", "problem: {kind: minimax, tree: [1, 2]}"])
def test_nothing_is_asked_beside_a_program(tmp_path: Path, beside: str) -> None:
    file = write_quiz(tmp_path, "shared", exercises=[f"{{id: search, program: {{kind: minimax}}, {beside}}}"])
    assert run("quiz", "check", file).code == 4


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    ran = check(tmp_path, "{kind: minimax, function: 1a, ask: [pruned], run: {.c: cc}, files: [game.py]}")
    assert [line.partition("program.")[2].partition(":")[0] for line in ran.err.splitlines()] == [
        "function",
        "ask[0]",
        'run[".c"]',
        "files[0]",
    ]


# -- what is built


def build(folder: Path, *exercises: str, variants: str = "shared", options: tuple[str, ...] = ()) -> Path:
    """Return the folder of a build of a quiz with these exercises."""
    file = write_quiz(folder / "quiz", variants, exercises=exercises)
    ran = run("quiz", "build", file, "--out", folder / "build", *options)
    assert ran.code == 0, ran.err
    return folder / "build"


def names(folder: Path) -> list[str]:
    """Return the names of all files below a folder."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


SEARCH = "{id: search, points: 8, program: {kind: alpha-beta}}"
PAPER = "{id: q1, generate: {kind: minimax, depth: 2, branching: 2, separate: none}}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a build of a quiz with a program and a problem on paper, one for each student."""
    return build(tmp_path_factory.mktemp("quiz"), SEARCH, PAPER, variants="per-student")


def test_a_build_has_what_is_handed_out_and_the_key(built: Path) -> None:
    assert names(built / "programs") == [
        f"search/{name}" for name in ("README.txt", "game.py", "search.py", "trees.json")
    ]
    trees = [f"search/public-{number}.yaml" for number in range(1, 4)]
    trees += [f"search/tree-{number:02}.yaml" for number in range(1, 13)]
    assert names(built / "key" / "programs") == ["search/certificate.yaml", *trees]


def test_only_public_trees_are_handed_out(built: Path) -> None:
    stated = json.loads((built / "programs/search/trees.json").read_text("utf-8"))
    assert {name: stated[name] for name in ("format", "function", "style", "run")} == {
        "format": "gametree-trees/1",
        "function": "search",
        "style": "game",
        "run": {".py": ["python"]},
    }
    assert [tree["name"] for tree in stated["trees"]] == ["public-1", "public-2", "public-3"]
    assert all(
        [*one] == ["value", "best-move", "visited", "pruned"] for tree in stated["trees"] for one in tree["answers"]
    )


def test_all_students_have_the_same_trees_and_the_lock_says_so(built: Path) -> None:
    lock = open_build(str(built)).lock
    programs = {next(id_ for id_ in ids if id_.startswith("search-")) for ids in lock.sheets.values()}
    assert len(programs) == 1
    assert lock.shared == tuple(programs)
    assert ("search", "Alpha-beta pruning, a program", "8") in lock.exercises
    exercise = open_build(str(built)).get(programs.pop())
    assert exercise.problem.possible == 8
    assert exercise.problem.size == 15


def test_a_sheet_states_the_program_and_asks_for_nothing_of_it(built: Path) -> None:
    page = (built / "students/s001/quiz.html").read_text("utf-8")
    template = (built / "students/s001/answers.yaml").read_text("utf-8")
    assert "search" not in template
    for said in (
        "search.py",
        "search(game)",
        "visited and pruned are told by the log",
        "2 points",
        "played on 12 trees",
        "10 seconds",
        "equality is enough",
    ):
        assert said in page, said
    assert "search-" not in page.partition("answerPage")[2]
    assert re.search(r"\d points?; 1 exercise below, 8 points, is answered by a program", page)


def test_with_zip_what_is_handed_out_is_one_file(tmp_path: Path) -> None:
    folder = build(tmp_path, SEARCH, PAPER, options=("--zip",))
    assert names(folder / "programs") == ["search.zip"]
    with zipfile.ZipFile(folder / "programs/search.zip") as archive:
        assert {Path(name).name for name in archive.namelist()} == {"game.py", "search.py", "trees.json", "README.txt"}
    exercise = open_build(str(folder)).get(open_build(str(folder)).lock.shared[0])
    assert exercise.problem.id.startswith("search-")


def test_a_build_is_the_same_each_time(tmp_path: Path) -> None:
    first, again = (build(tmp_path / name, SEARCH, PAPER) for name in ("a", "b"))
    assert names(first) == names(again)
    for name in names(first):
        assert (first / name).read_bytes() == (again / name).read_bytes(), name


def test_an_exercise_for_another_language_hands_out_its_protocol_and_no_python(tmp_path: Path) -> None:
    run_by = '{.c: [cc, "{file}"]}'
    folder = build(tmp_path, f"{{id: search, program: {{kind: minimax, run: {run_by}}}}}") / "programs/search"
    assert names(folder) == ["README.txt", "game.py", "trees.json"]
    said = (folder / "README.txt").read_text("utf-8")
    assert said.startswith(
        "Hand in a program, search.c, that reads and writes lines of JSON as README.txt says; it may"
    )
    assert '{"children":"A"}' in said
    assert "search.c is run by: cc 'search.c'" in said
    assert "beginning" not in said
    assert said.partition("python3 ")[2].startswith("game.py search.c")


def test_of_two_languages_the_first_is_the_one_to_begin_with(tmp_path: Path) -> None:
    run_by = '{.py: python, .c: [cc, "{file}"]}'
    folder = build(tmp_path, f"{{id: search, program: {{kind: minimax, run: {run_by}}}}}") / "programs/search"
    assert "search.py" in names(folder)
    said = (folder / "README.txt").read_text("utf-8")
    first = "Hand in a program, search.py; it may also end in .c and speak lines of JSON. "
    assert said.startswith(f"{first}It is one file: nothing else of yours lies beside it. It defines ")
    assert "a beginning in Python, and trees" in said


@pytest.mark.parametrize("kind", GENERATORS)
def test_the_beginning_of_every_kind_runs_and_is_wrong(tmp_path: Path, kind: str) -> None:
    folder = build(tmp_path, f"{{id: mine, program: {{kind: {kind}, trees: [{{count: 3, public: 1}}], shows: 1}}}}")
    command = [sys.executable, "game.py", "mine.py"]
    ran = subprocess.run(command, cwd=folder / "programs/mine", capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 1
    assert ran.stdout.startswith("public-1: ")
    assert " wrong" in ran.stdout
    assert not ran.stderr


def test_the_files_of_an_exercise_are_handed_out_and_lie_in_the_key(tmp_path: Path) -> None:
    put(tmp_path / "quiz/util.py", "DEPTH = 3\n")
    folder = build(tmp_path, "{id: search, program: {kind: minimax, files: [util.py]}}")
    assert (folder / "programs/search/util.py").read_bytes() == b"DEPTH = 3\n"
    assert (folder / "key/files/util.py").is_file()


def test_a_program_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    put(tmp_path / "quiz/search.yaml", "kind: minimax\ntrees: [{problem: {tree: [[3, 5], [2, 9]]}}]\n")
    folder = build(tmp_path, "{id: search, program: search.yaml}")
    assert names(folder / "key/programs") == ["search/certificate.yaml", "search/tree-01.yaml"]


def test_a_given_file_stays_what_it_says(tmp_path: Path) -> None:
    given = "format: gametree-problem/1\nid: two\nkind: minimax\ntree: [[3, 5], [2, 9]]\nconventions: {root: min, tie: last}\n"
    put(tmp_path / "quiz/two.yaml", given)
    folder = build(tmp_path, "{id: search, program: {kind: minimax, trees: [{file: two.yaml}]}}")
    text = (folder / "key/programs/search/tree-01.yaml").read_text("utf-8")
    assert "  min:\n" in text
    assert "tie: last" in text


def test_a_sheet_says_nothing_of_programs_that_were_not_picked_for_it(tmp_path: Path) -> None:
    pick = "{pick: 1, of: [{id: one, program: {kind: minimax}, points: 2}, {id: two, program: {kind: minimax}, points: 2}]}"
    folder = build(tmp_path, pick, PAPER, variants="per-student")
    built = open_build(str(folder))
    for student in built.roster:
        page = (folder / f"students/{student}/quiz.html").read_text("utf-8")
        mine = {one.exercise for one in built.sheet_of(student)}
        assert {name for name in ("one", "two") if f"{name}.py" in page} == mine - {"q1"}


def test_a_quiz_of_programs_alone_has_sheets_also_solved_and_on_paper(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    folder = build(tmp_path, SEARCH, options=("--pdf",))
    assert names(folder / "sheet") == ["quiz.html", "quiz.pdf"]
    shown = run("quiz", "show", folder, "s001")
    assert shown.code == 0, shown.err


def test_points_are_corrected_and_nothing_else(tmp_path: Path) -> None:
    folder = build(tmp_path, SEARCH, PAPER)
    quiz = tmp_path / "quiz"
    write_quiz(quiz, "shared", exercises=[SEARCH.replace("8", "12"), PAPER])
    assert run("quiz", "build", quiz, "--out", folder, "--rekey").code == 0
    built = open_build(str(folder))
    assert built.get(built.lock.shared[0]).problem.points["visited"] == 3
    write_quiz(quiz, "shared", exercises=[SEARCH.replace("alpha-beta", "minimax"), PAPER])
    ran = run("quiz", "build", quiz, "--out", folder, "--rekey")
    assert ran.code == 4
    assert "of a program points alone are corrected" in ran.err


def test_a_late_student_has_the_same_program(tmp_path: Path) -> None:
    folder = build(tmp_path, SEARCH, PAPER, variants="per-student")
    before = (folder / "key/programs/search/certificate.yaml").read_bytes()
    write_quiz(tmp_path / "quiz", "per-student", 4, exercises=[SEARCH, PAPER])
    ran = run("quiz", "build", tmp_path / "quiz", "--out", folder, "--add")
    assert ran.code == 0, ran.err
    assert (folder / "key/programs/search/certificate.yaml").read_bytes() == before
    assert open_build(str(folder)).lock.sheets["s004"][0].startswith("search-")


def test_a_program_whose_ending_is_in_capitals_is_played(tmp_path: Path) -> None:
    run_by = '{.SH: [sh, "{file}"]}'
    folder = build(tmp_path, f"{{id: search, program: {{kind: minimax, run: {run_by}}}}}")
    put(tmp_path / "hand-ins/s001/search.SH", "exit 3\n")
    ran = run("grade", tmp_path / "hand-ins", "--quiz", folder, "--sandbox", "none")
    assert ran.code == 0, ran.err
    assert "ended with exit code 3" in ran.out


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_why_the_right_search_earns_less_is_said(tmp_path: Path) -> None:
    said = "the right search, as a program, earns"
    own = check(tmp_path / "own", '{kind: minimax, run: {.py: [python3, "{file}"]}}')
    assert f"{said} 2 of 2 points\n" in own.out
    little = check(tmp_path / "little", "{kind: minimax, limits: {memory: 6}}")
    assert f"{said} 0 of 2 points; on public-1 it ended " in little.out
    least = check(tmp_path / "least", "{kind: minimax, limits: {memory: 1}}")
    assert (own.code, little.code, least.code) == (0, 4, 4)
    assert re.search(r"the right search, as a program, cannot be begun \(.+\): see limits", least.out)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_the_right_search_is_tried_in_json_too(tmp_path: Path) -> None:
    file = write_quiz(
        tmp_path, "shared", exercises=["{id: search, program: {kind: minimax, limits: {memory: 6}}}", PAPER]
    )
    text, data = run("quiz", "check", file), run("quiz", "check", file, "--format", "json")
    assert (text.code, data.code) == (4, 4)
    search, paper = json.loads(data.out)["exercises"]
    assert "the right search, as a program, earns 0 of 2 points; on public-1 it ended " in search["trial"][-1]
    assert "".join(f"    {line}\n" for line in search["trial"]) in text.out
    assert "trial" not in paper


def test_practice_passes_a_program_over_and_says_so_once(tmp_path: Path) -> None:
    file = write_quiz(tmp_path / "quiz", "shared", exercises=[SEARCH, PAPER])
    ran = run("quiz", "practice", file, "--out", tmp_path / "practice.html")
    assert ran.code == 0, ran.err
    assert ran.err.count("search: cannot be practised: a program answers it") == 1


@pytest.mark.parametrize("kind", ["alpha-beta", "ucb"])
def test_a_quiz_to_begin_with_can_be_checked(tmp_path: Path, kind: str) -> None:
    assert run("quiz", "init", tmp_path / "week", "--program", kind).code == 0
    ran = run("quiz", "check", tmp_path / "week")
    assert ran.code == 0, ran.err
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["rule", "hidden", "public"] in rows
