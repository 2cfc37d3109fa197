"use strict";
// The trees of an exercise on an answer page: what was answered stands in them, and a click does what the chosen tool says.
//
// answerTrees(problem, bar) returns { number, paint, open, step, boxes, isDrawn, isGone, write }; `problem` is one of answerPage.problems, `bar` the entry bar.
// A spot is a node of a drawing: { box, place }. A tool is "write", or the part whose list a click fills.
function answerTrees(problem, bar) {
  const SLIP = 6; // pixels that a finger may slip in a click
  const HINTS = {
    write: "Choose a node and type what belongs there.",
    list: "Choose the nodes in their order; choose one again to take it out.",
    path: "Choose the nodes in their order, from the root down.",
    iterations: "Choose the nodes of the row that is picked, in their order; choose one again to take it out.",
    rows: "Choose a node: it gets a row in the list.",
  };
  const [tools, hint, keysHint] = ["tools", "tool-hint", "keys"].map((name) => problem.element.querySelector(`[data-${name}]`));
  const boxes = [...problem.element.querySelectorAll(".treebox")].map(treeBox), picture = answerPicture(boxes);
  const parents = boxes.map((box) => new Map([...box.svgs[0].querySelectorAll(".node")].map((one) => [one.dataset.node, one.dataset.up])));
  const onTree = problem.parts.filter((part) => part.keys.some((key) => key.spot));
  const writing = onTree.filter((part) => part.sort === "each"), listing = onTree.filter((part) => part.isTicked);
  const cutting = listing.find((part) => part.tool), ordering = listing.filter((part) => ["list", "iterations"].includes(part.sort) && !part.isRows);
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
    const stays = problem.parts.some((part) => part.groups) ? " The tree stays as it is stated: your order stands in the list." : "";
    hint.textContent = (tool?.tool?.hint ?? HINTS[tool === "write" ? tool : tool?.isRows ? "rows" : tool?.sort] ?? "") + signs() + stays;
    for (const button of tools.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.tool === tool));
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

  const single = writing.filter((part) => part.fields.length === 1);

  function shortOf({ name }) { // the fewest first letters that no other part has
    const others = single.map((part) => part.name).filter((other) => other !== name);
    const long = [...name].findIndex((_, at) => !others.some((other) => other.startsWith(name.slice(0, at + 1))));
    return long < 0 ? name : name.slice(0, long + 1);
  }

  function signs() { // what stands for what in the tree, where several numbers belong to a node
    if (single.length < 2) return "";
    return ` In the tree ${single.map((part) => `${shortOf(part)} is ${part.name}`).join(", ")}; a number in a shape is ${single[0].name}.`;
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
    keysHint.hidden = tools.hidden = !offered.length || !boxes.length;
    hint.hidden = !boxes.length || (!offered.length && !problem.parts.some((part) => part.groups));
    const keys = [writing.length && "a digit writes into the node", cutting && cutting.tool.key, ordered() && "O numbers it"].filter(Boolean);
    keysHint.textContent = [
      "Keys: Tab to the tree, arrows walk along it, Enter opens the node or does what is chosen above,",
      `${keys.join(", ")}. ${writing.some((part) => part.isEverInfinite) ? "Infinity is typed inf, a fraction 7/3." : "A fraction is typed 7/3."}`,
    ].join(" ");
  }

  const ordered = () => (tool !== "write" && tool !== cutting && tool) || ordering[0] || listing.find((part) => part.sort === "path");

  function act(part, spot) {
    for (const { key } of at([part], spot)) part.toggle(key.name);
  }

  function picked(spot) {
    if (tool === "write") open(spot, true);
    else if (tool) {
      act(tool, spot);
      if (!tool.isRows) open(spot, false);
    }
  }

  function open(spot, isFocused) {
    const box = boxes[spot.box], label = picture.labels.get(box.node(spot.place));
    bar.open({ trees, spot, box, label, entries: at(writing, spot), lists: at(listing, spot) }, isFocused);
  }

  function step(spot, by) { // the next node that can be filled in, in the order of the drawing; none after the last
    const isAsked = (one) => at(writing, one).length > 0 && !isGone(one), isListed = (one) => at(onTree, one).length > 0;
    const here = spots.findIndex((one) => one.box === spot.box && one.place === spot.place);
    const others = by > 0 ? spots.slice(here + 1) : spots.slice(0, here).reverse();
    return others.find(tool === "write" ? isAsked : isListed);
  }

  function pressed(event, box) { // before the box hears of it: there 0 and − zoom
    const one = event.target.closest?.(".node");
    if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
    const spot = { box, place: Number(one.dataset.node) }, key = event.key.toLowerCase();
    const [first] = at(writing, spot);
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
    const spotOf = (event) => ({ box: number, place: Number(event.detail) });
    let from = [0, 0];
    box.element.addEventListener("keydown", (event) => pressed(event, number), true);
    box.element.addEventListener("pick", (event) => picked(spotOf(event)));
    box.element.addEventListener("walk", (event) => bar.isOpen() && open(spotOf(event), false));
    box.element.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    box.element.addEventListener("click", (event) => {
      const edge = event.target.closest(".edge"), slipped = Math.hypot(event.clientX - from[0], event.clientY - from[1]);
      if (!edge || tool !== cutting || slipped > SLIP) return;
      box.select(edge.dataset.to, true);
      picked({ box: number, place: Number(edge.dataset.to) });
    });
  }

  const number = problem.element.querySelector("h2 .number")?.textContent ?? ""; // none where it is the only exercise
  const isDrawn = (key) => Boolean(key?.spot && boxes[key.spot[0]]);
  const isAway = (key) => isDrawn(key) && isGone({ box: key.spot[0], place: key.spot[1] });
  const trees = { number, paint, open, step, boxes, isDrawn, isGone: isAway, write: () => writing.length && choose("write"), use: (part) => { if (listing.includes(part)) tool = part; } };
  makeTools();
  if (single.length > 1) picture.makeRoom(single.length);
  boxes.forEach(listen);
  return trees;
}
