"""A mistake that people make in a document is told with what helps, and with its line: that of the mapping where a field is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from banked import FOLDERS, stated
from conftest import as_yaml
from console import put, run
from odd import places_in, without
from windows import Deal, dealt

from grader.cli import generate_kind
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.kinds import KINDS, read_exercise

HEAD = "# a remark\n\nformat: gametree-problem/1\nid: q1\n"
GAME = f"{HEAD}kind: minimax\ngame:\n  name: tic-tac-toe\n  board: "
TREE = "\ntree: [[1, 2], [3, 4]]\n"
CUTOFF = f"{HEAD}kind: alpha-beta{TREE}conventions:\n  cutoff: "
_BOARD = 'expected rows of X, O and . joined by /, as many rows as cells in each, 2 to 4, such as "X.O/.X./..O"'
_CUTOFF = "is not allowed here, expected alpha >= beta or alpha > beta"
_NUMBER = "is not allowed here, expected a number such as 3, -2.5 or 7/3"
_COST = (
    "a cost problem: a mapping with format, id, kind, branching, optionally title, source, depth, count, root-counts, rate, "
    "seconds, states, exponent, space-as, conventions, ask, points, marking, text, tags; begin with `format: gametree-problem/1`"
)
_LAYOUT = "expected answers:, below it the id of a problem, and below that its parts, each indented deeper"
_COLON = "a ':' is missing behind the name; did you mean \"value: 3\"?"

MISTAKES = {
    f"{GAME}X0X/OXO/...": f'8 $.game.board: "X0X/OXO/..." is no board; {_BOARD}; did you mean "XOX/OXO/...", with the letter O, not the digit 0?',
    f"{GAME}xo. .x. ...": f'8 $.game.board: "xo. .x. ..." is no board; {_BOARD}; did you mean "XO./.X./..."?',
    f"{GAME}X0/ab": f'8 $.game.board: "X0/ab" is no board; {_BOARD}',
    f"{CUTOFF}strict": f'8 $.conventions.cutoff: "strict" {_CUTOFF}; did you mean "alpha > beta" (strict)?',
    f"{CUTOFF}'>='": f'8 $.conventions.cutoff: ">=" {_CUTOFF}; did you mean "alpha >= beta"?',
    f"{CUTOFF}alpha>=beta": f'8 $.conventions.cutoff: "alpha>=beta" {_CUTOFF}; did you mean "alpha >= beta"?',
    f"{HEAD}kind: expectiminimax\ntree:\n  chance:\n    - {{p: 25%, value: 3}}\n    - {{p: 3/4, value: 1}}": f'8 $.tree.chance[0].p: "25%" {_NUMBER}; write 0.25 or 1/4',
    "# a remark\n\nid: q1\nkind: cost\nbranching: 2\n": f"3 $: format is missing, expected {_COST}",
    "value 3\n": f"1 $: there are no answers in it, {_LAYOUT}; {_COLON}",
    '"value is 3"\n': f"1 $: there are no answers in it, {_LAYOUT}",
    "|\n  value is 3\n": f"1 $: there are no answers in it, {_LAYOUT}",
    "# a remark\nvalue 3\nbest-move B\n": f"2 $: there are no answers in it, {_LAYOUT}; {_COLON}",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_what_helps(tmp_path: Path, text: str) -> None:
    file = put(tmp_path / "f.yaml", text)
    ran = run("validate", file)
    assert ran.code in (3, 4)
    assert (ran.out + ran.err).strip() == f"{file}:{MISTAKES[text]}"


def test_which_problems_there_are_is_told_of_one_that_is_not_there(tmp_path: Path) -> None:
    answers = put(tmp_path / "s.yaml", "answers:\n  q2: {value: 3}\n")
    for name in ("sum", "week5"):
        put(tmp_path / f"problems/{name}.yaml", f"{HEAD}kind: minimax{TREE}".replace("q1", name))
    said = {(): "one that `gametree bank list` shows", ("-p", tmp_path / "problems"): "sum, week5"}
    for options, expected in said.items():
        ran = run("grade", answers, *options)
        assert f'{answers}:2 $.answers.q2: there is no problem "q2", expected {expected}\n' in ran.err
    for number in range(20):
        put(tmp_path / f"problems/{number}.yaml", f"{HEAD}kind: minimax{TREE}".replace("q1", f"exercise-{number:02}"))
    assert "exercise-05 and 16 more" in run("grade", answers, "-p", tmp_path / "problems").err


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (
            "1\nconventions: {value-bounds: [0, 1]}\nask: [value]",
            "its numbers cannot vary: each draw is the given problem itself, as no others are allowed there",
        ),
    ],
)
def test_what_cannot_vary_is_told_of_a_problem_without_variants(tmp_path: Path, tree: str, said: str) -> None:
    ran = run("generate", "alpha-beta", "--like", put(tmp_path / "p.yaml", f"{HEAD}kind: alpha-beta\ntree: {tree}\n"))
    assert ran.code == 2
    assert ran.err == f"not met within 2,000 draws: same-figures stood in the way of 2,000 of them; {said}\n"


def test_who_watches_is_told_that_variants_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("generate", "minimax", "--like", FOLDERS["minimax-textbook"] / "problem.yaml")
    assert run(*arguments).err == ""
    monkeypatch.setattr(generate_kind, "is_terminal", lambda _: True)
    assert run(*arguments).err == "looking for variants that are as difficult …\n"


def deleted() -> dict[tuple[str, tuple[str | int, ...]], tuple[Any, tuple[str | int, ...]]]:
    """Return each field that the bank has, less numbers of entries, with a problem that has it and where."""
    found = {}
    for id_ in FOLDERS:
        for path, _ in places_in(stated(id_)):
            if path and isinstance(path[-1], str):
                field = tuple(step if isinstance(step, str) else 0 for step in path[-3:])
                found.setdefault((stated(id_)["kind"], field), (stated(id_), path))
    return found


@dealt(7)
def test_the_line_of_a_missing_field_is_that_of_the_mapping_it_is_missing_from(deal: Deal, window: int) -> None:
    seen = 0
    for data, path in deal(list(deleted().values()), window):
        document = parse_document(b"# a remark\n\n" + as_yaml(without(data, path)), "f", ProblemError)
        try:
            read_exercise(document, KINDS)
        except ProblemError as failure:
            holder = document.faults([("", path[:-1])])[0].line
            missing = [fault for fault in failure.faults if f"{path[-1]} is missing" in fault.message]
            assert all((fault.line, fault.path) == (holder, path[:-1]) for fault in missing), missing
            seen += len(missing)
    assert seen


def test_a_problem_that_is_no_text_is_not_told_as_answers(tmp_path: Path) -> None:
    file = tmp_path / "bin.yaml"
    file.write_bytes(b"\x00\x01\xfe\xff" * 40)
    ran = run("show", file)
    assert (ran.code, ran.err) == (4, f"{file}: is no text but data of some program, expected a text file\n")
