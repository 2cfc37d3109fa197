"""The text report: reads well in a terminal and aloud; every sign is followed by the word that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from grader.core.answers.reports import SIGNS, UNREADABLE, WORDS, Ending, Entry, PartReport, Run, Verdict, Voice
from grader.core.answers.rounding import Share, with_pending
from grader.core.data import grouped
from grader.core.drawing.diagram import Numbers
from grader.core.numbers import points_text
from grader.core.text import both, either, listed, printable, spelled
from grader.grading.marking import graded_diagrams, witness_of
from grader.grading.outcome import Outcome
from grader.kinds import Exercise, Graded

if TYPE_CHECKING:
    from grader.core.drawing.text_tree import TreeLine


_MOST_NAMED = 200
_MOST_TREES, _MOST_PRINTED, _LONGEST_LINE = 8, 20, 200
_MOST_RULES = 3  # of those that fit alike so many are explained; the others are named
BEHIND = "What seems to be behind the wrong answers"


def render_text(outcome: Outcome) -> str:
    """Return the report of one submission."""
    return "\n".join(map(str, report_lines(outcome))) + "\n"


def report_lines(outcome: Outcome, trees: Numbers | None = None) -> list[str | TreeLine]:
    """Return the lines of the report of one submission, if wanted with the annotated trees of each problem and these numbers."""
    name = (
        f"{printable(outcome.student)} ({printable(outcome.source)})" if outcome.student else printable(outcome.source)
    )
    if not outcome.is_gradable:
        return [f"{name}: not graded", *(f"  {line}" for line in ungradable_lines(outcome))]
    percent = "" if outcome.pending else outcome.total.percent
    total = outcome.total.words + (f" ({percent})" if percent else "")
    marks = with_pending(total, outcome.pending, outcome.total.possible)
    lines: list[str | TreeLine] = [f"{name}: {marks if outcome.graded else 'no marks, nothing in it was graded'}"]
    for graded in outcome.graded:
        head, *told = graded.get_or_make("lines", partial(_problem_lines, graded))
        trees_of = _tree_lines(graded, trees) if trees else ()
        lines += ["", f"{outcome.number_of(graded.report.id)}{head}", *told, *trees_of]
    blocks = [(f"{BEHIND}:", [f"  - {line}" for line in told_findings(outcome)])]
    blocks += [(f"{printable(id_)}: not graded", [f"  {fault}"]) for id_, fault, _ in outcome.not_graded]
    blocks.append(("Of the files:", [f"  {line}" for line in left_out_lines(outcome)]))
    blocks.append(("Conventions:", [f"  - {line}" for line in told_conventions(outcome)]))
    for head, below in blocks:
        lines += ["", head, *below] if below else []
    return lines


def _tree_lines(graded: Graded, numbers: Numbers) -> Iterator[str | TreeLine]:
    """Yield the annotated trees of a problem."""
    from grader.core.drawing.text_tree import text_tree  # most reports are without trees

    for diagram in graded_diagrams(graded, numbers):
        yield from ("", f"  {diagram.heading}:") if diagram.heading else ("",)
        yield from (line.indented("  ") for line in text_tree(diagram))


def told_findings(outcome: Outcome) -> list[str]:
    """Return what is behind the wrong answers of a submission: each set of rules once, with the problems that show it."""
    shown_in = grouped(
        (tuple(finding.named_advice for finding in graded.report.findings), graded)
        for graded in outcome.graded
        if graded.report.findings
    )
    told = []
    for problems in shown_in.values():
        where = ", ".join(graded.report.id for graded in problems)
        first, *others = problems[0].report.findings
        one_of = "one of these. " if others else ""
        says = [first.named_message, *(f"Or: {finding.named_advice}" for finding in others[: _MOST_RULES - 1])]
        if names := [finding.misconception for finding in others[_MOST_RULES - 1 :]]:
            says.append(f"Or another that gives the same answers: {either(names)}.")
        told.append(f"{where}: {one_of}{' '.join(says)}")
    return told + [f"{graded.report.id}: {graded.report.slip}" for graded in outcome.graded if graded.report.slip]


def left_out_lines(outcome: Outcome) -> list[str]:
    """Return what of several files does not count: those that could not be read, and answers that were given again."""
    return [*(f"not graded: {fault}" for fault in outcome.unread), *map(str, outcome.superseded)]


def told_conventions(outcome: Outcome) -> list[str]:
    """Return the conventions of the problems in which something was wrong: each sentence once, with its problems.

    The problems are named where others of them have another sentence in its place.
    """
    wrong = [graded for graded in outcome.graded if not graded.report.is_right]
    exercises = (graded.exercise for graded in wrong)
    said_of = grouped((said, exercise.problem.id) for exercise in exercises for said in conventions_of(exercise))
    return [
        sentence if len(ids) == len(wrong) else f"{', '.join(ids)}: {sentence}" for sentence, ids in said_of.items()
    ]


def conventions_of(exercise: Exercise) -> list[str]:
    """Return the terms and conventions of a problem in sentences, as its statement has them, the same for all who answer it."""
    kind, problem, *_ = exercise
    said = partial(kind.terms_and_conventions, problem)
    return list(exercise.kept.get_or_make("conventions", said, lambda _: True))


def ungradable_lines(outcome: Outcome) -> list[str]:
    """Return why a submission could not be graded, a line for each reason."""
    return [str(fault) for fault in outcome.faults]


def _problem_lines(graded: Graded) -> list[str]:
    report, problem, kind = graded.report, graded.exercise.problem, graded.exercise.kind
    title = f"{printable(problem.title)} — {problem.id}" if problem.title else problem.id
    lines = [f"{title} ({kind.title}): {graded.words}"]
    lines += [f"  {line}" for line in _part_lines(graded, graded.marks.parts)]
    if carried := carried_words(graded):
        lines.append(f"  {carried}")
    lines += [f"  {line}" for line in program_lines(graded)]
    return lines + [f"  Note: {fault}" for fault in report.notes]


def _part_lines(graded: Graded, shares: Sequence[Share | None]) -> Iterator[str]:
    for part, share in zip(graded.report.parts, shares, strict=True):
        yield f"{_part_sign(part)} {part_head(graded, part, share)}"
        yield from (f"    {line}" for line in entry_lines(graded, part))


def part_head(graded: Graded, part: PartReport, share: Share | None) -> str:
    """Return the part with its marks, if it earns any, and what they come from: "Values of the nodes (values): 12 of 13 right: 3.69 of 4 points"."""
    marks = "" if share is None else marks_words(part, share)
    return ": ".join(filter(None, (part_name(graded, part.part), counts_words(part), marks)))


def run_lines(run: Run) -> list[str]:
    """Return how a program ran: on how many trees all is right, by which of the accepted conventions, and why trees have no answer."""
    public = f", on {run.public_right} of {run.public} public ones" if run.public else ""
    lines = [f"{run.file}: all is right on {run.right} of {run.hidden} hidden trees{public}"]
    if run.variant:
        lines.append(f"Marked by {both([f'{name}: {value}' for name, value in run.variant.items()])}")
    if run.wrong:
        wrong = [f"{tree} ({', '.join(parts)})" for tree, parts in run.wrong]
        lines.append(f"Wrong on {listed(wrong, _MOST_TREES)}")
    return lines + [f"{where}: {reason}" for where, reason in endings(run.ended)]


def endings(ended: Iterable[Ending]) -> Iterator[tuple[str, str]]:
    """Yield on which trees there is no answer, and why: each reason once."""
    trees_of = grouped((one.reason, one.tree) for one in ended)
    yield from ((f"No answer on {listed(trees, _MOST_TREES)}", reason) for reason, trees in trees_of.items())


def printed_lines(run: Run) -> list[str]:
    """Return the first lines that a program printed, harmless to show."""
    lines = run.words.strip().splitlines()
    return [printable(line, _LONGEST_LINE) for line in lines[:_MOST_PRINTED]] + ["…"] * (len(lines) > _MOST_PRINTED)


def program_lines(graded: Graded) -> list[str]:
    """Return how the program ran that is the answer, and on which tree it is seen what is wrong, with what it answered; nothing of other answers."""
    run, witness = graded.report.run, witness_of(graded)
    lines = [] if run is None else run_lines(run)
    if run is not None and (printed := printed_lines(run)):
        lines += ["It printed:", *(f"  {line}" for line in printed)]
    if witness is not None:
        shown = witness.graded
        lines += [witness.sentence, *(f"  {line}" for line in _part_lines(shown, [None] * len(shown.report.parts)))]
        lines += [f"  It shows first here: {one.step}." for one in shown.report.findings[:1] if one.step]
    return lines


def marks_words(part: PartReport, share: Share) -> str:
    """Return the marks of a part; of one that waits for a person, what it is worth."""
    return f"{points_text(share.possible)}, {WORDS[Verdict.HELD]}" if part.is_pending else share.words


def part_name(graded: Graded, part: str) -> str:
    """Return what people call a part, with its name in files where that is not the same in other letters."""
    title = spelled(graded.exercise.kind.parts[part].title)
    return title if title.lower().replace(" ", "-") == part else f"{title} ({part})"


def counts_words(part: PartReport) -> str:
    """Return how many entries are right, follow, are extra or cannot be read; nothing where all is right or there is only one."""
    counts = part.counts
    if counts is None or part.earned == part.possible or counts.of < 2:
        return ""
    others = (
        (counts.follows, "right on your own numbers"),
        (counts.extra, WORDS[Verdict.EXTRA]),
        (counts.malformed, UNREADABLE),
    )
    return ", ".join(
        [
            f"right on {counts.right} of {counts.of} {counts.on}"
            if counts.on
            else f"{counts.right} of {counts.of}{counts.what and f' {counts.what}'} right",
            *(f"{n} {words}" for n, words in others if n),
            *_taken(part),
        ]
    )


def _taken(part: PartReport) -> Iterator[str]:
    """Yield how many wrong entries take off what right ones earn, where any does."""
    wrong = [entry for entry in part.entries if entry.verdict is Verdict.WRONG]
    if any(entry.earned < 0 for entry in wrong):
        yield f"{len(wrong)} wrong taken off"


def carried_words(graded: Graded, called: Callable[[str], str] = str) -> str:
    """Return on what the marks rest of parts that follow from another one, each as it is `called`; nothing where no part does."""
    kind, problem = graded.exercise.kind, graded.exercise.problem
    sources = {
        part.part: names
        for part in graded.report.parts
        if (names := kind.parts[part.part].sources(problem) or (kind.wrong.carrier,)) != (part.part,)
        and any(entry.verdict is Verdict.FOLLOW_THROUGH for entry in part.entries)
    }
    if not sources:
        return ""
    right = {part.part for part in graded.report.parts if part.earned == part.possible}
    answered = {part.part for part in graded.report.parts if any(entry.given for entry in part.entries)}
    following = list(sources)
    named = [one for one in dict.fromkeys(name for names in sources.values() for name in names) if one in answered]
    named = [] if right.intersection(named) else named  # where one is right they follow from others, too
    earn = "earn" if len(following) > 1 else "earns"
    where = f" in {both([*map(called, named)])}" if named else ""
    return f"What {both([*map(called, following)])} {earn} rests on your own numbers{where}; where these are corrected it can be less."


def _part_sign(part: PartReport) -> str:
    if part.is_pending:
        return SIGNS[Verdict.HELD]
    return "✓" if part.earned == part.possible else "✗" if part.earned == 0 else "◐"


def entry_lines(graded: Graded, part: PartReport) -> list[str]:
    """Return a line for each entry of the part; those of one verdict with nothing more to say are gathered in one.

    A line of its own says the sentence for which the name of an entry stands.
    """
    sentences, voice = graded.exercise.sentences(part.part), graded.report.voice
    gathered: dict[tuple[Verdict, str], list[str]] = {}
    alone = []
    for entry in part.entries:
        if entry.verdict is Verdict.CORRECT or _has_company(entry):
            gathered.setdefault((entry.verdict, entry.message), []).append(named_text(entry))
        elif entry.verdict is Verdict.HELD:
            alone += [
                f"{SIGNS[entry.verdict]} {entry.word}; you wrote:",
                *(f"  {line}" for line in (entry.given or "").split("\n")),
            ]
        else:
            alone.append(_entry_line(entry, sentences.get(entry.node or "", ""), voice))
    told = {key: _apart(names[:_MOST_NAMED]) + _more(len(names)) for key, names in gathered.items()}
    lines = [f"{SIGNS[key[0]]} {WORDS[key[0]]}: {names}{key[1] and f' — {key[1]}'}" for key, names in told.items()]
    return lines + alone


def _has_company(entry: Entry) -> bool:
    """Return whether the like is said of many entries: nodes that are missing or too many, and what only the own tree has."""
    if entry.verdict is Verdict.FOLLOW_THROUGH:
        return entry.expected is None
    return entry.is_node and (bool(entry.moved) or entry.verdict in (Verdict.MISSING, Verdict.EXTRA))


def _apart(texts: Sequence[str]) -> str:
    """Return the texts in a row; by semicolons where one of them is a row itself, such as an order of moves."""
    return ("; " if any(", " in text.partition("[")[0] for text in texts) else ", ").join(texts)


def _more(count: int) -> str:
    return f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""


def named_text(entry: Entry) -> str:
    """Return what was given (or, where nothing was, expected), behind its node where that is not the same."""
    text = (entry.expected if entry.given is None else entry.given) or ""
    return text if _names_node(entry) else f"{entry.node}: {text}"


def _names_node(entry: Entry) -> bool:
    """Return whether the entry's text names its node already: lists of nodes do, maps of numbers do not."""
    return entry.node is None or entry.is_node


def _entry_line(entry: Entry, sentence: str, voice: Voice) -> str:
    """Return sign, word, what was given where, and what is to be said of it."""
    stands_for = sentence and f' "{sentence.removesuffix(".")}"'
    where = "" if _names_node(entry) else f"{entry.node}{stands_for}: "
    given = f"{voice.you} {voice.wrote} {entry.given}" if entry.given is not None else ""
    join = ". " if entry.verdict is Verdict.FOLLOW_THROUGH else "; "  # what follows is told in sentences of its own
    says = _with_answer(join.join(filter(None, (given, entry.message))), entry)
    return f"{SIGNS[entry.verdict]} {entry.word}" + (f" — {where}{says}" if where or says else "")


def _with_answer(says: str, entry: Entry) -> str:
    """Return what is said of an entry; of a part that was left blank, and of what cannot be read, with its answer where that may be seen."""
    if not (entry.is_whole or entry.verdict is Verdict.MALFORMED) or entry.expected is None:
        return says
    if not says:
        return f"the answer is {entry.expected}"
    return f"{says}{'' if says.endswith('?') else '.'} The answer is {entry.expected}."
