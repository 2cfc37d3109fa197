"use strict";
// The trees of an exercise on an answer page: what was answered stands in them, and a click does what the chosen tool says.
//
// answerTrees(problem, bar, history) returns { number, paint, open, choose, boxes, isDrawn, isGone, write, use }; `problem` is one of answerPage.problems, `bar` the entry bar, `history` that of the page.
// A spot is a node of a drawing: { box, place }. A tool is "write", or the part whose list a click fills.
function iconOf(part) { // the sign of a tool: what is written, cut off, numbered, followed, or gets a row
  return part ? (part.tool?.sign ?? { list: "①", path: "↘", iterations: "①" }[part.sort]) : "✎";
}

function answerTrees(problem, bar, history) {
  const SLIP = 6; // pixels that a finger may slip in a click
  const [tools, hint, keysHint] = ["tools", "tool-hint", "keys"].map((name) => problem.element.querySelector(`[data-${name}]`));
  const boxes = [...problem.element.querySelectorAll(".seen .treebox")].map(treeBox), picture = answerPicture(boxes);
  const parents = boxes.map((box) => new Map([...box.svgs[0].querySelectorAll(".node")].map((one) => [one.dataset.node, one.dataset.up])));
  const onTree = problem.parts.filter((part) => part.keys.some((key) => key.spot));
  const writing = onTree.filter((part) => part.sort === "each"), listing = onTree.filter((part) => part.isTicked);
  const cutting = listing.find((part) => part.sort === "set"), rowed = listing.filter((part) => part.isRows), ordering = listing.filter((part) => ["list", "iterations"].includes(part.sort) && !part.isRows);
  const typed = writing.filter((part) => part.fields.some((field) => !field.choices)); // of others something is chosen from a list
  const HINTS = {
    write: `Choose a node and ${typed.length ? "type" : "pick"} what belongs there.`,
    list: "Choose the nodes in their order; choose one again to take it out.",
    path: "Choose the nodes in their order, from the root down.",
    iterations: "Choose the nodes of the row that is picked, in their order; choose one again to take it out.",
  };
  let tool = writing.length ? "write" : listing[0];

  const isAt = (key, spot) => key.spot && key.spot[0] === spot.box && key.spot[1] === spot.place;
  const at = (parts, spot) => parts.map((part) => ({ part, key: part.keys.find((key) => isAt(key, spot)) })).filter(({ key }) => key);
  const spots = boxes.flatMap((_, box) => [...parents[box].keys()].map((place) => ({ box, place: Number(place) })));

  // what stands in a tree

  function chosen(sort, box) { // the places in a drawing that parts of this sort list
    const keys = listing.filter((part) => part.sort === sort).flatMap((part) => part.listed().map((name) => part.named.get(name)));
    return new Set(keys.filter((key) => key?.spot?.[0] === box).map((key) => String(key.spot[1])));
  }

  function isGone({ box, place }, cut = chosen("set", box)) { // whether it, or a node above it, is cut off
    for (let up = String(place); up; up = parents[box].get(up)) if (cut.has(up)) return true;
    return false;
  }

  function paint() {
    boxes.forEach((box, number) => {
      const cut = chosen("set", number), path = chosen("path", number);
      for (const [place, up] of parents[number]) {
        const spot = { box: number, place: Number(place) };
        const marks = { isCut: cut.has(place), isGone: isGone(spot, cut), isPath: path.has(place), isOnPath: path.has(place) && path.has(up) };
        const look = lookOf(spot, marks);
        for (const one of box.all(place)) picture.paintNode(one, look);
        for (const edge of box.edges(place)) picture.paintEdge(edge, look);
      }
      box.element.classList.toggle("cutting", tool === cutting);
    });
    hint.textContent = (tool?.tool?.hint ?? HINTS[tool === "write" ? tool : tool?.sort] ?? "") + signs();
    for (const button of tools.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", String(button.tool === tool));
  }

  function lookOf(spot, marks) { // what stands at a node, and what is said of it
    const entries = at(writing, spot).map(({ part, key }) => ({ part, text: part.shownAt(key.name), isShort: part.fields.length === 1, isBad: part.isAmissAt(key.name) }));
    const inside = entries.find((entry) => entry.isShort || picture.holds(boxes[spot.box].node(spot.place), entry.text));
    const beside = entries.filter((entry) => entry !== inside && entry.text).map(itemOf);
    const orders = at(ordering, spot).map(({ part, key }) => ({ part, number: part.listed().indexOf(key.name) + 1 })).filter(({ number }) => number);
    const said = [
      ...entries.map(({ part, text, isBad }) => `${part.name} ${text || "blank"}${isBad ? ", cannot be read" : ""}`),
      marks.isCut && `${cutting.tool.done} here`,
      marks.isGone && !marks.isCut && "skipped",
      ...orders.map(({ part, number }) => `number ${number} of ${part.called()}`),
      marks.isPath && "on the path",
    ].filter(Boolean);
    const unread = { isUnread: Boolean(inside?.isBad), isUnreadBeside: entries.some((entry) => entry !== inside && entry.isBad) };
    return { ...marks, ...unread, number: inside ? inside.text : null, item: inside && itemOf(inside), beside, order: (orders.find(({ part }) => part === tool) ?? orders[0])?.number ?? 0, said };
  }

  function itemOf({ part, text, isShort }) { // how an entry is written beside a node: of several parts by the letters that the hint explains
    return isShort ? { name: single.length > 1 ? shortOf(part) : part.name, short: shortOf(part), text: picture.shortened(text) } : { name: "", short: "", text };
  }

  const drawn = problem.parts.filter((part) => part.draw), number = problem.element.querySelector("h2 .number")?.textContent ?? ""; // none where it is the only exercise

  function place(part) { // a tree that is drawn stands above what the program drew, or instead of it
    const tree = part.draw(bar, number), figures = problem.element.querySelectorAll(".seen figure");
    history.interrupt.push(tree.cancel);
    hint.after(tree.element);
    for (const figure of part.tree.stands ? figures : []) figure.classList.add("paper-only");
  }

  const single = writing.filter((part) => part.fields.length === 1);

  function shortOf({ name }) { // the fewest first letters that no other part has
    const others = single.map((part) => part.name).filter((other) => other !== name);
    const long = [...name].findIndex((_, at) => !others.some((other) => other.startsWith(name.slice(0, at + 1))));
    return long < 0 ? name : name.slice(0, long + 1);
  }

  function signs() { // what stands for what in the tree, where several numbers belong to a node
    if (single.length < 2) return "";
    return ` In the tree ${single.map((part) => shortOf(part) + " is " + part.name).join(", ")}; a number in a shape is ${single[0].name}.`;
  }

  // what is done with them

  function choose(next) {
    tool = next;
    paint();
  }

  function makeTools() {
    const offered = [...(writing.length ? ["write"] : []), ...listing];
    for (const one of offered) {
      const words = one !== "write" ? one.name : writing.length > 1 ? "Numbers" : writing[0].name;
      const icon = make("span", { "aria-hidden": "true" }, iconOf(one === "write" ? null : one));
      const button = make("button", { type: "button", "aria-pressed": "false", click: () => choose(one) }, icon, ` ${words}`);
      button.tool = one;
      tools.append(button);
    }
    if (!offered.length) tools.setAttribute("aria-label", "Undo and redo");
    tools.append(...history.buttons());
    tools.hidden = (!boxes.length && !drawn.length) || problem.parts.every((part) => part.sort === "words");
    keysHint.hidden = hint.hidden = !offered.length || !boxes.length;
    const keys = [typed.length && "a digit writes into the node", cutting && cutting.tool.key, ordered() && "O numbers it"].filter(Boolean);
    const infinite = writing.some((part) => part.isEverInfinite) ? "Infinity is typed inf, a fraction 7/3." : "A fraction is typed 7/3.";
    keysHint.textContent = `Keys: ${["Tab to the tree", "arrows walk along it", "Enter opens the node or does what is chosen above", ...keys].join(", ")}. ${typed.length || !writing.length ? infinite : ""}`;
  }

  const ordered = () => (tool !== "write" && tool !== cutting && tool) || ordering[0] || listing.find((part) => part.sort === "path");

  const spotOf = ({ spot: [box, place] }) => ({ box, place });

  const isRoot = ({ box, place }) => !parents[box].get(String(place)); // there is no edge above it to cut

  function act(part, spot, isEntered = false) {
    if (part === cutting && isRoot(spot)) {
      open(spot, false);
      return bar.tell(`The root cannot be ${part.tool.done}: the search begins there.`);
    }
    for (const { key } of at([part], spot)) part.toggle(key.name);
    if (isEntered) open(spot, part.fields[0].name);
  }

  function picked(spot) {
    if (tool === "write") open(spot, true);
    else if (tool) {
      act(tool, spot);
      open(spot, tool.isRows && tool.fields[0].name);
    }
  }

  // the entry bar: all that can be written at a node, and done to it

  function open(spot, isFocused) {
    const box = boxes[spot.box], [about, ...more] = picture.labels.get(box.node(spot.place)).split(", ");
    bar.open({
      id: `${problem.id} ${spot.box} ${spot.place}`, element: box.element, number, about, what: more.join(", "), reveal: () => box.reveal(spot.place), focus: () => box.select(spot.place, true),
      groups: () => [...at(writing, spot).map(groupOf), ...at(rowed, spot).flatMap(rowOf)], acts: () => [...at(listing.filter((part) => part !== cutting || !isRoot(spot)), spot).map(actOf), ...at(ordering, spot).flatMap(insertOf)],
      step: (by, isEntered) => step(spot, by, isEntered),
    }, isFocused);
  }

  const fieldOf = (part, key, { label, shape, name = part.id, sign = label }, more) => ({ name, shape, sign: label && sign.charAt(0), label: [`${part.name}: ${key.shown}`, sign].filter(Boolean).join(", "), ...more });

  function groupOf({ part, key }) {
    const get = (place) => () => part.at(key.name)[place], set = (place) => (text) => { part.put(key.name, place, text); part.changed(); };
    if (typed.includes(part)) return { words: part.name, fields: part.fields.map((given, place) => fieldOf(part, key, given, { get: get(place), set: set(place) })) };
    const options = part.fields[0].choices.map((value) => ({ value, words: value }));
    return { words: part.name, choice: { name: part.id, options, get: get(0), set: (text) => set(0)(text === get(0)() ? "" : text) } }; // chosen again it is taken back
  }

  function rowOf({ part, key }) { // the row of a node that has one
    const row = () => part.state.items.find(({ name }) => name === key.name);
    if (!row()) return [];
    const set = (place) => (text) => { row().texts[place] = text; part.changed(); };
    return part.fields.map((given, place) => ({ words: given.sign, fields: [fieldOf(part, key, given, { get: () => row()?.texts[place] ?? "", set: set(place) })] }));
  }

  function actOf({ part, key }) {
    const place = part.places().indexOf(key.name), isIn = place >= 0, words = part.tool ? part.tool[isIn ? "done" : "act"] : part.called();
    const label = part.tool ? `${part.tool.name} ${key.shown}` : `${part.called()}: ${key.shown}${isIn ? ", number " + (place + 1) : ""}`;
    return { value: part.isRows ? "cutoff" : part.sort === "set" ? "prune" : "visit", icon: `${iconOf(part)}${isIn && part.sort !== "set" ? " " + (place + 1) : ""}`, words, label, isPressed: isIn, click: () => act(part, spotOf(key), part.isRows) };
  }

  function insertOf({ part, key }) { // a visit that was forgotten in the middle: the next node chosen stands there
    const place = part.listed().indexOf(key.name);
    if (place < 0) return [];
    return [{ value: "insert", icon: "①", words: `insert before ${place + 1}`, label: `${part.called()}: insert before number ${place + 1}`, isPressed: part.before === key.name, click: () => { part.before = part.before === key.name ? "" : key.name; tool = part; paint(); bar.paint(); } }];
  }

  function step(spot, by, isEntered) { // the next node that can be filled in, in the order of the drawing
    const isAsked = (one) => at(writing, one).length > 0 && !isGone(one), isListed = (one) => at(onTree, one).length > 0;
    const here = spots.findIndex((one) => one.box === spot.box && one.place === spot.place);
    const others = by > 0 ? spots.slice(here + 1) : spots.slice(0, here).reverse(), next = others.find(tool === "write" ? isAsked : isListed);
    if (!next) return false;
    boxes[next.box].select(next.place, !isEntered);
    open(next, isEntered);
    return true;
  }

  function pressed(event, box) { // before the box hears of it: there 0 and − zoom
    const one = event.target.closest?.(".node");
    if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
    const spot = { box, place: Number(one.dataset.node) }, key = event.key.toLowerCase();
    const [first] = at(typed, spot);
    if ((first?.part.isEverInfinite ? /^[-0-9.i\u2212\u221e]$/ : /^[-0-9.\u2212]$/).test(key) && first) {
      open(spot, true);
      bar.type(key);
    } else if (key === "x" && cutting) act(cutting, spot);
    else if (key === "o" && ordered()) act(ordered(), spot);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function listen(box, number) {
    const here = (event) => ({ box: number, place: Number(event.detail) });
    let from = [0, 0];
    box.element.addEventListener("keydown", (event) => pressed(event, number), true);
    box.element.addEventListener("pick", (event) => picked(here(event)));
    box.element.addEventListener("walk", (event) => bar.isOpen() && open(here(event), false));
    box.element.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    box.element.addEventListener("click", (event) => {
      const edge = event.target.closest(".edge"), slipped = Math.hypot(event.clientX - from[0], event.clientY - from[1]);
      if (!edge || tool !== cutting || slipped > SLIP) return;
      box.select(edge.dataset.to, true);
      picked({ box: number, place: Number(edge.dataset.to) });
    });
  }

  const isDrawn = (key) => Boolean(key?.spot && boxes[key.spot[0]]);

  function goTo(key) {
    const spot = spotOf(key);
    boxes[spot.box].select(spot.place, true);
    open(spot, false);
  }

  const isAway = (key) => isDrawn(key) && isGone({ box: key.spot[0], place: key.spot[1] });
  const trees = { number, paint, open, choose: goTo, boxes, isDrawn, isGone: isAway, write: () => writing.length && choose("write"), use: (part) => { if (listing.includes(part)) tool = part; } };
  makeTools();
  drawn.forEach(place);
  if (single.length > 1) picture.makeRoom(single.length);
  boxes.forEach(listen);
  return trees;
}
