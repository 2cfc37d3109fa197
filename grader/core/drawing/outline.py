"""A diagram as an indented list, one line a node: the long description of every drawing. It reads well aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from grader.core.answers.reports import WORDS, Verdict, Voice
from grader.core.drawing.diagram import Diagram, DiagramNode, End, NodeShape, NumberLine, Remark, Row, Span
from grader.core.intervals import Interval, inequality
from grader.core.numbers import Bound

# -- where the numbers of a number line stand, and the line as text and in words

_LEAST_GAP = 0.12
"""How far apart two marked numbers stand at least, as a share of what lies between the first and the last."""
_MARGIN, _EDGE = 0.14, 0.03
"""The share of the line beyond the first or last marked number: where it goes on without end, and where it ends there."""
_COLUMNS = 44


def shares_of(line: NumberLine) -> dict[Bound, float]:
    """Return where each marked number stands on the line, 0 at its left end and 1 at its right end; the infinities too."""
    marked = [number for number, _ in marked_on(line)]
    gaps = _gaps(marked)
    before = _MARGIN if isinstance(line.low[0], float) else _EDGE
    after = _MARGIN if isinstance(line.high[0], float) else _EDGE
    shares: dict[Bound, float] = {float("-inf"): 0.0, float("inf"): 1.0}
    at = before if len(marked) > 1 or before < after else 1 - after if after < before else 0.5
    for number, gap in zip(marked, [*gaps, 0.0], strict=False):
        shares[number] = at
        at += gap * (1 - before - after)
    return shares


def _gaps(marked: Sequence[Bound]) -> list[float]:
    """Return the shares of the neighbouring numbers' distances, small ones widened."""
    if len(marked) < 2:
        return []
    whole = Fraction(marked[-1] - marked[0])
    wide = [max(float(Fraction(high - low) / whole), _LEAST_GAP) for low, high in pairwise(marked)]
    return [one / sum(wide) for one in wide]


def marked_on(line: NumberLine) -> list[End]:
    """Return the finite ends of the line and of all that is shown on it, from left to right."""
    ends = [line.low, line.high, *(end for row in line.rows for span in row.spans for end in (span.low, span.high))]
    return sorted({number: (number, text) for number, text in ends if not isinstance(number, float)}.values())


def label_of(row: Row) -> str:
    """Return what a row is called, with its verdict in words."""
    return f"{row.label}, {WORDS[row.verdict]}" if row.verdict else row.label


# as text


def number_line_text(line: NumberLine) -> list[str]:
    """Return the line in letters: a row for each set, ● where an end belongs to it and ○ where not, and the numbers below."""
    at = {number: round(share * (_COLUMNS - 1)) for number, share in shares_of(line).items()}
    labels = [label_of(row) for row in line.rows]
    indent = max((len(label) for label in labels), default=0) + 2
    rows = [f"{label:<{indent}}{_text_row(line, row, at)}" for label, row in zip(labels, line.rows, strict=True)]
    numbers = [" "] * (_COLUMNS + 12)
    free = 0
    for number, text in marked_on(line):
        start = max(at[number] - len(text) // 2, 0)
        if start >= free:
            numbers[start : start + len(text)] = text
            free = start + len(text) + 1
    return [*rows, " " * indent + "".join(numbers).rstrip()]


def _text_row(line: NumberLine, row: Row, at: Mapping[Bound, int]) -> str:
    first, last = at[line.low[0]], at[line.high[0]]
    letters = [" "] * first + ["─"] * (last - first + 1)
    if isinstance(line.low[0], float):
        letters[first] = "←"
    if isinstance(line.high[0], float):
        letters[last] = "→"
    for span in row.spans:
        low, high = at[span.low[0]], at[span.high[0]]
        letters[low : high + 1] = ["━"] * (high - low + 1)
        for number, place_, has_end, arrow in (
            (span.low[0], low, span.has_low, "←"),
            (span.high[0], high, span.has_high, "→"),
        ):
            letters[place_] = arrow if isinstance(number, float) else "●" if has_end else "○"
    return "".join(letters) + f"  {line.name}" + ("" if row.spans else " (none)")


# in words


def number_line_words(line: NumberLine) -> Iterator[str]:
    """Yield what each row says, as it is read aloud."""
    for row in line.rows:
        said = " or ".join(inequality(Interval(span.low[0], span.high[0], *span[2:]), _say(span)) for span in row.spans)
        judged = f", {WORDS[row.verdict]}" if row.verdict else ""
        yield f"{row.label}: {said or 'none'}{judged}"


def _say(span: Span) -> Callable[[Bound], str]:
    return {span.low[0]: span.low[1], span.high[0]: span.high[1]}.__getitem__


_SPOKEN = {"α, β": "alpha, beta"}


def outline(diagram: Diagram) -> list[str]:
    """Return what is true of the whole, then the tree: a line for each node, depth-first, indented by depth."""
    facts = [spoken(fact, diagram.voice) for fact in diagram.facts]
    if diagram.number_line is not None:
        facts += number_line_words(diagram.number_line)
    return facts + ["  " * depth + line for depth, line in outline_items(diagram)]


def outline_items(diagram: Diagram) -> list[tuple[int, str]]:
    """Return (depth, line) of each node, depth-first, children from left to right; none of a sketch."""
    if diagram.is_sketch:
        return []
    children = children_of(diagram)
    items = []
    waiting = [(0, 0)]
    while waiting:
        node, depth = waiting.pop()
        items.append((depth, _node_line(diagram.nodes[node], diagram.line, diagram.voice)))
        waiting += [(child, depth + 1) for child in reversed(children[node])]
    return items


def children_of(diagram: Diagram) -> list[list[int]]:
    """Return the children of each node, left to right."""
    children: list[list[int]] = [[] for _ in diagram.nodes]
    for node, drawn in enumerate(diagram.nodes):
        if drawn.parent >= 0:
            children[drawn.parent].append(node)
    return children


def named_by_place(nodes: Sequence[DiagramNode], children: Sequence[Sequence[int]], node: int) -> str:
    """Return the name of a node that does not stand beside it: which child of which node that is."""
    parent = nodes[node].parent
    return f"child {children[parent].index(node) + 1} of {nodes[parent].id} is {nodes[node].id}"


def not_shown(left_out: Sequence[str]) -> str:
    """Return in one line what found no room in a drawing; nothing where all did."""
    return f"Not shown beside their nodes: {'; '.join(left_out)}" if left_out else ""


def changed_from(before: Diagram, after: Diagram) -> dict[int, tuple[str, str]]:
    """Return what is another at nodes of a tree than at those with the same ids before: (number of a leaf, order of the children) as it was.

    An empty text: it is the same. Nodes that were not there before are left out.
    """
    children = [[[one.nodes[child].id for child in below] for below in children_of(one)] for one in (before, after)]
    stood = {node.id: (node.value, below) for node, below in zip(before.nodes, children[0], strict=True)}
    found = {}
    for place, (node, below) in enumerate(zip(after.nodes, children[1], strict=True)):
        value, order = stood.get(node.id, (node.value, below))
        if (value, order) != (node.value, below):
            found[place] = value if value != node.value else "", ", ".join(order) if order != below else ""
    return found


def spoken(remark: Remark, voice: Voice) -> str:
    """Return a remark as it is said: "you wrote 4, wrong, expected 3"."""
    said = [remark.text] if remark.text else []
    if remark.verdict is not None:
        if remark.text and remark.verdict is not Verdict.CORRECT:
            said = [remark.text if remark.is_outcome else f"{voice.you} {voice.wrote} {remark.text}"]
        said.append(remark.word)
    if remark.expected:
        said.append(f"expected {remark.expected}")
    label = _SPOKEN.get(remark.label, remark.label)
    return f"{label}: {', '.join(said)}" if label else ", ".join(said)


def _node_line(node: DiagramNode, line: str, voice: Voice) -> str:
    """Return who moves at the node, how it is reached, and everything that is said there."""
    name = node.full_name
    if node.shape is NodeShape.LEAF:
        name = " = ".join(dict.fromkeys(filter(None, (node.id, node.value))))
        name = f"leaf {name}".strip()
    edge = [f"move {node.move}"] if node.move else []
    if node.probability:
        edge.append(f"probability {node.probability}")
    return name + (f" ({', '.join(edge)})" if edge else "") + _said_of(node, line, voice)


def _said_of(node: DiagramNode, line: str, voice: Voice) -> str:
    """Return everything that is said at a node, behind a colon."""
    said = [*position_words(node), *(spoken(remark, voice) for remark in node.said)]
    if node.share is not None:
        said += [f"{node.share.text} right", *filter(None, (node.share.common,))]
    if node.bold:
        said.append(node.line_words(line))
    if node.branch.spoken:
        said.append(voice.of(node.branch.spoken))
    return ": " + "; ".join(said) if said else ""


def position_words(node: DiagramNode) -> list[str]:
    """Return what the problem says of a position, and that the search ends there: "at the horizon", "static value 5"."""
    said = [f"state {node.state}"] if node.state else []
    said += ["at the horizon"] if node.is_horizon else []
    said += [f"static value {node.static}"] if node.static else []
    said += [", ".join(node.features)] if node.features else []
    return said + (["not quiet"] if node.is_noisy else [])


def node_name(
    nodes: Sequence[DiagramNode],
    node: int,
    children: Sequence[Sequence[int]],
    drawn: DiagramNode,
    line: str,
    voice: Voice,
) -> str:
    """Return how a screen reader names a node: "D, MAX, child 1 of 3 of B: you wrote 1, wrong, expected 10".

    `drawn` is the node with what is said of it, `line` says what the best line is.
    """
    who = f"leaf {drawn.value}".strip() if drawn.shape is NodeShape.LEAF else drawn.who
    where = "the root"
    if drawn.parent >= 0:
        siblings, above = children[drawn.parent], nodes[drawn.parent]
        where = f"child {siblings.index(node) + 1} of {len(siblings)} of {above.id or above.who}"
    return ", ".join(filter(None, (drawn.id, who, where))) + _said_of(drawn, line, voice)
