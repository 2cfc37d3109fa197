"""Exercises for the LaTeX class `exam`: each problem a question, each part one to write on, trees by `forest`; and the key apart from them.

It needs the class exam, and the packages forest, adjustbox and iftex, of any TeX distribution; pdfLaTeX, LuaLaTeX and XeLaTeX take it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.core.documents.writing import to_yaml
from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, NodeShape
from grader.core.drawing.draw import pieces
from grader.core.drawing.outline import children_of, number_line_words, outline, spoken
from grader.core.drawing.scale import typeset, width
from grader.core.drawing.tags import given_lines, inner_text, is_inside, lines_beside
from grader.core.numbers import Number, marks_text
from grader.core.text import listed, printable
from grader.kinds import KINDS, write_problem
from grader.pages.sheet import AskedPart, Question, Sheet, make_sheet
from grader.platforms.question_items import Files, Format, Pool, Wishes, singles

# -- foreign text for LaTeX: no letter of it is a command, and the signs that trees and sentences use are there in
# every engine

_NAMES = "gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega"
_CAPITALS = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
_GREEK = zip("γδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", f"{_NAMES} {_CAPITALS}".split(), strict=True)
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_", "~": r"\ensuremath{\sim}",
    "^": r"\textasciicircum{}", "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "|": r"\ensuremath{|}", '"': "''", "`": r"\textasciigrave{}",
    "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "≠": r"\ensuremath{\ne}", "<=": r"\ensuremath{\le}", ">=": r"\ensuremath{\ge}",
    "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}", "∞": r"\ensuremath{\infty}", "−": r"\ensuremath{-}", "→": r"\ensuremath{\to}",
    "×": r"\ensuremath{\times}", "·": r"\ensuremath{\cdot}", "√": r"\ensuremath{\surd}", "∈": r"\ensuremath{\in}", "∪": r"\ensuremath{\cup}",
    "∅": r"\ensuremath{\emptyset}", "±": r"\ensuremath{\pm}", "≈": r"\ensuremath{\approx}", "…": r"\dots{}", "–": "--", "—": "---",
    "“": "``", "”": "''", "‘": "`", "’": "'", "▶": r"\ensuremath{\triangleright}", "▲": r"\ensuremath{\bigtriangleup}",
    "▼": r"\ensuremath{\bigtriangledown}", "□": r"\ensuremath{\square}", "○": r"\ensuremath{\bigcirc}", "◆": r"\ensuremath{\diamond}",
    "✗": r"\ensuremath{\times}", "✓": r"\ensuremath{\surd}", "✂": r"\textbf{/\!/}", "↳": r"\ensuremath{\hookrightarrow}",
    "⌈": r"\ensuremath{\lceil}", "⌉": r"\ensuremath{\rceil}", "⌊": r"\ensuremath{\lfloor}", "⌋": r"\ensuremath{\rfloor}",
    "∧": r"\ensuremath{\wedge}", "∨": r"\ensuremath{\vee}", "⩽": r"\ensuremath{\le}", "≦": r"\ensuremath{\le}", "⩾": r"\ensuremath{\ge}",
    "≧": r"\ensuremath{\ge}", "＜": r"\ensuremath{<}", "＞": r"\ensuremath{>}", "＝": "=", "←": r"\ensuremath{\gets}", "\u200b": r"\allowbreak{}",
    **{letter: rf"\ensuremath{{\{name}}}" for letter, name in _GREEK},
    "\u00a0": "~", "\u202f": r"\,", "\u2009": r"\,", "\u2066": "", "\u2067": "", "\u2068": "", "\u2069": "",
}  # fmt: skip
_KNOWN = "\x20-\x7e¡-ĥĨ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț‘-‚“-„†-•‰‹›€™"
"""Letters that every engine sets as they stand: those of the encodings T1 and TS1."""
_OTHER = re.compile(f"[^{_KNOWN}{''.join(one for one in _SPECIAL if len(one) == 1 and not one.isascii())}]")
_ANY = re.compile("|".join([*map(re.escape, sorted(_SPECIAL, key=len, reverse=True)), _OTHER.pattern]))
_LONG, _PIECE = re.compile(r"\S{20,}"), re.compile(r"\S{5}(?=\S{5})")
"""A word that is so long may be broken, after so many letters; no hyphen stands there, which would be read as one of the word."""


def tex(text: str) -> str:
    r"""Return the text so that LaTeX sets it as it stands.

    >>> print(tex(r"50 % of \N_1 {x}"), tex("[-∞, 3] ≤ β"), tex("根"))
    50 \% of \textbackslash{}N\_1 \{x\} {[}-\ensuremath{\infty}, 3{]} \ensuremath{\le} \ensuremath{\beta} \other{根}{6839}
    """
    plain = unicodedata.normalize("NFC", printable(text, len(text)))
    broken = _LONG.sub(lambda word: _PIECE.sub("\\g<0>\u200b", word[0]), plain)
    shown = _ANY.sub(lambda found: _SPECIAL.get(found[0]) or rf"\other{{{found[0]}}}{{{ord(found[0]):04X}}}", broken)
    return shown.replace("[", "{[}").replace("]", "{]}")


def others(text: str) -> list[str]:
    """Return the letters of a text that pdfLaTeX does not know, in their order."""
    return _OTHER.findall(unicodedata.normalize("NFC", printable(text, len(text))))


# -- a diagram as a tree of the LaTeX package `forest`: the same signs as in the other drawings, as far as TikZ has
# them

STYLES = r"""\forestset{
  game/.style={for tree={draw, thick, inner sep=1pt, minimum size=7mm, s sep=4mm, l sep=9mm, font=\small, anchor=center, parent anchor=south,
    child anchor=north, edge={thick}}},
  max/.style={regular polygon, regular polygon sides=3, minimum size=11mm, inner sep=0pt},
  min/.style={regular polygon, regular polygon sides=3, shape border rotate=180, minimum size=11mm, inner sep=0pt},
  chance/.style={circle}, leaf/.style={rectangle}, child/.style={rectangle, rounded corners=1pt},
  pruned/.style={dashed, draw=gray, text=gray, edge={dashed, gray}}, beyond/.style={draw=gray, thin, text=gray, edge={thin, gray}},
  best/.style={edge={line width=2pt}},
}
"""
_STYLES = {
    NodeShape.MAX: "max", NodeShape.MIN: "min", NodeShape.CHANCE: "chance", NodeShape.LEAF: "leaf", NodeShape.CHILD: "child",
}  # fmt: skip
_USUAL, _LETTER, _SHAPE = 4.0, 3.0, 6.0
"""In millimetres: how far children are apart, how wide an em beside a node is, and how wide a shape below which text stands."""
_NUMBER = 4.0
"""How many em the number of a letter needs more than the letter, where there is only its number."""
_BELOW = (NodeShape.LEAF, NodeShape.CHILD)
_PRUNED = (Branch.PRUNED, Branch.WRONGLY_KEPT)


def forest(diagram: Diagram) -> str:
    """Return the tree."""
    children = children_of(diagram)
    needed = [0.0] * len(diagram.nodes)  # below each node: cousins are as far apart as their common ancestor says
    for node in range(len(diagram.nodes) - 1, 0, -1):
        parent = diagram.nodes[node].parent
        needed[parent] = max(
            needed[parent], needed[node], _needed(diagram.nodes[node], is_inner=bool(children[node])) + 4
        )

    def lines_of(node: int, depth: int) -> list[str]:
        drawn = diagram.nodes[node]
        apart = f", s sep={needed[node]:.0f}mm" if children[node] and needed[node] > _USUAL else ""
        opened = f"{'  ' * depth}[{{{_inside(drawn)}}}, {_options(drawn, is_inner=bool(children[node]))}{apart}"
        below = [line for child in children[node] for line in lines_of(child, depth + 1)]
        return [opened, *below, f"{'  ' * depth}]"] if below else [f"{opened}]"]

    return "\n".join([r"\begin{forest} game,", *lines_of(0, 0), r"\end{forest}"])


def said_of(diagram: Diagram) -> list[str]:
    """Return what is said below the tree: of the whole, and of the line of numbers."""
    line = diagram.number_line
    return [
        *(spoken(fact, diagram.voice) for fact in diagram.facts),
        *([] if line is None else number_line_words(line)),
    ]


def _needed(drawn: DiagramNode, *, is_inner: bool) -> float:
    """Return how much room what is said beside the node needs at its left, in millimetres."""
    room = _LETTER * max((width(line) + _NUMBER * len(others(line)) for line in _lines(drawn)), default=0)
    return room - _SHAPE if drawn.shape in _BELOW and not is_inner else room


def _inside(drawn: DiagramNode) -> str:
    text = inner_text(drawn)
    has_room = drawn.shape in (NodeShape.LEAF, NodeShape.CHILD)
    if drawn.seat is not None:
        return rf"\textbf{{{tex(drawn.seat.letter)}}} {tex(text)}".strip()
    return tex(text) if has_room or is_inside(text) else ""


def _options(drawn: DiagramNode, *, is_inner: bool) -> str:
    options = [_STYLES[drawn.shape]]
    options += (
        ["pruned"] * (drawn.branch in _PRUNED) + ["beyond"] * (drawn.branch is Branch.BEYOND) + ["best"] * drawn.bold
    )
    options += [
        f"label={{[font=\\footnotesize]{'below' if drawn.shape in _BELOW and not is_inner else 'left'}:{{{said}}}}}"
        for said in [_beside(drawn)]
        if said
    ]
    if said := _on_edge(drawn):
        options.append(f"edge label={{node[midway, fill=white, inner sep=1pt, font=\\scriptsize]{{{said}}}}}")
    return ", ".join(options)


def _beside(drawn: DiagramNode) -> str:
    """Return the id, and below it what else is said of the node."""
    shown = list(map(tex, _lines(drawn)))
    if len(shown) < 2:
        return "".join(shown)
    return r"\begin{tabular}{@{}c@{}}" + r"\\".join(shown) + r"\end{tabular}"


def _lines(drawn: DiagramNode) -> list[str]:
    said = [line.wordings[0] for line in (*lines_beside(drawn), *given_lines(drawn))]
    return [line for line in (drawn.id, *said, *["not quiet"] * drawn.is_noisy) if line]


def _on_edge(drawn: DiagramNode) -> str:
    """Return move and probability, and two bars where a subtree is cut off."""
    said = [tex(text) for text in (drawn.move, typeset(drawn.probability)) if text]
    return r"\ \ensuremath{\cdot}\ ".join([*said, *[r"\textbf{/\!/}"] * drawn.cut])


SOURCE, KEY = "exercises.tex", "key/solutions.tex"
_INCH_A_LINE = 0.3
_MOST_NAMED = 4
_SHORT = 12  # letters of a label that stays beside its line

_HEAD = r"""\documentclass[addpoints,11pt]{exam}
\usepackage[a4paper,margin=2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\else\usepackage{fontspec}\fi
\usepackage{amsmath,amssymb}
\usepackage{adjustbox}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\setlength{\emergencystretch}{8em}
\makeatletter\@beginparpenalty=10000 \makeatother % a tree stays with its question
\newcommand\blank{\enspace\makebox[2.2cm]{\hrulefill}}
% A letter that pdfLaTeX has not is its number there; LuaLaTeX and XeLaTeX set it, given a font that has it, such as
% \newfontfamily\otherfont{Noto Sans CJK JP}
\providecommand\otherfont{}
\newcommand\other[2]{\ifPDFTeX[U+#2]\else{\otherfont\iffontchar\font"#2 #1\else[U+#2]\fi}\fi\allowbreak}
"""


def latex_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the sheet, made from the problems alone, and the key."""
    exercises = singles(pools)
    problems = [exercise.problem for exercise in exercises]
    worth = [[_points(problem.points[part]) for part in problem.parts] for problem in problems]
    yield SOURCE, write_latex(make_sheet(problems, wishes.title), worth)
    solutions = [exercise.solution for exercise in exercises]
    yield KEY, write_latex(make_sheet(problems, wishes.title, solutions), worth)


def latex_notes(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield for each problem which of its letters pdfLaTeX does not know."""
    for problem in [exercise.problem for exercise in singles(pools)]:
        stated = write_problem(KINDS[problem.kind], problem._replace(source=""))
        if unknown := dict.fromkeys(others(to_yaml(stated).replace("\n", " "))):
            named = listed([f"{letter} (U+{ord(letter):04X})" for letter in unknown], _MOST_NAMED)
            yield f"{problem.id}: pdfLaTeX has no {named} and sets the number; LuaLaTeX and XeLaTeX set them in the \\otherfont of the file"


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
    if signs := _signs(sheet):
        lines += [r"\noindent{\small " + r"\quad ".join(map(tex, signs)) + r"\par}"]
    lines.append(r"\begin{questions}")
    for question, worth in zip(sheet.questions, points, strict=True):
        lines += _question(question, worth)
    lines.append(r"\end{questions}")
    return "\n".join([*lines, r"\end{document}", ""])


def _question(question: Question, worth: Sequence[str]) -> Iterator[str]:
    yield rf"\question \textbf{{{tex(question.title)}}} ({tex(question.points)})\par\nopagebreak"
    if question.task:
        yield tex(question.task)
    for diagram in question.diagrams:
        for piece in pieces(diagram) if question.is_drawn else ():
            yield from ("", r"\begin{center}\begin{adjustbox}{max width=\linewidth,max totalheight=0.8\textheight}")
            yield forest(piece)
            yield "".join([r"\end{adjustbox}", *(rf"\par {tex(said)}" for said in said_of(piece)), r"\end{center}"])
        if not question.is_drawn:
            lines = [(len(line) - len(line.lstrip()), tex(line.lstrip())) for line in outline(diagram)]
            yield from (
                "",
                r"{\small\raggedright",
                *(rf"\noindent\hspace*{{{deep / 2:g}em}}{line}\par" for deep, line in lines),
                "}",
            )
    for line in question.posed:
        yield from ("", tex(line))
    yield from ("", r"\begin{parts}")
    for place, (asked, points) in enumerate(zip(question.asked, worth, strict=True)):
        wanted = r" \par ".join(map(tex, asked.wanted.splitlines()))
        yield rf"\part{points} \textbf{{{tex(asked.title)}}}{wanted and f': {wanted}'}"
        if question.solved is None:
            yield _room(asked)
        else:
            yield rf"\begin{{solution}}{tex(question.solved.answers[place].answer)}\end{{solution}}"
    yield r"\end{parts}"
    if question.solved is not None and question.solved.steps:
        yield r"\ifprintanswers\par\medskip\noindent\textbf{Step by step:}"  # a solution is a box, which holds no more than 19 pages
        yield from _items("enumerate", [sentence for _, sentence in question.solved.steps])
        yield r"\fi"
    for held in question.conventions:
        yield from ("", f"{held.problems}:") if held.problems else ()
        yield from _items("itemize", held.sentences)
    yield from ("", question.elsewhere) if question.others else ()


def _signs(sheet: Sheet) -> list[str]:
    """Return what the signs mean, but for what looks another way here."""
    return [sign.replace("bold on yellow", "bold") for sign in sheet.signs if not sign.startswith("dashed line across")]


def _items(name: str, sentences: Sequence[str]) -> list[str]:
    items = [rf"\item {tex(sentence)}" for sentence in sentences]
    return [rf"\begin{{{name}}}", *items, rf"\end{{{name}}}"] if items else []


def _room(asked: AskedPart) -> str:
    """Return the room for an answer: it depends on the problem alone, as on every sheet."""
    blank = asked.blank
    if blank.in_tree:
        return "Write into the tree."
    if blank.in_frame:
        return r"\par\noindent\fbox{\rule{0pt}{9cm}\hspace{\dimexpr\linewidth-2\fboxsep-2\fboxrule}}"
    if blank.entries:
        room = r"\blank" * blank.numbers
        lines = [
            rf"\mbox{{{tex(entry)}:{room}}}" if len(entry) <= _SHORT else rf"{tex(entry)}:\mbox{{{room}}}"
            for entry in blank.entries
        ]
        return "\n\n" + r"{\raggedright\noindent " + "\\quad\n".join(lines) + r"\par}"
    if blank.lines:
        return rf"\fillwithlines{{{blank.lines * _INCH_A_LINE:g}in}}"
    return r"\answerline"


LATEX = Format(latex_files, latex_notes, instead="`gametree quiz build --pdf` sets a sheet on paper for each student")
