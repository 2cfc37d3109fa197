"""Where the numbers of a number line stand, and the line as text and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from grader.diagram import End, NumberLine, Row, Span
from grader.exact import Bound
from grader.intervals import Interval, inequality
from grader.marks.reports import WORDS

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
    whole = float(marked[-1] - marked[0])
    wide = [max(float(high - low) / whole, _LEAST_GAP) for low, high in pairwise(marked)]
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
