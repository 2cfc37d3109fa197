"use strict";
// A tree whose children stand in another order at a step: each goes, with all that is below it, into the room that is left for it.
// Shapes and texts are moved as they were drawn; edges lead from where their parent went to where their child did.
//
// treeOrder(svg) returns a function of the orders of a step, [[place, children from the first to the last], …], which returns how much farther the tree reaches.
function treeOrder(svg) {
  const isLying = svg.classList.contains("tall"), axis = isLying ? 1 : 0, NARROWEST = 6; // between shapes
  const nodes = [...svg.querySelectorAll(".node")], homes = nodes.map(middleOf), children = nodes.map(() => []);
  nodes.forEach((node, place) => { if (node.dataset.up) children[node.dataset.up].push(place); });
  const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);
  const pairs = (line) => numbers(line.getAttribute("d")).flatMap((x, i, all) => (i % 2 ? [] : [[x, all[i + 1]]]));
  const reach = nodes.map((node) => Math.max(...numbers(node.querySelector(".shape").getAttribute("d")).map(Math.abs)));
  const rooms = []; // of each subtree, as it was drawn
  for (let place = nodes.length - 1; place >= 0; place -= 1) {
    const own = homes[place][axis], below = children[place].map((child) => rooms[child]);
    rooms[place] = { low: Math.min(own - reach[place], ...below.map(({ low }) => low)), high: Math.max(own + reach[place], ...below.map(({ high }) => high)) };
  }
  const gapsOf = (place) => children[place].slice(1).map((child, i) => rooms[child].low - rooms[children[place][i]].high);
  const least = Math.min(...nodes.flatMap((_, place) => gapsOf(place)).filter((gap) => gap >= NARROWEST), 4 * NARROWEST);
  const edges = [...svg.querySelectorAll(".edge")].map((edge) => {
    const [line, bar, label] = [".line", ".bar", ".label"].map((name) => edge.querySelector(name)), bars = bar && pairs(bar);
    const middle = bars && [0, 1].map((side) => bars.reduce((sum, point) => sum + point[side], 0) / bars.length);
    return { edge, place: Number(edge.dataset.to), points: pairs(line), label, middle, at: label && ["x", "y"].map((name) => Number(label.getAttribute(name))) };
  });

  function packed(place, orders, shifts) { // notes how far each node goes along its rank, and returns the room of its subtree
    const stands = orders.get(place), below = new Map(children[place].map((child) => [child, packed(child, orders, shifts)]));
    if (!stands && [...below.values()].every((room, i) => room === rooms[children[place][i]])) return rooms[place];
    const row = stands ?? children[place], gaps = gapsOf(place), middle = () => (homes[row[0]][axis] + shifts[row[0]] + homes[row.at(-1)][axis] + shifts[row.at(-1)]) / 2;
    let from = rooms[children[place][0]].low;
    for (const [i, child] of row.entries()) {
      const { low, high } = below.get(child);
      move(child, from - low, shifts);
      from += high - low + Math.max(gaps[i] ?? 0, least);
    }
    const last = from - least;
    shifts[place] = middle() - (homes[children[place][0]][axis] + homes[children[place].at(-1)][axis]) / 2;
    const own = homes[place][axis] + shifts[place];
    return { low: Math.min(own - reach[place], rooms[children[place][0]].low), high: Math.max(own + reach[place], last) };
  }

  function move(place, by, shifts) {
    shifts[place] += by;
    for (const child of children[place]) move(child, by, shifts);
  }

  function drawEdge({ edge, place, points, label, middle, at }, shifts) {
    const up = Number(nodes[place].dataset.up), ends = [up, place], half = points.length / 2;
    const [before, after] = [0, 1].map((is) => homes[place][axis] - homes[up][axis] + is * (shifts[place] - shifts[up])), lean = before ? after / before : 1;
    const moved = points.map((point, i) => {
      const end = ends[Number(i >= half)], home = homes[end][axis], aside = isLying ? point[1] - home : Math.max(-reach[end], Math.min(reach[end], (point[0] - home) * lean));
      return isLying ? [point[0], home + shifts[end] + aside] : [home + shifts[end] + aside, point[1]];
    });
    for (const line of edge.querySelectorAll(".line, .under")) line.setAttribute("d", `M${moved.map((point) => point.map((number) => number.toFixed(1)).join(" ")).join("L")}`);
    const [[x, y], [toX, toY]] = points.slice(half - 1), [[newX, newY], [newToX, newToY]] = moved.slice(half - 1);
    const turn = ((Math.atan2(newToY - newY, newToX - newX) - Math.atan2(toY - y, toX - x)) * 180) / Math.PI;
    if (middle) { // of the bars that a cut has, as far down its edge as before
      const down = isLying ? (middle[0] - x) / (toX - x) : (middle[1] - y) / (toY - y), go = [newX + down * (newToX - newX), newY + down * (newToY - newY)];
      const place = `translate(${go.map((along, i) => (along - middle[i]).toFixed(1)).join(" ")}) rotate(${[turn, ...middle].map((number) => number.toFixed(1)).join(" ")})`;
      for (const mark of edge.querySelectorAll(".bar, .badge")) mark.setAttribute("transform", place);
    }
    if (!label) return;
    if (isLying) return label.setAttribute("y", at[1] + shifts[place]);
    const size = Number(label.getAttribute("font-size")), rise = 0.35 * size, box = [0.27 * size * label.textContent.length, rise]; // from its middle
    const away = ([dx, dy]) => { // what is across a line, pointing up, and how far its box reaches that way
      const far = Math.hypot(dx, dy) || 1, [across, up] = [dy / far, -dx / far].map((one) => (dx < 0 ? -one : one));
      return { across, up, reach: box[0] * Math.abs(across) + box[1] * Math.abs(up) };
    };
    const [then, now] = [away([toX - x, toY - y]), away([newToX - newX, newToY - newY])], seen = [at[0] - x, at[1] - rise - y];
    const along = (seen[0] * (toX - x) + seen[1] * (toY - y)) / ((toX - x) ** 2 + (toY - y) ** 2), apart = seen[0] * then.across + seen[1] * then.up;
    const aside = apart + Math.sign(apart) * (now.reach - then.reach);
    label.setAttribute("x", (newX + along * (newToX - newX) + aside * now.across).toFixed(1));
    label.setAttribute("y", (newY + along * (newToY - newY) + aside * now.up + rise).toFixed(1));
  }

  return (orders) => {
    const shifts = nodes.map(() => 0);
    const { high } = packed(0, new Map(orders), shifts);
    nodes.forEach((node, place) => node.setAttribute("transform", `translate(${homes[place].map((along, i) => (along + (i === axis ? shifts[place] : 0)).toFixed(1)).join(" ")})`));
    for (const edge of edges) drawEdge(edge, shifts);
    return high - rooms[0].high;
  };
}
