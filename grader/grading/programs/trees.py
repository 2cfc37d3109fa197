"""The trees on which a program is played, drawn until each wrong rule shows on as many as a quiz asks, and the certificate that says so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generators.certify import certified, written
from generators.coincidences import Setting, coincidence
from generators.draws import RequestError
from generators.request import Values
from generators.targets import ABOUT
from grader.core.answers.part import is_same
from grader.core.conventions import Conventions
from grader.core.documents import Document
from grader.core.numbers import Number
from grader.core.policy import points_of
from grader.core.text import count
from grader.grading.programs.program import Program, ProgramTree, Style
from grader.grading.programs.spec import NO_AGENTS, Item, Spec, no_agents, with_conventions
from grader.kinds import KINDS, Exercise, read_exercise

_RARE = "nobody could follow it in the draws from which the rules were taken"
_MOST_DRAWS = 2_000

Rule = tuple[str, str]
"""A wrong rule: its name and its detail."""


class Shown(NamedTuple):
    """On how many hidden and public trees a wrong rule shows; `reason`: why it need not, usually nothing."""

    rule: Rule
    hidden: int
    public: int
    reason: str = ""


class Drawn(NamedTuple):
    """An exercise with its trees, on how many of them each rule shows, and what of the certificate could not be met."""

    program: Program
    shown: tuple[Shown, ...]
    warnings: tuple[str, ...] = ()


def draw(
    spec: Spec, id_: str, exercise: str, title: str, worth: Mapping[str, Number], seed: str, files: Mapping[str, bytes]
) -> Drawn:
    """Return the exercise with its trees: drawn from `seed` until each rule shows on as many as the quiz asks. Raises RequestError.

    `worth` are the points of each asked part.
    """
    drawing = _Drawing(spec, seed)
    hidden, public = drawing.first(is_public=False), drawing.first(is_public=True)
    needed = drawing.needed([*hidden, *public])
    drawing.improve(hidden, needed, spec.shows, is_public=False)
    drawing.improve(public, needed, 1, is_public=True)
    if spec.style is Style.AGENTS:
        for why in filter(None, (no_agents(one.exercises[0].problem.game) for one in (*hidden, *public))):
            raise RequestError(f"{why}, {NO_AGENTS}")
    trees = tuple(
        one.named(id_, f"{stem}-{at:0{width}}", is_public=stem == "public")
        for stem, width, held in (("public", 1, public), ("tree", 2, hidden))
        for at, one in enumerate(held, 1)
    )
    program = Program(
        id_,
        exercise,
        title,
        spec.kind,
        spec.style,
        spec.function,
        worth,
        spec.variants,
        spec.run,
        files,
        spec.limits,
        trees,
    )
    shown = [Shown(rule, _shows(rule, hidden), _shows(rule, public)) for rule in needed]
    reasons = drawing.reasons([*hidden, *public], needed)
    left_out = [Shown(rule, _shows(rule, hidden), _shows(rule, public), reason) for rule, reason in reasons.items()]
    return Drawn(program, (*shown, *left_out), tuple(_warnings(shown, spec, [*hidden, *public])))


class _Drawn:
    """A tree that was drawn or given, solved under each accepted combination."""

    def __init__(self, item: Item, exercises: tuple[Exercise, ...]) -> None:
        self.item, self.exercises = item, exercises
        first = exercises[0]
        folds = {(fold.misconception.name, fold.misconception.detail): fold for fold in first.wrong.folds()}
        self.rules = {rule: fold.answers for rule, fold in folds.items()}
        self.twins = {
            frozenset((rule[0], fold.misconception.twin_of))
            for rule, fold in folds.items()
            if fold.misconception.twin_of
        }
        self.shown = {
            rule
            for rule in self.rules
            if all(self.differs(self.rules[rule], one.solution.answers) for one in exercises)
        }

    def differs(self, answers: Values, others: Values) -> bool:
        """Return whether two answers are not the same in a part that is asked."""
        kind, problem = self.exercises[0].kind, self.exercises[0].problem
        return any(
            part not in answers
            or part not in others
            or not is_same(kind.parts[part], problem, others[part], answers[part])
            for part in problem.ask
        )

    def named(self, id_: str, name: str, *, is_public: bool) -> ProgramTree:
        """Return the tree under its name."""
        return ProgramTree(name, is_public, tuple(_renamed(one, f"{id_}-{name}", name) for one in self.exercises))


def _renamed(exercise: Exercise, id_: str, title: str) -> Exercise:
    problem = exercise.problem._replace(id=id_, title=title)
    return read_exercise(written(problem), KINDS, is_shipped=True)


def _shows(rule: Rule, trees: Iterable[_Drawn]) -> int:
    return sum(rule in tree.shown for tree in trees)


class _Drawing:
    """Draws trees from one seed; hidden ones and public ones are counted apart."""

    def __init__(self, spec: Spec, seed: str) -> None:
        self._spec, self._seed, self._drawn = spec, seed, {True: 0, False: 0}

    def first(self, *, is_public: bool) -> list[_Drawn]:
        """Return as many trees as each item asks for."""
        items = self._spec.items
        wanted = (item for item in items for _ in range(item.public if is_public else item.hidden))
        return [self._tree(item, is_public=is_public) for item in wanted]

    def _tree(self, item: Item, *, is_public: bool) -> _Drawn:
        stated = item.given
        if item.request is not None:
            self._drawn[is_public] += 1
            seed = f"{self._seed}/{'public' if is_public else 'hidden'}/{self._drawn[is_public]}"
            stated = written(certified(self._spec.kind, item.request, seed).problem).data
        return _Drawn(item, tuple(under(stated, conventions) for conventions in self._spec.variants))

    def needed(self, trees: Sequence[_Drawn]) -> list[Rule]:
        """Return the rules that are to show: those that no structure hides in all requests, and that are not accepted."""
        known = dict.fromkeys(rule for tree in trees for rule in tree.rules)
        reasons = self._hidden_by_structure(known)
        return [rule for rule in known if not reasons.get(rule) and not self._is_accepted(rule, trees)]

    def _hidden_by_structure(self, known: Iterable[Rule]) -> dict[Rule, str]:
        """Return why rules cannot show on any tree of the requests, or of those that are given; nothing for those that can."""
        plans = [item.plan for item in self._spec.items if item.plan is not None]
        anything = Setting(
            self._spec.kind, frozenset(self._spec.ask), self._spec.variants[0], is_unequal=False, is_unique=False
        )
        found: dict[Rule, str] = {}
        for rule in known:
            left_out = [
                dict(plan.targets.left_out).get((rule,)) or coincidence(rule, plan.setting)
                for plan in plans
                if rule in plan.known
            ]
            found[rule] = (left_out or [_RARE if plans else coincidence(rule, anything)])[0] * all(left_out)
        return found

    def _is_accepted(self, rule: Rule, trees: Sequence[_Drawn]) -> bool:
        """Return whether a rule is one of the accepted combinations on every tree."""
        return any(
            all(
                rule not in tree.rules or not tree.differs(tree.rules[rule], tree.exercises[at].solution.answers)
                for tree in trees
            )
            for at in range(1, len(self._spec.variants))
        )

    def reasons(self, trees: Sequence[_Drawn], needed: Sequence[Rule]) -> dict[Rule, str]:
        """Return why each rule that is not needed is not."""
        known = dict.fromkeys(rule for tree in trees for rule in tree.rules)
        hidden = self._hidden_by_structure(known)
        return {rule: hidden[rule] or "it is accepted" for rule in known if rule not in needed}

    def improve(self, trees: list[_Drawn], needed: Sequence[Rule], least: int, *, is_public: bool) -> None:
        """Draw further trees in place of others until each rule shows on so many. Raises RequestError where 2,000 draws do not do."""
        requests = [
            item
            for item in self._spec.items
            if item.request is not None and (item.public if is_public else item.hidden)
        ]
        if not requests:
            return

        def lacking(held: Sequence[_Drawn]) -> int:
            return sum(max(0, least - _shows(rule, held)) for rule in needed)

        lack = lacking(trees)
        while lack and len(trees) >= least and self._drawn[is_public] < _MOST_DRAWS:
            item = requests[self._drawn[is_public] % len(requests)]
            drawn = self._tree(item, is_public=is_public)
            places = [at for at, tree in enumerate(trees) if tree.item is item]
            left, at = min((lacking([*trees[:at], drawn, *trees[at + 1 :]]), at) for at in places)
            if left < lack:
                lack, trees[at] = left, drawn
        if lack:
            which = "public" if is_public else "hidden"
            name, shows = min(((rule, _shows(rule, trees)) for rule in needed), key=lambda one: one[1])
            of = count(len(trees), f"{which} tree")
            raise RequestError(
                f"{' '.join(filter(None, name))} shows on {shows} of {of}, {least} are wanted{_instead(name[0])}"
            )


def _instead(rule: str) -> str:
    about = next((about for about, names in ABOUT.items() if rule in names), "")
    return (
        f"; ask for trees with about: {about}" if about else "; ask for more trees, or for others: deeper or wider ones"
    )


def under(stated: Values, conventions: Conventions) -> Exercise:
    """Return a problem as it is under these conventions."""
    return read_exercise(Document("tree", with_conventions(stated, conventions), "", b""), KINDS, is_shipped=True)


def _warnings(shown: Sequence[Shown], spec: Spec, trees: Sequence[_Drawn]) -> Iterator[str]:
    """Yield what of the certificate cannot be met by given trees, and which rules no tree tells apart."""
    for one in shown:
        if one.hidden < spec.shows or not one.public:
            yield f"{rule_name(one.rule)} shows on {one.hidden} hidden and {one.public} public trees, {spec.shows} and 1 are wanted"
    for a, b in combinations([one.rule for one in shown if one.hidden or one.public], 2):
        with_both = [tree for tree in trees if a in tree.rules and b in tree.rules]
        are_twins = all(frozenset((a[0], b[0])) in tree.twins for tree in with_both)
        if with_both and not are_twins and not any(tree.differs(tree.rules[a], tree.rules[b]) for tree in with_both):
            yield f"{rule_name(a)} and {rule_name(b)} are told apart by none of the trees"


def rule_name(rule: Rule) -> str:
    """Return the name of a rule, with its detail in brackets."""
    name, detail = rule
    return f"{name} ({detail})" if detail else name


def points_by_part(ask: Sequence[str], points: Number | None) -> dict[str, Number]:
    """Return what each part is worth: its share of the points of the exercise, or one."""
    return points_of(points, dict.fromkeys(ask, 1))
