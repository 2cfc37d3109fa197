"use strict";
// Where the nodes of a tree stand that changes under the finger: by the measures and rules of the program's own drawings
// (grader/core/drawing: scale.py, layout.py, frame.py), to which tests/browser/test_tree_layout.py holds it.
//
// treeLayout(nodes, lies, wide) returns { sizes, outlines, line, spot, label }: `nodes` stand level by level, each { kind, up, kids, id, value, label }, with places of
// nodes; `wide(text, size)` is how wide a text is. `outlines` are as treeForms has them, `line(place)` the corners of the edge above a node,
// `spot(place)` where its id stands, `label(place)` where move and probability do.
const treeLayout = (() => {
  const TIERS = [[18, 14, 3.5, 1.75], [31, 13, 2.3, 0.7], [Infinity, 12, 2.3, 0.7]]; // up to so many leaves: letter, and in letters pitch and gap of families
  const LYING = [Infinity, 13, 3.55, 0.4], RANK = 6.3, RANK_LYING = 5.6, BETWEEN_RANKS = 3.9, BLANK = 1.35, INSIDE = 1.75;
  const PAGE = 1060, SMALLEST = 8.1, TELEPHONE = 356, AROUND = 90, STEEPEST = 0.2, TALLEST = 12;
  const ID = 0.75, LABEL = 0.82, LONGEST_ID = 4.5, LONGEST_NAME = 6, BESIDE_EDGE = 1.45, SHIFT = 0.12, AWAY = { max: 0.68, min: 0.68, chance: 1.05 };
  const isWide = ({ kind }) => kind === "leaf" || kind === "chance"; // as wide at half its height as anywhere

  const letters = new Map();

  function letterOf(letter, measured) { // in thousandths of its size, as the program's table has it
    if (!letters.has(letter)) letters.set(letter, Math.round(measured(letter, 1000)) / 1000);
    return letters.get(letter);
  }

  function tierOf(leaves, leaf) { // the first for so many leaves that is not too wide for a page
    const fitting = TIERS.filter(([most]) => leaves <= most);
    return fitting.find(([, letter, pitch]) => leaves * Math.max(pitch, leaf + 0.35) * letter <= PAGE * Math.max((0.75 * letter) / SMALLEST, 1)) ?? fitting.at(-1);
  }

  function sizesOf(nodes, lies, wide) {
    const values = nodes.filter(({ kind }) => kind === "leaf").map(({ value }) => wide(value, 1)), leaf = Math.max(1.6, Math.max(0, ...values) + 0.5);
    const [, letter, pitch, family] = lies ? LYING : tierOf(values.length, leaf), bigger = lies ? 1 : BLANK;
    const half = Math.max(1.5, 0.8 + Math.max(0, ...values.filter((one) => one <= INSIDE)) / 2) * letter * bigger;
    return {
      letter, half, radius: 1.25 * letter * bigger, leaf: (leaf * letter) / 2, square: 0.8 * letter, family: family * letter,
      pitch: (lies ? pitch : Math.max(pitch, leaf + 0.35)) * letter, rank: lies ? RANK_LYING * letter : Math.max(RANK * letter, BETWEEN_RANKS * letter + 1.6 * half),
      id: Math.max(ID * letter, SMALLEST), label: Math.max(LABEL * letter, SMALLEST),
    };
  }

  function packed(nodes, apart, side) { // places along the rank, seen from the root, each subtree as near to those before it as there is room
    const along = nodes.map(() => 0), rims = []; // of each subtree, level by level: its nearest and its farthest node, with their places
    for (let place = nodes.length - 1; place >= 0; place -= 1) {
      const rows = [], steps = [], kids = side > 0 ? nodes[place].kids : nodes[place].kids.toReversed();
      for (const kid of kids) {
        const step = Math.max(0, ...rims[kid].slice(0, rows.length).map(([near, first], level) => rows[level][2] + apart(rows[level][3], first) - near));
        rims[kid].forEach(([near, first, far, last], level) => { rows[level] = [rows[level]?.[0] ?? near + step, rows[level]?.[1] ?? first, far + step, last]; });
        steps.push(step);
      }
      const middle = steps.length ? steps.at(-1) / 2 : 0;
      kids.forEach((kid, at) => { along[kid] = side * (steps[at] - middle); });
      rims[place] = [[0, place, 0, place], ...rows.map(([near, first, far, last]) => [near - middle, first, far - middle, last])];
    }
    nodes.forEach(({ up }, place) => { if (place) along[place] += along[up]; });
    return along;
  }

  function places(nodes, rooms, gaps) { // a parent over the middle of its first and last child; what stands between larger subtrees in the middle between them
    const apart = (one, other) => (rooms[one] + rooms[other]) / 2 + (nodes[one].up === nodes[other].up ? 0 : gaps[nodes[one].up]);
    const [left, right] = [packed(nodes, apart, 1), packed(nodes, (one, other) => apart(other, one), -1)];
    return left.map((one, place) => (one + right[place]) / 2);
  }

  return (nodes, lies, measured) => {
    const wide = (text, size) => [...text].reduce((sum, letter) => sum + letterOf(letter, measured), 0) * size;
    const sizes = sizesOf(nodes, lies, wide), { letter: e } = sizes, depths = [];
    nodes.forEach(({ up }, place) => depths.push(place ? depths[up] + 1 : 0));
    const outlines = nodes.map(({ kind }) => treeForms.outlineOf(kind, sizes));
    const labels = nodes.map(({ label }) => (label ? wide(label, sizes.label) : 0)), names = nodes.map(({ id }) => wide(id, sizes.id));

    function roomOfLabel(place) { // more where the sibling's needs less
      const needed = (one) => (labels[one] ? BESIDE_EDGE * (labels[one] + 0.7 * e) : 0), own = needed(place);
      const near = [place - 1, place + 1].filter((one) => place && nodes[one]?.up === nodes[place].up);
      return Math.max(own, ...near.map((one) => 2 * own - needed(one)));
    }

    function room(place) { // along its rank
      const { kind, h, w } = outlines[place];
      if (lies) return kind === "leaf" ? sizes.pitch : 2 * h + ((kind === "min" ? 1.2 : 0.3) + 1.42) * e;
      if (kind === "leaf") return Math.max(roomOfLabel(place), sizes.pitch);
      const named = (kind === "chance" ? 1.1 : 0.7) * e + Math.min(names[place], LONGEST_ID * sizes.id);
      return Math.max(2 * Math.max(w, named) + e, roomOfLabel(place));
    }

    const columns = []; // of a tree that lies: how far each rank reaches left and right of the middle of its nodes, and how much labels need left of that
    nodes.forEach(({ kind, kids }, place) => {
      const { w } = outlines[place], named = Math.min(names[place], LONGEST_NAME * sizes.id), stack = kids.length ? 1.75 * e : 0, old = columns[depths[place]] ?? [0, 0, 0];
      const left = kind === "max" || kind === "chance" ? named + 0.98 * e : 0, right = kind === "leaf" ? w + 0.6 * e + named : 0;
      columns[depths[place]] = [Math.max(old[0], w + 0.6 * e, left, stack), Math.max(old[1], w + 0.25 * e, right, stack), Math.max(old[2], labels[place] ? labels[place] + 0.7 * e : 0)];
    });
    const distances = columns.map(([nodesLeft, , label], depth) => (depth ? Math.max(sizes.rank, columns[depth - 1][1] + 1.6 * e + nodesLeft + label) : 0));
    if (lies) sizes.pitch *= Math.max(1, (distances.reduce((sum, one) => sum + one, 0) + AROUND) / TELEPHONE);

    const gaps = nodes.map(({ up }, place) => sizes.family * (place && nodes[up].kids.at(-1) === place ? 1.5 : 1));
    const along = places(nodes, nodes.map((_, place) => Math.ceil(8 * room(place)) / 8), gaps), spread = columns.map(() => 0), ranks = [0];
    nodes.forEach(({ up }, place) => { if (place) spread[depths[place]] = Math.max(spread[depths[place]], Math.abs(along[place] - along[up])); });
    for (let depth = 1; depth < columns.length; depth += 1) {
      const steep = Math.min(Math.max(sizes.rank, STEEPEST * spread[depth]), Math.max(sizes.rank, TALLEST * e));
      ranks.push(ranks[depth - 1] + (lies ? distances[depth] : steep));
    }
    outlines.forEach((one, place) => Object.assign(one, lies ? { x: ranks[depths[place]], y: along[place] } : { x: along[place], y: ranks[depths[place]] }));

    function meets(one, other, down) { // where an edge leaves a shape, or comes to it
      const { kind, x, y, w, h } = one, far = Math.hypot(other.x - x, other.y - y) || 1, isFlat = kind === (down > 0 ? "max" : "min");
      if (lies) return [x + down * (isWide(one) ? w : w / 2), y];
      if (kind === "chance") return [x + (w * (other.x - x)) / far, y + (w * (other.y - y)) / far];
      return [x + (isFlat ? Math.max(-w / 2, Math.min(w / 2, SHIFT * (other.x - x))) : 0), y + down * h];
    }

    function line(place) {
      const [above, below] = [outlines[nodes[place].up], outlines[place]], [start, end] = [meets(above, below, 1), meets(below, above, -1)];
      if (!lies) return [start, end];
      const [left, , label] = columns[depths[place]];
      return [start, [above.x + columns[depths[place] - 1][1], start[1]], [below.x - left - label, end[1]], end];
    }

    function spot(place) { // in the notch beside the tip, on the side where no edge arrives
      const { kind, h, w, x } = outlines[place], up = outlines[nodes[place].up];
      if (kind === "leaf") return lies ? [w + 0.35 * e, 0.28 * e, "start"] : [0, h + 0.85 * e, ""];
      if (kind === "min" && lies) return [0, -h - 0.62 * e, ""];
      const down = { max: 0.66 * e - h, min: h - 0.2 * e }[kind] ?? 0.2 * e - h, isLeft = kind === "min" || lies || !up || up.x >= x - 0.5;
      return [(isLeft ? -1 : 1) * AWAY[kind] * e, down, isLeft ? "end" : "start"];
    }

    function label(place) { // above its edge, clear of it; on the level end of one of a tree that lies
      const corners = line(place);
      if (lies) return [corners[2][0] + 0.5 * e, corners[2][1] - 0.26 * e - 0.2 * sizes.label, "start"];
      const [[fromX, fromY], [toX, toY]] = corners, far = Math.hypot(toX - fromX, toY - fromY) || 1, slant = toX < fromX ? -1 : 1;
      const [x, y] = [(slant * (toY - fromY)) / far, (-slant * (toX - fromX)) / far], aside = 0.36 * e + (labels[place] / 2) * Math.abs(x) + 0.46 * sizes.label * Math.abs(y);
      return [(fromX + toX) / 2 + aside * x, (fromY + toY) / 2 + aside * y + 0.26 * sizes.label, ""];
    }

    return { sizes, outlines, line, spot, label };
  };
})();
