"use strict";
// The tree of a step page as it is at a step. Nodes get the states of the step as classes, their number, window and name; what
// is too small to be read is followed instead of shown whole.
//
// stepTree(box, start, frames, orders) returns { draw(at, isMine), called(place) }; `box` is the handle of a treeBox, or nothing.
function stepTree(box, start, frames, orders = []) {
  const LARGEST = 2, SMALLEST = 8, READABLE = 11; // of a drawing, and of its letters in pixels
  const names = new Map(); // of each node, as the drawing calls it before anything is known
  const given = new Map(); // the numbers that the problem states
  const rooms = new Map(), measured = new Set(), twoLined = new Set(); // what is free beside a shape, in the drawings that were seen
  if (box && frames.some((one) => one.out)) box.svgs.forEach((svg) => box.enlarge(svg, 0, 60));
  const moving = new Map(box && orders.length ? box.svgs.map((svg) => [svg, treeOrder(svg)]) : []);
  for (const [svg, arrange] of moving) { // as much room as the widest of its orders needs
    const more = Math.max(0, ...orders.map(arrange));
    box.enlarge(svg, ...(svg.classList.contains("tall") ? [0, more] : [more, 0]));
  }
  const homes = new Map((box ? box.svgs : []).map((svg) => [svg, svg.getAttribute("viewBox").split(/[ ,]+/).map(Number)]));
  let isOverview = false;

  function prepare(svg) {
    for (const one of svg.querySelectorAll(".node")) {
      names.set(one.dataset.node, one.getAttribute("aria-label"));
      given.set(one.dataset.node, one.querySelector(".num")?.textContent || "");
    }
    const [, , wide, high] = homes.get(svg); // a small tree does not fill a large box
    svg.style.maxWidth = `${LARGEST * wide}px`;
    svg.style.maxHeight = `${LARGEST * high}px`;
    for (const line of svg.querySelectorAll(".edge > .line")) { // the highlighter of the best line
      const under = line.cloneNode();
      under.setAttribute("class", "under");
      line.before(under);
    }
  }

  function picture(at, isMine) { // how every node looks at a step
    const looks = new Map(start.map((look) => [look.place, look]));
    const answers = new Map();
    for (const { news, yours } of frames.slice(0, at)) {
      for (const look of news) looks.set(look.place, look);
      for (const one of yours || []) if (isMine) answers.set(one.place, [...(answers.get(one.place) || []), one]);
    }
    return { looks, answers };
  }

  function draw(at, isMine, found = []) { // `found` is how nodes look at this step alone
    if (!box) return;
    for (const [svg, arrange] of moving) { // where children stand in another order now
      arrange(at ? orders[frames[at - 1].order] : []);
      measured.delete(svg);
    }
    roomBeside(box.shown());
    const { looks, answers } = picture(at, isMine);
    for (const look of found) looks.set(look.place, look);
    const { path, place, line, beside, arrows, at: changed } = at ? frames[at - 1] : { path: [], place: null, line: [], beside: [], arrows: [], at: null };
    const notes = new Map(beside);
    const { up, out, changed: outlined = [] } = frames[at - 1] ?? {};
    for (const old of box.element.querySelectorAll(".upward, .playout, .move")) old.remove();
    for (const [from, to, ...more] of arrows) box.shown().querySelector(".moves").append(moveArrow(box.shown(), ...[from, to].map((end) => shapeOf(box.node(end))), ...more));
    for (const look of looks.values()) {
      const laid = answers.get(look.place) || [];
      const on = {
        todo: look.state === "todo", skip: look.state === "skip", path: path.includes(look.place), now: look.place === place,
        best: line.includes(look.place), pruned: look.cut, fresh: look.place === changed, filled: look.filled, changed: outlined.includes(look.place),
      };
      for (const node of box.all(look.place)) paint(node, look, { ...on, pruned: false }, laid.filter((one) => !one.edge), notes.get(look.place), out);
      for (const edge of box.edges(look.place)) {
        if (look.share || edge.classList.contains("share")) writeShare(edge, look.share);
        for (const [name, is] of Object.entries({ ...on, now: false, fresh: false, filled: false, changed: false })) edge.classList.toggle(name, is);
        for (const name of ["wrongcut", "missed"]) edge.classList.toggle(name, laid.some((one) => one.edge === name));
      }
    }
    for (const edge of up ? path.flatMap(box.edges) : []) edge.append(upward(edge.querySelector(".line")));
    if (out) box.shown().append(...playout(box.shown(), shapeOf(box.node(place)), homes.get(box.shown()), notes.get(place)));
    if (place !== null) follow(place);
  }

  function follow(place) { // in a drawing whose letters would be too small, the view goes along with the steps
    const svg = box.shown(), one = box.node(place);
    const [left, top, wide, high] = homes.get(svg), { width, height } = svg.getBoundingClientRect();
    const letter = Number(svg.querySelector(".num").getAttribute("font-size")), fitted = letter * Math.min(width / wide, height / high);
    if (isOverview || !width || (fitted >= SMALLEST && !box.element.classList.contains("zoomed"))) return;
    const now = svg.getAttribute("viewBox").split(" ").map(Number), shape = shapeOf(one);
    const isNew = !box.element.classList.contains("zoomed"), [seenWide, seenHigh] = isNew ? [width, height].map((size) => (size * letter) / READABLE) : now.slice(2);
    const [w, h] = [Math.min(wide, seenWide), Math.min(high, seenHigh)];
    const keep = (middle, from, size, seen) => Math.max(from, Math.min(from + size - seen, middle - seen / 2));
    const view = [keep(shape.x + shape.width / 2, left, wide, w), keep(shape.y + shape.height / 2, top, high, h), w, h];
    svg.setAttribute("viewBox", view.map((number) => number.toFixed(1)).join(" "));
    box.element.classList.add("zoomed");
  }

  function shapeOf(one) { // the box of its shape in the drawing
    const { x, y, width, height } = one.querySelector(".shape").getBBox(), [left, top] = middleOf(one);
    return { x: x + left, y: y + top, width, height };
  }

  function roomBeside(svg) { // how far it is to the next shape of the row; a window that is longer stands in the ladder alone
    if (measured.has(svg) || !svg.getBoundingClientRect().width) return;
    measured.add(svg);
    const shapes = [...svg.querySelectorAll(".node")].map((one) => ({ one, box: shapeOf(one) }));
    const isLying = svg.classList.contains("tall"), [left, , wide] = homes.get(svg), letter = Number(svg.querySelector(".win")?.getAttribute("font-size"));
    for (const { one, box: own } of shapes) {
      const inside = one.classList.contains("child") ? own.width : 0; // there it stands above the box
      const next = shapes.map(({ box: other }) => other.x - own.x - own.width).filter((gap, i) => gap > 0 && Math.abs(shapes[i].box.y - own.y) < own.height);
      const isTight = (lines) => shapes.some(({ box: other }) => other.y > own.y && other.y < own.y + own.height + lines * letter && Math.abs(other.x - own.x) < own.width); // below it
      const middle = own.x + own.width / 2 - left;
      if (isLying && !isTight(2.2)) twoLined.add(one);
      rooms.set(one, isLying ? (isTight(1) ? 0 : 2 * Math.min(middle, wide - middle)) : inside + Math.min(left + wide - own.x - own.width, ...next));
    }
  }

  function paint(node, look, on, laid, note, isOut) { // `note` stands beside the node at this step alone, or out of the tree
    for (const [name, is] of Object.entries(on)) node.classList.toggle(name, is);
    for (const name of ["wrong", "follows", "missing"]) node.classList.toggle(name, laid.some((one) => one.mark === name));
    const number = node.querySelector(".num"), beside = node.querySelector(".win");
    const fits = node.classList.contains("leaf") ? inLeaf : 0;
    const room = beside && (rooms.get(node) ?? Infinity) / (0.5 * Number(beside.getAttribute("font-size"))); // in letters
    const isWide = look.beside && !node.classList.contains("child") && !number?.dataset.letters && look.number.length > fits, long = isWide && look.number.length < room ? look.number : "";
    if (number && (look.number || !given.get(node.dataset.node))) write(number, long ? "" : look.number, node.querySelector("[class^=seat]"), isWide ? Math.max(fits, 3) / look.number.length : 1);
    if (beside) {
      const aside = isOut ? "" : note, own = [aside, ...laid.map((one) => one.tag)].filter(Boolean);
      const wordings = [[long, look.window, ...own], [long, ...own], [long, own[0]]].map((each) => each.filter(Boolean).join(" · "));
      beside.textContent = wordings.find((text) => text.length < room) ?? (aside || long); // the sentences say all of it
      if (beside.textContent !== wordings[0] && look.window && twoLined.has(node)) beside.replaceChildren(...[look.window, beside.textContent].map((text, line) => lineOf(beside, text, line)));
    }
    const said = [names.get(node.dataset.node), look.said, note, ...laid.map((one) => one.name), on.best && "best line", on.now && "this step"];
    node.setAttribute("aria-label", said.filter(Boolean).join("; "));
  }

  function lineOf(text, said, line) { // one of two lines
    const one = document.createElementNS(text.namespaceURI, "tspan");
    for (const [name, value] of Object.entries({ x: text.getAttribute("x"), dy: line ? "1.15em" : 0 })) one.setAttribute(name, value);
    one.textContent = said;
    return one;
  }

  function writeShare(edge, share) { // a probability with an unknown number in it, at a number or as it is stated
    const label = edge.querySelector(".label"), [left, top, size] = ["x", "y", "font-size"].map((name) => Number(label.getAttribute(name)));
    edge.classList.add("share");
    label.dataset.text ??= label.textContent;
    label.dataset.left ??= left;
    const stated = label.dataset.text, isAtEnd = share && stated.endsWith(share.letters);
    label.textContent = isAtEnd ? stated.slice(0, -share.letters.length) + share.text : stated;
    if (edge.closest("svg").classList.contains("tall")) return; // there it stands above its line
    const [x, y, toX, toY] = edge.querySelector(".line").getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const away = Math.sign(label.dataset.left - x - ((toX - x) * (top - y)) / (toY - y)); // what is longer grows away from it
    label.setAttribute("x", Number(label.dataset.left) + away * 0.27 * size * Math.max(0, label.textContent.length - stated.length));
  }

  function write(number, text, seat, share) { // some numbers are written as small as their shape needs; of several players' the own one is bold
    const own = seat ? Number(seat.getAttribute("class").slice("seat".length)) : NaN;
    number.replaceChildren(...text.split(/([^[\], ]+)/).map((part, place) => {
      const piece = document.createElementNS(number.namespaceURI, "tspan");
      piece.textContent = part;
      if (place === 2 * own + 1) piece.setAttribute("class", "own");
      return piece;
    }));
    number.dataset.size ??= number.getAttribute("font-size");
    const { size, letters } = number.dataset;
    number.setAttribute("font-size", (size * (letters ? Math.max(0.4, Math.min(1, letters / (0.5 * text.length))) : share)).toFixed(1));
  }

  for (const svg of homes.keys()) prepare(svg);
  const inLeaf = Math.max(3, ...[...(box?.svgs[0].querySelectorAll(".leaf > .num:not(.start)") ?? [])].map((one) => one.textContent.length)); // as wide as the longest number that is stated are all
  box?.element.addEventListener("click", (event) => { // who fits the drawing wants to see all of it
    const value = event.target.closest("button")?.value;
    if (value) isOverview = value === "fit";
  });
  return { draw, called: (place) => names.get(String(place)) };
}
