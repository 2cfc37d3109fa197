"""Items as fields of Moodle's embedded answers (cloze): `{weight:SORT:answers}`.

Source: Moodle's `question/type/multianswer`. A sub-question's weight is a whole number. Answers end at `~`, `#` and `}`; entities are
decoded, so every letter of an answer that could mean something stands as one. NUMERICAL reads decimals alone and takes no
fraction and no infinity: where those can be right, SHORTANSWER has each way to write the number. A text field is as wide as its
longest answer: so each has a wrong one of the same width, that it tells nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.core.answers.inputs import Accepted, Item, Pick, Ticks, Typed
from grader.core.answers.spellings import is_fraction, spellings
from grader.core.numbers import Number, decimal_text
from grader.platforms.question_items import Misled

_DIGITS = 14
"""Moodle compares floats, which hold so many digits: larger whole numbers without room are compared as text."""
_MOST_NUMERICAL = 10**18
"""Still larger ones, too: they are as wide as all of their digits, and people write powers of ten."""
_WIDTH = 20
_FEW_ANSWERS = 2
"""So many ways to write a wrong number are listed."""
_PLAIN = re.compile(r"[^A-Za-z0-9 .,+\-\[\]()|:;?!'_]")


def cloze(item: Item, weight: int, misled: Sequence[Misled] = ()) -> str:
    """Return the field of an item."""
    if isinstance(item, Typed):
        (accepted,) = item.accepted
        if is_numerical(accepted):
            sort, answers = "NUMERICAL", _number(accepted, misled)
        else:
            sort, answers = "SHORTANSWER_C", _text(accepted, misled)
    elif isinstance(item, Pick):
        sort, answers = "MULTICHOICE", _options(item)
    else:
        sort, answers = "MULTIRESPONSE", _ticks(item)
    return f"{{{weight}:{sort}:{'~'.join(answers)}}}"


def is_numerical(accepted: Accepted) -> bool:
    """Return whether Moodle's numerical questions can tell what is accepted: decimals do for it, and floats."""
    value, room = accepted
    if isinstance(value, str | float):
        return False
    size: Number = max(value, -value)
    if value.denominator > 1:
        return size < _MOST_NUMERICAL and not is_fraction(accepted)
    is_a_float: bool = size < _MOST_NUMERICAL and room * 10**_DIGITS > size  # no digit that it lacks counts
    return is_a_float or size < 10**_DIGITS


def _number(accepted: Accepted, misled: Sequence[Misled]) -> Iterator[str]:
    yield f"={numerical(accepted)}"
    for text, one in ((numerical(one.accepted), one) for one in misled):
        if len(text.partition(":")[0]) <= _WIDTH:
            yield f"%0%{text}#{_feedback(one)}"
    yield f"%0%-0.{'9' * (_WIDTH - 3)}:0"


def numerical(accepted: Accepted) -> str:
    """Return a number and its room as Moodle's regular expression for them takes it: without `+`, all digits written out.

    >>> numerical((Fraction(10**9, 3), Fraction(1, 10**9))), numerical((7, 0)), numerical((Fraction(1, 3 * 10**9), Fraction(1, 200)))
    ('333333333.333333:0.000000001', '7:0', '0.00000000033333:0.005')
    """
    value, room = (_written_out(number) for number in accepted if not isinstance(number, str | float))
    return f"{value}:{room}"


def _written_out(number: Number) -> str:
    whole = len(str(abs(int(number))))
    return decimal_text(number, max(0, _DIGITS + 1 - whole))


def _text(accepted: Accepted, misled: Sequence[Misled]) -> Iterator[str]:
    right = spellings(accepted)
    yield from (f"={_escaped(text)}" for text in _narrow(right))
    for one in misled:
        yield from (f"%0%{_escaped(text)}#{_feedback(one)}" for text in _narrow(spellings(one.accepted))[:_FEW_ANSWERS])
    yield f"%0%{'.' * _WIDTH}"


def _narrow(texts: Sequence[str]) -> list[str]:
    """Return those that are not wider than every field; of wide numbers the plainest."""
    return [text for text in texts if len(text) <= _WIDTH] or list(texts[:2])


def _options(item: Pick) -> Iterator[str]:
    """Yield the options; where none is right, which is worth nothing, Moodle still wants one."""
    right = item.right or (len(item.options) - 1,)
    for place, option in enumerate(item.options):
        yield ("=" if place in right else "") + _shown(option)


def _ticks(item: Ticks) -> Iterator[str]:
    most = item.share
    for option, share in zip(item.options, item.shares, strict=True):
        percent = f"{float(100 * Fraction(share) / most):.7f}".rstrip("0").rstrip(".")
        yield f"%{percent}%{_shown(option)}"


def _feedback(misled: Misled) -> str:
    return _shown(misled.advice)


def _shown(text: str) -> str:
    """Return a text that Moodle shows as HTML."""
    return _escaped(html.escape(text).replace("\\", "&#92;"))


def _escaped(text: str) -> str:
    """Return a text in which nothing means something to Moodle before entities are decoded.

    >>> _escaped("a~b}"), _shown("a<b")
    ('a&#126;b&#125;', 'a&#38;lt;b')
    """
    return _PLAIN.sub(lambda found: f"&#{ord(found[0])};", text)
