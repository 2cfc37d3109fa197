"""How much of a class has what right where, on the tree of a problem or why there is none; and what of it all to talk about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from grader.core.drawing.diagram import Branch, Diagram, DiagramNode, Share
from grader.core.drawing.scale import shorten
from grader.core.errors import Fault
from grader.core.text import count
from grader.course.report.tallies import NodeTally, PartSummary, ProblemSummary, WrongAnswer
from grader.course.report.wording import variants_of, whole_percent
from grader.kinds import Exercise
from grader.pages.overlay import AS_AT_A_NODE

Find = Callable[[str], Exercise | Fault | None]
"""From a problem's id to the problem, or why it is not there; None where nobody looked."""

FEW = Fraction(3, 4)
"""Where fewer are right a node is to be talked about."""

_LONGEST_ANSWER = 12


class NodeShare(NamedTuple):
    """What a class did at a node, which stands at this place of the diagram: `right` of `of` students are.

    `wrong` are the wrong answers with how many gave them, the commonest first; `verb` says what these did. `follows`: most
    of these answers follow from an earlier slip.
    """

    place: int
    right: int
    of: int
    wrong: tuple[tuple[str, int], ...]
    verb: str = "wrote "
    follows: bool = False

    @property
    def is_low(self) -> bool:
        """Return whether fewer than 3 in 4 are right."""
        return self.right < FEW * self.of

    @property
    def common(self) -> str:
        """Return the commonest wrong answer with how many gave it, "12 wrote 1"; nothing where no two gave the same."""
        given, students = self.wrong[0] if self.wrong else ("", 0)
        return f"{students} {self.verb}{shorten(given, _LONGEST_ANSWER)}" if students > 1 else ""

    @property
    def all_wrong(self) -> str:
        """Return the wrong answers, each with how many gave it: "12 wrote 1; 1 wrote 3"."""
        return "; ".join(f"{students} {self.verb}{given}" for given, students in self.wrong)


class ClassTree(NamedTuple):
    """The solved tree of a problem and what the class did at its nodes, in the order of the diagram.

    `alone` is the title of the part that is counted, where a node shows the numbers of several.
    """

    diagram: Diagram
    shares: tuple[NodeShare, ...]
    alone: str = ""

    @property
    def of_part(self) -> str:
        """Return in which part students are right, to stand behind that; nothing where there is one alone."""
        return f" in {self.alone}" if self.alone else ""

    def drawn(self) -> Diagram:
        """Return the tree with the share of the class that is right beside each node."""
        by_place = {share.place: share for share in self.shares}
        nodes = (_with_share(node, by_place.get(place)) for place, node in enumerate(self.diagram.nodes))
        title = f"{self.diagram.title}, with the share of the class that is right{self.of_part} at each node"
        return self.diagram._replace(title=title, nodes=tuple(nodes))

    def id_of(self, share: NodeShare) -> str:
        """Return the id of the node."""
        return self.diagram.nodes[share.place].id

    def words_on(self, share: NodeShare) -> str:
        """Return what is said of a node when it is chosen."""
        percent = whole_percent(Fraction(share.right, share.of))
        right = f"{self.id_of(share)}: {share.right} of {share.of} are right{self.of_part} ({percent})."
        return f"{right} {share.all_wrong}." if share.wrong else right


def _with_share(node: DiagramNode, one: NodeShare | None) -> DiagramNode:
    """Return a node with nothing beside it but what the class did there."""
    share = None if one is None else Share(Fraction(one.right, one.of), one.is_low, one.common)
    static = node.static if node.is_horizon else ""
    return node._replace(window=None, bold=False, features=(), state="", static=static, share=share)


def class_tree(summary: ProblemSummary, found: Exercise | Fault | None) -> ClassTree | str:
    """Return the tree of a problem with what the class did there, or the sentence why there is none."""
    if summary.programs:
        return "Programs are played on many trees. The report of each student shows the smallest public one on which a mistake shows."
    if found is None:
        return "No tree: nobody said which problem this is. Name its file with --problems."
    if isinstance(found, Fault):
        return f"No tree, as the problem is not at hand: {found}"
    if not summary.one_shape:
        return f"No tree: the {variants_of(summary)} are not known to have one shape. The parts tell more."
    if len(summary.digests) > 1:
        versions = count(len(summary.digests), "version")
        return f"No tree: the results come from {versions} of the problem, whose trees may differ."
    if found.problem.kind != summary.kind or summary.digests not in ((), (found.document.digest,)):
        return "No tree: the problem's file has changed since these results were made."
    return _tree(summary, found)


def _tree(summary: ProblemSummary, found: Exercise) -> ClassTree | str:
    silent = summary.item.students - min((part.told for part in summary.parts), default=0)
    if silent:
        return f"No tree: {count(silent, 'result')} say{'s' if silent == 1 else ''} marks only (graded with --reveal none)."
    if not (diagrams := found.diagrams(solved=True)):
        return "No tree: nothing of this problem is drawn."
    diagram = diagrams[0]
    shares = sorted(_shares(summary, found, diagram))
    drawn = _without_numbers(diagram) if summary.variants > 1 else diagram
    if not shares:
        return "No tree: nothing was asked that is about single nodes."
    together = [part.part for part in summary.parts if part.part in AS_AT_A_NODE]
    alone = found.kind.parts[found.kind.wrong.carrier].title if len(together) > 1 else ""
    return ClassTree(drawn, tuple(shares), alone)


def shape_of(find: Find, id_: str) -> Hashable:
    """Return the shape of a problem's tree; None where it is not at hand."""
    exercise = find(id_)
    return exercise.shape() if isinstance(exercise, Exercise) else None


def _without_numbers(diagram: Diagram) -> Diagram:
    """Return the tree as all variants have it: nodes by name, and nothing that is one variant's own."""
    nodes = (
        DiagramNode(
            node.shape, node.id, node.parent, key=node.key, is_horizon=node.is_horizon, is_noisy=node.is_noisy,
            branch=node.branch if node.branch is Branch.BEYOND else Branch.KEPT,
        )
        for node in diagram.nodes
    )  # fmt: skip
    return diagram._replace(title="The tree that all variants share", nodes=tuple(nodes), facts=())


def _shares(summary: ProblemSummary, exercise: Exercise, diagram: Diagram) -> Iterable[NodeShare]:
    """Return what the class did at the nodes: in their numbers, else in the root's number and in what is skipped."""
    parts, wrong = {part.part: part for part in summary.parts}, exercise.kind.wrong
    if wrong.carrier in parts and wrong.carrier in exercise.kind.tutor.at_nodes:
        known = parts[wrong.carrier]
        return _numbers(known, diagram) if summary.variants == 1 else _places_of(known, diagram)
    found: dict[int, NodeShare] = {}
    if wrong.skipped in parts and summary.variants == 1:
        found = {share.place: share for share in _skipping(parts[wrong.skipped], diagram)}
    if wrong.root in parts:
        part = parts[wrong.root]
        tallies = {tally.node: tally for tally in part.nodes}
        found[0] = _number(part, 0, tallies.get(None))
    return found.values()


def _numbers(part: PartSummary, diagram: Diagram) -> Iterator[NodeShare]:
    """Yield what the class wrote at each node whose number was asked; of two nodes of one name nothing is known."""
    tallies = {tally.node: tally for tally in part.nodes}
    named = Counter(node.id for node in diagram.nodes)
    for place, node in enumerate(diagram.nodes):
        if node.number is not None and not node.number.quiet and not node.is_horizon and named[node.id] == 1:
            yield _number(part, place, tallies.get(node.id))


def _places_of(part: PartSummary, diagram: Diagram) -> Iterator[NodeShare]:
    """Yield what the class did at each node at which some variant asks for an answer."""
    places = {node.id: place for place, node in enumerate(diagram.nodes)}
    for tally in part.nodes:
        if tally.of and tally.node in places:
            yield _number(part, places[tally.node], tally)


def _number(part: PartSummary, place: int, tally: NodeTally | None) -> NodeShare:
    if tally is None:
        return NodeShare(place, 0, part.told, ())
    wrong = tuple((answer.given, answer.students) for answer in tally.wrong)
    return NodeShare(place, tally.right, tally.of, wrong, follows=_follows(tally.wrong))


def _follows(wrong: Iterable[WrongAnswer]) -> bool:
    """Return whether more than half of the wrong answers follow from an earlier slip."""
    return sum(2 * answer.follow_through - answer.students for answer in wrong) > 0


def _skipping(part: PartSummary, diagram: Diagram) -> Iterator[NodeShare]:
    """Yield how many skip the right things below each node at which the search cuts, or at which somebody does.

    A node is said of the nearest node above it that the search visits. Where a result does not name what is missing
    nothing is known.
    """
    if any(None in one.missed for one, _ in part.astray):
        return
    above = {node.id: _visited_above(diagram, place) for place, node in enumerate(diagram.nodes)}
    late, early = Counter[int](), Counter[int]()
    wrong: Counter[int] = Counter()
    for one, students in part.astray:
        missed, extra = _places(one.missed, above), _places(one.extra, above)
        late.update(dict.fromkeys(missed, students))
        early.update(dict.fromkeys(extra - missed, students))
        wrong.update(dict.fromkeys(missed | extra, students))
    cut = {diagram.nodes[place].parent for place, node in enumerate(diagram.nodes) if node.cut}
    unanswered = part.blank + part.malformed
    for place in sorted(cut | set(wrong)):
        said = Counter({"cut less": late[place], "cut more": early[place]})
        right = part.told - unanswered - wrong[place]
        yield NodeShare(place, right, part.told, tuple((what, n) for what, n in said.most_common() if n), "")


def _places(ids: Iterable[str | None], above: dict[str, int]) -> set[int]:
    return {above[id_] for id_ in ids if id_ in above}


def _visited_above(diagram: Diagram, place: int) -> int:
    """Return the nearest node above that the search visits; of the root itself."""
    place = max(diagram.nodes[place].parent, 0)
    while diagram.nodes[place].branch.is_left_out:
        place = diagram.nodes[place].parent
    return place
