"""A sheet as data, and what its writers make of it: said once, nothing given away, foreign text stays text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
from banked import BANK

from grader import load_problem
from grader.core.drawing.diagram import Numbers
from grader.core.numbers import points_text
from grader.kinds import KINDS, Exercise
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.paper import write_pdf
from grader.pages.sheet import Blank, Look, Sheet, answer_template, make_sheet
from grader.pages.sheet_page import Room, fit, markdown, write_markdown, write_page

KINDS_TOGETHER = ["minimax-textbook", "four-ply-trace", "expecti-coin-flip", "ucb-greedy"]
HOSTILE = "</script></style><b onclick=\"x()\" title='y'>&amp; #panic(1) $x$ *a* _b_ @ref <label> \\u{41}"


def _exercises(*ids: str) -> list[Exercise]:
    return [BANK[id_] for id_ in ids or KINDS_TOGETHER]


def _sheet(*ids: str, is_key: bool = False, title: str = "") -> Sheet:
    exercises = _exercises(*ids)
    problems = [exercise.problem for exercise in exercises]
    return make_sheet(problems, title, [exercise.solution for exercise in exercises] if is_key else None)


def test_what_holds_for_several_problems_is_said_once() -> None:
    text = write_markdown(_sheet())
    sentences = [line for line in text.splitlines() if line.startswith("- ") and "**" not in line]
    assert len(sentences) == len(set(sentences)) > 8
    assert "Problems 1, 2 and 3:\n\n- Children are examined from left to right." in text


def test_every_convention_of_every_problem_stands_on_the_sheet() -> None:
    from grader.pages.sheet import conventions

    text = write_markdown(_sheet())
    for exercise in _exercises():
        for sentence in conventions(exercise.kind, exercise.problem):
            assert markdown(sentence) in text


def test_each_form_has_its_room_to_write_in() -> None:
    blanks = {asked.name: asked.blank for asked in _sheet("four-ply-trace").questions[0].asked}
    assert blanks["value"] == blanks["best-move"] == blanks["leaves-evaluated"] == Blank()
    assert blanks["values"] == Blank(in_tree=True)
    assert blanks["windows"].entries[:3] == ["s0", "s1", "s2"]
    assert (len(blanks["windows"].entries), blanks["windows"].numbers) == (15, 2)
    assert [blanks[name].lines for name in ("principal-variation", "pruned", "visited", "cutoffs")] == [1, 2, 3, 4]


def test_room_does_not_depend_on_the_right_answer() -> None:
    easy, hard = (
        load_problem({"format": "gametree-problem/1", "id": "q", "kind": "alpha-beta", "tree": tree})
        for tree in ([[3, 12, 8], [2, 15, 6]], [[3, 12, 8], [12, 15, 16]])
    )
    assert easy.solve()["pruned"] != hard.solve()["pruned"]
    assert [make_sheet([each.problem]).questions[0].asked for each in (easy, hard)] == [
        make_sheet([easy.problem]).questions[0].asked
    ] * 2


@pytest.mark.parametrize("id_", KINDS_TOGETHER)
def test_what_is_handed_out_is_made_without_a_solution(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = BANK[id_].problem
    before = [*_written([problem])]

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a solution was asked for")

    kind = KINDS[problem.kind]
    monkeypatch.setitem(KINDS, problem.kind, kind._replace(solve=refuse, tutor=kind.tutor._replace(steps=refuse)))
    assert [*_written([problem])] == before


def _written(problems: list) -> list[str]:
    sheet = make_sheet(problems)
    return [write_markdown(sheet), write_page(sheet), answer_template(problems)]


def test_key_has_the_answer_of_each_asked_part_and_every_step() -> None:
    text = write_markdown(_sheet(is_key=True))
    assert text.startswith("<!-- gametree-grader -->\n\n# Game trees: key\n")
    for exercise in _exercises():
        assert all(f"1. {markdown(step.sentence)}" in text for step in exercise.steps())
    assert "- **Pruned nodes** (`pruned`, 3 points): s10, s14, s18, s24" in text
    assert "- **Values of the nodes** (`values`, 1 point): A = 3, B = 3, C = 2, D = 2" in text
    assert "- **Windows \\[α, β\\]** (`windows`, 4 points): s0 = \\[8, inf\\], s1 = \\[-inf, 7\\]" in text
    assert "- **Scores** (`scores`, 1 point): A = 0.50, B = 0.50, C = 0.25" in text


def test_page_and_paper_have_the_signs_of_print_and_leave_names_alone() -> None:
    tree = {"id": "a", "max": [{"id": "b-3", "min": [-3, 5]}, {"id": "inf", "min": [1, 2]}]}
    exercise = load_problem({"format": "gametree-problem/1", "id": "q", "kind": "alpha-beta", "tree": tree})
    page = write_page(make_sheet([exercise.problem], solutions=[exercise.solution]))
    assert "as soon as α\u00a0≥ β" in page
    assert "is worth −3" in page
    assert "b-3 is MIN" in page
    assert "inf is MIN" in page


def test_numbers_of_the_key_are_those_that_are_wanted() -> None:
    exercise = BANK["fall-2014-final-q13"]
    shown = {
        numbers: write_markdown(make_sheet([exercise.problem], "", [exercise.solution], Look(numbers=numbers)))
        for numbers in Numbers
    }
    assert len(set(shown.values())) == 4
    assert "MIN C (move R): 2" not in shown[Numbers.ASKED]
    assert "MIN C (move R): 2" in shown[Numbers.VALUES]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append("data" if ("type", "application/json") in attrs else tag)
        self.attributes += [name for name, _ in attrs]


@pytest.mark.parametrize("is_key", [False, True])
def test_page_is_one_file_in_which_foreign_text_is_text(is_key: bool) -> None:
    page = write_page(_sheet(title=HOSTILE, is_key=is_key))
    read = _Tags()
    read.feed(page)
    assert not {"img", "link", "iframe", "b onclick"} & set(read.tags)
    assert read.tags.count("script") == 2  # turn.js and tree.js
    assert not [name for name in read.attributes if name.startswith("on") or name in ("style", "src", "href")]
    assert [tag for tag in read.tags if re.fullmatch("h[1-6]|main", tag)][:3] == ["main", "h1", "h2"]
    assert "&lt;/script&gt;" in page
    assert 'name="viewport"' in page


LEFTWARD = {
    "format": "gametree-problem/1",
    "id": "leftward",
    "kind": "minimax",
    "tree": {"id": "שורש", "max": [{"id": "אב", "value": 3}, {"id": "aleph א", "value": -12}]},
    "ask": ["values"],
}


def test_names_read_from_right_to_left_turn_nothing_round_in_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    leftward = load_problem(LEFTWARD)
    key = make_sheet([leftward.problem], "", [leftward.solution])
    answers = write_page(key).partition('class="answers"')[2]
    assert "<td><bdi>שורש</bdi>\u00a0=\u00a03</td>" in answers
    assert answers.count("שורש") == answers.count("<bdi>שורש</bdi>") > 3
    written: list[str] = []
    typst = pytest.importorskip("typst")
    monkeypatch.setattr(typst, "compile", lambda *_, sys_inputs, **__: (written.append(sys_inputs["sheet"]), b"")[1])
    write_pdf(key, "a4")
    assert '"answer": "\u2068שורש\u2069\u00a0=\u00a03"' in written[0]


def test_markdown_takes_no_foreign_text_for_markup() -> None:
    assert markdown("#a\n* b") == "\\#a\\\\n\\* b"
    assert markdown("10) x") == "10\\) x"
    assert "\n# \\</script>\\</style>" in write_markdown(_sheet("one-leaf", title=HOSTILE))


def test_template_answers_all_problems_in_the_order_of_the_sheet() -> None:
    text = answer_template([exercise.problem for exercise in _exercises()], "Week 5")
    assert text.startswith("# Week 5: your answers.\n")
    places = [text.index(f"\n  {id_}:\n") for id_ in KINDS_TOGETHER]
    assert places == sorted(places)


def _full(*branching: int) -> list[Any]:
    """Return a full tree with so many moves at each depth."""
    first, *rest = branching
    return [_full(*rest) if rest else (7 * move + 3 * first) % 30 for move in range(first)]


ROOMS = {"stands": Room(538, 600), "lies": Room(330, 700, lies=True), "turned": Room(330, 700, is_turned=True)}


@pytest.mark.parametrize(
    ("branching", "form", "needs_text"),
    [
        ((3, 3), "stands", False),
        ((3, 3, 3), "stands", False),
        ((2, 2, 2, 2, 2), "lies", False),
        ((8, 8), "turned", False),
        ((3, 3, 3, 3), "turned", True),
        ((4, 5, 5), "stands", False),  # in pieces
    ],
)
def test_numbers_on_paper_have_seven_points_or_the_tree_lies_or_is_there_as_text(
    branching: Sequence[int], form: str, needs_text: bool
) -> None:
    tree = _full(*branching)
    stated = {"format": "gametree-problem/1", "id": "q", "kind": "minimax", "tree": tree}
    [question] = make_sheet([load_problem(stated).problem]).questions
    fitted = fit(question, list(ROOMS.values()))
    assert (fitted.room, fitted.needs_text) == (ROOMS[form], needs_text)
    for figure in fitted.figures:
        scale = fitted.room.scale(figure)
        numbers = max(map(float, re.findall(r'font-size="([\d.]+)"', figure.svg))) * scale
        assert 7 - 2 * needs_text <= numbers <= 9.01
        long = fitted.room.height if form == "turned" else fitted.room.width
        assert figure.width * scale <= long + 1e-6


def test_tree_too_large_to_be_drawn_is_there_as_text_with_lines_for_its_values() -> None:
    tree = [[[[value + step for value in range(5)] for step in range(4)] for _ in range(4)] for _ in range(4)]
    exercise = load_problem({"format": "gametree-problem/1", "id": "q", "kind": "minimax", "tree": tree})
    sheet = make_sheet([exercise.problem])
    assert not sheet.questions[0].is_drawn
    assert "<details open>" in write_page(sheet)
    assert 'id="q1-1"' not in write_page(sheet)
    assert sheet.questions[0].asked[-1].blank.entries[:2] == ["A", "B"]


def test_every_sign_in_a_drawing_is_explained_in_letters() -> None:
    signs = _sheet(is_key=True).signs
    assert signs[:4] == (
        "▲ MAX moves",
        "▼ MIN moves",
        "□ leaf",
        "bold on yellow: best line, line of play, best move, chosen child",
    )
    assert all(":" in sign or sign[0] in "▲▼○□" for sign in signs)


def test_one_problem_keeps_its_title_beside_that_of_its_sheet() -> None:
    problem, solution = BANK["horizon"].problem, BANK["horizon"].solution
    assert make_sheet([problem], "Week 5").note == f"{problem.title}, {points_text(problem.possible)}"
    assert f"For the people who mark: {problem.title}, " in make_sheet([problem], "Week 5", [solution]).note
    assert problem.title not in make_sheet([problem]).note
    assert problem.title not in make_sheet([problem], problem.title).note


def test_signs_of_one_look_are_told_apart() -> None:
    seats = load_problem(
        {
            "format": "gametree-problem/1",
            "id": "q",
            "kind": "max-n",
            "players": ["Ada", "Bo"],
            "tree": {"Ada": [{"value": [1, 2]}, {"Bo": [{"value": [3, 4]}, {"value": [5, 6]}]}]},
        }
    ).problem
    signs = make_sheet([seats]).signs
    assert "in a node: Ada moves, Bo moves" in signs
    deep = _sheet("minimax-quiescence", "horizon").signs
    assert "dashed line across: horizon, depth 1; horizon, depth 2" in deep


def test_a_sign_is_explained_with_the_first_problem_whose_drawing_has_it() -> None:
    """So "depth 2" stands below the tree that is cut there, and not below another that happens to be the first."""
    ids = ("minimax-textbook", "horizon", "ann-bob")
    sheet = make_sheet([BANK[id_].problem for id_ in ids])
    first, second, third = (question.signs for question in sheet.questions)
    assert first == ("▲ MAX moves", "▼ MIN moves", "□ leaf")
    assert second[0].startswith("dashed line across: ")
    assert all(sign.endswith(" moves") for sign in third)
    assert {*first, *second, *third} == {*sheet.signs}
    page = write_answer_page([BANK[id_].problem for id_ in ids], Heading("Trees"))
    places = [page.index(f"<span>{signs[0]}</span>") for signs in (first, second, third)]
    problems = [page.index(f'data-problem="{number}"') for number, _ in enumerate(ids)]
    assert sorted([*places, *problems]) == [place for pair in zip(problems, places, strict=True) for place in pair]
