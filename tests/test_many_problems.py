"""A folder of many problems: each is looked at, parsed when its id is asked, and let go again; nothing is lost by that."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import pytest
from windows import shifted

from grader.core.documents import parse_document
from grader.core.documents.sniffing import is_surely_other, sure_id
from grader.core.errors import Fault, ProblemError
from grader.grading import problem_files as named_module
from grader.grading.bank import Bank
from grader.grading.problem_files import problem_files
from grader.kinds import Exercise

BLOCK = "format: gametree-problem/1\nid: {}\ntitle: {}\nkind: minimax\ntree: [[3, 12], [2, 15]]\n"
FLOW = "{{format: gametree-problem/1, id: {}, kind: minimax, tree: [1, 2]}}"
JSON = '{{"format": "gametree-problem/1", "id": "{}", "kind": "minimax", "tree": [1, 2]}}'
ANSWERS = "# Problem's answers\nformat: gametree-submission/1\nstudent: s1\nanswers:\n  {}:\n    value: 3\n"


def variants(folder: Path, count: int, form: str = BLOCK) -> Path:
    """Return a folder of variants as `gametree generate` lays them out, with their templates and keys."""
    for place in range(count):
        below = folder / f"problem-{place}"
        below.mkdir(parents=True)
        (below / "problem.yaml").write_text(form.format(f"v-{place}", f"Variant {place}"))
        (below / "answers.yaml").write_text(ANSWERS.format(f"v-{place}"))
    key = folder / "key" / "problem-0"
    key.mkdir(parents=True)
    (key / "solution.yaml").write_text(ANSWERS.format("v-0"))
    (key / "problem.yaml").write_text("{")
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are parsed, in order."""
    names: list[str] = []
    read = named_module.read_document

    def counted(name: str, *rest: object) -> object:
        names.append(name)
        return read(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(named_module, "read_document", counted)
    return names


@pytest.mark.parametrize("form", [BLOCK, FLOW, JSON])
def test_only_the_problem_that_is_asked_is_parsed(tmp_path: Path, parsed: list[str], form: str) -> None:
    store = Bank(variants(tmp_path, 30, form))
    assert parsed == []
    assert isinstance(store.find("v-7"), Exercise)
    assert parsed == [str(tmp_path / "problem-7" / "problem.yaml")]
    assert store.faults == []
    assert store.notes == []


def test_folders_named_key_below_the_named_one_are_passed_over(tmp_path: Path) -> None:
    folder = variants(tmp_path / "key", 2)
    assert [Path(file).relative_to(folder).parts[0] for file in problem_files(str(folder))] == [
        *["problem-0"] * 2,
        *["problem-1"] * 2,
    ]
    assert len(list(problem_files(str(folder / "key")))) == 2


SPELLINGS = (
    "format: gametree-problem/1\nid: q1\nkind: minimax\ntree: [1, 2]\n",
    "\ufeff# a teacher's own\n\nid:   q1  \nkind: minimax\ntree: [1, 2]\n",
    "---\nkind: minimax\nask:\n- value\nid: q1\r\ntree: [1, 2]\n",
    'format: gametree-problem/1\nid: "q1"\nkind: minimax\ntree: [1, 2]\n',
    "format: gametree-problem/1\n\"id\": 'q1'\nkind: minimax\ntree: [1, 2]\n",
    'format: gametree-problem/1\nid: "\\x71\\u0031"\nkind: minimax\ntree: [1, 2]\n',
    'format: gametree-problem/1\nid: "q\\\n  1"\nkind: minimax\ntree: [1, 2]\n',
    "format: gametree-problem/1\nid: # below\n  q1\nkind: minimax\ntree: [1, 2]\n",
    "format: gametree-problem/1\nid: >-\n  q1\nkind: minimax\ntree: [1, 2]\n",
    "format: gametree-problem/1\n? id\n: q1\nkind: minimax\ntree: [1, 2]\n",
    'title: "a\nid: q2\nb"\nformat: gametree-problem/1\n"id": q1\nkind: minimax\ntree: [1, 2]\n',
    "title: |\n  a\n  id: q2\nid: q1\nkind: minimax\ntree: [1, 2]\n",
    "kind: minimax\ntree: {max: [1,\n{\nid: q2, value: 3}]}\nid: q1\n",
    "  format: gametree-problem/1\n  id: q1\n  kind: minimax\n  tree: [1, 2]\n",
    "{kind: minimax, tree: {max: [{id: q2, value: 1}]}, id: q1}",
    '{"title": "x, id: q2, ", "id": "q1", "kind": "minimax", "tree": [1, 2]}',
    '{"title": "\\"id\\": \\"q2\\"", "\\u0069d": "\\u00711", "kind": "minimax", "tree": [1, 2]}',
    "{title: id:q2, id: q1, kind: minimax, tree: [1, 2]}",
    '\t{"id" : "q1" , "kind": "minimax", "tree": [1, 2]}',
)


@pytest.mark.parametrize("text", SPELLINGS)
def test_no_spelling_of_an_id_is_lost(tmp_path: Path, text: str) -> None:
    one = tmp_path / "one.yaml"
    one.write_bytes(text.encode())
    (tmp_path / "two.yaml").write_text(BLOCK.format("q2", "Two"))
    found = Bank(tmp_path).find("q1")
    assert (found.source if isinstance(found, Fault) else found.document.source) == str(one)
    assert sure_id(text.encode()) in (None, "q1")
    assert not is_surely_other(text.encode())


@pytest.mark.parametrize("text", SPELLINGS)
@pytest.mark.parametrize("first", ["a", "z"])
def test_same_id_twice_is_a_fault_in_every_spelling_asked_or_not(tmp_path: Path, text: str, first: str) -> None:
    (tmp_path / f"{first}.yaml").write_bytes(text.encode())
    (tmp_path / "m.yaml").write_text(BLOCK.format("q1", "Two"))
    (fault,) = Bank(tmp_path).faults
    earlier, later = sorted([str(tmp_path / f"{first}.yaml"), str(tmp_path / "m.yaml")])
    assert fault.message == f'the id "q1" is also that of {earlier}'
    assert fault.source == later


@pytest.mark.parametrize("constant", ["null", "true", "~", "False"])
def test_an_id_that_is_no_text_is_not_taken_for_one(constant: str) -> None:
    assert sure_id(BLOCK.format(constant, "x").encode()) in (None, "False")


def test_what_a_look_says_holds_for_every_document_that_can_be_read(window: int) -> None:
    """Documents put together at random from what could mislead: quotes, brackets, comments, breaks, other ids."""
    lines = (
        *(
            "id: a",
            "id: b",
            '"id": b',
            " id: b",
            "id: 'b'",
            "{id: b, ",
            '{"id": "b", "x": "',
            "format: gametree-problem/1",
        ),
        *(
            "kind: minimax",
            "tree: [1,",
            "2]",
            "title: 'x",
            "y'",
            'z: "',
            '"',
            "w: |",
            "# it's",
            "u: it's",
            "- 1",
            "}",
            "",
        ),
        *(
            "format: gametree-submission/1",
            "{",
            '"kind": minimax',
            "? id",
            ": b",
            "tree: {max: [1]}",
            "---",
            "v: x\r",
            "\x85",
        ),
    )
    draw, others, sure = random.Random(shifted(1, window)), 0, 0
    for _ in range(20_000):
        content = "\n".join(draw.sample(lines, draw.randint(1, 6))).encode()
        stated, is_other = sure_id(content), is_surely_other(content)
        if stated is None and not is_other:
            continue  # nothing is said, so nothing can be wrong
        try:
            data = parse_document(content, "x.yaml", ProblemError).data
        except ProblemError:
            continue
        if stated is not None:
            sure += 1
            assert isinstance(data, dict), content
            assert data["id"] == stated, content
        if is_other:
            others += 1
            assert not {"kind", "tree"} <= set(data), content
    assert sure > 300
    assert others > 100


def test_a_broken_problem_is_complained_of_when_it_is_asked(tmp_path: Path) -> None:
    folder = variants(tmp_path, 3)
    (folder / "problem-1" / "problem.yaml").write_text(BLOCK.format("v-1", "x") + "tree: [1]\n")
    store = Bank(folder)
    assert isinstance(store.find("v-0"), Exercise)
    assert store.faults == []
    assert isinstance(store.find("v-1"), Fault)
    assert [fault.message for fault in store.faults] == ['the key "tree" stands here twice, expected once']


@pytest.mark.parametrize("id_", ["a", "b"])
def test_a_broken_problem_that_may_be_the_one_asked_for_is_complained_of(tmp_path: Path, id_: str) -> None:
    (tmp_path / "problem.yaml").write_text(
        "<<<<<<< HEAD\nid: a\n=======\nid: b\n>>>>>>> mine\nkind: minimax\ntree: [1]\n"
    )
    store = Bank(tmp_path)
    assert isinstance(store.find(id_), Fault)
    assert len(store.faults) == 1


def test_problems_that_were_graded_are_let_go_and_read_again_when_asked(tmp_path: Path) -> None:
    store = Bank(variants(tmp_path, 300))
    for place in range(300):
        found = store.find(f"v-{place}")
        assert isinstance(found, Exercise)
        found.wrong.folds()
    del found
    gc.collect()
    assert sum(isinstance(thing, Exercise) and thing.problem.id.startswith("v-") for thing in gc.get_objects()) < 150
    again = store.find("v-0")
    assert isinstance(again, Exercise)
    assert store.find("v-0") is again
    assert store.notes == []


def test_a_problem_that_is_wrong_is_complained_of_once_however_often_it_is_asked(tmp_path: Path) -> None:
    text = '{"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": ["x"]}'
    (tmp_path / "a.json").write_text(text)
    store = Bank(tmp_path)
    assert store.find("q1") == store.find("q1")
    assert len(store.faults) == 1
