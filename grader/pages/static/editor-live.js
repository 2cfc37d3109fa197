"use strict";
// What the rules say of a tree while an instructor draws it: for the page of `gametree edit` alone, since a page for students computes no
// value. By the default conventions: children from left to right, a cut where alpha >= beta, what was found is returned though it lies
// outside the window, the first of equals; of UCB, c = sqrt(2) and the natural logarithm. Here rules stand a second time, so tests hold
// thousands of trees against the solver of the program.
//
// A node is { kind, value, p, visits, kids }: "max", "min", "chance" or "leaf"; numbers are texts as they are typed, "" where blank.
//
// editorLive.search(root, cuts) returns { value, best, leaves, found, cut, skipped, line }: `found` has of each node that was visited its
// value and the window on leaving it, `cut` are the children at which something skipped begins, `skipped` all that is skipped, `line` the
// nodes of best play from the root to where chance moves. With `cuts` the search is alpha-beta, for trees without chance.
// editorLive.gaps(root) returns { blank, bare, stray, outside, odd }: leaves without a value, inner nodes without children, nodes with a probability
// that are below no chance node, [node, its probability] where that is not from 0 to 1, and of chance nodes whose probabilities are no distribution
// [node, their sum, null where some are blank].
// editorLive.equals(found) returns the values that stand at several leaves, each with its leaves.
// editorLive.choose(root) returns { visits, scores, chosen }: of the children, with a total as their value, as numbers of this browser.
// editorLive.shown(number) returns a number as a text: whole, as a short decimal, or as a fraction; plain(number) as the program's messages have it.
const editorLive = (() => {
  const ZERO = [0n, 1n], ONE = [1n, 1n];
  const divisor = (one, other) => (other ? divisor(other, one % other) : one < 0n ? -one : one);

  function reduced([above, below]) {
    const common = divisor(above, below);
    return [above / common, below / common];
  }

  const plus = (one, other) => reduced([one[0] * other[1] + other[0] * one[1], one[1] * other[1]]);
  const times = (one, other) => reduced([one[0] * other[0], one[1] * other[1]]);
  const read = (text) => numerals.read(tidy(text));
  const float = ([above, below]) => Number(above) / Number(below);

  function plain(number) {
    const [above, below] = reduced(number);
    return below === 1n ? `${above}` : `${above}/${below}`;
  }

  function shown(number) {
    if (numerals.isInfinite(number)) return number < 0 ? "−∞" : "∞";
    const [above, below] = reduced(number), sign = above < 0n ? "−" : "", size = above < 0n ? -above : above;
    if (below === 1n) return `${sign}${size}`;
    for (const places of [1, 2, 3, 4]) {
      const digits = 10n ** BigInt(places);
      if (digits % below) continue;
      const text = String((size * digits) / below).padStart(places + 1, "0");
      return `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
    }
    return `${sign}${size}/${below}`;
  }

  function* below(node) {
    yield node;
    for (const kid of node.kids) yield* below(kid);
  }

  const chanceOf = (kid, all) => (kid.p ? read(kid.p) : [1n, BigInt(all.length)]);

  function oddSum({ kids }) { // undefined where the probabilities are a distribution; where none is stated, all are equal
    const stated = kids.filter((kid) => kid.p);
    if (!stated.length) return undefined;
    if (stated.length < kids.length) return null;
    const sum = kids.map((kid) => read(kid.p)).reduce(plus, ZERO);
    return numerals.order(sum, ONE) ? sum : undefined;
  }

  function gaps(root) {
    const all = [...below(root)];
    const chances = all.filter((node) => node.kind === "chance"), elsewhere = [root, ...all.filter((node) => node.kind !== "chance").flatMap(({ kids }) => kids)];
    const stated = chances.flatMap(({ kids }) => kids).filter((kid) => kid.p).map((kid) => [kid, read(kid.p)]);
    return {
      blank: all.filter((node) => node.kind === "leaf" && !node.value),
      bare: all.filter((node) => node.kind !== "leaf" && !node.kids.length),
      stray: elsewhere.filter((node) => node.p),
      outside: stated.filter(([, p]) => numerals.order(p, ZERO) < 0 || numerals.order(p, ONE) > 0),
      odd: chances.map((node) => [node, oddSum(node)]).filter(([, sum]) => sum !== undefined),
    };
  }

  function search(root, cuts) {
    const told = { leaves: 0, found: new Map(), cut: new Set(), skipped: new Set(), line: [] };

    function leaf(node) {
      told.leaves += 1;
      return { value: read(node.value) };
    }

    function mean({ kids }) {
      return { value: kids.map((kid) => times(chanceOf(kid, kids), visit(kid, -Infinity, Infinity))).reduce(plus, ZERO) };
    }

    function best(node, alpha, beta) {
      const side = node.kind === "max" ? 1 : -1;
      let value, move = null;
      for (const [place, kid] of node.kids.entries()) {
        const one = visit(kid, alpha, beta);
        if (move === null || side * numerals.order(one, value) > 0) [value, move] = [one, kid];
        if (side > 0 && numerals.order(value, alpha) > 0) alpha = value;
        if (side < 0 && numerals.order(value, beta) < 0) beta = value;
        if (!cuts || numerals.order(alpha, beta) < 0) continue;
        for (const rest of node.kids.slice(place + 1)) {
          told.cut.add(rest);
          for (const gone of below(rest)) told.skipped.add(gone);
        }
        break;
      }
      return { value, move, window: [alpha, beta] };
    }

    function visit(node, alpha, beta) {
      const found = node.kind === "leaf" ? leaf(node) : node.kind === "chance" ? mean(node) : best(node, alpha, beta);
      told.found.set(node, found);
      return found.value;
    }

    told.value = visit(root, -Infinity, Infinity);
    told.best = told.found.get(root).move ?? null;
    for (let node = root; node; node = told.found.get(node).move) told.line.push(node);
    return told;
  }

  function equals(found) {
    const leaves = new Map();
    for (const [node, { value }] of found) if (node.kind === "leaf") leaves.set(shown(value), [...(leaves.get(shown(value)) ?? []), node]);
    return [...leaves].filter(([, at]) => at.length > 1);
  }

  function choose({ kids }) {
    const counts = kids.map((kid) => Number(kid.visits)), visits = counts.reduce((all, one) => all + one, 0);
    const scores = kids.map((kid, place) => {
      if (!counts[place]) return Infinity;
      return float(read(kid.value)) / counts[place] + Math.SQRT2 * Math.sqrt(Math.log(visits) / counts[place]);
    });
    return { visits, scores, chosen: kids[scores.indexOf(Math.max(...scores))] };
  }

  return { search, gaps, equals, choose, shown, plain };
})();
