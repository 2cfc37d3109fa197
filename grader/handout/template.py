"""The template for answers: a submission in which every asked part is blank, with what belongs there as a comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.documents.write import scalar
from grader.exact import points_text
from grader.kinds import KINDS, Problem
from grader.printable import printable


def answer_template(problems: Sequence[Problem], title: str = "", student: str = "") -> str:
    """Return a submission that answers all of the problems, each part blank; that of a student, if one is named."""
    lines = [
        f"# {printable(title or problems[0].title or problems[0].id)}: your answers.",
        "# Write your answer behind each colon. A part that stays blank earns nothing and costs nothing.",
        "format: gametree-submission/1",
        f"student: {scalar(student) if student else '# your name or number'}",
        "answers:",
    ]
    for number, problem in enumerate(problems, 1):
        if len(problems) > 1:
            lines += ["", f"  # {number}. {printable(problem.title or problem.id)}"]
        lines += [f"  {scalar(problem.id)}:", *_parts(problem)]
    return "\n".join(lines) + "\n"


def _parts(problem: Problem) -> Iterator[str]:
    kind = KINDS[problem.kind]
    for name in problem.ask:
        part = kind.parts[name]
        template = part.form.template(problem)
        yield f"    # {part.task}; {points_text(problem.points[name])}"
        yield f"    {name}:{template.example and f' # {template.example}'}"
        yield from (f"      {scalar(id_)}:" for id_ in template.entries)
