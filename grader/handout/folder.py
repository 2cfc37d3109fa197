"""The files of one generated problem: what is handed out, and the key that is kept."""

from __future__ import annotations

from collections.abc import Iterator

from generators import Generated
from generators.certificate import certificate_data
from grader.diagram import Diagram
from grader.documents.write import to_yaml
from grader.handout.sheet import answer_template, markdown, statement_html, statement_markdown
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
    kind = KINDS[problem.kind]
    diagram = kind.draw(problem, None, None, None)[0]
    svg = _stencilled(diagram) if drawings else ""
    yield PROBLEM, (to_yaml(write_problem(kind, problem)), [])
    yield TEMPLATE, (answer_template(kind, problem), [])
    if svg:
        yield DRAWING, (svg, [])
    name = DRAWING if svg else None
    yield STATEMENT, (statement_markdown(kind, problem, diagram, drawing=name), [])
    inline = svg.partition("?>\n")[2]
    yield STATEMENT_PAGE, (statement_html(kind, problem, diagram, svg=inline), [])


def _stencilled(diagram: Diagram) -> str:
    from grader.drawing.stencil import stencilled

    return stencilled(diagram)


def key_files(generated: Generated, *, drawings: bool = True) -> Iterator[tuple[str, Content]]:
    """Yield name and content of the files of the key: the answers to hand in, in words and drawn, and the certificate."""
    problem = generated.problem
    kind = KINDS[problem.kind]
    solution = kind.solve(problem)
    yield SOLUTION, (to_yaml(perfect_submission(kind, problem, solution)), [])
    yield CERTIFICATE, (to_yaml(certificate_data(generated)), [])
    yield WORKED, (_worked(problem, solution), [])
    if drawings:
        yield SOLVED, (_stencilled(kind.draw(problem, solution, None, None)[0]), [])


def perfect_submission(kind: Kind, problem: Problem, solution: Solution) -> dict[str, object]:
    """Return the submission that earns all marks: the right answer of each asked part."""
    answers = kind.write_answer(kind, problem, solution)
    asked = {part: answers[part] for part in problem.ask}
    return {"format": "gametree-submission/1", "student": "key", "answers": {problem.id: asked}}


def _worked(problem: Problem, solution: Solution) -> str:
    lines = [
        f"# Worked solution of `{problem.id}`",
        "",
        *(f"1. {markdown(step.sentence)}" for step in KINDS[problem.kind].tutor.steps(problem, solution)),
    ]
    return "\n".join(lines) + "\n"
