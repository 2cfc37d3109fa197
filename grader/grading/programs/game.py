"""Play a search on given trees: the game that your function is handed, and a way to try it.

    python3 game.py search.py      plays the public trees of trees.json, and says what is right

Your file defines a function (trees.json says its name) that gets the game and returns the value, a pair (value, best child or move),
or a dict such as {"value": 3, "best-move": "B"}. A node is its name, such as "A". One can be asked about once the children of its
parent were asked; else ValueError is raised. Which nodes you visit is told by a log of `children` and `value`, and by nothing you return.

This file needs Python 3.9 and nothing else. `python3 game.py FILE FUNCTION STYLE` plays trees that come in lines of JSON on standard
input; what your program prints goes to standard error meanwhile, and does no harm.
"""

import contextlib
import functools
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INSTEAD = "the function returned %s, expected %s"
CLASS = "%s is a class, expected a function"
FROM_LOG = ("visited", "pruned", "leaves-evaluated", "nodes-visited")  # the parts of which only the log says the answer
EXPECTED = {"game": "a value, a pair or a dict", "agents": "an action", "answers": "a dict from parts to answers"}


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


def load(file, name, style):
    """Return the function of that name; of agents also the class, or the only one that has it as a method."""
    sys.dont_write_bytecode = True  # what was compiled could be that of a moment ago
    sys.path.append(HERE)
    loader = importlib.machinery.SourceFileLoader("submission", file)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("submission", loader))
    sys.modules["submission"] = module  # as an import does: a student's `@dataclass` looks itself up there
    loader.exec_module(module)
    found, is_agent = getattr(module, name, None), style == "agents"
    if isinstance(found, type) and not is_agent:
        raise Wrong(CLASS % name)
    if callable(found):
        return found
    own = {key: one for key, one in vars(module).items() if getattr(one, "__module__", "") == "submission"}
    agents = [one for one in own.values() if is_agent and isinstance(one, type) and callable(getattr(one, name, None))]
    if len(agents) == 1:
        return agents[0]
    has = "; it has " + ", ".join(own) if own else ""
    if agents:
        has = " of its own, and several classes with it, expected one: " + ", ".join(one.__name__ for one in agents)
    raise Wrong('%s has no function "%s"%s' % (os.path.basename(file), name, has))


def answer_of(function, style, start, ask):
    """Return what the function answers, part by part."""
    given = start["problem"] if style == "answers" else Game(start, ask)
    if style == "agents":
        if isinstance(function, type):
            agent = function()
            agent.index, agent.depth, agent.evaluationFunction = 0, 1000, lambda state: state.getScore()
            function = agent.getAction
        given = State(given, given.root)
    found = function(given)
    if found is None or (style == "answers" and not isinstance(found, dict)):
        what = "nothing" if found is None else str(plain(found))[:60]
        raise Wrong(INSTEAD % (what, EXPECTED[style]))
    if style == "agents":
        return {"best-move": found}
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


def failed(failure, file):
    """Return why there is no answer, and the last line of the file that an exception came through."""
    place, lines = failure.__traceback__, [failure.lineno] if getattr(failure, "filename", "") == file else []
    while place is not None:
        lines += [place.tb_lineno] if place.tb_frame.f_code.co_filename == file else []
        place = place.tb_next
    why, hint = (
        type(failure).__name__,
        "; only the standard library and what was handed out are there; what else you wrote goes into your one file",
    )
    with contextlib.suppress(Exception):  # an exception may fail to say what it is
        why += ": %s" % (failure.msg if isinstance(failure, SyntaxError) else failure)
    why = why[:1000] + (hint if isinstance(failure, ModuleNotFoundError) else "")
    return {"error": why, "line": lines[-1]} if lines else {"error": why}


def why_ended(code: int) -> str:
    """Return in words how a process ended, by its exit code: a negative one, or one above 128, is a signal's."""
    number = -code if code < 0 else code - 128
    known = {one.value: one.name for one in signal.Signals}
    return "ended by signal " + known[number] if number in known else "ended with exit code %d" % code


def serve(file, name, style, in_turn=lambda turn, start: turn(start)):
    """Play the trees that come on standard input; `in_turn` has each played."""
    replies, lines = os.fdopen(os.dup(1), "w", encoding="utf-8"), os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout.reconfigure(line_buffering=True)  # what is printed is there also where the program is ended
    function = functools.lru_cache(load)

    def tell(line):
        with contextlib.suppress(Exception):  # it may be closed
            sys.stdout.flush()
        print(line, file=replies, flush=True)

    def read():
        return json.loads(lines.readline() or sys.exit())

    def ask(request):
        tell(json.dumps(request))
        return read()

    def turn(start):
        try:
            said = json.dumps({"answer": plain(answer_of(function(file, name, style), style, start, ask))})
        except Wrong as failure:
            said = json.dumps({"error": str(failure)})
        except Exception as failure:  # a bug of the program; the next tree begins all the same
            said = json.dumps(failed(failure, file))
        tell(said)

    start = read()
    while "end" not in start:
        in_turn(turn, start)
        start = read()


class Tree:
    """A tree written out, of which a program is shown what it asks for; `visited` has its nodes in the order in which they were asked for first, and how often."""

    def __init__(self, root: str, nodes: dict, calls: int) -> None:
        self.root, self.nodes, self.visited, self._known = root, nodes, {}, {root}
        self._calls, self._most = 0, max(200, calls * len(nodes))

    def start(self) -> dict:
        return {"root": self.root, "player": self.nodes[self.root]["player"]}

    def reply(self, request: str, node: object) -> dict:
        """Return what is shown of a node. Raises ValueError, which says what is wrong with it."""
        self._calls += 1
        if self._calls > self._most:
            said = (self._calls, len(self.nodes), self._most, max(self.visited, key=self.visited.get))
            raise ValueError("asked %d times on a tree of %d nodes, %d are allowed; most often for %s" % said)
        shown = self.nodes[node] if isinstance(node, str) and node in self._known else {}
        below = shown.get("children", [])
        if not shown or (request == "children") != bool(below):
            why = "is %s leaf" % ("no" if below else "a") if shown else "it had not been shown"
            raise ValueError("asked for the %s of %s, which %s" % (request, json.dumps(node), why))
        self.visited[node] = self.visited.get(node, 0) + 1
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


def answer_on(problem, calls, ask):
    """Return what a program answers on a tree, or why there is no answer; the program is sent lines, and answers, by `ask`."""
    if "nodes" not in problem:
        return ask({"problem": problem})
    tree = Tree(problem["root"], problem["nodes"], calls)
    said = ask(tree.start())
    while "children" in said or "value" in said:
        try:
            said = ask(tree.reply(*next(iter(said.items()))))
        except ValueError as failure:
            return {"ended": str(failure)}
    return {"answer": dict(said["answer"], **tree.log())} if "answer" in said else said


def exchange(process, sent):
    """Send a line to a program and return what it says; `ended` is there where it can go on no more."""
    line, known = "", (["answer"], ["children"], ["value"], ["error"], ["error", "line"])
    try:
        print(json.dumps(sent, separators=(",", ":")), file=process.stdin, flush=True)
        line = process.stdout.readline()
        said = json.loads(line, parse_constant=int)  # which refuses NaN
        if isinstance(said, dict) and sorted(said) in known:
            is_one = isinstance(said.get("answer", {}), dict)
            is_no = "answered %s, expected a mapping from parts to answers" % line[:60].strip()
            return said if is_one else {"ended": is_no}
    except (OSError, ValueError, RecursionError):
        pass  # told below
    is_no = "wrote a line that is no JSON object: %s" % line[:60].strip()
    return {"ended": is_no if line else why_ended(process.wait())}


def judged(stated, tree, said):
    """Return in words what is right of what a program says on a tree, and whether all is."""
    if "answer" not in said:
        line = " (line %s)" % said["line"] if "line" in said else ""
        return str(said.get("ended", said.get("error", "wrote a line that is no answer"))) + line, False
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
    unknown = [part for part in said["answer"] if part not in right and part not in FROM_LOG]
    no_parts = ('; no part is called "%s", expected one of %s' % (part, ", ".join(right)) for part in unknown)
    return ", ".join(words for words, _ in best) + "".join(no_parts), all(is_right for _, is_right in best)


def main(file):
    """Play the public trees as they are when it is marked, beside what was handed out alone; return 0 if all is right, else 1."""
    import shutil
    import tempfile

    with open(os.path.join(HERE, "trees.json"), encoding="utf-8") as opened:
        stated = json.load(opened)
    try:
        command = stated["run"][os.path.splitext(file)[1].lower()]
        with open(file, encoding="utf-8") as opened:
            opened.read()
    except (KeyError, OSError, UnicodeDecodeError) as failure:
        endings = " or ".join(stated["run"])
        sys.exit("%s: expected a file of text in UTF-8 with the ending %s (%s)" % (file, endings, failure))
    if command == ["python"]:
        command = [sys.executable, "game.py", "{file}", stated["function"], stated["style"]]
    elif shutil.which(command[0]) is None:
        sys.exit("%s: it is run by %s, which is not installed here" % (file, command[0]))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("game.py", *stated["files"]):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copy(os.path.join(HERE, name), os.path.join(folder, name))
        shutil.copy(file, folder)
        return tried(stated, [word.replace("{file}", os.path.basename(file)) for word in command], folder)


def tried(stated, command, folder):
    """Play the public trees in a folder and say what is right; return 0 if all is, else 1."""
    import subprocess
    import threading
    import time

    process, is_right, seconds = None, True, stated["seconds"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8", "errors": "replace"}

    def stop():
        try:
            os.killpg(process.pid, signal.SIGKILL)  # with what it has started
        except (AttributeError, OSError):
            process.kill()
        process.wait()  # the folder is in use until then

    def in_time(talk):
        limit, end = threading.Timer(seconds, stop), time.monotonic() + seconds
        limit.start()
        said = talk(functools.partial(exchange, process))
        limit.cancel()
        return {"ended": "took more than %d seconds" % seconds} if "ended" in said and time.monotonic() > end else said

    try:
        for tree in stated["trees"]:
            process = process or subprocess.Popen(command, cwd=folder, start_new_session=True, **pipes)
            said = in_time(functools.partial(answer_on, tree["problem"], stated["calls"]))
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
