"""Play a search on given trees: the game that your function is handed, and the way to try it.

    python3 game.py search.py        plays the public trees of trees.json and says what is right

Your file defines a function (its name stands in trees.json), which gets the game:

    game.root                        where the search begins; a node is its name, such as "A"
    game.player(node)                "max", "min", "chance" or "leaf"
    game.is_leaf(node)               whether nothing follows
    game.children(node)              the nodes below it, from left to right: this is logged
    game.value(leaf)                 what a leaf is worth for MAX, a number: this is logged
    game.move(node)                  the name of the move that leads to it
    game.chance(node)                how probable it is, below a chance node

and returns the value, or a pair (value, best child or move), or a dict such as {"value": 3, "best-move": "B"}. Which nodes are
visited and pruned is told by the log. A node is known once the children of its parent were asked; asking for another raises ValueError.
This file needs Python 3.9 and nothing else. Its other half, `python3 game.py FILE FUNCTION STYLE`, plays a game that comes in lines of
JSON on standard input; what your program prints goes to standard error then, and does no harm.
"""

import fractions
import importlib.util
import json
import math
import os
import subprocess
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))


class Game:
    """A tree whose nodes are shown one by one; `ask` sends a request and returns what comes back."""

    def __init__(self, start, ask):
        self._ask = ask
        self._known = {start["root"]: {"player": start["player"], "move": start["root"], "chance": 1}}
        self.root = start["root"]

    def _of(self, node, what):
        if node not in self._known:
            raise ValueError("there is no node %r that was shown so far" % (node,))
        return self._known[node][what]

    def player(self, node):
        return self._of(node, "player")

    def is_leaf(self, node):
        return self._of(node, "player") == "leaf"

    def move(self, node):
        return self._of(node, "move")

    def chance(self, node):
        return self._of(node, "chance")

    def children(self, node):
        if self.is_leaf(node):
            raise ValueError("%r is a leaf, it has no children" % (node,))
        shown = self._ask({"children": node})
        chances = shown.get("chances", [1] * len(shown["children"]))
        for child, player, move, chance in zip(shown["children"], shown["players"], shown["moves"], chances):
            self._known[child] = {"player": player, "move": move, "chance": chance}
        return list(shown["children"])

    def value(self, leaf):
        if not self.is_leaf(leaf):
            raise ValueError("%r is no leaf, it has no value yet" % (leaf,))
        return self._ask({"value": leaf})["value"]


class State:
    """A node as agents of the well-known Pac-Man projects see it: agent 0 is MAX, agent 1 is MIN or chance."""

    def __init__(self, game, node):
        self._game, self._node, self._below = game, node, {}

    def getLegalActions(self, agent=0):
        if not self._game.is_leaf(self._node):
            self._below = {self._game.move(child): child for child in self._game.children(self._node)}
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


def answer_of(function, style, start, ask):
    """Return what the function answers, part by part."""
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
        raise Missing("%s returned nothing, expected a value, a pair or a dict" % getattr(function, "__name__", "it"))
    if isinstance(found, tuple) and len(found) == 2:
        return {"value": found[0], "best-move": found[1]}
    return found if isinstance(found, dict) else {"value": found}


def plain(answer):
    """Return an answer as JSON can hold it."""
    if isinstance(answer, dict):
        return {str(part): plain(one) for part, one in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [plain(one) for one in answer]
    if isinstance(answer, (str, int, type(None), fractions.Fraction)):
        return str(answer) if isinstance(answer, fractions.Fraction) else answer
    if hasattr(answer, "__float__"):
        return float(answer) if math.isfinite(answer) else str(float(answer))
    return "<%s>" % type(answer).__name__


class Missing(Exception):
    """The file does not define what is asked of it."""


def load(file, name):
    """Return the function of that name in the file."""
    sys.path.append(HERE)
    sys.modules.setdefault("game", sys.modules["__main__"])
    spec = importlib.util.spec_from_file_location("submission", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, name, None)):
        known = [key for key, one in vars(module).items() if getattr(one, "__module__", "") == "submission"]
        known = "; it has " + ", ".join(known) if known else ""
        raise Missing('%s has no function "%s"%s' % (os.path.basename(file), name, known))
    return getattr(module, name)


def serve(file, name, style):
    """Play the trees that come on standard input; what the program prints goes to standard error."""
    replies, lines = os.fdopen(os.dup(1), "w", encoding="utf-8"), os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def ask(request):
        sys.stdout.flush()
        replies.write(json.dumps(request) + "\n")
        replies.flush()
        line = lines.readline()
        return json.loads(line) if line else sys.exit(0)

    start, function = json.loads(lines.readline()), None
    while "end" not in start:
        try:
            function = function or load(file, name)
            said = {"answer": plain(answer_of(function, style, start, ask))}
        except Exception as failure:  # a bug of the program is told, and the next tree begins
            lost = isinstance(failure, Missing)
            said = {"error": str(failure) if lost else "%s: %s" % (type(failure).__name__, failure)}
            places = [one.lineno for one in traceback.extract_tb(failure.__traceback__) if one.filename == file]
            if places or getattr(failure, "filename", "") == file:
                said["line"] = places[-1] if places else failure.lineno
        start = ask(said)


# -- trying it: the trees of trees.json, which have their right answers beside them


def same(given, right):
    """Return whether an answer is the right one."""
    if isinstance(given, list) and isinstance(right, list):
        return len(given) == len(right) and all(map(same, given, right))
    if isinstance(given, dict) and isinstance(right, dict):
        return {*given} == {*right} and all(same(given[key], right[key]) for key in right)
    try:
        number, exact = (float(fractions.Fraction(str(one))) for one in (given, right))
    except ValueError:
        return given == right
    return abs(number - exact) <= 1e-9 * max(1, abs(exact))


def said_of(part, given, right):
    """Return in words whether a part is right; of a list where it first is not."""
    if same(given, right):
        return part + " right"
    if isinstance(given, list) and isinstance(right, list):
        place = next(
            (at for at, pair in enumerate(zip(given, right)) if pair[0] != pair[1]), min(len(given), len(right))
        )
        part, given, right = "%s wrong at place %d" % (part, place + 1), given[place:][:1], right[place:][:1]
        return "%s: %s, expected %s" % (part, *[(one or ["nothing more"])[0] for one in (given, right)])
    return "%s wrong: %s, expected %s" % (part, given, right)


def answer_on(problem, ask):
    """Play one tree with a program that `ask` sends lines to; return its answer, or what went wrong as text."""
    nodes, visited, root = problem.get("nodes", {}), [], problem.get("root")
    reply = {"root": root, "player": nodes[root]["player"]} if nodes else {"problem": problem}
    said = ask(reply)
    while "answer" not in said and "error" not in said:
        node = nodes[said.get("children", said.get("value"))]
        visited += [name for name in said.values() if name not in visited]
        below = [nodes[child]["player"] for child in node.get("children", ())]
        said = ask(dict(node, players=below))
    if "error" in said:
        return "%s%s" % (said["error"], " (line %d)" % said["line"] if "line" in said else "")
    leaves = [name for name in nodes if nodes[name]["player"] == "leaf"]
    pruned = [leaf for leaf in leaves if leaf not in visited]
    log = {
        "visited": visited,
        "pruned": pruned,
        "leaves-evaluated": len(leaves) - len(pruned),
        "nodes-visited": len(visited),
    }
    moves = dict(zip(nodes[root]["moves"], nodes[root]["children"])) if nodes else {}
    best = said["answer"].get("best-move")
    return dict(said["answer"], **(dict(log, **{"best-move": moves.get(best, best)}) if nodes else {}))


def main(file):
    """Play the public trees with a program; return 0 if all is right."""
    with open(os.path.join(HERE, "trees.json"), encoding="utf-8") as opened:
        stated = json.load(opened)
    command = stated["run"].get(os.path.splitext(file)[1], "python")
    if command == "python":
        command = [sys.executable, __file__, "{file}", stated["function"], stated["style"]]
    words, is_right = [word.replace("{file}", file) for word in command], True
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(reply):
        process.stdin.write(json.dumps(reply) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline() or '{"error": "the program ended"}')

    for tree in stated["trees"]:
        answer = answer_on(tree["problem"], ask)
        tried = [
            [said_of(part, answer.get(part), one[part]) for part in one]
            for one in tree["answers"]
            if answer != str(answer)
        ]
        best = max(tried or [[answer]], key=lambda said: sum(one.endswith(" right") for one in said))
        is_right = is_right and all(one.endswith(" right") for one in best)
        print("%s: %s" % (tree["name"], ", ".join(best)))
    process.communicate('{"end": true}\n')
    return 0 if is_right else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    sys.exit(serve(os.path.abspath(sys.argv[1]), *sys.argv[2:]) if len(sys.argv) == 4 else main(sys.argv[1]))
