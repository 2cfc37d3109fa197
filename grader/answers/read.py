"""Reading the single values of answers: numbers, bounds, nodes, moves. Each returns what was meant or raises NotJudged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from grader.answers.case import Answer, NotJudged, Raw, show_given
from grader.errors import Path, suggest
from grader.exact import read_bound, read_number
from grader.marks.reports import Written
from grader.printable import printable


def number(raw: Raw, path: Path = ()) -> Written:
    """Return the exact number that was written."""
    return _read(read_number, raw, path)


def bound(raw: Raw, path: Path = ()) -> Written:
    """Return the number or infinity that was written."""
    return _read(read_bound, raw, path)


def _read(reader: Callable[[str], Answer], raw: Raw, path: Path) -> Written:
    try:
        return Written(reader(str(raw)), show_given(raw))
    except ValueError as failure:
        raise NotJudged(f'"{show_given(raw)}" is not a number: {failure}', path) from None


def name(raw: Raw, known: Mapping[str, int], what: str, path: Path = ()) -> Written:
    """Return the node that the text names. Text is trimmed and compared exactly; a near miss gets a suggestion."""
    text = str(raw).strip()
    if text in known:
        return Written(known[text], show_given(raw))
    shown = printable(text) if isinstance(raw, str) else show_given(raw)
    raise NotJudged(
        f'there is no {what} "{shown}"{_of_pieces(text, known) or _near(text, known, path) or _listing(known)}',
        path,
    )


def _near(text: str, known: Iterable[str], path: Path) -> str:
    return suggest(text, known, in_list=isinstance(path[-1] if path else "", int))


def _of_pieces(text: str, known: Iterable[str]) -> str:
    """Return what to do about a name with commas, of which a piece was read, or the pieces in another order."""
    names = {name: _pieces(name) for name in known if "," in name}
    for name, pieces in names.items():
        if pieces == _pieces(text):
            return f'; did you mean "{printable(name)}"?'
    whole = next((name for name, pieces in names.items() if text in pieces), "")
    return f'; a name with a comma stands in quotes, such as "{printable(whole)}"' if whole else ""


def _pieces(name: str) -> list[str]:
    return sorted(piece.strip() for piece in name.split(","))


def _listing(known: Iterable[str]) -> str:
    names = [printable(name) for name in known]
    return f"; expected one of {', '.join(names)}" if len(names) <= 12 else ""


def names(raw: Raw, known: Mapping[str, int], what: str) -> list[Written]:
    """Return the nodes that the listed texts name."""
    return [name(item, known, what, (place,)) for place, item in enumerate(raw)]


def mapping(
    raw: Mapping[str, Raw], known: Mapping[str, int], what: str, read: Callable[[Raw, Path], Written]
) -> dict[int, Written | None]:
    """Return the entries by node; an entry that is null is None, a node named twice (but for blanks around) is an error."""
    entries: dict[int, Written | None] = {}
    before: Answer = None
    for key, value in raw.items():
        if value is None and key not in known and key.isdigit() and str(before).removeprefix("-").isdigit():
            message = f"{before},{key} is read as two entries; write the decimal point as '.', not ','"
            raise NotJudged(message, (key,))
        before = value
        node = name(key, known, what, (key,)).value
        if node in entries:
            raise NotJudged(f'{what} "{printable(key.strip())}" stands here twice, expected once', (key,))
        entries[node] = None if value is None else read(value, (key,))
    return entries
