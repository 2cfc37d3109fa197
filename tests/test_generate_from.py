"""`gametree generate KIND --from FILE`: a request in a file is read as a quiz reads it, and options beside it win."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from console import run
from quizzes import write_quiz
from turns import in_turn

from generators import GENERATORS, certified
from generators.fields import FIELDS
from generators.request import fields_of, read_file, read_stated, requested
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError

BESIDE: dict[str, dict[str, object]] = {
    "layers": {"depth": 2},
    "repeats": {"separate": "none", "without": "unique-best-move,some-cutoff,unequal-bounds"},
    "leaves_evaluated": {"depth": 2},
    "prune_exactly": {"shape": [[[], []], [[], []]], "make": "values"},
    "extension": {"depth": 4, "branching": 2, "depth-limit": 2, "not-quiet": 1},
    "not_quiet": {"depth": 4, "branching": 2, "depth-limit": 2},
    "objective": {"make": "order"},
    "free": {"make": "values", "depth": 2, "branching": 3},
    "fewest_changes": {"make": "changes", "depth": 2, "branching": 3},
    "reward_step": {"reward": 10},
    "take": {"objects": 10},
    "pile": {"piles": 2},
    "most": {"piles": 2},
    "child_names": {"children": 3},
    "after": {"ask": "value,intervals"},
    "chances": {"layers": "max,chance,min"},
    "construct chances": {"make": "values", "layers": "max,chance,min", "branching": 2},
    **{f"threshold {key}": {"search": "ucb", "convention": "exploration=x"} for key in ("children", "visits")},
    "iterations": {"children": 2},
    **{key: {"depth": 3, "depth-limit": 2} for key in ("depth_limit", "static", "noise", "features")},
    "weights": {"depth": 3, "depth-limit": 2, "features": "lead"},
    "depth_in": {"depth": 5, "depth-limit": 1},
    **{key: {"game": "take-away"} for key in ("game_objects", "game_take", "game_takes", "utilities")},
    **{key: {"game": "nim"} for key in ("game_piles", "game_pile", "game_most", "symmetry", "game_last", "nodes")},
    **{key: {"game": "tic-tac-toe"} for key in ("board", "side", "marks")},
    **{key: {"game": "mancala"} for key in ("pits", "stones", "stores", "capture", "extra_turn")},
    **{key: {"game": "bags"} for key in ("bags", "balls", "draws")},
    **{key: {"game": "line"} for key in ("squares", "loop")},
}
"""What a field needs beside it."""
VALUES: dict[str, object] = {
    **dict.fromkeys(("depth", "tree_depth"), "3"),
    **dict.fromkeys(
        ("branching", "free", "takes", "piles", "game_takes", "game_piles", "takes", "bags", "pits"), "2-3"
    ),
    "make": "values",
    "objective": "least-pruned",
    **dict.fromkeys(
        ("fewest_changes", "step", "ties", "extension", "not_quiet", "stores", "extra_visits", "opponent_errs"), 1
    ),
    "search": "alpha-beta",
    "about_what": "any",
    "unknown": "probability",
    "integers": "yes",
    **dict.fromkeys(("items", "playouts"), 4),
    "reorder": "root",
    **dict.fromkeys(("prune_count", "game_pile", "pile"), "1-3"),
    "leaves_evaluated": "6-8",
    "prune_exactly": ["G"],
    "about": "equality",
    "value_bounds": "0..10",
    "rate": [1000, 2000],
    "seconds": "50-200",
    "unit": "nodes",
    "states": 1000000,
    "tree_branching": "20-40",
    "players": ["X", "Y"],
    "shape": [[[], []], [[], [], []]],
    **dict.fromkeys(("root", "draws"), "min"),
    "layers": ["max", "min"],
    "names": "path",
    "moves": "letters",
    **dict.fromkeys(("max_nodes", "max_draws"), 500),
    "chances": "tenths",
    "values": "0..50",
    "outcomes": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "repeats": True,
    "ordering": "random",
    **dict.fromkeys(("depth_limit", "game_most", "most", "reward", "iterations", "repeated_states"), 2),
    "depth_in": "rounds",
    "static": "all",
    **dict.fromkeys(("noise", "weights", "side", "children"), 3),
    "features": ["lead", "mobility"],
    "game": "take-away",
    "game_objects": "3-7",
    "game_take": [1, 2],
    "take": [1, 2],
    **dict.fromkeys(("game_last", "last"), "loses"),
    "board": "X.O/.X./..O",
    "marks": 5,
    "stones": "1-2",
    **dict.fromkeys(("capture", "extra_turn"), "no"),
    "balls": "2-3",
    "squares": "3-4",
    "loop": [0, 1],
    "utilities": ["win=2", "loss=0"],
    "symmetry": "merge",
    "nodes": "7-40",
    "objects": "8-12",
    "visits": "2-9",
    "reward_step": "1/2",
    "unvisited": 0,
    "child_names": ["Ann", "Bo", "Cy"],
    "title": "A title",
    "after": 2,
    "without": "none-such",
    "separate": "none",
    "margin": "0.02",
}
NEEDS_A_PROBLEM = ("like", "mirror")
OF_NO_FILE = ("id",)


def cases() -> list[tuple[str, str]]:
    """Return every kind with every field of its requests that a document can state."""
    return [
        (kind, key)
        for kind, generator in GENERATORS.items()
        for key in generator.fields
        if key not in (*NEEDS_A_PROBLEM, *OF_NO_FILE)
    ]


def stated_by(kind: str, key: str) -> dict[str, object]:
    """Return a request that states this field, with what it needs beside it."""
    known = fields_of(kind)
    needed = BESIDE.get(f"{kind} {key}", BESIDE.get(key, {}))
    beside = {name: value for name, value in needed.items() if name == "convention" or name.replace("-", "_") in known}
    given = {"ask": list(certified_ask(kind))[:1], "points": f"{certified_ask(kind)[0]}=2"} | VALUES
    value = GENERATORS[kind].guarantees[-3].name if key == "without" else given[key]
    return {"kind": kind} | beside | {FIELDS[key].name.replace("_", "-"): value}


def certified_ask(kind: str) -> tuple[str, ...]:
    """Return what is asked of a kind where nobody says it."""
    return certified(kind, GENERATORS[kind].parameters(), "1").problem.ask


def as_typed(value: object) -> str:
    """Return the text that says a value on the command line."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def typed(stated: dict[str, object]) -> list[str]:
    """Return the options that say the same as a file."""
    words: list[str] = []
    for name, value in stated.items():
        if value is True:
            words.append(f"--{name}")
        elif name != "kind":
            words += [f"--{name}", json.dumps(value) if name == "shape" else as_typed(value)]
    return words


def no_file(*_: object) -> str:
    raise AssertionError


@in_turn(8)
@pytest.mark.parametrize(("kind", "key"), cases())
def test_field_gives_the_same_exercise_in_a_file_in_a_quiz_and_as_an_option(
    kind: str, key: str, tmp_path: Path
) -> None:
    stated = stated_by(kind, key)
    file, other = tmp_path / "request.yaml", tmp_path / "request.json"
    file.write_text(yaml.safe_dump(stated), encoding="utf-8")
    other.write_text(json.dumps(stated), encoding="utf-8")
    quiz = read_document(
        str(write_quiz(tmp_path, exercises=[f"{{id: q1, generate: {json.dumps(stated)}}}"])),
        PROBLEM_LIMITS,
        ProblemError,
    )
    said = read_stated(quiz, ("exercises", 0, "generate"), no_file)
    assert read_file(str(file), kind) == read_file(str(other), kind) == said
    by_file, by_json = (run("generate", kind, "--from", str(one), "--seed", "4") for one in (file, other))
    assert by_file == by_json._replace(err=by_json.err.replace(str(other), str(file)))
    assert by_file.code in (0, 2)
    if by_file.code == 0:
        parameters = requested(kind, said.fields, said.conventions)
        assert yaml.safe_load(by_file.out)["id"] == certified(kind, parameters, "4/1").problem.id
    if all(fields_of(kind)[name.replace("-", "_")].has_option for name in stated if name not in ("kind", "convention")):
        by_options = run("generate", kind, *typed(stated), "--seed", "4")
        assert (by_options.code, by_options.out) == (by_file.code, by_file.out)


def said_of(folder: Path, text: str, *options: str, kind: str = "alpha-beta", code: int = 4) -> str:
    """Return what is said of a request that cannot be read or met."""
    (folder / "request.yaml").write_text(text, encoding="utf-8")
    ran = run("generate", kind, "--from", folder / "request.yaml", *options)
    assert (ran.code, ran.out) == (code, ""), ran.err
    return ran.err.replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kind: alpha-beta\nprune-cout: 2\n", 'request.yaml:2 $.prune-cout: there is no field "prune-cout" here'),
        ("kind: alpha-beta\nprune-cout: 2\n", 'did you mean "prune-count"?'),
        ("kind: alpha-beta\n\ndepth: deep\n", 'request.yaml:3 $.depth: "deep": expected a whole number or a range'),
        ("kind: alpha-beta\nvisits: 2\n", "request.yaml:2 $.visits: visits has no place in alpha-beta, only in ucb"),
        ("kind: alpha-beta\nrepeats: 1\n", "request.yaml:2 $.repeats: "),
        ("kind: alpha-beta\nid: x\n", 'request.yaml:2 $.id: there is no field "id" here'),
        ("kind: ucb\n", "request.yaml:1 $.kind: the request is for ucb, expected alpha-beta"),
        ("depth: 3\n", "request.yaml:1 $: "),
        ("kind: alpha-beta\nlike: no.yaml\n", "request.yaml:2 $.like: there is no file no.yaml"),
        ("kind: alpha-beta\ndepth: 3\ndepth: 4\n", "request.yaml:3"),
        ("[1, 2]\n", "request.yaml:1 "),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in said_of(tmp_path, text)


def test_request_that_contradicts_itself_names_fields_as_they_are_written(tmp_path: Path) -> None:
    text = "kind: alpha-beta\ndepth: 2\nshape: [[[], []], [[], []]]\n"
    said = said_of(tmp_path, text, code=2)
    assert said == "request.yaml: shape says already what the tree looks like; leave out depth\n"
    said = said_of(tmp_path, text.replace("depth: 2\n", ""), "--depth", "2", code=2)
    assert said == "request.yaml: shape says already what the tree looks like; leave out --depth\n"


def test_options_beside_a_file_win(tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    file.write_text("kind: minimax\ndepth: 2\nvalues: 0..50\nconvention: [tie=first, decimals=2]\n", encoding="utf-8")
    given = ("--depth", "3", "--convention", "tie=last")
    both = run("generate", "minimax", "--from", file, *given)
    alone = run("generate", "minimax", "--values", "0..50", "--convention", "decimals=2", *given)
    assert (both.code, both.out) == (0, alone.out)


def test_file_that_a_request_names_lies_beside_it(tmp_path: Path) -> None:
    given = run("generate", "minimax", "--seed", "3").out
    (tmp_path / "given.yaml").write_text(given, encoding="utf-8")
    for name in ("like", "mirror"):
        (tmp_path / "request.yaml").write_text(f"kind: minimax\n{name}: given.yaml\n", encoding="utf-8")
        by_file = run("generate", "minimax", "--from", tmp_path / "request.yaml")
        assert by_file.out == run("generate", "minimax", f"--{name}", tmp_path / "given.yaml").out != ""


@in_turn(4)
@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in GENERATORS for name, field in fields_of(kind).items() if not field.has_option],
)
def test_field_without_an_option_is_told_as_the_lines_of_a_file(kind: str, name: str, tmp_path: Path) -> None:
    ran = run("generate", kind, f"--{name.replace('_', '-')}", "2-3", "--depth=3")
    assert (ran.code, ran.out) == (2, "")
    said, _, lines = ran.err.partition("--from FILE:\n")
    assert f"{name.replace('_', '-')} is a field of a request, and no option" in said
    assert yaml.safe_load(lines) == {"kind": kind, name.replace("_", "-"): "2-3"}


def test_several_fields_without_an_option_are_told_at_once() -> None:
    ran = run("generate", "minimax", "--depth-limit", "2", "--static=all", "--noise", "3")
    assert "static and noise are fields of a request, and no options" in ran.err
    assert ran.err.endswith('  kind: minimax\n  static: all\n  noise: "3"\n')


def test_advice_to_state_a_field_without_an_option_says_how() -> None:
    ran = run("generate", "minimax", "--depth", "3", "--depth-limit", "2", "--extension", "1")
    assert ran.code == 2
    assert ran.err.endswith("add not-quiet; not-quiet can be said in a file (--from)\n")
