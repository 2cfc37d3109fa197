"""Diagnosis: which wrong rule a wrong answer follows, by comparing it with the answers of every wrong rule.

The policy is that of `docs/marking.md` ("What is behind wrong answers"). A rule is named when its answer is the student's, or is so but for one slip; after a slip
the rule is run again from the student's own number, because that is what the student did. Source of the idea: Seppälä,
Malmi and Korhonen 2006, who match answers against mutated algorithms; they lose careless slips, which the second run finds.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import NamedTuple

from grader.core.answers.case import Answer, Answers, Key, legible, malformed_in
from grader.core.answers.forms import Each
from grader.core.answers.part import Form, has_two_answers, is_same
from grader.core.answers.reports import Finding, Verdict
from grader.core.answers.run import has_many
from grader.core.games.problem import Problem
from grader.core.numbers import INFINITY, Bound, Number
from grader.core.search.folds import Disagreement
from grader.kinds import Attempt, Exercise, Graded, Misconception
from grader.kinds.problems import Fold
from grader.kinds.words import advise

Item = tuple[str, Key | None]
"""One judged thing: the part, and the entry of it (None where the part is one thing)."""

MOST_OF_LITTLE = 2
"""Of an object, or of a range that is never or always, so many rules are named that fit equally well: more say nothing."""


class Judged(NamedTuple):
    """What of a student's answer can be compared: each part in the form of a reference answer.

    `items` are all things that were asked or given, less what was left blank. `lists` are the parts that were answered with
    a list, with whether anything stands in it.
    """

    exercise: Exercise
    meant: Answers
    items: frozenset[Item]
    lists: Mapping[str, bool]

    @property
    def is_run(self) -> bool:
        """Return whether an answer is an object that the solver is run on."""
        parts = self.exercise.kind.parts
        return any(has_many(parts[name].form) for name in self.meant)

    @property
    def is_never_or_always(self) -> bool:
        """Return whether the answers are few, and one is a range that holds no number or all."""
        parts = self.exercise.kind.parts
        return len(self.items) < self.exercise.kind.wrong.enough and any(
            parts[name].form.definition == "range" and not tells for name, tells in self.lists.items()
        )

    def tells(self) -> bool:
        """Return whether a rule can be told from these answers at all: single answers must be several, a list does alone."""
        return bool(self.lists) or len(self.items) >= self.exercise.kind.wrong.enough

    def tells_beside(self, slip: Item, fold: Fold) -> bool:
        """Return whether the answers but one tell a rule. Beside a list that contradicts it what it leaves as it is tells nothing.

        Where the numbers that others follow from are not asked, a slip in one of them is not seen and changes any list.
        """
        left = fold.unchanged if self._contradicts(slip[0], fold) else frozenset[str]()
        rest = {item for item in self.items if item != slip and item[0] not in left}
        shows_slips = self.exercise.kind.wrong.carrier in self.meant
        singles = sum(part not in self.lists for part, _ in rest)
        return singles >= self.exercise.kind.wrong.enough or (
            shows_slips and any(self.lists.get(part) for part, _ in rest)
        )

    def _contradicts(self, part: str, fold: Fold) -> bool:
        """Return whether a part is a list that is not the rule's but for a slip: most of it is different, or it is nearer to the right one."""
        exercise = self.exercise
        apart = exercise.kind.parts[part].form.apart
        if part in fold.unchanged or part not in fold.answers:
            return False
        from_rule = apart(fold.answers[part], self.meant[part])
        from_right = apart(exercise.solution.answers[part], self.meant[part])
        if from_rule is None or from_right is None:
            return False
        (different, of), (different_from_right, _) = from_rule, from_right
        return different > 1 and (2 * different > of or different >= different_from_right)


class Fit(NamedTuple):
    """A rule whose answers are the student's, but for `slips` of 0 or 1.

    `explains` of `of` judged things are as the rule says. `shown` are the wrong answers in which the student and the rule agree.
    """

    misconception: Misconception
    slips: int
    explains: int
    of: int
    shown: frozenset[Item]


class Slip(NamedTuple):
    """The one thing that is wrong in an answer by the right rule, and the parts that would follow from it but do not."""

    item: Item
    not_following: tuple[str, ...] = ()


class Diagnosis(NamedTuple):
    """What is behind a wrong answer: the rules that fit it equally well, or else the one slip; or neither."""

    fits: tuple[Fit, ...] = ()
    slip: Slip | None = None
    judged: frozenset[Item] = frozenset()


NOTHING = Diagnosis()
_RIGHT_OR_UNJUDGED = (Verdict.CORRECT, Verdict.FOLLOW_THROUGH, Verdict.BLANK, Verdict.MALFORMED, Verdict.HELD)


def diagnose(exercise: Exercise, attempt: Attempt) -> Diagnosis:
    """Return what is behind the student's answer to a problem. Nothing is claimed of what is blank or cannot be read."""
    if exercise.kind.diagnose is not None:
        found: Diagnosis = exercise.kind.diagnose(exercise, attempt)
        return found
    judged = _judge(exercise, attempt)
    if not judged.tells():
        return NOTHING
    wrong = deviations(judged, exercise.solution.answers)
    if not wrong:
        return NOTHING
    folds = exercise.wrong.folds()
    wrong_parts = {part for part, _ in wrong}

    def exact_fits(folds: Iterable[Fold]) -> list[Fit]:
        exact = (fold for fold in folds if wrong_parts.isdisjoint(fold.unchanged) and _is_exact(judged, fold))
        found = (_fit(judged, fold, frozenset(wrong)) for fold in exact if not _is_toss(judged, wrong))
        return [fit for fit in found if _is_borne_out(judged, fit)]

    fits = exact_fits(folds)
    if not fits:
        alone = exact_fits(exercise.wrong.in_few_parts())
        fits = [*{(fit.misconception.name, fit.misconception.detail): fit for fit in alone}.values()]
    if judged.is_run:
        named = tuple(_without_twins(fits))
        return Diagnosis(named if len(named) <= MOST_OF_LITTLE else (), judged=judged.items)
    if not fits and (slip := _one_slip(judged, wrong)):
        return Diagnosis(slip=slip)
    if not fits:
        most = _most_by_one_slip(judged)
        beside = (_fit_with_slip(judged, fold, wrong, most) for fold in folds if _shows(judged, fold))
        fits = [fit for fit in beside if fit is not None]
        if fits and not frozenset.intersection(*(fit.shown for fit in fits)):
            return NOTHING  # what one takes for a slip the other explains
    named = tuple(_without_twins(fits))
    if judged.is_never_or_always and len(named) > MOST_OF_LITTLE:
        named = ()
    if len(named) > 1:
        named = tuple(sorted(named, key=lambda fit: _changed_by(exercise, fit.misconception)))
    return Diagnosis(named, judged=judged.items)


def _changed_by(exercise: Exercise, rule: Misconception) -> int:
    """Return in how many things a rule's answers are not the right ones, asked or not: of several that fit the simplest goes first."""
    right, wrong = exercise.solution.answers, rule.answer({})
    return sum(_differing(right[part], wrong.get(part)) for part in right)


def _differing(right: object, wrong: object) -> int:
    if isinstance(right, Mapping) and isinstance(wrong, Mapping):
        return sum(right.get(key) != wrong.get(key) for key in {**right, **wrong})
    return int(right != wrong)


def _is_borne_out(judged: Judged, fit: Fit) -> bool:
    """Return whether more than an object speaks for a rule: by one that is tried on it many objects are right by chance."""
    if not fit.misconception.has_to_try:
        return True
    parts = judged.exercise.kind.parts
    return any(not has_many(parts[part].form) for part, _ in fit.shown)


def _is_toss(judged: Judged, explained: Sequence[Item]) -> bool:
    """Return whether all that a rule explains is one choice of two: whoever errs there chooses what the rule does."""
    if len(explained) != 1:
        return False
    part, key = explained[0]
    return has_two_answers(judged.exercise.kind.parts[part].form, judged.exercise.problem, key)


def _without_twins(given: Iterable[Fit]) -> Iterator[Fit]:
    """Yield the fits less those that go by another's name on this shape."""
    fits = [*given]
    names = {fit.misconception.name for fit in fits}
    return (fit for fit in fits if fit.misconception.twin_of not in names)


def _is_exact(judged: Judged, fold: Fold) -> bool:
    """Return whether the wrong rule's answers are the student's. Where it changes nothing the student is right already."""
    for part in judged.meant:
        if part not in fold.unchanged and next(_part_deviations(judged, part, fold.answers), None) is not None:
            return False
    return True


def _shows(judged: Judged, fold: Fold) -> bool:
    """Return whether the wrong rule can be told from the right one by what the student answered."""
    return not judged.exercise.wrong.telling(fold).isdisjoint(judged.meant)


def _judge(exercise: Exercise, attempt: Attempt) -> Judged:
    kind, problem, solution = exercise.kind, exercise.problem, exercise.solution
    meant = dict[str, Answer]()
    items: set[Item] = set()
    lists: dict[str, bool] = {}
    for name in problem.ask:
        given, form = attempt[name], kind.parts[name].form
        if given is None or (malformed_in(given) and not legible(given)):
            continue
        answer = form.meant(problem, given)
        keys: set[Key | None] = {*solution.answers[name], *answer} if form.by_entry else {None}
        judged = {
            (name, key) for key in keys if not (form.by_entry and key is not None and _is_blank(form, answer, key))
        }
        if judged:
            meant[name] = answer
            items |= judged
            if form.by_item:
                lists[name] = form.tells(problem, given)
    return Judged(exercise, meant, frozenset(items), lists)


def _is_blank(form: Form, entries: Mapping[Key, object], key: Key) -> bool:
    return entries[key] is None if key in entries else form.missing_is_blank


def deviations(judged: Judged, answers: Answers, most: int | None = None) -> list[Item]:
    """Return the things in which the student's answer is not the given one, part by part; the first ones of many."""
    return list(islice((item for name in judged.meant for item in _part_deviations(judged, name, answers)), most))


def _part_deviations(judged: Judged, name: str, answers: Answers) -> Iterator[Item]:
    problem, form, meant = judged.exercise.problem, judged.exercise.kind.parts[name].form, judged.meant[name]
    if name not in answers:
        yield (name, None)
        return
    expected = answers[name]
    if not form.by_entry:
        if not form.same(problem, expected, meant):
            yield (name, None)
    elif expected != meant:  # most often a part is right as a whole
        for key in _keys(expected, meant):
            if _deviates(form, problem, expected, meant, key):
                yield (name, key)


def _keys(expected: Mapping[Key, object], meant: Mapping[Key, object]) -> Iterator[Key]:
    """Yield what entries are expected for, then what others were given for."""
    yield from expected
    yield from (key for key in meant if key not in expected)


def _deviates(
    form: Form, problem: Problem, expected: Mapping[int, Answer], meant: Mapping[int, Answer], key: int
) -> bool:
    """Return whether an entry is another one. That two are equal is soon seen, unless one is a float (a UCB score)."""
    zero_is_none = isinstance(form, Each) and form.zero_is_none
    if key not in meant:
        return not form.missing_is_blank and not (zero_is_none and expected[key] == 0)
    mine = meant[key]
    if mine is None or key not in expected:
        return mine is not None and not (zero_is_none and mine == 0)
    number = expected[key]
    return (isinstance(number, float) or mine != number) and not form.same(problem, number, mine)


def _own_number(judged: Judged, deviating: Iterable[Item]) -> tuple[Item, Number] | None:
    """Return the first deviating thing, in the order of evaluation, that is a number which others follow from."""
    deviating = [*deviating]
    part = judged.exercise.kind.wrong.carrier
    own = {key for name, key in deviating if name == part and judged.meant[part].get(key) is not None}
    node = next((node for node in judged.exercise.wrong.order() if node in own), None) if own else None
    if node is None and (single := _own_single(judged, deviating)):
        return single
    if node is None or judged.meant[part][node] in (INFINITY, -INFINITY):
        return None
    return (part, node), judged.meant[part][node]


def _own_single(judged: Judged, deviating: Iterable[Item]) -> tuple[Item, Number] | None:
    """Return the first deviating part of one number that others follow from."""
    parts = {name for name, _ in deviating}
    name = next((name for name in judged.exercise.kind.wrong.singles if name in parts), None)
    return None if name is None else ((name, None), judged.meant[name])


def _key_of(item: Item) -> Answer:
    """Return what the solver calls a thing whose number is given: its key, or the name of a part of one number."""
    part, key = item
    return part if key is None else key


def _one_slip(judged: Judged, wrong: Sequence[Item]) -> Slip | None:
    """Return the one slip of the right rule that explains all that is wrong, whether its number was carried on or not."""
    if len(judged.items) == 1:
        return None
    found = _own_number(judged, wrong)
    if found is not None and _can_follow(judged, found[0], wrong):
        (item, _), left = found, _left_by_right_rule(judged, *found)
        if not left or len(wrong) == 1:
            return Slip(item, tuple(dict.fromkeys(part for part, _ in left)))
        if _is_one_entry(judged, [item, *left]):  # all but these follows from the number
            return Slip(item)
    return Slip(wrong[0]) if len(wrong) == 1 or _is_one_entry(judged, wrong) else None


def _is_one_entry(judged: Judged, wrong: Sequence[Item]) -> bool:
    """Return whether all that is wrong stands at one entry, in several parts: who errs there in one answer does so in the others."""
    parts, problem = judged.exercise.kind.parts, judged.exercise.problem
    names = {None if key is None else parts[part].form.name(problem, key) for part, key in wrong}
    return len(names) == 1 and None not in names


def _left_by_right_rule(judged: Judged, item: Item, number: Number) -> list[Item]:
    """Return what the right rule does not give where it goes on from the student's own number."""
    return [
        other for other in deviations(judged, judged.exercise.wrong.right({_key_of(item): number})) if other != item
    ]


def _can_follow(judged: Judged, item: Item, deviating: Iterable[Item]) -> bool:
    """Return whether all other numbers that deviate are of nodes to which this one can carry."""
    exercise = judged.exercise
    part, key = item
    if key is None:  # a part of one number has no other
        return True
    reached = exercise.kind.wrong.followers(exercise.problem, [key])
    return all(other in reached for name, other in deviating if name == part and other != key)


def _answer_again(judged: Judged, rule: Misconception, item: Item, number: Number) -> Answers | None:
    """Return what the rule gives from the student's own number on; None where it soon gives another number than theirs."""
    key = _key_of(item)
    if item[1] is None:
        return rule.answer({key: number}, judged.meant)
    name = judged.exercise.kind.wrong.carrier
    problem, form, meant = judged.exercise.problem, judged.exercise.kind.parts[name].form, judged.meant[name]

    def agrees(other: Key, found: Bound) -> bool:
        if other == key or _is_blank(form, meant, other):
            return True
        return other in meant and form.same(problem, found, meant[other])

    try:
        return rule.answer({key: number}, judged.meant, agrees)
    except Disagreement:
        return None


def _fit(judged: Judged, fold: Fold, explained: frozenset[Item], slips: int = 0) -> Fit:
    of = len(judged.items)
    return Fit(fold.misconception, slips, of - slips, of, explained)


def _fit_with_slip(judged: Judged, fold: Fold, wrong: Sequence[Item], most: int | None) -> Fit | None:
    """Return the fit of a wrong rule but for one slip, or None: also where the wrong answers do not bear it out.

    All deviations, or the `most` that one slip can explain, are looked for only where they follow from the slip, which is seldom: else two
    of them tell enough.
    """
    deviations_in = partial(_deviations_of_fold, judged, fold, wrong, most)
    numbers = [*deviations_in({judged.exercise.kind.wrong.carrier, *judged.exercise.kind.wrong.singles})]
    found = _own_number(judged, numbers)
    if found is not None and _can_follow(judged, found[0], numbers) and _is_followed(judged, fold, *found):
        item, left = found[0], _left_by_right_rule(judged, *found)
        deviating = [*deviations_in(judged.meant)]
    else:
        left, deviating = [*wrong], [*islice(deviations_in(judged.meant), 2)]
        if len(deviating) != 1:
            return None
        item = deviating[0]
        if item[0] in judged.lists and item not in wrong:  # a list that is right is nearer to the right one
            return None
    if not judged.tells_beside(item, fold):
        return None
    explained = frozenset(wrong) - {item}
    if explained.isdisjoint(left):  # a slip in the right procedure explains as much
        return None
    if _is_toss(judged, [*explained]):
        return None
    shown = explained.difference(deviating)
    return _fit(judged, fold, shown or explained, slips=1)


def _deviations_of_fold(
    judged: Judged, fold: Fold, wrong: Sequence[Item], most: int | None, parts: Collection[str]
) -> Iterator[Item]:
    """Yield the things of some parts in which the student's answer is not the wrong rule's; some have been found as wrong answers."""
    yield from (item for item in wrong if item[0] in fold.unchanged and item[0] in parts)
    changed = (part for part in judged.meant if part not in fold.unchanged and part in parts)
    yield from islice((item for part in changed for item in _part_deviations(judged, part, fold.answers)), most)


def _most_by_one_slip(judged: Judged) -> int | None:
    """Return more deviations than one slip can explain; None where its number is carried on to any number of others."""
    exercise = judged.exercise
    if exercise.kind.wrong.singles:
        return None
    if exercise.kind.wrong.carrier not in judged.meant:
        return 2
    is_carried_on = bool(exercise.kind.wrong.followers(exercise.problem, exercise.wrong.order()[:1]))
    return None if is_carried_on else len(judged.meant) + 1


def _is_followed(judged: Judged, fold: Fold, item: Item, number: Number) -> bool:
    """Return whether the wrong rule, run again from the student's own number, gives all the rest."""
    rerun = _answer_again(judged, fold.misconception, item, number)
    return rerun is not None and all(left == item for left in deviations(judged, rerun, most=2))


def across_problems(diagnoses: Sequence[Diagnosis]) -> list[Diagnosis]:
    """Return the diagnoses of one submission's problems, each narrowed by the others.

    A rule that fits every problem on which rules are named explains more than its twin that fits one of them alone.
    """
    named = [{fit.misconception.name for fit in diagnosis.fits} for diagnosis in diagnoses if diagnosis.fits]
    common = set.intersection(*named) if named else set()
    if not common:
        return list(diagnoses)
    return [
        diagnosis._replace(fits=tuple(fit for fit in diagnosis.fits if fit.misconception.name in common))
        for diagnosis in diagnoses
    ]


# -- answers to several problems by one procedure: a program follows its rule on all of them, and makes no slip

Accepted = Sequence[Exercise]
"""One problem under each combination of conventions that is accepted; the first is the one by which it is marked."""

_FEWEST_SHOWN = 2


class RuleOnProblems(NamedTuple):
    """A wrong rule on the problems, by their places, on which it can be followed; and those of them on which it shows."""

    folds: dict[int, Fold]
    shows: list[int]

    @property
    def wrong(self) -> Misconception:
        """Return the rule; a twin of another one only where it is that on all problems."""
        first, *others = (fold.misconception for fold in self.folds.values())
        return first if all(one.twin_of == first.twin_of for one in others) else first._replace(twin_of="")


def diagnose_all(answered: Iterable[tuple[Accepted, Attempt]]) -> Diagnosis:
    """Return the rules that explain the answers to all problems that have any; where a rule cannot be followed they are the right ones.

    A rule that shows on one problem alone is not named: too many fit it by chance.
    """
    judged = [(accepted, one) for accepted, attempt in answered if (one := _judge(accepted[0], attempt)).meant]
    followed = [
        rule
        for rule in _rules_on(judged)
        if len(rule.shows) >= _FEWEST_SHOWN
        and not rule.wrong.has_to_try
        and all(_is_as(one, rule.folds.get(place)) for place, (_, one) in enumerate(judged))
    ]
    if len(followed) > 1:  # of several that fit the simplest goes first

        def changed(rule: RuleOnProblems) -> int:
            return sum(_changed_by(judged[at][1].exercise, fold.misconception) for at, fold in rule.folds.items())

        followed.sort(key=changed)
    fits = (Fit(rule.wrong, 0, len(judged), len(judged), frozenset()) for rule in followed)
    named = tuple(_without_twins(fits))
    says_little = all(one.is_run or one.is_never_or_always for _, one in judged)
    return Diagnosis(() if says_little and len(named) > MOST_OF_LITTLE else named)


def _rules_on(judged: Iterable[tuple[Accepted, Judged]]) -> Iterable[RuleOnProblems]:
    """Return each wrong rule that can be followed on any of the problems."""
    found: dict[tuple[str, str], RuleOnProblems] = {}
    for place, (accepted, one) in enumerate(judged):
        for fold in accepted[0].wrong.folds():
            rule = found.setdefault((fold.misconception.name, fold.misconception.detail), RuleOnProblems({}, []))
            rule.folds[place] = fold
            if _shows_beside(one, fold, accepted):
                rule.shows.append(place)
    return found.values()


def _is_as(judged: Judged, fold: Fold | None) -> bool:
    """Return whether the answers to a problem are those of a rule; the right ones where it cannot be followed."""
    answers = judged.exercise.solution.answers if fold is None else fold.answers
    return not deviations(judged, answers, most=1)


def _shows_beside(judged: Judged, fold: Fold, accepted: Accepted) -> bool:
    """Return whether a wrong rule can be told by what was answered from each way of searching that is accepted."""
    return _shows(judged, fold) and all(
        any(
            part not in fold.answers
            or not is_same(other.kind.parts[part], other.problem, other.solution.answers[part], fold.answers[part])
            for part in judged.meant
        )
        for other in accepted[1:]
    )


def diagnose_by(accepted: Accepted, attempt: Attempt, names: Collection[str]) -> Diagnosis:
    """Return which of the rules of these names explain the answers to one problem and show on it."""
    judged = _judge(accepted[0], attempt)
    wrong = frozenset(deviations(judged, accepted[0].solution.answers))
    fits = (
        _fit(judged, fold, wrong)
        for fold in accepted[0].wrong.folds()
        if fold.misconception.name in names and _shows_beside(judged, fold, accepted) and _is_as(judged, fold)
    )
    return Diagnosis(tuple(fits), judged=judged.items)


# -- what is said of it


def with_findings(graded: Graded, diagnosis: Diagnosis) -> Graded:
    """Return the marks with what is behind wrong answers in words."""
    slip = diagnosis.slip or (None if diagnosis.fits else _all_but_one_follow(graded))
    if slip is not None:
        return graded._replace(
            report=graded.report._replace(slip=_slip_sentence(graded, slip), slip_at=_where(graded, slip))
        )
    if not diagnosis.fits:
        return graded
    entries = [entry for part in graded.report.parts for entry in part.entries]
    left_out = {entry.node for entry in entries if entry.given is None} - {
        e.node for e in entries if e.given is not None
    }
    findings = tuple(
        finding._replace(is_seen=finding.node not in left_out)
        for finding in (_finding(graded.exercise, fit, diagnosis.judged) for fit in diagnosis.fits)
    )
    return graded._replace(report=graded.report._replace(findings=findings))


def _finding(exercise: Exercise, fit: Fit, judged: Collection[Item]) -> Finding:
    """Return what is said of a misconception; where it shows is at an answer that it explains, else nowhere that the student was right."""

    def may_show(part: str, key: int | None) -> bool:
        return (part, key) not in judged or (part, key) in fit.shown

    kind, problem, solution, *_ = exercise

    def is_explained(part: str, key: int | None) -> bool:
        return (part, key) in fit.shown or part not in problem.ask

    answers = fit.misconception.answer({})
    looks = (kind.wrong.divergence(problem, solution, answers, may) for may in (is_explained, may_show))
    at, step = next(filter(None, looks), (None, ""))
    node = None if at is None else exercise.name_of(at)
    return Finding(
        fit.misconception.name,
        advise(kind.wrong.wordings[fit.misconception.name], fit.misconception),
        step,
        node,
        fit.explains,
        fit.slips,
        fit.of,
    )


def _all_but_one_follow(graded: Graded) -> Slip | None:
    """Return the one wrong entry from which, as marks say, all else follows that is not right; it need not be a number."""
    entries = [(part.part, entry) for part in graded.report.parts for entry in part.entries]
    wrong = [(part, entry) for part, entry in entries if entry.verdict not in _RIGHT_OR_UNJUDGED]
    if len(wrong) != 1 or all(entry.verdict is not Verdict.FOLLOW_THROUGH for _, entry in entries):
        return None
    [(part, entry)] = wrong
    form, problem, given = graded.exercise.kind.parts[part].form, graded.exercise.problem, graded.attempt[part]
    if entry.verdict is not Verdict.WRONG or not form.by_entry or not isinstance(given, Mapping):
        return None
    return next((Slip((part, key)) for key in given if form.name(problem, key) == entry.node), None)


def _where(graded: Graded, slip: Slip) -> tuple[str, str] | None:
    """Return the part and the node of a slip that explains all else; None where it is no answer at a node, or explains not all."""
    (part, key), exercise = slip.item, graded.exercise
    if key is None or key not in graded.attempt[part] or slip.not_following:
        return None
    return part, exercise.kind.parts[part].form.name(exercise.problem, key)


def _slip_sentence(graded: Graded, slip: Slip) -> str:
    """Return what is said of a slip. The node of an entry that is missing is not named: not every reader may see it."""
    (part, key), exercise = slip.item, graded.exercise
    if key is None:
        follows = any(entry.verdict is Verdict.FOLLOW_THROUGH for part in graded.report.parts for entry in part.entries)
        return f"Only {part} is wrong; {_the_rest(graded)} is right{', or follows from it' * follows}."
    name = exercise.kind.parts[part].form.name(exercise.problem, key)
    if slip.not_following:
        return f"Only {name} is wrong ({part}); {_not_following(exercise, slip)} not follow from it."
    where = f"{part}, at {name}" if key in graded.attempt[part] else part
    return f"One slip ({where}): {_the_rest(graded)} is right, or follows from it."


def _the_rest(graded: Graded) -> str:
    """Return the subject of what a slip leaves right: an answer that cannot be read, or does not count, is none that is right."""
    parts = graded.exercise.kind.parts
    told = {(parts[part.part].form.uncounted, entry.message) for part in graded.report.parts for entry in part.entries}
    rest = "all else that could be read" if graded.unread else "all the rest that you answered"
    return f"{rest} and that counts" if any(uncounted and uncounted == message for uncounted, message in told) else rest


def _not_following(exercise: Exercise, slip: Slip) -> str:
    """Return the subject and verb of what does not follow: numbers together, else the parts by name."""
    answers = [exercise.solution.answers[part] for part in slip.not_following]
    if any(isinstance(answer, (int, Fraction, dict)) for answer in answers):
        return "the other numbers do"
    return f"{' and '.join(slip.not_following)} {'does' if len(answers) == 1 else 'do'}"
