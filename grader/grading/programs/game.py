"""Play a search on given trees: the game that your function is handed, and a way to try it.

    python3 game.py search.py      plays the public trees of trees.json, and says what is right

Your file defines a function (trees.json says its name) that gets the game and returns the value, a pair (value, best child or move),
or a dict such as {"value": 3, "best-move": "B"}. A node is its name, such as "A". One can be asked about once the children of its
parent were asked; else ValueError is raised. Which nodes you visit is told by a log of `children` and `value`, and by nothing you return.

This file needs Python 3.9 and nothing else. `python3 game.py FILE FUNCTION STYLE` plays trees that come in lines of JSON on standard
input; what your program prints goes to standard error meanwhile, and does no harm.
"""

import functools
import importlib.machinery
import importlib.util
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Game:
    """A tree of which you see what you ask for; `root` is where the search begins."""

    def __init__(self, start, ask):
        self.root, self._ask = start["root"], ask
        self._seen = {self.root: (start["player"], self.root, 1)}

    def _of(self, node):
        if node not in self._seen:
            raise ValueError("no node %r was shown so far" % (node,))
        return self._seen[node]

    def player(self, node):
        """Return "max", "min", "chance" or "leaf"."""
        return self._of(node)[0]

    def is_leaf(self, node):
        return self.player(node) == "leaf"

    def move(self, node):
        """Return the name of the move that leads to the node."""
        return self._of(node)[1]

    def chance(self, node):
        """Return how probable a node below a chance node is."""
        return self._of(node)[2]

    def children(self, node):
        """Return the nodes below a node, from left to right. This is logged."""
        if self.is_leaf(node):
            raise ValueError("%r is a leaf and has no children" % (node,))
        shown = self._ask({"children": node})
        names, chances = shown["children"], shown.get("chances", [1] * len(shown["children"]))
        self._seen.update(zip(names, zip(shown["players"], shown["moves"], chances)))
        return list(names)

    def value(self, leaf):
        """Return what a leaf is worth for MAX. This is logged."""
        if not self.is_leaf(leaf):
            raise ValueError("%r is no leaf and has no value yet" % (leaf,))
        return self._ask({"value": leaf})["value"]


class State:
    """A node as agents of the well-known Pac-Man projects see it: agent 0 is MAX, agent 1 MIN or chance."""

    def __init__(self, game, node):
        self._game, self._node, self._below = game, node, {}

    def getLegalActions(self, agent=0):
        if not self.isWin():
            children = self._game.children(self._node)
            moves = [self._game.move(child) for child in children]
            names = [move if moves.count(move) == 1 else child for move, child in zip(moves, children)]
            self._below = dict(zip(names, children))
        return list(self._below)

    def generateSuccessor(self, agent, action):
        if action not in self._below:
            raise ValueError("%r is no legal action that was shown so far" % (action,))
        return State(self._game, self._below[action])

    def getNumAgents(self):
        return 2

    def isWin(self):
        return self._game.is_leaf(self._node)

    def isLose(self):
        return False

    def getScore(self):
        return self._game.value(self._node)


class Agent:
    """What `from game import Agent` finds in code that was written for these projects."""

    def __init__(self, index=0):
        self.index = index


class Directions:
    """What `from game import Directions` finds there."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


class Wrong(Exception):
    """A program that is not what was asked for; the message says why."""


def load(file, name):
    """Return the function of that name, or the only class that has it as a method."""
    sys.dont_write_bytecode = True  # what was compiled could be that of a moment ago
    sys.path.append(HERE)
    loader = importlib.machinery.SourceFileLoader("submission", file)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("submission", loader))
    sys.modules["submission"] = module  # where `@dataclass` looks for names when annotations are texts
    loader.exec_module(module)
    if callable(getattr(module, name, None)):
        return getattr(module, name)
    own = {key: one for key, one in vars(module).items() if getattr(one, "__module__", "") == "submission"}
    agents = [one for one in own.values() if isinstance(one, type) and callable(getattr(one, name, None))]
    if len(agents) == 1:
        return agents[0]
    has = "; it has " + ", ".join(own) if own else ""
    raise Wrong('%s has no function "%s"%s' % (os.path.basename(file), name, has))


def answer_of(function, style, start, ask):
    """Return what the function answers, part by part."""
    if isinstance(function, type) and style != "agents":
        raise Wrong("%s is a class, expected a function" % function.__name__)
    if style == "answers":
        return function(start["problem"])
    game = Game(start, ask)
    if style == "agents":
        if isinstance(function, type):
            agent = function()
            agent.index, agent.depth, agent.evaluationFunction = 0, 1000, lambda state: state.getScore()
            function = agent.getAction
        return {"best-move": function(State(game, game.root))}
    found = function(game)
    if found is None:
        raise Wrong("the function returned nothing, expected a value, a pair or a dict")
    pair = found if isinstance(found, tuple) and len(found) == 2 else (found,)
    return found if isinstance(found, dict) else dict(zip(("value", "best-move"), pair))


def plain(answer):
    """Return an answer as JSON can hold it."""
    if isinstance(answer, dict):
        return {str(part): plain(one) for part, one in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [plain(one) for one in answer]
    if isinstance(answer, float) or (hasattr(answer, "__float__") and not isinstance(answer, int)):
        return float(answer) if abs(float(answer)) < float("inf") else str(float(answer))
    return answer if isinstance(answer, (str, int, type(None))) else "<%s>" % type(answer).__name__


def serve(file, name, style, in_turn=lambda turn, start: turn(start)):
    """Play the trees that come on standard input; `in_turn` has each played."""
    replies, lines = os.fdopen(os.dup(1), "w", encoding="utf-8"), os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    function = functools.lru_cache(load)

    def tell(said):
        sys.stdout.flush()
        print(json.dumps(said), file=replies, flush=True)

    def read():
        return json.loads(lines.readline() or sys.exit())

    def ask(request):
        tell(request)
        return read()

    def turn(start):
        try:
            said = {"answer": plain(answer_of(function(file, name), style, start, ask))}
        except Wrong as failure:
            said = {"error": str(failure)}
        except Exception as failure:  # a bug of the program; the next tree begins all the same
            said, place = {"error": ("%s: %s" % (type(failure).__name__, failure))[:1000]}, failure.__traceback__
            lines_in = {"line": failure.lineno} if getattr(failure, "filename", "") == file else {}
            while place is not None:
                lines_in = {"line": place.tb_lineno} if place.tb_frame.f_code.co_filename == file else lines_in
                place = place.tb_next
            said.update(lines_in)
        tell(said)

    start = read()
    while "end" not in start:
        in_turn(turn, start)
        start = read()


class Tree:
    """A tree written out, of which a program is shown what it asks for; `visited` has its nodes in the order in which they were asked for first."""

    def __init__(self, root: str, nodes: dict) -> None:
        self.root, self.nodes, self.visited, self._known = root, nodes, {}, {root}

    def start(self) -> dict:
        return {"root": self.root, "player": self.nodes[self.root]["player"]}

    def reply(self, request: str, node: object) -> dict:
        """Return what is shown of a node. Raises ValueError, which says what is wrong with it."""
        if not isinstance(node, str) or node not in self._known:
            raise ValueError("which it had not been shown")
        shown = self.nodes[node]
        below = shown.get("children", [])
        if (request == "children") != bool(below):
            raise ValueError("which is %s leaf" % ("no" if below else "a"))
        self.visited[node] = True
        self._known.update(below)
        shown = dict(shown, players=[self.nodes[child]["player"] for child in below])
        order = ("children", "players", "moves", "chances") if below else ("value",)
        return {name: shown[name] for name in order if name in shown}

    def log(self) -> dict:
        """Return the answers that are told by what was asked for."""
        leaves = [node for node in self.nodes if "value" in self.nodes[node]]
        pruned = [leaf for leaf in leaves if leaf not in self.visited]
        counts = {"leaves-evaluated": len(leaves) - len(pruned), "nodes-visited": len(self.visited)}
        return dict(counts, visited=list(self.visited), pruned=pruned)


def same(given, right, near):
    """Return whether an answer is the right one; numbers may be written in any way, and those that are not whole be so near."""
    if isinstance(given, (list, dict)) and type(given) is type(right) and len(given) == len(right):
        pairs = zip(given, right) if isinstance(given, list) else ((given.get(key), right[key]) for key in right)
        return all(same(*pair, near) for pair in pairs)
    try:
        return given == right or abs(number(given) - number(right)) <= (1e-9 if isinstance(right, int) else near + 1e-9)
    except (ValueError, ArithmeticError):
        return False


def number(said):
    """Return the number that is written, also as a fraction."""
    above, _, below = str(said).partition("/")
    return float(above) / float(below or 1)


def said_of(stated, part, given, right):
    """Return in words whether a part is right, of a list where it first is not; and whether it is."""
    if part in stated["sets"] and isinstance(given, list):
        given, right = sorted(map(str, given)), sorted(map(str, right))
    if same(given, right, stated["near"]):
        return part + " right", True
    if part in stated["examples"] and given is not None:  # what else is right is looked at when it is marked
        return part + " not checked here", True
    if part != "visited":
        return "%s wrong: %s, expected %s" % (part, given, right), False
    given = given if isinstance(given, list) else []
    place = [*(one == other for one, other in zip(given, right)), False].index(False)
    both = ["".join(map(str, one[place : place + 1])) or "nothing more" for one in (given, right)]
    return "visited wrong at place %d: %s, expected %s" % (place + 1, *both), False


def answer_on(problem, ask):
    """Return what a program answers on a tree, or why there is no answer; the program is sent lines, and answers, by `ask`."""
    if "nodes" not in problem:
        return ask({"problem": problem})
    tree = Tree(problem["root"], problem["nodes"])
    said = ask(tree.start())
    while "children" in said or "value" in said:
        try:
            shown = tree.reply(*next(iter(said.items())))
        except ValueError:
            return {"ended": "asked for what it was not shown or is not there: %s" % json.dumps(said)}
        said = ask(shown)
    return {"answer": dict(said["answer"], **tree.log())} if "answer" in said else said


def exchange(process, sent):
    """Send a line to a program and return what it says; `ended` is there where it can go on no more."""
    line, known = "", (["answer"], ["children"], ["value"], ["error"], ["error", "line"])
    try:
        print(json.dumps(sent, separators=(",", ":")), file=process.stdin, flush=True)
        line = process.stdout.readline()
        said = json.loads(line)
        if isinstance(said, dict) and sorted(said) in known and isinstance(said.get("answer", {}), dict):
            return said
    except (OSError, ValueError, RecursionError):
        pass  # told below
    return {"ended": "wrote a line that is no JSON object: %s" % line[:60].strip() if line else "the program ended"}


def judged(stated, tree, said):
    """Return in words what is right of what a program says on a tree, and whether all is."""
    if "answer" not in said:
        line = " (line %s)" % said["line"] if "line" in said else ""
        return str(said.get("ended", said.get("error"))) + line, False
    root = tree["problem"].get("nodes", {}).get(tree["problem"].get("root"), {})
    names = dict(zip(root.get("moves", []), root.get("children", [])))  # a best move may be called by either
    tried = []
    for right in tree["answers"]:
        both = {part: (said["answer"].get(part), one) for part, one in right.items()}
        if root and "best-move" in both:
            both["best-move"] = [
                one if one in names.values() else names.get(str(one), one) for one in both["best-move"]
            ]
        tried.append([said_of(stated, part, *pair) for part, pair in both.items()])
    best = max(tried, key=lambda parts: sum(is_right for _, is_right in parts))
    return ", ".join(words for words, _ in best), all(is_right for _, is_right in best)


def main(file):
    """Play the public trees; return 0 if all is right, else 1."""
    import signal
    import subprocess
    import threading
    import time

    with open(os.path.join(HERE, "trees.json"), encoding="utf-8") as opened:
        stated = json.load(opened)
    ending, seconds = os.path.splitext(file)[1].lower(), stated["seconds"]
    if ending not in stated["run"] or not os.path.isfile(file):
        sys.exit("%s: expected a file with the ending %s" % (file, " or ".join(stated["run"])))
    command = stated["run"][ending]
    if command == ["python"]:
        command = [sys.executable, __file__, "{file}", stated["function"], stated["style"]]
    command = [word.replace("{file}", file) for word in command]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8", "errors": "replace"}

    def stop():
        try:
            os.killpg(process.pid, signal.SIGKILL)  # with what it has started
        except (AttributeError, OSError):
            process.kill()

    def in_time(talk):
        limit, end = threading.Timer(seconds, stop), time.monotonic() + seconds
        limit.start()
        said = talk(functools.partial(exchange, process))
        limit.cancel()
        return {"ended": "took more than %d seconds" % seconds} if "ended" in said and time.monotonic() > end else said

    process, is_right = None, True
    try:
        for tree in stated["trees"]:
            process = process or subprocess.Popen(command, start_new_session=True, **pipes)
            said = in_time(functools.partial(answer_on, tree["problem"]))
            if "ended" in said:  # the next tree begins with a process of its own
                stop()
                process = None
            words, is_this_right = judged(stated, tree, said)
            is_right = is_right and is_this_right
            print("%s: %s" % (tree["name"], words), flush=True)
        if process:
            in_time(lambda ask: ask({"end": True}))
    finally:
        if process:
            stop()
    return 0 if is_right else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else serve(os.path.abspath(sys.argv[1]), *sys.argv[2:]))
