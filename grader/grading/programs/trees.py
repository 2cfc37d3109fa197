"""The trees on which a program is played, drawn until each wrong rule shows on as many as a quiz asks, and the certificate that says so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generators.certify import certified, written
from generators.coincidences import Setting, coincidence
from generators.draws import RequestError
from generators.planning import make_plan
from generators.request import Values
from generators.targets import ABOUT, DEFAULT, NONE
from grader.core.answers.part import is_same
from grader.core.conventions import read_conventions
from grader.core.games.tree import CHANCE, Tree
from grader.core.numbers import Number
from grader.core.text import count
from grader.grading.programs.program import Program, ProgramTree, Style, under
from grader.grading.programs.spec import NO_AGENTS, Item, Spec, no_agents
from grader.kinds import KINDS, Exercise, read_exercise

_ACCEPTED = "it is accepted"
_TOGETHER = "hardly any tree of these requests shows such a mistake, which may go unseen"
_RARE = "the draws from which the rules were taken had no place for such a mistake; to see it surely, give a tree that shows it"
_ABSENT = "these trees, what is asked of them and the conventions have no place for such a mistake"
_MOST_DRAWS = 2_000
_PATIENCE = 60
"""So many draws in a row may show none of the rules that are looked for alone; a rule on every tenth tree is missed once in 500 times."""

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
    reasons = drawing.reasons([*hidden, *public])
    needed = [rule for rule, reason in reasons.items() if not reason]
    alone = [rule for rule, reason in reasons.items() if reason == _TOGETHER]
    drawing.improve(hidden, needed, alone, spec.shows, is_public=False)
    alone = [rule for rule in alone if _shows(rule, hidden) >= spec.shows]
    drawing.improve(public, needed, alone, 1, is_public=True)
    needed += [rule for rule in alone if _shows(rule, public)]
    drawn = [*hidden, *public]
    if spec.style is Style.AGENTS:
        for why in filter(None, (no_agents(one.exercises[0].problem.game) for one in drawn)):
            raise RequestError(f"{why}, {NO_AGENTS}")
    trees = tuple(
        one.named(id_, f"{stem}-{at:0{width}}", is_public=stem == "public")
        for stem, width, held in (("public", 1, public), ("tree", 2, hidden))
        for at, one in enumerate(held, 1)
    )
    said = (spec.kind, spec.style, spec.function, worth, spec.variants, spec.run, files, spec.limits)
    left_out = {rule: reason or _ACCEPTED for rule, reason in drawing.reasons(drawn).items() if rule not in needed}
    known = {name for name, _ in (*needed, *left_out)}
    absent = {(name, ""): _ABSENT for name in KINDS[spec.kind].wrong.wordings if name not in known}
    shown = tuple(
        Shown(rule, _shows(rule, hidden), _shows(rule, public), reason)
        for rule, reason in (dict.fromkeys(needed, "") | left_out | absent).items()
    )
    warnings = (*_warnings([one for one in shown if not one.reason], spec, drawn), *_inexact_ties(spec, trees))
    return Drawn(Program(id_, exercise, title, *said, trees), shown, warnings)


class _Drawn:
    """A tree that was drawn or given, solved under each accepted combination."""

    def __init__(self, item: Item, exercises: tuple[Exercise, ...]) -> None:
        self.item, self.exercises = item, exercises
        first = exercises[0]
        folds = {(fold.misconception.name, fold.misconception.detail): fold for fold in first.wrong.folds()}
        self.rules = {rule: fold.answers for rule, fold in folds.items()}
        self.twins = {frozenset((rule[0], fold.misconception.twin_of)) for rule, fold in folds.items()}
        right = [one.solution.answers for one in exercises]
        self.shown = {rule for rule, answers in self.rules.items() if all(self.differs(answers, one) for one in right)}

    def differs(self, answers: Values, others: Values) -> bool:
        """Return whether two answers are not the same in a part that is asked."""
        kind, problem = self.exercises[0].kind, self.exercises[0].problem
        if not {*problem.ask} <= answers.keys() & others.keys():
            return True
        return any(not is_same(kind.parts[part], problem, others[part], answers[part]) for part in problem.ask)

    def named(self, id_: str, name: str, *, is_public: bool) -> ProgramTree:
        """Return the tree under its name."""
        problems = (one.problem._replace(id=f"{id_}-{name}", title=name) for one in self.exercises)
        accepted = (read_exercise(written(one), KINDS, is_shipped=True) for one in problems)
        return ProgramTree(name, is_public, tuple(accepted))


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

    def _tree(self, item: Item, *, is_public: bool, is_bare: bool = False) -> _Drawn:
        """Return a tree; `is_bare`: which need not tell apart all at once what its request does where that says nothing of it."""
        stated, request = item.given or {}, item.request
        if request is not None:
            self._drawn[is_public] += 1
            seed = f"{self._seed}/{'public' if is_public else 'hidden'}/{self._drawn[is_public]}"
            if is_bare and request.promise.separate == (DEFAULT,):
                request = request._replace(promise=request.promise._replace(separate=(NONE,)))
            stated = written(certified(self._spec.kind, request, seed).problem).data
        return _Drawn(item, tuple(under(stated, conventions) for conventions in self._spec.variants))

    def reasons(self, trees: Sequence[_Drawn]) -> dict[Rule, str]:
        """Return why rules need not show: a structure hides them in all requests, or they are accepted; nothing for those that are to show."""
        known = dict.fromkeys(rule for tree in trees for rule in tree.rules)
        hidden = self._hidden_by_structure(known)
        return {rule: hidden[rule] or _ACCEPTED * self._is_accepted(rule, trees) for rule in known}

    def _hidden_by_structure(self, known: Iterable[Rule]) -> dict[Rule, str]:
        """Return why rules cannot show on any tree of the requests, or of those that are given; nothing for those that can."""
        kind, ask, conventions = self._spec.kind, frozenset(self._spec.ask), self._spec.variants[0]
        plans = [make_plan(kind, item.request) for item in self._spec.items if item.request is not None]
        anything = Setting(kind, ask, conventions, is_unequal=False, is_unique=False)
        found: dict[Rule, str] = {}
        for rule in known:
            by_plan = [plan for plan in plans if rule in plan.known]
            why = [coincidence(rule, plan.setting) for plan in by_plan]
            is_apart = any((rule,) not in dict(plan.targets.left_out) for plan in by_plan)
            could = "" if is_apart else _TOGETHER
            found[rule] = (why or [_RARE if plans else coincidence(rule, anything)])[0] if all(why) else could
        return found

    def _is_accepted(self, rule: Rule, trees: Sequence[_Drawn]) -> bool:
        """Return whether a rule is one of the accepted combinations on every tree."""
        following = [(tree, tree.rules[rule]) for tree in trees if rule in tree.rules]
        return any(
            not any(tree.differs(answers, tree.exercises[at].solution.answers) for tree, answers in following)
            for at in range(1, len(self._spec.variants))
        )

    def improve(
        self, trees: list[_Drawn], needed: Sequence[Rule], alone: Sequence[Rule], least: int, *, is_public: bool
    ) -> None:
        """Draw further trees in place of others until each rule shows on so many. Raises RequestError where 2,000 draws do not do.

        Rules that need not show are then looked for `alone`, each on trees that may leave others unseen.
        """
        items = self._spec.items
        requests = [item for item in items if item.request is not None and (item.public if is_public else item.hidden)]
        if not requests:
            return

        def lacking(held: Sequence[_Drawn]) -> tuple[int, int]:
            first, then = (sum(max(0, least - _shows(rule, held)) for rule in rules) for rules in (needed, alone))
            return first, then

        def exchange(*, is_bare: bool) -> bool:
            """Draw one more tree and return whether it is better than one that is there."""
            item = requests[self._drawn[is_public] % len(requests)]
            drawn = self._tree(item, is_public=is_public, is_bare=is_bare)
            places = [at for at, tree in enumerate(trees) if tree.item is item]
            left, at = min((lacking([*trees[:at], drawn, *trees[at + 1 :]]), at) for at in places)
            if is_better := left < lacking(trees):
                trees[at] = drawn
            return is_better

        while lacking(trees)[0] and len(trees) >= least and self._drawn[is_public] < _MOST_DRAWS:
            exchange(is_bare=False)
        in_vain = 0
        while not lacking(trees)[0] and lacking(trees)[1] and in_vain < _PATIENCE:
            in_vain = 0 if exchange(is_bare=True) else in_vain + 1
        if lacking(trees)[0]:
            rule = min(needed, key=lambda rule: _shows(rule, trees))
            about = next((about for about, names in ABOUT.items() if rule[0] in names), "")
            instead = f"trees with about: {about}" if about else "more trees, or for others: deeper or wider ones"
            shows = f"{_shows(rule, trees)} of {count(len(trees), 'public tree' if is_public else 'hidden tree')}"
            wanted = f"{least} are wanted; ask for {instead}"
            raise RequestError(f"{' '.join(filter(None, rule))} shows on {shows}, {wanted}")


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


def _inexact_ties(spec: Spec, trees: Iterable[ProgramTree]) -> Iterator[str]:
    """Yield on which trees a right search in floats may miss that children of the root are equal, as 0.1 + 0.2 is not 0.3."""
    if spec.style is Style.ANSWERS or any(one.tie == "any" for one in spec.variants):
        return
    for tree in trees:
        problem = tree.exercise.problem
        game: Tree = problem.game
        numbers = (*(game.probability if CHANCE in game.kind else ()), *game.value)
        if (
            "best-move" not in problem.ask
            or CHANCE not in game.kind
            or all(float(one) == one for one in numbers if one)
        ):
            continue
        any_best = under(tree.exercise.document.data, read_conventions({"tie": "any"})[0])
        if len(any_best.solution.answers["best-move"]) > 1:
            why = "the best children of the root are equal, which floats need not show"
            yield f"{tree.name}: {why}; with accept: {{tie: [first, any]}} either is right"


def rule_name(rule: Rule) -> str:
    """Return the name of a rule, with its detail in brackets."""
    name, detail = rule
    return f"{name} ({detail})" if detail else name
