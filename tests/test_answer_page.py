"""The answer page: every form of answer has its widget, and the page is made from the statement alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from banked import BANK
from platform_fields import as_pages_write

from generators import UcbParameters, certified
from grader import Exercise
from grader.core.answers.inputs import Field, Widget
from grader.core.documents.shape import load_schema
from grader.core.names import stem_of
from grader.grading.bank import bank_folders
from grader.kinds import KINDS
from grader.pages.answer_page import Heading, write_answer_page

HEADING = Heading("Week 5", "Artificial Intelligence", "Hand in by Friday.", "s1000117", "week5")
kinds = pytest.mark.parametrize("kind", KINDS)


def of_kind(kind: str) -> list[Exercise]:
    """Return the problems of the bank of a kind."""
    return [BANK[id_] for id_, folder in bank_folders().items() if folder.parent.name == kind]


def page_of(*exercises: Exercise, heading: Heading = HEADING) -> str:
    return write_answer_page([exercise.problem for exercise in exercises], heading)


def data_of(page: str) -> dict[str, Any]:
    """Return what the script of a page knows."""
    [text] = re.findall(r'<script type="application/json" id="answer-data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(text)
    return data


def filled_in(widget: Widget, answer: Any) -> bool:
    """Return whether the widget can give this answer, as a document holds it."""
    names = {name for name, _ in widget.keys}
    if widget.sort == "one":
        return all(fits(widget.fields, [answer] if len(widget.fields) == 1 else answer))
    if widget.sort == "range":
        return all(fits(widget.fields, [one]) == [True] for one in ([answer] if isinstance(answer, str) else answer))
    if widget.sort == "choice":
        return answer in names
    if widget.tree is not None:
        return can_be_drawn(widget, answer)
    if not answer:
        return bool(widget.empty)
    if widget.entry is not None:
        is_long_enough = widget.is_open or len(answer) <= widget.rows
        return is_long_enough and all(one is None or filled_in(widget.entry, one) for one in answer)
    if widget.sort == "some":
        return set(answer) <= names
    if widget.sort == "choices":
        options = dict(zip((name for name, _ in widget.keys), widget.options, strict=True))
        return all(chosen in options[name] for name, chosen in answer.items())
    if widget.sort == "each":
        return set(answer) <= names and all(
            all(fits(widget.fields, cell if len(widget.fields) > 1 else [cell])) for cell in answer.values()
        )
    rows = [row if isinstance(row, Mapping) else {"": row} for row in answer]
    return all(
        row[widget.about] in names and all(fits(widget.fields, [row[field.label] for field in widget.fields]))
        for row in rows
    )


def can_be_drawn(widget: Widget, answer: Any) -> bool:
    """Return whether the tree can be drawn with the moves and fields of the widget, or its children be put in this order."""
    assert widget.tree is not None
    if widget.tree.hands == "children":
        names = {name for name, _ in widget.keys}
        return all(node in names and set(row) <= names for node, row in answer.items())
    if widget.tree.hands == "list":
        waiting = [answer]
        for one in waiting:
            waiting += one if isinstance(one, list) else []
        return all(fits(widget.fields, [one]) == [True] for one in waiting if not isinstance(one, list))
    waiting = [answer]
    for node in waiting:
        waiting += next((node[key] for key in ("max", "min", "chance") if key in node), [])
    return all(str(node["move"]) in widget.tree.names for node in waiting[1:])


def fits(fields: Any, texts: Any) -> list[bool]:
    """Return of each text whether it has the shape of its field."""
    shapes = load_schema("common")["$defs"]
    return [
        bool(re.search(shapes[field.shape]["pattern"], str(text))) for field, text in zip(fields, texts, strict=True)
    ]


@kinds
def test_the_widget_of_every_part_can_give_its_right_answer(kind: str) -> None:
    for exercise in of_kind(kind):
        right = as_pages_write(exercise)
        for name, answer in right.items():
            widget = exercise.kind.parts[name].form.widget(exercise.problem)
            assert filled_in(widget, answer), (exercise.problem.id, name, answer)


@kinds
def test_every_field_of_a_widget_has_a_shape_that_the_script_can_check(kind: str) -> None:
    for exercise in of_kind(kind):
        data = data_of(page_of(exercise))
        shapes = {field["shape"] for part in data["problems"][0]["parts"] for field in part["fields"]}
        ends = {"bound"} if "range-text" in shapes else set()
        assert set(data["shapes"]) == shapes | ends
        assert all(shape["pattern"] and shape["wanted"] for shape in data["shapes"].values())


@kinds
def test_page_needs_no_solver_no_wrong_rule_and_no_tutor(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exercises = of_kind(kind)[:3]
    pages = [page_of(exercise) for exercise in exercises]
    record = KINDS[kind]

    def fail(*given: object, **named: object) -> Any:
        raise AssertionError("the page is made from the statement alone")

    silent = {name: fail for name in record.wrong._fields if callable(getattr(record.wrong, name))}
    broken = record._replace(
        solve=fail,
        write_answer=fail,
        check=fail,
        tutor=record.tutor._replace(steps=fail, explain=fail, why=fail),
        wrong=record.wrong._replace(**silent),
    )
    monkeypatch.setitem(KINDS, kind, broken)  # type: ignore[arg-type]  # a dictionary
    assert [page_of(exercise) for exercise in exercises] == pages


def test_neither_seed_nor_parameters_nor_certificate_nor_an_answer_is_in_a_page() -> None:
    made = certified("ucb", UcbParameters(extra_visits=(917, 917)), "seed-918273645")
    page = write_answer_page([made.problem], HEADING)
    scores = made.exercise.solution.answers["scores"].values()
    secrets = ["918273645", "extra", "certif", *(f"{score:.3f}"[:-1] for score in scores)]
    secrets += [said for guarantee in made.certificate.guaranteed for said in guarantee if len(said) > 8]
    assert not [secret for secret in secrets if secret in page]


def test_names_are_written_to_the_letter_for_the_script_and_shown_without_hidden_letters() -> None:
    from grader import load_problem

    tree = {"id": "a\u202eb", "max": [{"id": "👩\u200d👧", "min": [1, 2]}, 3]}
    stated = {"format": "gametree-problem/1", "id": "p", "kind": "minimax", "tree": tree}
    page = page_of(load_problem(stated))
    names = {node["name"]: node["shown"] for node in data_of(page)["problems"][0]["nodes"]}
    assert names["a\u202eb"] == "a\\u202eb"
    assert "👩\u200d👧" in names
    assert not {"\u202e", "\u200d"} & set(page)


def test_whose_sheet_it_is_stands_there_and_else_there_is_a_field_for_it() -> None:
    exercise = BANK["minimax-textbook"]
    assert "data-student " not in page_of(exercise)
    assert data_of(page_of(exercise))["student"] == "s1000117"
    assert "data-student " in page_of(exercise, heading=Heading("Week 5"))


def test_each_part_is_known_to_the_script_with_the_place_of_its_nodes_in_the_drawing() -> None:
    exercise = BANK["four-ply-trace"]
    [problem] = data_of(page_of(exercise))["problems"]
    assert [part["id"] for part in problem["parts"]] == list(exercise.problem.ask)
    assert problem["nodes"][problem["parts"][2]["keys"][3]] == {"name": "s3", "shown": "s3", "spot": [0, 3]}
    windows = problem["parts"][list(exercise.problem.ask).index("windows")]
    assert windows["fields"] == [
        {"label": "α", "shape": "bound", "name": "alpha"},
        {"label": "β", "shape": "bound", "name": "beta"},
    ]


def test_a_page_knows_no_kind() -> None:
    from grader.pages import html

    files = [file for folder in html._SHEETS for file in folder.glob("answer*")]
    files += list(html._TEMPLATES.glob("answer*"))
    assert len(files) >= 6
    text = "\n".join(file.read_text("utf-8") for file in files)
    words = {name for record in KINDS.values() for name in record.parts}  # a part may be called as a kind is
    assert not [kind for kind in KINDS if kind not in words and kind in text]
    parts = {name for record in KINDS.values() for name in record.parts} - {
        "values",
        "value",
        "pruned",
        "choice",
        "text",
    }
    assert not [name for name in parts if f'"{name}"' in text]


def test_name_of_a_downloaded_file_follows_the_rule_of_all_files() -> None:
    rule = data_of(page_of(BANK["minimax-textbook"]))["file"]
    for text in ("s1", "../a b", "Ö'Neil", "con", "CON.x", "a" * 200, "...", "com1"):
        stem = re.sub(rule["harmful"], "_", text).strip("._")[: rule["longest"]]
        stem = f"_{stem}" if re.search(rule["reserved"], stem, re.IGNORECASE) else stem or "submission"
        assert stem == stem_of(text)


def test_fields_say_what_belongs_there() -> None:
    assert BANK["four-ply-trace"].kind.parts["windows"].form.widget(BANK["four-ply-trace"].problem).fields == (
        Field("α", "bound", name="alpha"),
        Field("β", "bound", name="beta"),
    )


def test_each_claim_stands_with_its_sentence_where_it_is_answered() -> None:
    parts = {part["id"]: part for part in data_of(page_of(BANK["what-holds"]))["problems"][0]["parts"]}
    assert parts["claims"]["texts"][0] == "H is skipped."
    assert parts["which"]["texts"] == parts["claims"]["texts"]
    assert parts["because"]["texts"] == parts["claims"]["texts"][:1], "only s1 has a node that shows why"
    others = data_of(page_of(BANK["deep-cutoff"]))["problems"][0]["parts"]
    assert not any("texts" in part for part in others)
