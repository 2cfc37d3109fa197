"""The trees and the build of an exercise that programs answer, held against second computations, and every command that meets one."""

from __future__ import annotations

import hmac
import re
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from class_runs import table
from console import put, run
from played_programs import ruled
from quizzes import SECRET, write_quiz

from generators import generate
from generators.draws import RequestError
from generators.registry import GENERATORS
from generators.request import read_stated, requested
from grader.core.documents import Document
from grader.course.quiz.built import Built, open_build
from grader.grading.built_problems import read_program_of
from grader.grading.marking import Terms, grade_submission
from grader.grading.programs.marking import program_exercise, submission_of
from grader.grading.programs.playing import Play
from grader.grading.programs.program import Program, ProgramTree
from grader.grading.programs.spec import read_spec
from grader.grading.programs.trees import Drawn, draw

SEARCHES = [name for name, generator in GENERATORS.items() if generator.by_node]
SECRETS = ["secret-0", *(pytest.param(f"secret-{number}", marks=pytest.mark.slow) for number in range(1, 20))]


def drawn(kind: str, seed: str, **stated: Any) -> Drawn:
    """Return an exercise of a kind with its trees."""
    document = Document("quiz.yaml", {"kind": kind, **stated}, "", b"")
    spec = read_spec(document, (), document.data, lambda file, *_: str(file))
    return draw(spec, "search-0", "search", "A search", dict.fromkeys(spec.ask, 1), seed, {})


def answers(tree: ProgramTree, at: int = 0) -> dict[str, Any]:
    """Return the right answers to the parts that are asked of a tree, under one of the accepted combinations."""
    solved = tree.accepted[at].solve()
    return {part: solved[part] for part in tree.exercise.problem.ask}


# -- the certificate, counted from the answers as they are written


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", SEARCHES)
def test_each_rule_shows_on_as_many_trees_as_the_certificate_says(kind: str, secret: str) -> None:
    found = drawn(kind, secret)
    trees = {tree.name: tree for tree in found.program.trees}
    said = {one.rule: (one.hidden, one.public) for one in found.shown}
    counted = {}
    for rule, given in ruled(found.program).items():
        shown = [name for name, answer in given.items() if answer != answers(trees[name])]
        counted[rule] = tuple(sum(name.startswith(stem) for name in shown) for stem in ("tree", "public"))
    assert counted == {rule: counts for rule, counts in said.items() if rule in counted}
    assert all(counts == (0, 0) for rule, counts in said.items() if rule not in counted)
    assert all(one.hidden >= 2 and one.public >= 1 for one in found.shown if not one.reason)
    assert not found.warnings
    if kind == "alpha-beta":
        assert sum(not one.reason for one in found.shown) == 18


@pytest.mark.slow
@pytest.mark.parametrize("kind", [name for name in GENERATORS if name not in SEARCHES])
@pytest.mark.parametrize("secret", ["a", "b", "c"])
def test_every_other_kind_has_twelve_hidden_trees_on_which_its_rules_show(kind: str, secret: str) -> None:
    found = drawn(kind, secret)
    assert sum(not tree.is_public for tree in found.program.trees) == 12
    assert all(one.hidden >= 2 and one.public >= 1 for one in found.shown if not one.reason)


@pytest.mark.parametrize("kind", SEARCHES)
def test_rules_that_are_no_twins_differ_on_a_tree_where_no_warning_says_otherwise(kind: str) -> None:
    found = drawn(kind, "secret-0")
    twins = {
        frozenset((fold.misconception.name, fold.misconception.twin_of))
        for tree in found.program.trees
        for fold in tree.exercise.wrong.folds()
    }
    given = ruled(found.program)
    shown = [one.rule for one in found.shown if not one.reason]
    alike = {(a, b) for a, b in combinations(shown, 2) if given[a] == given[b] and frozenset((a[0], b[0])) not in twins}
    assert not alike
    assert not found.warnings


@pytest.mark.parametrize("secret", ["a", "b", "c", "d"])
def test_what_few_trees_show_is_looked_for_alone_and_what_none_does_is_said(secret: str) -> None:
    found = drawn("expectiminimax", secret, style="agents")
    rules = {one.rule[0]: one for one in found.shown}
    for name in ("chance-as-min", "root-player-only"):
        assert (rules[name].reason, rules[name].hidden >= 2, rules[name].public >= 1) == ("", True, True)
    why = "hardly any tree of these requests shows such a mistake, which may go unseen"
    assert rules["sum-not-mean"] == (("sum-not-mean", ""), 0, 0, why)
    assert all(one.hidden >= 2 and one.public >= 1 for one in found.shown if not one.reason)


PLAIN = {"depth": "4", "branching": "2", "separate": "none", "count": "12", "public": "3"}


def test_requests_that_promise_nothing_are_held_to_no_rule_that_cannot_show() -> None:
    found = {one.rule[0]: one for one in drawn("alpha-beta", "s", trees=[PLAIN]).shown}
    assert found["strict-cutoff"].reason == "with distinct leaves it is right; it needs repeated leaves"
    assert found["no-pruning"].hidden >= 2
    shape = {**PLAIN, "depth": "2"}
    assert (
        "on this shape"
        in {one.rule[0]: one.reason for one in drawn("minimax", "s", trees=[shape]).shown}["root-player-only"]
    )


def test_a_rule_that_shows_on_too_few_trees_says_on_how_many_and_what_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.grading.programs.trees._MOST_DRAWS", 0)
    said = r"^no-deep-cutoffs shows on \d of 12 hidden trees, 11 are wanted; ask for trees with about: deep-cutoffs$"
    with pytest.raises(RequestError, match=said):
        drawn("alpha-beta", "s", trees=[PLAIN], shows="11")


def test_what_a_request_leaves_to_the_exercise_says_for_each_field_why(tmp_path: Path) -> None:
    trees = "[{ask: [value], convention: [tie=last], seed: 3, like: x.yaml}]"
    file = write_quiz(tmp_path, "shared", exercises=[f"{{id: search, program: {{kind: minimax, trees: {trees}}}}}"])
    said = {line.partition("trees[0].")[2] for line in run("quiz", "check", file).err.splitlines()}
    assert said - {""} == {
        "ask: leave out ask: the exercise says it for all trees",
        "convention: leave out convention: the exercise says it for all trees",
        "seed: leave out seed: of trees for programs it has no place",
        "like: leave out like: of trees for programs it has no place",
    }


# -- what is accepted

ACCEPTS: list[tuple[str, Mapping[str, list[str]]]] = [
    ("alpha-beta", {"cutoff": ["alpha >= beta", "alpha > beta"], "tie": ["first", "last"]}),
    ("minimax", {"tie": ["first", "last", "any"]}),
    ("expectiminimax", {"tie": ["first", "last"]}),
]


@pytest.mark.parametrize(("kind", "accept"), ACCEPTS)
def test_the_right_search_under_each_accepted_combination_earns_all(kind: str, accept: Mapping[str, list[str]]) -> None:
    program = drawn(kind, "accepting", accept=accept).program
    exercise = program_exercise(program)
    for at in range(len(program.accepted)):
        played = Play({tree.name: answers(tree, at) for tree in program.trees})
        submission = submission_of(program, played, "search.py", b"", exercise=exercise)
        [graded] = grade_submission(submission, lambda _: exercise, Terms(require=(program.id,), only=True)).graded
        assert graded.marks.total.earned == graded.marks.total.possible == len(program.ask)


# -- a build, with another problem for each student beside the program

SEARCH = "{id: search, points: 8, program: {kind: alpha-beta}}"
DICE = "{id: dice, points: 3, program: {kind: ucb, trees: [{count: 4, public: 1}], shows: 1}}"
PAPER = "{id: q1, points: 2, generate: {kind: minimax, depth: 2, branching: 3}}"


def build(folder: Path, *exercises: str, variants: str = "per-student", options: tuple[str, ...] = ()) -> Path:
    """Return the folder of a build of a quiz with these exercises."""
    file = write_quiz(folder / "quiz", variants, exercises=exercises)
    ran = run("quiz", "build", file, "--out", folder / "build", *options)
    assert ran.code == 0, ran.err
    return folder / "build"


def program_in(built: Built, exercise: str) -> Program:
    """Return an exercise that programs answer, as the key of a build has it."""
    [id_] = [id_ for id_ in built.ids if id_.startswith(f"{exercise}-")]
    return read_program_of(id_, built.documents(id_))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a build of a quiz with two programs and a problem on paper."""
    return build(tmp_path_factory.mktemp("quiz"), SEARCH, PAPER, DICE)


def test_the_seeds_of_trees_are_those_of_nobody_with_their_numbers(folder: Path) -> None:
    seed = hmac.new(SECRET, b'["seed","week5","search",""]', "sha256").hexdigest()
    ask = ("value", "best-move", "visited", "pruned")
    played = [dict(one) for one in GENERATORS["alpha-beta"].played]
    counts = [{"hidden": int(one.pop("count", "4")), "public": int(one.pop("public", "1"))} for one in played]
    requests = [requested("alpha-beta", {**read(one), "ask": ask}, ()) for one in played]
    program = program_in(open_build(str(folder)), "search")
    for stem in ("public", "hidden"):
        asked = [request for request, count in zip(requests, counts, strict=True) for _ in range(count[stem])]
        values = [tree.exercise.problem.game.value for tree in program.trees if tree.is_public == (stem == "public")]
        numbered = [(asked[at], f"{seed}/{stem}/{at + 1}") for at in range(len(values))]
        first = [generate("alpha-beta", request, one).problem.game.value for request, one in numbered]
        # some were drawn again, so that each rule shows; what stays has its own number
        assert sum(one == other for one, other in zip(values, first, strict=True)) * 2 > len(values)


def read(request: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the fields of a request as generators read them."""
    document = Document("quiz.yaml", {"kind": "alpha-beta", **request}, "", b"")
    return read_stated(document, (), lambda file, *_: file).fields


@pytest.mark.parametrize("options", [(), ("--zip",)])
def test_nothing_of_hidden_trees_is_in_what_is_handed_out(tmp_path: Path, options: tuple[str, ...]) -> None:
    folder = build(tmp_path, SEARCH, PAPER, options=options)
    program = program_in(open_build(str(folder)), "search")
    hidden = [tree.exercise.problem.game for tree in program.trees if not tree.is_public]
    public = [tree.exercise.problem.game for tree in program.trees if tree.is_public]
    rows = [" ".join(str(one) for one in game.value if one is not None) for game in hidden]
    texts = dict(handed_out(folder))
    assert any("Hand in a program" in text for text in texts.values())
    numbers = {name: f" {' '.join(re.findall(r'-?[0-9]+', text))} " for name, text in texts.items()}
    own = " ".join(str(one) for one in public[0].value if one is not None)
    assert any(f" {own} " in said for said in numbers.values())  # so the trees that are handed out are found by this
    seed = hmac.new(SECRET, b'["seed","week5","search",""]', "sha256").hexdigest()
    for name, text in texts.items():
        assert not re.search(r"tree-\d\d", text), name
        assert not any(one in text for one in (SECRET.decode(), seed, "gametree-program/1", "need not show")), name
        assert not any(f" {row} " in numbers[name] for row in rows), name
        if name.endswith("answers.yaml"):
            assert "search" not in text


def handed_out(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of each file of a build that is handed out, those in zips too."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name.startswith("key/") or name == "quiz.lock":
            continue
        if path.suffix != ".zip":
            yield name, path.read_text("utf-8")
            continue
        with zipfile.ZipFile(BytesIO(path.read_bytes())) as archive:
            yield from ((f"{name}/{one}", archive.read(one).decode()) for one in archive.namelist())


# -- what is said of a quiz in which all is answered by programs


def test_a_sheet_of_programs_alone_has_paragraphs_and_no_field(tmp_path: Path) -> None:
    folder = build(tmp_path, SEARCH, variants="shared")
    page = (folder / "sheet/quiz.html").read_text("utf-8")
    main = page[page.index("<main") : page.index("</main>")]
    assert "\\n" not in main
    assert "answers.yaml" not in main
    assert "<p>Hand in a program, search.py." in main
    for said in ("played on 12 trees", "10 seconds, 20 requests for each node", "512 MiB", "(8 points)"):
        assert said in main, said
    assert not (folder / "sheet/answers.yaml").exists()


def test_who_answers_whole_problems_is_shown_one_with_its_answers(tmp_path: Path) -> None:
    stated = "{id: nim, program: {kind: positions, trees: [{count: 3, public: 1}]}}"
    said = (build(tmp_path, stated) / "programs/nim/README.txt").read_text("utf-8")
    assert (
        '\n\nA problem is as in trees.json. The first one there is kind: "positions", game: {"name": "take-away", '
        in said
    )
    assert 'The answers to it are outcomes: {"0": "loss", ' in said
    assert "\n\n\n" not in said


def test_the_solved_sheet_says_where_the_trees_of_a_program_are(tmp_path: Path, folder: Path) -> None:
    said = "search is answered by a program: its trees and certificate are in key/programs/search"
    alone = run("quiz", "show", build(tmp_path, SEARCH, variants="shared"), "s001")
    assert alone.code == 0, alone.err
    assert said in alone.out
    assert "mark: ." not in alone.out
    beside = run("quiz", "show", folder, "s001")
    assert said in beside.out
    assert "For the people who mark: Minimax, 2 points" in beside.out


# -- `quiz check`


def test_a_check_states_the_certificate_for_programs_that_read_it(folder: Path) -> None:
    ran = run("quiz", "check", folder.parent / "quiz", "--format", "json")
    assert ran.code == 0, ran.err
    search, paper, dice = ran.json["exercises"]
    assert "certificate" not in paper
    rows = {one["rule"]: one for one in search["certificate"]["shows"]}
    assert len(rows) == 18
    assert all(one["hidden"] >= 2 and one["public"] >= 1 for one in rows.values())
    assert all(one["reason"] for one in search["certificate"]["not-shown"])
    assert search["certificate"]["warnings"] == []
    assert dice["certificate"]["shows"]
    text = run("quiz", "check", folder.parent / "quiz").out
    for rule, one in rows.items():
        assert [*rule.split(), str(one["hidden"]), str(one["public"])] in [line.split() for line in text.splitlines()]


# -- other ways to build, and every command that meets a program


@pytest.mark.parametrize("variants", ["shared", "per-student", "groups"])
def test_whoever_has_a_sheet_has_the_same_trees(tmp_path: Path, folder: Path, variants: str) -> None:
    other = build(tmp_path, SEARCH, PAPER, DICE, variants=variants)
    for path in sorted((folder / "key/programs").rglob("*.yaml")):
        assert (other / path.relative_to(folder)).read_bytes() == path.read_bytes()


def test_a_retake_has_other_trees(tmp_path: Path, folder: Path) -> None:
    file = write_quiz(tmp_path / "again", exercises=[SEARCH, PAPER, DICE])
    file.write_text(file.read_text("utf-8").replace("id: week5", "id: week6"), "utf-8")
    ran = run("quiz", "build", file, "--out", tmp_path / "retake", "--retake-of", folder)
    assert ran.code == 0, ran.err
    old, new = (
        {tuple(tree.exercise.problem.game.value) for tree in program_in(open_build(str(one)), "search").trees}
        for one in (folder, tmp_path / "retake")
    )
    assert not old & new


WRONG = """
def search(game):
    def walk(node):
        if game.is_leaf(node):
            return game.value(node)
        values = [walk(child) for child in game.children(node)]
        return max(values) if game.player(node) == "max" else min(values)
    children = game.children(game.root)
    values = [walk(child) for child in children]
    best = max(values) if game.player(game.root) == "max" else min(values)
    return best, children[values.index(best)]
"""


def test_every_command_that_meets_programs_ends_well(tmp_path: Path, folder: Path) -> None:
    for student in ("s001", "s002"):
        put(tmp_path / "in" / student / "search.py", WRONG)
    out = tmp_path / "out"
    ran = run("grade", tmp_path / "in", "--quiz", folder, "--sandbox", "none", "--out", out, "--html")
    assert ran.code == 0, ran.err
    assert {row["search"] for row in table(out / "gradebook.csv") if row["status"] == "graded"} == {"4"}
    report = run("report", out, "--format", "json")
    assert report.code == 0
    assert "no-pruning" in report.out
    assert run("similar", out).code == 0
    again = run("regrade", out, tmp_path / "in", "--quiz", folder, "--out", tmp_path / "again", "--sandbox", "none")
    assert again.code == 0, again.err
    assert "0 students change" in again.err + again.out
    edited = out / "gradebook.csv"
    edited.write_text(edited.read_text("utf-8").replace(",4,0,0,4,", ",5,0,0,4,", 1), "utf-8")
    decided = run("adjust", out, "--by", "me", "--why", "seen at the desk", "--out", tmp_path / "by-hand.csv")
    assert decided.code == 0, decided.err
    assert "search" in (tmp_path / "by-hand.csv").read_text("utf-8")


@pytest.mark.parametrize("command", ["show", "solve", "trace", "validate"])
def test_files_of_the_key_are_read_or_refused_by_every_command(folder: Path, command: str) -> None:
    key = folder / "key/programs/search"
    assert run(command, key / "tree-01.yaml").code == 0
    refused = run(command, key / "certificate.yaml")
    assert refused.code in (3, 4)
    assert "certificate.yaml" in refused.err + refused.out


@pytest.mark.parametrize("platform", ["canvas", "jupyter", "latex", "moodle-xml", "qti21"])
def test_what_asks_on_a_page_says_once_that_it_leaves_a_program_out(tmp_path: Path, platform: str) -> None:
    fixed = "{id: q1, problem: {kind: minimax, tree: [[3, 5], [2, 9]]}}"
    file = write_quiz(tmp_path / "quiz", "shared", exercises=[SEARCH, fixed])
    ran = run("export", file.parent, "--to", platform, "--out", tmp_path / "export")
    assert ran.code == 0, ran.err
    said = "search is a program: collect it as an assignment and mark the download with grade"
    assert ran.err.count(said) == 1
