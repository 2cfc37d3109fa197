"""Exercises for the LaTeX class `exam`: each problem a question, each part one to write on, trees by `forest`; and the key apart from them.

It needs the packages exam, forest, adjustbox and newunicodechar of any TeX distribution; pdfLaTeX, LuaLaTeX and XeLaTeX take it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.drawing.draw import pieces
from grader.drawing.outline import outline
from grader.exact import Number, marks_text
from grader.exercises import Files, Pool, Wishes, singles
from grader.exercises.forest import STYLES, forest
from grader.exercises.tex import tex
from grader.handout.sheet import Asked, Question, Sheet, make_sheet

SOURCE, KEY = "exercises.tex", "key/solutions.tex"
_INCH_A_LINE = 0.3

_HEAD = r"""\documentclass[addpoints,11pt]{exam}
\usepackage[a4paper,margin=2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\else\usepackage{fontspec}\fi
\usepackage{amsmath,amssymb}
\usepackage{adjustbox}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
"""


def latex_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the sheet, made from the problems alone, and the key."""
    exercises = singles(pools)
    problems = [exercise.problem for exercise in exercises]
    worth = [[_points(problem.points[part]) for part in problem.ask] for problem in problems]
    yield SOURCE, write_latex(make_sheet(problems, wishes.title), worth)
    solutions = [exercise.solution for exercise in exercises]
    yield KEY, write_latex(make_sheet(problems, wishes.title, solutions), worth)


def _points(points: Number) -> str:
    """Return what the class adds up: whole and half points; others are said in words only."""
    whole, rest = divmod(Fraction(points), 1)
    if rest == 0:
        return f"[{whole}]"
    return rf"[{whole or ''}\half]" if rest == Fraction(1, 2) else f" ({marks_text(points)} points)"


def write_latex(sheet: Sheet, points: Sequence[Sequence[str]]) -> str:
    """Return the source of the sheet, or of its key."""
    lines = [_HEAD + STYLES, r"\pagestyle{headandfoot}", r"\cfoot{\thepage\ / \numpages}"]
    lines += [r"\printanswers"] if sheet.is_key else []
    lines += [r"\begin{document}", rf"\begin{{center}}\Large {tex(sheet.title)}\end{{center}}", ""]
    lines += (
        [tex(sheet.note) + ".", ""]
        if sheet.is_key
        else [r"\noindent Name: \enspace\hrulefill\quad Student number: \enspace\makebox[4cm]{\hrulefill}", ""]
    )
    lines += [r"\noindent{\small " + r"\quad ".join(map(tex, _signs(sheet))) + r"\par}"]
    if sheet.conventions:
        lines += ["", r"\section*{Conventions}"]
    for shared in sheet.conventions:
        lines += [rf"{shared.letter}. {tex(shared.problems)}:", *_items("itemize", shared.sentences)]
    lines.append(r"\begin{questions}")
    for question, worth in zip(sheet.questions, points, strict=True):
        lines += _question(question, worth)
    lines.append(r"\end{questions}")
    return "\n".join([*lines, r"\end{document}", ""])


def _question(question: Question, worth: Sequence[str]) -> Iterator[str]:
    yield rf"\question \textbf{{{tex(question.title)}}} ({tex(question.points)})\par"
    yield tex(question.task) + (f" (Conventions: {question.shared_names}, above.)" if question.shared else "")
    for diagram in question.diagrams:
        for piece in pieces(diagram) if question.is_drawn else ():
            yield from ("", r"\begin{center}\begin{adjustbox}{max width=\linewidth,max totalheight=0.8\textheight}")
            yield forest(piece)
            yield r"\end{adjustbox}\end{center}"
        if not question.is_drawn:
            yield from (r"\begin{verbatim}", *outline(diagram), r"\end{verbatim}")
    for line in question.posed:
        yield from ("", tex(line))
    yield from ("", r"\begin{parts}")
    for place, (asked, points) in enumerate(zip(question.asked, worth, strict=True)):
        yield rf"\part{points} \textbf{{{tex(asked.name)}}}: {tex(asked.task)}"
        if question.solved is None:
            yield _room(asked)
        else:
            yield rf"\begin{{solution}}{tex(question.solved.answers[place].answer)}\end{{solution}}"
    yield r"\end{parts}"
    if question.solved is not None and question.solved.steps:
        yield r"\begin{solution}"
        yield from _items("enumerate", [sentence for _, sentence in question.solved.steps])
        yield r"\end{solution}"
    yield from _items("itemize", question.conventions)


def _signs(sheet: Sheet) -> list[str]:
    """Return what the signs mean, but for what looks another way here."""
    return [sign.replace("bold on yellow", "bold") for sign in sheet.signs if not sign.startswith("dashed line across")]


def _items(name: str, sentences: Sequence[str]) -> list[str]:
    items = [rf"\item {tex(sentence)}" for sentence in sentences]
    return [rf"\begin{{{name}}}", *items, rf"\end{{{name}}}"] if items else []


def _room(asked: Asked) -> str:
    """Return the room for an answer: it depends on the problem alone, as on every sheet."""
    blank = asked.blank
    if blank.in_tree:
        return "Write into the tree."
    if blank.entries:
        lines = [rf"{tex(entry)}: " + r"\makebox[2.5cm]{\hrulefill}\enspace" * blank.numbers for entry in blank.entries]
        return "\n\n" + r"\noindent " + r"\quad ".join(lines)
    if blank.lines:
        return rf"\fillwithlines{{{blank.lines * _INCH_A_LINE:g}in}}"
    return r"\answerline"
