"""The files of one generated problem: what is handed out, and the key that is kept."""

from __future__ import annotations

from collections.abc import Iterator

from generators import Generated
from generators.certificate import certificate_data
from grader.documents.write import to_yaml
from grader.drawing.draw import svg
from grader.handout.markdown import write_markdown
from grader.handout.page import write_page
from grader.handout.sheet import Look, Sheet, make_sheet
from grader.handout.template import answer_template
from grader.kinds import KINDS, Kind, Problem, Solution, write_problem
from grader.pages.files import Content

PROBLEM, TEMPLATE, DRAWING = "problem.yaml", "answers.yaml", "tree.svg"
STATEMENT, STATEMENT_PAGE = "statement.md", "statement.html"
SOLUTION, CERTIFICATE, SOLVED, WORKED = "solution.yaml", "certificate.yaml", "solved.svg", "worked.md"
HANDED_OUT = (PROBLEM, TEMPLATE, DRAWING, STATEMENT, STATEMENT_PAGE)
KEPT = (SOLUTION, CERTIFICATE, WORKED, SOLVED)
DRAWINGS = frozenset({DRAWING, SOLVED})


def handout_files(problem: Problem, *, drawings: bool = True) -> Iterator[tuple[str, Content]]:
    """Yield name and content of the files for students; nothing in them depends on anything but the problem."""
    sheet = make_sheet([problem], look=Look(drawings))
    yield PROBLEM, (to_yaml(write_problem(KINDS[problem.kind], problem)), [])
    yield TEMPLATE, (answer_template([problem]), [])
    yield from _drawing(sheet, DRAWING)
    yield STATEMENT, (write_markdown(sheet, (DRAWING,)), [])
    yield STATEMENT_PAGE, (write_page(sheet), [])


def key_files(generated: Generated, *, drawings: bool = True) -> Iterator[tuple[str, Content]]:
    """Yield name and content of the files of the key: the answers to hand in, in words and drawn, and the certificate."""
    problem = generated.problem
    kind = KINDS[problem.kind]
    solution = kind.solve(problem)
    sheet = make_sheet([problem], solutions=[solution], look=Look(drawings))
    yield SOLUTION, (to_yaml(perfect_submission(kind, problem, solution)), [])
    yield CERTIFICATE, (to_yaml(certificate_data(generated)), [])
    yield WORKED, (write_markdown(sheet, (SOLVED,)), [])
    yield from _drawing(sheet, SOLVED)


def _drawing(sheet: Sheet, name: str) -> Iterator[tuple[str, Content]]:
    """Yield the first drawing of the only problem, with its title and legend, if there is one."""
    [question] = sheet.questions
    if question.is_drawn:
        yield name, (svg(question.diagrams[0]), [])


def perfect_submission(kind: Kind, problem: Problem, solution: Solution) -> dict[str, object]:
    """Return the submission that earns all marks: the right answer of each asked part."""
    answers = kind.write_answer(kind, problem, solution)
    asked = {part: answers[part] for part in problem.ask}
    return {"format": "gametree-submission/1", "student": "key", "answers": {problem.id: asked}}
