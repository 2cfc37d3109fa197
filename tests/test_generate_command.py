"""`gametree generate`: the folder it writes, what is in it and what must not be, and every way to ask for too much."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from banked import games_of_trees
from class_runs import files_of
from click.testing import CliRunner
from turns import in_turn, some_now

from generators import PARAMETERS, Leaves, MinimaxParameters, Promise
from generators.certify import nearby
from generators.registry import GENERATORS
from generators.request import fields_of
from grader.cli import generate_kind as sizes
from grader.cli.grade import grade
from grader.cli.main import gametree
from grader.core.documents import PROBLEM_LIMITS
from grader.core.documents.files import new_folder
from grader.core.resources import resource
from grader.kinds import KINDS

ROOT = Path(__file__).resolve().parent.parent
BANK = resource("problem_bank")


def generate(*arguments: object, code: int = 0) -> str:
    """Run the command and return what it prints to both streams; fail where it ends with another exit code."""
    result = CliRunner().invoke(gametree, ["generate", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course") / "week5"
    generate("alpha-beta", "--prune-count", "2-4", "--count", 12, "--seed", 7, "--out", folder)
    return folder


HANDED_OUT = {"problem.yaml", "answers.yaml", "statement.md", "statement.html", "tree.svg"}
KEPT = {"solution.yaml", "certificate.yaml", "worked.md", "solved.svg"}


def test_folder_holds_every_problem_and_the_key_apart(week: Path) -> None:
    names = [f"problem-{number:02d}" for number in range(1, 13)]
    assert {entry.name for entry in week.iterdir()} == {*names, "key", "index.csv"}
    assert {entry.name for entry in (week / "key").iterdir()} == {*names, "index.csv"}
    for name in names:
        assert {file.name for file in (week / name).iterdir()} == HANDED_OUT
        assert {file.name for file in (week / "key" / name).iterdir()} == KEPT
    rows = list(csv.DictReader((week / "index.csv").read_text().splitlines()))
    assert [row["folder"] for row in rows] == names
    assert len({row["id"] for row in rows}) == 12


def test_template_is_graded_without_any_option_and_the_key_earns_all(week: Path) -> None:
    blank = CliRunner().invoke(grade, [str(week / "problem-03" / "answers.yaml")])
    assert blank.exit_code == 0
    assert "0 of 3 points" in blank.output
    keys = sorted(map(str, week.glob("key/*/solution.yaml")))
    full = CliRunner().invoke(grade, [*keys, "--problems", str(week), "--fail-under", "100", "--format", "json"])
    assert full.exit_code == 0, full.output
    handed_in = week / "problem-04" / "submissions" / "ada.yaml"
    handed_in.parent.mkdir()
    handed_in.write_bytes((week / "key" / "problem-04" / "solution.yaml").read_bytes())
    assert CliRunner().invoke(grade, [str(handed_in), "--fail-under", "100"]).exit_code == 0
    handed_in.unlink()
    handed_in.parent.rmdir()


def test_what_is_handed_out_says_nothing_of_the_key(week: Path) -> None:
    """Nothing in it depends on seed, parameters or solution: it is made from the problem alone."""
    from grader.core.documents import read_document
    from grader.core.errors import ProblemError
    from grader.kinds import read_exercise
    from grader.pages.answer_page import handout_files

    for folder in sorted(week.glob("problem-*")):
        problem = read_exercise(
            read_document(str(folder / "problem.yaml"), PROBLEM_LIMITS, ProblemError), KINDS
        ).problem
        again = {name: str(content).encode() for name, (content, _) in handout_files(problem)}
        assert again == files_of(folder)
        stated = yaml.safe_load((folder / "problem.yaml").read_text())
        assert set(stated) == {"format", "id", "title", "kind", "tree", "ask", "points"}


def test_problem_beside_a_submission_never_replaces_a_shipped_or_a_named_one(week: Path, tmp_path: Path) -> None:
    easy = {"format": "gametree-problem/1", "kind": "minimax", "tree": [1, 2]}
    (tmp_path / "problem.yaml").write_text(yaml.safe_dump({**easy, "id": "four-ply-trace", "ask": ["value"]}))
    submission = tmp_path / "mine.yaml"
    submission.write_text("answers: {four-ply-trace: {value: 2}}")
    assert "of 19 points" in CliRunner().invoke(grade, [str(submission)]).output
    submission.write_text("answers: {own: {value: 2}}")
    (tmp_path / "problem.yaml").write_text(yaml.safe_dump({**easy, "id": "own", "ask": ["value"]}))
    assert CliRunner().invoke(grade, [str(submission)]).exit_code == 0
    assert CliRunner().invoke(grade, [str(submission), "--problems", str(week)]).exit_code == 3
    (tmp_path / "problem.yaml").write_text("no: [")
    assert CliRunner().invoke(grade, [str(submission)]).exit_code == 3


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "data")]


@in_turn(3)
@pytest.mark.parametrize("kind", PARAMETERS)
def test_statement_page_is_one_file_with_drawing_tree_and_conventions(kind: str, tmp_path: Path) -> None:
    generate(kind, "--out", tmp_path / "one", "--title", "Try <this> & that")
    text = (tmp_path / "one" / "statement.html").read_text()
    page = _Outline()
    page.feed(text)
    assert page.references == []
    assert not {"img", "link", "iframe"} & set(page.tags)
    of_conventions = ["h2"] if KINDS[kind].conventions else []
    assert [tag for tag in page.tags if tag in ("h1", "h2", "h3")] == ["h1", *of_conventions]
    assert {"svg", "ul"} <= set(page.tags)
    assert ("details" in page.tags) == (kind != "cost"), "the tree as text, where there is one"
    assert "<this>" not in text
    assert "Try &lt;this&gt; &amp; that" in text
    assert "Try \\<this> \\& that" in (tmp_path / "one" / "statement.md").read_text()
    assert {file.name for file in (tmp_path / "one").iterdir()} == HANDED_OUT | {"key"}


def _statement(folder: Path, *arguments: object) -> str:
    generate(*arguments, "--seed", 8, "--out", folder)
    return (folder / "statement.html").read_text()


def test_statement_of_ucb_says_what_total_is_and_which_child_comes_first(tmp_path: Path) -> None:
    said = ["total is the sum of the rewards of all visits to it.", "examined from left to right, as listed."]
    first, each = _statement(tmp_path / "first", "ucb"), _statement(tmp_path / "any", "ucb", "--convention", "tie=any")
    assert [sentence in first for sentence in said] == [True, True]
    assert [sentence in each for sentence in said] == [True, False]
    shown = CliRunner().invoke(gametree, ["show", "ucb-one-log2"]).output
    assert said[0] in shown


@pytest.mark.parametrize("moves", ["none", "letters"])
def test_statement_says_how_a_move_is_called_with_and_without_labels(moves: str, tmp_path: Path) -> None:
    _statement(tmp_path, "minimax", "--moves", moves)
    sentence = "the best move at the root (its label; without one, the child's name); 1 point"
    assert sentence in (tmp_path / "statement.md").read_text()
    assert sentence in (tmp_path / "answers.yaml").read_text()


def test_without_out_the_problem_is_printed() -> None:
    printed = CliRunner().invoke(gametree, ["generate", "minimax", "--seed", "x"])
    assert yaml.safe_load(printed.stdout)["kind"] == "minimax"
    assert printed.stderr == ""


def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    code = "import sys; from grader.cli.main import gametree; gametree(sys.argv[1:])"
    for hash_seed in ("1", "2"):
        run = [sys.executable, "-c", code, "generate", "alpha-beta", "--count", "3", "--seed", "-5 é", "--out"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        subprocess.run([*run, str(tmp_path / hash_seed)], check=True, cwd=ROOT, env=environment, capture_output=True)
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
    generate("alpha-beta", "--count", 3, "--seed", "another", "--out", tmp_path / "3")
    assert files_of(tmp_path / "1") != files_of(tmp_path / "3")


def test_seed_that_is_no_valid_unicode_is_a_seed_like_any_other(tmp_path: Path) -> None:
    said = {generate("ucb", "--seed", seed) for seed in ("\udcff", "\udcfe", "\\udcff")}
    assert len(said) == 3
    generate("ucb", "--seed", "\udcff", "--count", 2, "--out", tmp_path / "two")
    certificate = yaml.safe_load((tmp_path / "two" / "key" / "problem-01" / "certificate.yaml").read_text())
    assert certificate["generator"]["seed"] == "\\udcff/1"
    assert "\\udcff/2" in (tmp_path / "two" / "key" / "index.csv").read_text()


def test_existing_folder_is_never_overwritten_without_force(tmp_path: Path) -> None:
    folder = tmp_path / "week"
    folder.mkdir()
    generate("ucb", "--out", folder)
    before = files_of(folder)
    assert "exists already" in generate("ucb", "--out", folder, "--seed", 2, code=2)
    assert files_of(folder) == before
    (folder / "mine.txt").write_text("kept")
    generate("ucb", "--out", folder, "--seed", 2, "--force")
    assert files_of(folder) != before
    assert (folder / "mine.txt").read_text() == "kept"


def test_folder_that_cannot_be_made_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in generate("ucb", "--out", tmp_path / "file" / "week", code=2)
    generate("alpha-beta", "--count", 40, "--depth", 1, "--branching", 2, "--values", "0..3", "--separate", "none",
             "--without", "some-cutoff", "--out", tmp_path / "few", code=2)  # fmt: skip
    assert {entry.name for entry in tmp_path.iterdir()} == {"file"}


def test_empty_folder_is_filled_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("empty")
    generate("ucb", "--out", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    generate("ucb", "--out", ".")
    assert Path().samefile(tmp_path / "here")
    assert files_of(Path()) == files_of(tmp_path / "empty")
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o700


def test_folder_that_fills_meanwhile_is_left_alone(tmp_path: Path) -> None:
    def fill() -> None:
        with new_folder(tmp_path) as write:
            write("key/mine.txt", "generated")
            (tmp_path / "mine.txt").write_text("kept")

    with pytest.raises(FileExistsError):
        fill()
    assert files_of(tmp_path) == {"mine.txt": b"kept"}


def test_failure_while_files_are_moved_moves_them_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def failing(source: Path, target: Path) -> None:
        if target == tmp_path / "b":
            raise OSError(28, "No space left on device")
        rename(source, target)

    def fill() -> None:
        with new_folder(tmp_path) as write:
            write("a", "")
            write("b", "")

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="No space"):
        fill()
    assert not any(tmp_path.iterdir())


def test_file_in_the_place_of_the_folder_is_refused_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("kept")
    monkeypatch.setattr("generators.certified", None)
    assert "is a file" in generate("ucb", "--out", tmp_path / "file", "--force", code=2)
    assert files_of(tmp_path) == {"file": b"kept"}


def test_failure_with_force_changes_nothing(tmp_path: Path) -> None:
    few = ("alpha-beta", "--depth", 1, "--branching", 2, "--values", "0..3", "--separate", "none",
           "--without", "some-cutoff", "--out", tmp_path / "few")  # fmt: skip
    generate(*few, "--count", 2)
    before = files_of(tmp_path)
    generate(*few, "--count", 40, "--force", "--seed", 2, code=2)
    assert files_of(tmp_path) == before


LIKE = BANK / "alpha-beta" / "four-ply-trace" / "problem.yaml"


def test_variants_have_the_shape_and_the_figures_of_the_given_problem(tmp_path: Path) -> None:
    generate("alpha-beta", "--like", LIKE, "--count", 3, "--out", tmp_path / "like")
    given, figures = yaml.safe_load(LIKE.read_text()), []
    for folder in sorted((tmp_path / "like").glob("problem-*")):
        variant = yaml.safe_load((folder / "problem.yaml").read_text())
        assert _shape(variant["tree"]) == _shape(given["tree"])
        assert variant["ask"] == given["ask"]
        assert variant["tree"] != given["tree"]
        figures.append(
            yaml.safe_load((tmp_path / "like" / "key" / folder.name / "certificate.yaml").read_text())["figures"]
        )
    assert figures[0]["leaves-evaluated"] == 10
    assert figures == figures[:1] * 3


def _shape(node: dict) -> tuple:
    player = next(key for key in ("max", "min", "chance", "value") if key in node)
    return (node["id"], player, tuple(map(_shape, node[player])) if player != "value" else ())


def test_mirror_image_has_every_nodes_children_turned_round(tmp_path: Path) -> None:
    mirrored = yaml.safe_load(generate("alpha-beta", "--mirror", LIKE))
    twice = tmp_path / "mirrored.yaml"
    twice.write_text(yaml.safe_dump(mirrored))
    again = yaml.safe_load(generate("alpha-beta", "--mirror", twice))
    assert again["tree"] == yaml.safe_load(LIKE.read_text())["tree"] != mirrored["tree"]


def test_tree_too_large_to_be_drawn_is_written_without_a_drawing(tmp_path: Path) -> None:
    said = generate("minimax", "--depth", 6, "--branching", 3, "--out", tmp_path / "large")
    assert "too many to be drawn" in said
    assert not (tmp_path / "large" / "tree.svg").exists()
    assert "<details open>" in (tmp_path / "large" / "statement.html").read_text()


LARGE = ("minimax", "--depth", 12, "--branching", 2, "--names", "path", "--no-drawings")


@pytest.mark.sweep
def test_problem_whose_files_grade_would_not_read_is_refused_with_size_and_limit(tmp_path: Path) -> None:
    said = generate(*LARGE, "--out", tmp_path / "large", code=2)
    assert re.search(r"answers\.yaml would have 1\d\d,\d{3} bytes, but grade reads at most 65,536; .*--ask", said)
    assert not any(tmp_path.iterdir())
    generate(*LARGE, "--ask", "value,best-move", "--out", tmp_path / "large")
    blank = CliRunner().invoke(grade, [str(tmp_path / "large" / "answers.yaml")])
    assert blank.exit_code == 0, blank.output


def test_larger_trees_that_are_asked_for_are_written_with_the_options_that_grade_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = PROBLEM_LIMITS._replace(bytes=1000)
    monkeypatch.setitem(sizes._LIMITS, "problem.yaml", small)  # 4 MiB take long to draw
    said = generate(*LARGE, "--max-nodes", 10_001, "--out", tmp_path / "large")
    needed = re.search(r"it needs: grade (--max-submission-bytes \d+ --max-problem-bytes \d+)\n", said)
    assert needed, said
    key = tmp_path / "large" / "key" / "solution.yaml"
    assert CliRunner().invoke(grade, [str(key), "--fail-under", "100"]).exit_code == 3
    graded = CliRunner().invoke(grade, [str(key), "--fail-under", "100", *needed[1].split()])
    assert graded.exit_code == 0, graded.output
    assert "problem.yaml would have" in generate("minimax", "--depth", 8, "--branching", 2, code=2)


@pytest.mark.parametrize(
    "shape", [("--branching", "2-3"), ("--depth", "2-3"), ("--depth", "2-3", "--branching", "2-3")]
)
def test_list_of_names_is_long_enough_for_every_shape_when_it_is_for_the_largest(shape: tuple[str, ...]) -> None:
    names = [f"n{number}" for number in range(50)]
    sizes_drawn = set()
    for seed in range(8):
        for count in (40, 45):
            said = generate("minimax", *shape, "--names", ",".join(names[:count]), "--seed", seed)
            ids = _breadth_first(yaml.safe_load(said)["tree"])
            assert [id_ for id_, _ in ids] == names[: len(ids)]
            sizes_drawn.add(len(ids))
        said = generate("minimax", *shape, "--names", ",".join(names[:13]), "--seed", seed)
        inner = [id_ for id_, is_leaf in _breadth_first(yaml.safe_load(said)["tree"]) if not is_leaf]
        assert inner == names[: len(inner)]
    assert len(sizes_drawn) > 1


def _breadth_first(tree: dict) -> list[tuple[str, bool]]:
    """Return the id of every node and whether it is a leaf."""
    nodes = [tree]
    for node in nodes:
        nodes += next((node[player] for player in ("max", "min") if player in node), [])
    return [(node["id"], "value" in node) for node in nodes]


REFUSED = {
    "--values 0..9": "27 distinct values do not fit 0..9",
    "--values 9..0": "the smaller value first",
    "--values 3": "expected a range of values",
    "--step 0": "must be above 0",
    "--ties 27": "27 ties are too many",
    "--ties 1 --repeats": "expected one of them",
    "--outcomes 0,1 --values 0..1": "leave out --values",
    "--outcomes 0,1 --ties 0": "27 distinct values do not fit the outcomes",
    "--depth 0": "expected at least 1",
    "--depth 4-2": "makes no tree",
    "--depth x": "expected a whole number or a range",
    "--depth 20": "nodes, expected at most 10,000",
    "--depth 13 --branching 2 --max-nodes 100": "16,383 nodes, expected at most 100",
    "--depth 61 --branching 1": "at most 60 plies",
    "--depth 400": "more than 10^15 nodes",
    "--shape [[0,0],0] --depth 2": "leave out --depth",
    "--shape {a:1}": "nested lists",
    "--shape [[": "nested lists",
    "--layers max,chance --prune-exactly B": "it goes with no chance layer",
    "--layers max,chance,min --ordering worst-first": "chance nodes can be cut all the same",
    "--value-bounds 0..9 --values 5..20 --repeats": "5..20 reaches beyond the value bounds [0, 9]",
    "--value-bounds 9..0": "expected [lo, hi] with lo no larger than hi",
    "--convention value-bounds=0..9": "expected it as --value-bounds A..B",
    "--layers max,mix": "there is no layer",
    "--layers max --root min": "leave out --root",
    "--root me": "expected max or min",
    "--names A,B": "2 names are given for a tree of 40 nodes",
    "--names A,B --branching 2-3": "up to 40 nodes; expected at least 40, or at least 13 for the inner ones",
    "--names A,A --branching 2-3": "a name stands twice",
    "--moves sides --branching 4": "sides name at most 3 moves",
    "--moves a,a,b": "stands twice",
    "--moves a,b": "too few",
    "--ordering good": "there is no ordering",
    "--ordering strong": "strong:P",
    "--ordering strong:2": "not a probability",
    "--prune-count 40": "prune-count 40: a search of this shape skips 0-12 subtrees; this works: --prune-count",
    "--leaves-evaluated 27": "leaves-evaluated 27: that is all leaves, but some-cutoff skips one",
    "--depth 1": "some-cutoff: no search of this shape skips anything; this works: --without some-cutoff",
    "--prune-count 4-2": "holds no number",
    "--leaves-evaluated 3": "this works: --leaves-evaluated",
    "--prune-exactly G --branching 2-3": "names nodes of a fixed shape; choose one --depth and one --branching",
    "--prune-exactly G --depth 2-3": "names nodes of a fixed shape",
    "--prune-exactly Q1": "there is no node",
    "--prune-exactly A": "the root is always visited",
    "--prune-exactly E": "is examined first at B",
    "--prune-exactly F": "comes after a skipped one",
    "--prune-exactly G": "no values can do it: at B alpha is still -inf",
    "--prune-exactly D,K": "lies below D",
    "--prune-exactly M --ordering best-first": "goes with no other ordering",
    "--prune-exactly M --prune-count 1": "leave out prune-count",
    "--about equality --ties 0": "needs repeated leaves",
    "--about deep-cutoffs": "choose a depth of 4 or ask windows",
    "--about luck": "there are no exercises about",
    "--separate all,none": "all goes with no other name",
    "--separate no-pruning,default": "default goes with no other name",
    "--separate strict-cutoff": "with distinct leaves it is right",
    "--separate no-deep-cut": 'did you mean "no-deep-cutoffs"?',
    "--separate chance-as-min": "has no place in these exercises",
    "--separate true-value-at-cutoff": "it shows only in values",
    "--without luck": "there is no guarantee",
    "--ask scores": "has no part",
    "--ask value,value": "asked twice",
    "--points value=0": "points above 0",
    "--points value": "expected PART=N",
    "--points visited=2": "points of visited",
    "--convention tie=best": "expected first or last or any",
    "--convention tis=first": 'did you mean "tie"?',
    "--convention log=ln": "has no convention log",
    "--convention root=min": "choose --root or --layers",
    "--convention initial-window=3": "expected two bounds",
    "--convention initial-window=[5,3]": "alpha below beta",
    "--id a/b": "expected letters, digits",
    "--children 3": "has no place in alpha-beta",
    "--max-draws 0": "at least 1 draw",
    f"--like {LIKE} --depth 3": "does not go with --like",
    f"--like {LIKE} --mirror {LIKE}": "expected one of them",
    f"--like {BANK / 'ucb' / 'ucb-greedy' / 'problem.yaml'}": "is of the kind ucb",
    "--count 3": "--count goes with --out",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_cannot_be_is_refused_with_the_reason(arguments: str) -> None:
    said = generate("alpha-beta", *arguments.split(), code=2)
    assert REFUSED[arguments] in said


OTHERS_REFUSED = {
    "max-n --convention root=Bob": "every node is written with its player; choose --players\n",
    "mcts --convention root=min": "every node is written with its player\n",
    "ucb --convention root=min": "ucb has no convention root",
    "ucb --unvisited 5": "at most 4 children without visits",
    "ucb --unvisited 4 --convention unvisited=zero": "where no child was visited there is no score",
    f"ucb --mirror {BANK / 'ucb' / 'ucb-greedy' / 'problem.yaml'}": "--mirror has no place in ucb, only in minimax",
    "nim --depth 3": '"nim" is no kind of exercise, expected one of minimax, alpha-beta',
    "ucb --nonsense 3": "No such option",
    "ucb --visits 0-3": "visits of at least 1",
    "ucb --children 0": "expected 1 to 100 children",
    "ucb --names A,B": "too few",
    "ucb --names A,B,C,A": "a name stands twice",
    "ucb --names A,B,C,\udcff": "holds control characters",
    "minimax --moves a,b,\udcff": "holds control characters",
    "ucb --depth 3": "has no place in ucb",
    "ucb --separate unvisited-ignored": "has no place",
    "ucb --unvisited 1 --ask choice --separate other-log": "tries the child without visits first",
    "expectiminimax --chances uniform --separate plain-mean": "with uniform chances it is right",
    "expectiminimax --chances 0.5,0.4": "sum to 9/10",
    "expectiminimax --chances fifths": "expected uniform, tenths",
    "expectiminimax --chances thirds --branching 4": "cannot each have some thirds",
    "expectiminimax --layers chance,max --ask best-move": "nobody moves at the root",
    "minimax --separate root-player-only --depth 2": "nobody is taken for another player",
    "minimax --prune-count 3": "has no place in minimax",
}


@pytest.mark.parametrize("arguments", OTHERS_REFUSED)
def test_what_cannot_be_of_other_kinds_is_refused_too(arguments: str) -> None:
    assert OTHERS_REFUSED[arguments] in generate(*arguments.split(), code=2)


def test_where_no_child_was_visited_nobody_can_be_greedy_so_it_is_drawn_again() -> None:
    some = ("--children", 2, "--unvisited", "0-2", "--convention", "unvisited=zero", "--without", "margin")
    for seed in range(6):
        said = generate("ucb", *some, "--seed", seed)
        assert yaml.safe_load(said)["parent-visits"] > 0


NEARBY = {
    "alpha-beta --depth 2 --branching 2 --prune-count 2": "--prune-count 1",
    "alpha-beta --depth 3 --branching 2 --leaves-evaluated 4 --separate wrong-direction,all-max": "--leaves-evaluated 5",
    "minimax --outcomes 0 --depth 2 --branching 2": "distinct values (leave out --outcomes, --repeats and --ties)",
    "alpha-beta --depth 5 --branching 3 --leaves-evaluated 1-20": "--leaves-evaluated 1-121",
    "alpha-beta --prune-count 2 --leaves-evaluated 10": "--leaves-evaluated 21",
    "alpha-beta --depth 2 --branching 2 --convention initial-window=[0,1]": "an open window (leave out --convention"
    " initial-window)",
    "ucb --margin 5": "--without margin",
    "ucb --children 2 --visits 2-2 --separate other-log": "--without not-greedy",
    "expectiminimax --chances 0.1,0.9 --values 1..9 --depth 2 --branching 2 --layers max,chance"
    " --convention decimals=0": "--without short-decimals",
}


@pytest.mark.parametrize("arguments", NEARBY)
def test_nearby_request_of_an_error_works(arguments: str) -> None:
    """Of an option that is given twice the last counts."""
    words = NEARBY[arguments]
    assert f"this works: {words}\n" in generate(*arguments.split(), code=2)
    left_out = ("--outcomes 0", "--convention initial-window=[0,1]")
    for option in left_out if "leave out" in words else ():
        arguments = arguments.replace(option, "")
    options = words.partition(" (")[0]
    generate(*arguments.split(), *(options.split() if options.startswith("--") else ()))


def test_nearby_requests_go_from_small_changes_to_large_ones() -> None:
    tried: list[Any] = []

    def is_met(kind: str, changed: Any) -> bool:
        tried.append(changed)
        return False

    leaves = Leaves(0, 3, ties=None)
    promise = Promise(separate=("all-max", "all-min"))
    own = tuple(one.name for one in GENERATORS["minimax"].guarantees if one.wanted is None)
    assert nearby("minimax", MinimaxParameters(leaves=leaves, promise=promise), "separates all-max", (), is_met) == ""
    assert [changed.leaves for changed in tried[:2]] == [Leaves(0), leaves._replace(low=None, high=None)]
    assert [changed.promise.separate for changed in tried[2:]] == [
        ("all-min",),
        *[("all-max", "all-min")] * len(own),
        ("none",),
        ("none",),
    ]
    assert [changed.promise.without for changed in tried[3:-2]] == [(name,) for name in own]
    assert tried[-1].promise.without == own


WITHOUT_VARIANTS = {
    *("ucb-fresh-node", "skipped-on-both-sides", "whole-dice"),
    *("smallest-cut", "skip-exactly-one", "worth-the-risk"),
    *games_of_trees(are_drawn=False),
}
"""No child was visited there: nothing can vary; a claim about a count; a domain that is stated; a tree to make; goals that are not
drawn; games of kinds that draw none."""


@pytest.mark.parametrize("file", some_now(sorted(BANK.glob("*/*/problem.yaml")), 4), ids=lambda file: file.parent.name)
def test_every_problem_of_the_bank_has_a_variant(file: Path) -> None:
    kind, id_ = file.parts[-3], file.parts[-2]
    if kind not in PARAMETERS or "like" not in fields_of(kind):
        pytest.skip("no generator makes variants of this kind")
    said = generate(kind, "--like", file, code=2 if id_ in WITHOUT_VARIANTS else 0)
    assert id_ in WITHOUT_VARIANTS or yaml.safe_load(said)["kind"] == kind


IDLE = {
    "positions --piles 2 --objects 5": "--objects is about take-away; beside --piles leave it out",
    "positions --pile 2": "--pile is about nim: it goes with --piles",
    "positions --take 1,2 --takes 3": "--takes says how many numbers are drawn, and --take which they are; leave out one of them",
    "mcts --playouts 0": "--playouts 0 gives none; expected at least 1, or leave it out",
    "mcts --playouts 3 --visits 2-3": "--visits has no place beside playouts, each of which is an iteration on no numbers; leave it out",
    "threshold --search ucb --convention exploration=x --depth 3": "--depth is about trees, and under --search ucb none is drawn; leave it out",
    "threshold --children 3": "--children is about children of one node; leave it out, or add --search ucb",
    "threshold --search minimax --visits 2-3": "--visits is about children of one node; leave it out, or add --search ucb",
    "threshold --about-what pruned --search minimax": "--about-what pruned: minimax skips nothing; choose any, or --search alpha-beta",
    "alpha-beta --chances 1/2,0.3": "--chances is about chance nodes, and no layer has any; leave it out, or add --layers max,chance,min",
    "claims --chances thirds": "--chances is about chance nodes, and no layer has any; leave it out, or add --layers max,chance,min",
    "deepening --depth 3 --depth-limit 5": "--depth-limit 5 searches below the leaves, which lie 3 plies deep; choose at most 3",
    "max-n --convention sum-bound=9 --values 5..9": "--values goes with no sum-bound, of which the numbers of every leaf are shares; leave out one of them",
    "minimax --ask value --after 3": "--after is about what is known of values; leave it out, or add intervals to --ask",
}


@pytest.mark.parametrize("arguments", IDLE)
def test_an_option_that_says_nothing_of_a_request_is_refused_with_the_reason(arguments: str) -> None:
    result = CliRunner().invoke(gametree, ["generate", *arguments.split()])
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{IDLE[arguments]}\n")


UNKNOWN = {
    "positions --takes 6": "expected 1 to 5 different numbers that can be taken",
    "minimax --depth 99999999999999999999": "expected whole numbers of at most 999,999,999",
    "minimax --max-draws 99999999999": "expected whole numbers of at most 999,999,999",
    "ucb --extra-visits 1000000000": "expected whole numbers of at most 999,999,999",
    "minimax --convention foo=bar": 'there is no convention "foo", expected order, tie, root, depth-in',
    "minimax --convention tei=last": 'there is no convention "tei"; did you mean "tie"?',
    "minimax --convention tie": "expected NAME=VALUE, as tie=last",
    "minimax --separate foo": 'there is no misconception "foo", expected default, all, none, players-swapped',
}


@pytest.mark.parametrize("arguments", UNKNOWN)
def test_what_is_not_known_or_too_large_is_told_with_what_there_is(arguments: str) -> None:
    result = CliRunner().invoke(gametree, ["generate", *arguments.split()])
    assert result.exit_code == 2
    assert UNKNOWN[arguments] in result.stderr
