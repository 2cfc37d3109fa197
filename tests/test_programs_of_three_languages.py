"""Forty programs, right, wrong and hostile, in Python, Perl and C: the same marks and names from a folder, a zip and a download, in every mode that works here."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from console import put, run
from quizzes import build_quiz, student_ids
from test_programs_sandbox import EVERY, MARK, WHY_NOT, left_behind
from zipped import zipped

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, ("cc", "perl"))), reason="there is no cc, or no perl"),
]
COMPILED = "o=$(mktemp) && cc -O1 -w -o $o {file} && exec 3< $o && rm $o && exec /proc/self/fd/3"
"""What leaves no file behind, however the program ends."""
EXERCISE = (
    "{id: search, points: 4, program: {kind: alpha-beta, limits: {seconds: 2},"
    f" run: {{.pl: [perl, '{{file}}'], .c: [sh, -c, '{COMPILED}']}}}}}}"
)

RIGHT = """
INF = float("inf")

def search(game):
    def walk(node, alpha, beta):
        if game.is_leaf(node):
            return game.value(node)
        is_max = game.player(node) == "max"
        best = -INF if is_max else INF
        for child in game.children(node):
            value = walk(child, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best, move, alpha = -INF, None, -INF
    for child in game.children(game.root):
        value = walk(child, alpha, INF)
        if value > best:
            best, move = value, child
        alpha = max(alpha, best)
    return best, move
"""
NEGAMAX = """
def search(game):
    def walk(node, alpha, beta, sign):
        if game.is_leaf(node):
            return sign * game.value(node), None
        best, move = -float("inf"), None
        for child in game.children(node):
            value = -walk(child, -beta, -max(alpha, best), -sign)[0]
            if value > best:
                best, move = value, child
            if best >= beta:
                break
        return best, move

    return walk(game.root, -float("inf"), float("inf"), 1)
"""
STACK = """
def search(game):
    frames, done, move = [], None, None
    node, alpha, beta = game.root, -float("inf"), float("inf")
    while True:
        if game.is_leaf(node):
            done = game.value(node)
        else:
            is_max = game.player(node) == "max"
            frames.append([node, alpha, beta, list(game.children(node)), 0, -float("inf") if is_max else float("inf"), is_max])
            done = None
        while True:
            frame = frames[-1]
            if done is not None:
                if frame[6]:
                    if done > frame[5] and len(frames) == 1:
                        move = frame[3][frame[4] - 1]
                    frame[5] = max(frame[5], done)
                    frame[1] = max(frame[1], frame[5])
                else:
                    frame[5] = min(frame[5], done)
                    frame[2] = min(frame[2], frame[5])
            if (done is not None and frame[1] >= frame[2]) or frame[4] == len(frame[3]):
                done = frame[5]
                frames.pop()
                if not frames:
                    return done, move
                continue
            node, alpha, beta = frame[3][frame[4]], frame[1], frame[2]
            frame[4] += 1
            break
"""
PERL = r"""
use strict; use warnings; $| = 1;
my %player; my $root;
sub ask { print "$_[0]\n"; my $line = <STDIN>; exit 0 unless defined $line; return $line; }
sub value { my ($id) = @_; my ($v) = ask("{\"value\":\"$id\"}") =~ /"value":(-?[\d.]+)/; return $v; }
sub children {
    my ($id) = @_; my $line = ask("{\"children\":\"$id\"}");
    my ($c) = $line =~ /"children":\[([^\]]*)\]/; my ($p) = $line =~ /"players":\[([^\]]*)\]/;
    my @c = $c =~ /"([^"]+)"/g; my @p = $p =~ /"([^"]+)"/g;
    @player{@c} = @p; return @c;
}
sub walk {
    my ($id, $alpha, $beta) = @_;
    return value($id) if $player{$id} eq "leaf";
    my $max = $player{$id} eq "max"; my $best = $max ? -1e300 : 1e300;
    for my $child (children($id)) {
        my $v = walk($child, $alpha, $beta);
        if ($max) { $best = $v if $v > $best; $alpha = $best if $best > $alpha; }
        else { $best = $v if $v < $best; $beta = $best if $best < $beta; }
        last if $alpha >= $beta;
    }
    return $best;
}
my $line = <STDIN>;
while (defined $line and $line =~ /"root":"([^"]+)","player":"(\w+)"/) {
    $root = $1; $player{$root} = $2;
    my ($best, $move, $alpha) = (-1e300, "", -1e300);
    for my $child (children($root)) {
        my $v = walk($child, $alpha, 1e300);
        if ($v > $best) { $best = $v; $move = $child; }
        $alpha = $best if $best > $alpha;
    }
    $line = ask("{\"answer\":{\"value\":$best,\"best-move\":\"$move\"}}");
}
"""
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[65536];
static void ask(void) { fflush(stdout); if (!fgets(line, sizeof line, stdin) || strstr(line, "\"end\"")) exit(0); }
static int words(const char *key, char out[][64]) {
    char *at = strstr(line, key); int n = 0;
    if (!at) return 0;
    for (at = strchr(at, '[') + 1; *at != ']'; at++)
        if (*at == '"') { char *e = strchr(at + 1, '"'); memcpy(out[n], at + 1, e - at - 1); out[n++][e - at - 1] = 0; at = e; }
    return n;
}
static double walk(const char *id, const char *player, double alpha, double beta, char *move) {
    char kids[64][64], who[64][64]; int n, i, max = !strcmp(player, "max"); double best = max ? -1e300 : 1e300;
    if (!strcmp(player, "leaf")) { printf("{\"value\":\"%s\"}\n", id); ask(); return atof(strchr(line, ':') + 1); }
    printf("{\"children\":\"%s\"}\n", id); ask();
    n = words("\"children\"", kids); words("\"players\"", who);
    for (i = 0; i < n; i++) {
        double v = walk(kids[i], who[i], alpha, beta, NULL);
        if (max ? v > best : v < best) { best = v; if (move) strcpy(move, kids[i]); }
        if (max && best > alpha) alpha = best;
        if (!max && best < beta) beta = best;
        if (alpha >= beta) break;
    }
    return best;
}
int main(void) {
    char root[64], player[64], move[64]; double v;
    ask();
    while (sscanf(line, "{\"root\":\"%63[^\"]\",\"player\":\"%63[^\"]\"", root, player) == 2) {
        v = walk(root, player, -1e300, 1e300, move);
        printf("{\"answer\":{\"value\":%g,\"best-move\":\"%s\"}}\n", v, move); ask();
    }
    return 0;
}
"""
CUT = "            if alpha >= beta:\n                break\n"
OTHER_BOUND = """
INF = float("inf")

def search(game):
    def walk(node, alpha, beta):
        if game.is_leaf(node):
            return game.value(node), None
        is_max = game.player(node) == "max"
        best, move = (-INF, None) if is_max else (INF, None)
        for child in game.children(node):
            value = walk(child, alpha, beta)[0]
            if value > best if is_max else value < best:
                best, move = value, child
            if is_max:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move

    return walk(game.root, -INF, INF)
"""
HOLE = "            value = walk(child, alpha, beta)\n"


def bug(old: str, new: str, text: str = RIGHT) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


PLANTED: Mapping[str, tuple[str, str]] = {
    "strict.py": ("strict-cutoff", bug("alpha >= beta", "alpha > beta")),
    "nocut.py": ("no-pruning", bug(CUT, "")),
    "nobeta.py": ("no-pruning", bug("                beta = min(beta, best)\n", "")),
    "shallow.py": (
        "no-deep-cutoffs",
        bug(HOLE, HOLE.replace("alpha, beta", "alpha if is_max else -INF, INF if is_max else beta")),
    ),
    "allmax.py": ("all-max", bug('game.player(node) == "max"', "True")),
    "swapped.py": ("wrong-bound-updated", OTHER_BOUND),
    "reversed.py": (
        "wrong-direction",
        bug("game.children(node):", "game.children(node)[::-1]:").replace(
            "game.children(game.root):", "game.children(game.root)[::-1]:"
        ),
    ),
    "strict.pl": ("strict-cutoff", bug("$alpha >= $beta", "$alpha > $beta", PERL)),
    "nocut.pl": ("no-pruning", bug("        last if $alpha >= $beta;\n", "", PERL)),
    "strict.c": ("strict-cutoff", bug("alpha >= beta", "alpha > beta", C)),
    "nocut.c": ("no-pruning", bug("        if (alpha >= beta) break;\n", "", C)),
    "onemore.py": ("", bug("        return best\n\n", "        return best if is_max else best + 1\n\n")),
    "keeps.py": (
        "",
        bug(
            "best, move, alpha = -INF, None, -INF", "best, move, alpha = -INF, None, getattr(search, 'last', -INF)"
        ).replace("    return best, move", "    search.last = best\n    return best, move"),
    ),
}
"""Each with the rule that explains it; nothing where none does."""
TWICE = bug("            return game.value(node)\n", "            return game.value(node) and game.value(node)\n")
ALL_RIGHT = {
    "right.py": RIGHT,
    "negamax.py": NEGAMAX,
    "stack.py": STACK,
    "twice.py": TWICE,
    "right.pl": PERL,
    "right.c": C,
}
HOSTILE = {
    "endless.py": "def search(game):\n    while True: pass\n",
    "sleep.py": "import time\ndef search(game): time.sleep(1000)\n",
    "asks.py": "def search(game):\n    while True: game.children(game.root)\n",
    "forks.py": f"MARK = {MARK!r}\nimport os\ndef search(game):\n    while True:\n        try: os.fork()\n        except OSError: pass\n",
    "memory.py": "def search(game):\n    held = bytearray(10**11)\n    return 0, 'B'\n",
    "prints.py": "def search(game):\n    while True: print('x' * 10000)\n",
    "exits.py": "import os\ndef search(game): os._exit(3)\n",
    "segv.py": "import os, signal\ndef search(game): os.kill(os.getpid(), signal.SIGSEGV)\n",
    "recursion.py": "def search(game): return search(game)\n",
    "syntax.py": "def search(game) return 0\n",
    "nameless.py": "def minimax(game): return 0\n",
    "klass.py": "class search:\n    pass\n",
    "two.py": "def search(game):\n    print 3\n",
    "nothing.py": "def search(game): pass\n",
    "text.py": "def search(game): return 'three'\n",
    "infinity.py": "def search(game): return float('inf'), 'no such child'\n",
    "nan.py": "def search(game): return {'value': float('nan'), 'visited': ['A'], 'pruned': []}\n",
    "input.py": "def search(game): return input('value? ')\n",
    "forged.py": "import os\ndef search(game):\n    os.write(1, b'{\"answer\":{\"value\":1}}\\n' * 100)\n    return 3, 'B'\n",
    "unseen.py": "def search(game): return game.value('no node of it'), 'B'\n",
    "garbage.c": 'int main(void) { for (;;) puts("garbage"); }\n',
}
WAYS = {"bubblewrap": "zip", "user": "gradescope", "none": "zip"}
PROGRAMS = {**ALL_RIGHT, **{name: text for name, (_, text) in PLANTED.items()}, **HOSTILE}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a quiz of one exercise, on the trees that are the default."""
    paper = "{id: q1, problem: {kind: minimax, tree: [[3, 5], [2, 9]], ask: [value]}}"
    return build_quiz(tmp_path_factory.mktemp("quiz"), "shared", len(PROGRAMS), exercises=(paper, EXERCISE))


def members() -> dict[str, bytes | str]:
    """Return the programs as a class hands them in: each student's by its id."""
    pairs = zip(student_ids(len(PROGRAMS)), PROGRAMS.items(), strict=True)
    return {f"{who}/search{Path(name).suffix}": text for who, (name, text) in pairs}


def hand_in(folder: Path, way: str) -> Path:
    """Return what is handed in, in one of three ways."""
    if way == "folder":
        for name, content in members().items():
            put(folder / "in" / name, content)
        return folder / "in"
    if way == "zip":
        return put(folder / "in.zip", zipped(members()))
    said, held = "", dict[str, bytes | str]()
    for number, (name, content) in enumerate(members().items(), 100):
        who, _, file = name.partition("/")
        said += f"submission_{number}:\n  :submitters:\n  - :name: Student {who}\n    :sid: {who}\n    :email: ''\n"
        held[f"export/submission_{number}/{file}"] = content
    return put(folder / "export.zip", zipped({"export/submission_metadata.yml": said, **held}))


Became = dict[str, tuple[float, list[str], list[str]]]
"""Of each program its marks, the rules that are named, and why trees have no answer."""


def became(out: Path) -> Became:
    """Return of each program its marks, the rules that are named, and reasons of ends, by its name."""
    found = {}
    names = dict(zip(student_ids(len(PROGRAMS)), PROGRAMS, strict=True))
    for line in (out / "results.jsonl").read_text("utf-8").splitlines():
        result = json.loads(line)
        [search] = [one for one in result["problems"] if one["exercise"] == "search"]
        rules = [one["misconception"] for one in search.get("diagnoses", ())]
        ended = sorted({re.sub(r"\d+ times", "… times", one["reason"]) for one in search["program"].get("ended", ())})
        found[names[result["student"]]] = (search["earned"], rules, ended)
    return found


def marked(build: Path, folder: Path, mode: str, way: str) -> Became:
    """Return what became of the programs, handed in this way and run in this mode."""
    ran = run("grade", hand_in(folder, way), "--quiz", build, "--sandbox", mode, "--out", folder / "out")
    assert ran.code == 0, ran.err
    return became(folder / "out")


@pytest.fixture(scope="module")
def first(build: Path, tmp_path_factory: pytest.TempPathFactory) -> Became:
    """Return what becomes of the programs in a folder, in the mode of the least rights that works here."""
    mode = next(mode for mode in WHY_NOT if not WHY_NOT[mode])
    if mode == "none":
        pytest.skip("no sandbox works here, and some of the programs are hostile")
    return marked(build, tmp_path_factory.mktemp("first"), mode, "folder")


@pytest.mark.parametrize("name", ALL_RIGHT)
def test_right_programs_of_any_language_earn_all(name: str, first: Became) -> None:
    assert first[name] == (4, [], [])


@pytest.mark.parametrize("name", PLANTED)
def test_each_bug_is_named_and_nothing_else_is(name: str, first: Became) -> None:
    earned, rules, ended = first[name]
    assert (rules, ended) == ([PLANTED[name][0]] if PLANTED[name][0] else [], [])
    assert 0 < earned < 4


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_earn_nothing_and_have_no_name(name: str, first: Became) -> None:
    earned, rules, _ = first[name]
    assert (earned < 1, rules) == (True, [])
    assert left_behind() == []


@pytest.mark.parametrize("mode", EVERY)
def test_marks_are_the_same_in_every_mode_and_whichever_way_they_come(
    mode: str, build: Path, first: Became, tmp_path: Path
) -> None:
    found = marked(build, tmp_path, mode, WAYS[mode])
    assert found == first
    assert left_behind() == []
