"""`gametree export --to prairielearn`: what was typed into a question is marked as `grade` marks it, by the platform's rules."""

from __future__ import annotations

import ast
import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from banked import BANK, SOLVED, ids_of
from console import put, run
from platform_fields import as_pages_write
from prairielearn_stand_in import Question, key_of
from quizzes import write_quiz
from turns import in_turn
from windows import Deal, dealt

import grader
from grader import Exercise, Graded, Reveal, SubmissionError, load_problem
from grader.core.documents import SUBMISSION_LIMITS, read_document
from grader.grading.bank import bank_folders
from grader.platforms.question_items import FORMATS, Pool, Wishes, alone

SCHEMA = Path(__file__).parent.parent.parent / "shared/lms/schemas/prairielearn/infoQuestion.json"
GARBAGE = "?!"


def question(folder: Path, *ids: str, seed: int = 0, **wishes: Any) -> Question:
    """Return the question of a pool of these problems."""
    pool = Pool("pool", "", tuple(BANK[id_] for id_ in ids))
    for name, content in FORMATS["prairielearn"].write([pool], Wishes(**wishes)):
        put(folder / name, content)
    return Question(folder / "questions/pool", seed)


def typed(asked: Question, answers: Any) -> dict[str, str | list[str]]:
    """Return what a student fills in who means these answers; what no input takes is typed as something that nobody can read."""
    filled: dict[str, str | list[str]] = {}
    for part, rows in asked.inputs():
        raw = answers.get(part["name"])
        if raw is None:
            continue
        if part["has_entries"]:
            filled |= _entries(part, rows, raw)
        else:
            filled |= _row(rows[0]["inputs"], raw)
    return filled


def _entries(part: dict[str, Any], rows: list[dict[str, Any]], raw: Any) -> dict[str, str | list[str]]:
    known = {row["key"]: row["inputs"] for row in rows}
    if raw == {} and part["nothing"]:
        return {part["nothing"][0]["inputs"][0]["name"]: ["a"]}
    if not isinstance(raw, dict) or not raw.keys() <= known.keys():
        return _row(rows[0]["inputs"], GARBAGE)
    return {
        name: text for key, value in raw.items() if value is not None for name, text in _row(known[key], value).items()
    }


def _row(inputs: list[dict[str, Any]], raw: Any) -> dict[str, str | list[str]]:
    if len(inputs) == 1:
        return {inputs[0]["name"]: _one(inputs[0], raw)}
    given = raw if isinstance(raw, list) and len(raw) == len(inputs) else [GARBAGE] * len(inputs)
    return {one["name"]: _one(one, value) for one, value in zip(inputs, given, strict=True) if value is not None}


def _one(one: dict[str, Any], raw: Any) -> str | list[str]:
    names = [None if option["is_nothing"] else option["name"] for option in one["options"]]
    if one["is_ticks"]:
        listed = (raw or [None]) if isinstance(raw, list) else [GARBAGE]
        return [key_of(names.index(name)) if name in names else GARBAGE for name in listed]
    if one["is_choice"]:
        text = str(raw).strip()
        if text not in names:  # a move may be called yes
            text = {"yes": "true", "no": "false", "True": "true", "False": "false"}.get(text, text)
        return key_of(names.index(text)) if text in names else GARBAGE
    if one["is_list"] and isinstance(raw, list) and all(isinstance(name, str) for name in raw) and raw:
        return ", ".join(raw)
    if one["is_text"] and isinstance(raw, list) and any(str(text).startswith(("(", "[")) for text in raw):
        return " or ".join(map(str, raw))
    return raw if isinstance(raw, str) and not one["is_area"] else json.dumps(raw)


def submitted(id_: str, name: str) -> Any:
    """Return the answers to a problem of the bank in one of its submissions; None where they cannot be read at all."""
    folder = Path(bank_folders()[id_])
    try:
        return (
            read_document(str(folder / "submissions" / f"{name}.yaml"), SUBMISSION_LIMITS, SubmissionError)
            .data["answers"]
            .get(id_)
        )
    except SubmissionError:
        return None


def typable(asked: Question, exercise: Exercise, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answers without what is judged, but has no input: entries that count for nothing, other names of a thing."""
    kept = {}
    for part, rows in asked.inputs():
        name = part["name"]
        raw, keys = answers.get(name), [row["key"] for row in rows]
        if not rows and raw != {}:
            continue
        is_fine = is_judged(exercise.grade({name: raw}))
        if part["has_entries"] and isinstance(raw, dict) and is_fine:
            raw = {key: value for key, value in raw.items() if key in keys}
        if not is_fine or GARBAGE not in json.dumps(typed(asked, {name: raw})):
            kept[name] = raw
    return kept


def is_judged(graded: Graded) -> bool:
    return not graded.unread


@pytest.mark.sweep
@in_turn(2)
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("full", "wrong", "malformed"), id="most"),
        pytest.param(("partly-right",), id="rest", marks=pytest.mark.slow),
    ],
)
@dealt(3)
@pytest.mark.parametrize("kind", sorted(SOLVED))
def test_what_is_typed_is_marked_as_grade_marks_it(
    kind: str, names: tuple[str, ...], deal: Deal, window: int, tmp_path: Path
) -> None:
    """Every problem of the bank, by its own submissions: right ones, wrong ones, and such as nobody can judge."""
    tried = {True: 0, False: 0}
    mine = deal(ids_of(kind), window)
    for id_ in mine:
        asked = question(tmp_path / id_, id_)
        for name in names:
            answers = submitted(id_, name)
            if not isinstance(answers, dict) or not any(
                answers.get(part) is not None for part in BANK[id_].problem.ask
            ):
                continue
            kept = typable(asked, BANK[id_], answers)
            graded = BANK[id_].grade(kept, reveal=Reveal.VERDICTS)
            is_marked = asked.submit(typed(asked, kept))
            assert is_marked == is_judged(graded), (id_, name, asked.data["format_errors"])
            tried[is_marked] += 1
            if is_marked:
                assert asked.data["score"] == float(graded.earned / graded.possible), (id_, name)
                scores = {part: held["score"] for part, held in asked.data["partial_scores"].items()}
                assert scores == {part.part: float(part.earned / part.possible) for part in graded.report.parts}
                assert "given data" not in asked.data["feedback"]["gametree"]
    assert tried[True] or not mine  # of a kind with few problems a run may have none
    assert tried[False] or not mine or "malformed" not in names


@pytest.mark.parametrize("id_", [*dict.fromkeys((*BANK.ids[::3], "when-pruned"))])
def test_every_right_answer_has_inputs_and_earns_all(id_: str, tmp_path: Path) -> None:
    asked, right = question(tmp_path, id_), as_pages_write(BANK[id_])
    filled = typed(asked, {part: written(right[part]) for part in BANK[id_].problem.ask})
    assert GARBAGE not in json.dumps(filled)
    assert asked.submit(filled), asked.data["format_errors"]
    assert asked.data["score"] == 1
    shown = {one["part"]: one["answer"] for one in asked.data["correct_answers"]["gametree"]}
    assert shown.keys() == set(BANK[id_].problem.ask)
    for part, rows in asked.inputs():  # what one field takes is typed as it is shown
        [first, *others] = rows[0]["inputs"]
        if not part["has_entries"] and not others and (first["is_text"] or first["is_area"]):
            filled[first["name"]] = shown[part["name"]]
    assert asked.submit(filled), asked.data["format_errors"]
    assert asked.data["score"] == 1


def test_right_answers_are_shown_as_they_are_typed(tmp_path: Path) -> None:
    ids = {"four-ply-trace": "cutoffs", "ucb-greedy": "scores", "deepen": "orders", "expecti-coin-flip": "values"}
    for id_, part in ids.items():
        asked = question(tmp_path / id_, id_)
        [shown] = [one["answer"] for one in asked.data["correct_answers"]["gametree"] if one["part"] == part]
        assert "'" not in shown
        assert '"' not in shown
        assert not re.search(r"\.\d{5}", shown)
        assert shown.startswith("[") == (part in ("cutoffs", "orders"))


def written(answer: Any) -> Any:
    """Return an answer as a document holds it that was read: numbers as text."""
    if isinstance(answer, dict):
        return {key: written(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [*map(written, answer)]
    return answer if isinstance(answer, bool | None) else str(answer)


def test_variants_of_a_pool_are_chosen_by_the_seed_and_marked_each_by_its_own_key(tmp_path: Path) -> None:
    ids = ("minimax-textbook", "horizon", "four-ply-trace")
    met = set()
    for seed in range(12):
        asked = question(tmp_path / str(seed), *ids, seed=seed)
        again = Question(tmp_path / str(seed) / "questions/pool", seed)
        assert again.data["params"] == asked.data["params"]
        id_ = Path(asked.data["params"]["gametree"]["problem"]).stem
        met.add(id_)
        right = BANK[id_].solve()
        assert asked.submit(typed(asked, {part: written(right[part]) for part in BANK[id_].problem.ask}))
        assert asked.data["score"] == 1
    assert met == set(ids)


def test_what_cannot_be_judged_is_said_beside_its_input_and_uses_no_attempt_up(tmp_path: Path) -> None:
    asked = question(tmp_path, "minimax-textbook")
    values = {"A": "3", "B": "x<b>", "C": "2"}
    assert not asked.submit(typed(asked, {"value": "3", "values": values}))
    [part] = [part for part, _ in asked.inputs() if part["name"] == "values"]
    beside = {row["key"]: row["inputs"][0]["name"] for row in part["rows"]}
    message = "values: &quot;x&lt;b&gt;&quot; is not allowed here, expected a number such as 3, -2.5 or 7/3"
    assert asked.data["format_errors"] == {beside["B"]: message}
    assert "score" not in asked.data
    assert not asked.submit({})
    assert asked.data["format_errors"] == {"part1": "value: nothing is filled in yet"}


def test_nothing_and_something_cannot_both_be_ticked(tmp_path: Path) -> None:
    id_ = next(id_ for id_ in BANK.ids if BANK[id_].solve().get("pruned") == [] and "pruned" in BANK[id_].problem.ask)
    asked = question(tmp_path, id_)
    [one] = [row["inputs"][0] for part, rows in asked.inputs() for row in rows if part["name"] == "pruned"]
    *_, nothing = [key_of(place) for place in range(len(one["options"]))]
    assert one["options"][-1]["shown"] == "nothing is pruned"
    assert not asked.submit({one["name"]: ["a", nothing]})
    assert "something is filled in too" in asked.data["format_errors"][one["name"]]
    assert asked.submit({one["name"]: nothing})  # the platform hands over one tick as text
    assert asked.data["partial_scores"]["pruned"]["score"] == 1


@pytest.mark.parametrize("reveal", Reveal)
def test_feedback_tells_as_much_as_is_wished(reveal: Reveal, tmp_path: Path) -> None:
    asked = question(tmp_path, "minimax-textbook", reveal=reveal)
    assert asked.submit(typed(asked, {"value": "12345"}))
    said = asked.data["feedback"]["gametree"]
    assert ("expected 3" in said, "12345" in said) == (reveal is Reveal.EXPECTED, reveal is not Reveal.NONE)
    beside = asked.data["partial_scores"]["value"]["feedback"]
    assert beside == ("expected 3. A is MAX over 3, 2, 2: max = 3." if reveal is Reveal.EXPECTED else "")


def test_points_of_parts_are_weights(tmp_path: Path) -> None:
    asked = question(tmp_path, "four-ply-trace")
    right = BANK["four-ply-trace"].solve()
    assert asked.submit(typed(asked, {"value": str(right["value"])}))
    held = asked.data["partial_scores"].values()
    mean = sum(part["score"] * part["weight"] for part in held) / sum(part["weight"] for part in held)
    assert asked.data["score"] == pytest.approx(mean)


def test_page_is_made_without_any_solution_and_shows_statement_picture_and_tree(tmp_path: Path) -> None:
    """What is not in the files of a question but in its server.py alone is computed when it is needed, and never shown."""
    unsolved = alone(BANK["four-ply-trace"]._replace(solution=None))  # type: ignore[arg-type]  # on purpose
    files = dict(FORMATS["prairielearn"].write([unsolved], Wishes()))
    assert files == dict(FORMATS["prairielearn"].write([alone(BANK["four-ply-trace"])], Wishes()))
    asked = question(tmp_path, "four-ply-trace")
    shown = "".join(asked.page.text)
    assert "Search this game tree with alpha-beta pruning." in shown
    assert "leaf s15 = 8" in shown
    [figure] = asked.page.figures
    assert figure["alt"] == "The tree, described below in words"
    assert (asked.folder / "clientFilesQuestion" / figure["file-name"]).read_text().startswith("<?xml")
    before = json.dumps(asked.data["params"])
    asked.data["correct_answers"]["gametree"] = []
    assert json.dumps(asked.data["params"]) == before
    assert {element.attributes.get("hide-answer-panel", "true") for element in asked.page.elements} == {"true"}


def test_only_stand_ins_are_called_right_on_the_page(tmp_path: Path) -> None:
    """The elements want a right option: it is always the first, so nothing can be read off it."""
    for id_ in BANK.ids[::5]:
        for element in question(tmp_path / id_, id_).page.elements:
            assert [is_right for is_right, _ in element.options] == [True, *[False] * (len(element.options) - 1)][
                : len(element.options)
            ]


@in_turn(3)
def test_info_is_as_the_schema_wants_it_and_names_no_two_questions_alike() -> None:
    pools = [alone(BANK[id_]) for id_ in BANK.ids]
    infos = [
        json.loads(content)
        for name, content in FORMATS["prairielearn"].write(pools, Wishes())
        if name.endswith("/info.json")
    ]
    assert len({uuid.UUID(info["uuid"]) for info in infos}) == len(pools)
    if not SCHEMA.is_file():
        pytest.skip(f"{SCHEMA} is not there: the schema is not compared")
    for info in infos:
        jsonschema.validate(info, json.loads(SCHEMA.read_text()))


def test_quiz_is_exported_with_its_points_and_foreign_names_stay_harmless(tmp_path: Path) -> None:
    hostile = "{id: q2, problem: {kind: minimax, title: '{{x}} <b>', tree: {id: '<i>', max: [{id: '{{a}}', value: 3}, {id: 'b & c', value: 5}]}}}"
    exercises = ["{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 3}, points: 4}", hostile]
    quiz = write_quiz(tmp_path / "quiz", "shared", exercises=exercises)
    ran = run(
        "export", quiz, "--to", "prairielearn", "--variants", 3, "--key", tmp_path / "key", "--out", tmp_path / "o"
    )
    assert ran.code == 0, ran.err
    drawn, given = (Question(tmp_path / "o/questions" / name, 5) for name in ("q1", "q2"))
    assert load_problem(drawn.folder / drawn.data["params"]["gametree"]["problem"]).problem.possible == 4
    assert "{{x}} <b>" in json.loads((given.folder / "info.json").read_text())["title"]
    assert [text.strip() for _, text in given.page.elements[1].options] == ["{{a}}", "b & c"]
    assert given.submit({"part1": "5", "part2": "b"})
    assert given.data["partial_scores"]["best-move"]["score"] == 1


@pytest.mark.parametrize(
    "text", ["\x00", "\ud800", "\u202e3", "[" * 300, "&a [*a, *a]", "x: 1", "- 3\n4", "9" * 70_000, ", " * 30_000, "!!python/name:os", "<script>"]
)  # fmt: skip
def test_whatever_is_typed_is_a_format_error_and_breaks_nothing(text: str, tmp_path: Path) -> None:
    """Into a field, a list, a line of entries, and an area: no text of a student ends in an error page."""
    for id_ in ("four-ply-trace", "smallest-cut", "skipped-on-both-sides"):
        asked = question(tmp_path / id_, id_)
        for _, rows in asked.inputs():
            for one in (one for row in rows[:1] for one in row["inputs"] if not one["options"]):
                assert not asked.submit({one["name"]: text})
                assert all("<script>" not in said for said in asked.data["format_errors"].values())


def test_server_goes_through_the_front_door_alone() -> None:
    """What it uses of this program is what docs/library.md promises; all else is Python's own."""
    source = dict(FORMATS["prairielearn"].write([alone(BANK["ucb-greedy"])], Wishes()))[
        "questions/ucb-greedy/server.py"
    ]
    tree = ast.parse(source)
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported - sys.stdlib_module_names == {"grader"}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "grader"
    }
    assert used <= set(grader.__all__)
    assert not {"KINDS", "Bank"} & used  # no kind is looked up, and no other problem


def test_hints_say_how_an_input_is_filled_in_and_nothing_of_a_document(tmp_path: Path) -> None:
    """Examples of documents would mislead beside fields and ticks; that none is a range is what the marks say too."""
    hints = {part["name"]: part["hint"] for part, _ in question(tmp_path / "1", "four-ply-trace").inputs()}
    open_ = "Leave the fields blank where nothing belongs."
    assert (hints["value"], hints["windows"], hints["pruned"]) == ("", open_, "Tick all that belong.")
    assert hints["visited"] == "Write the names in order, with commas between them."
    assert hints["cutoffs"] == "Write it as YAML, for example [{node: X, alpha: 3, beta: 2}], or [] for none."
    asked = question(tmp_path / "2", "constant-that-selects")
    [said] = [part["hint"] for part, _ in asked.inputs() if part["name"] == "range"]
    assert said == "Write none where it holds for no x."
    assert asked.submit({"part1": "none"})
