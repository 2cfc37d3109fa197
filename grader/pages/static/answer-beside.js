"use strict";
// What is typed beside a node of a tree on an answer page: in the longest form, and as large, as there is room for, on nothing else.
//
// answerBeside(svg) returns write(node, items): `items` are { name, short, text }, a name and its short form "" where the text needs none.
//
// widthIn(svg) returns wide(text, size): how wide a text is in a drawing, one that is not shown too.
function widthIn(svg) {
  const pen = document.createElement("canvas").getContext("2d"), family = getComputedStyle(svg).fontFamily;
  return (text, size) => {
    pen.font = `${size}px ${family}`;
    return pen.measureText(text).width;
  };
}

function answerBeside(svg) {
  const LINE = 1.12, ASIDE = 0.3, SIZES = [1, 0.86, 0.74], WRAPS = 2, CLEAR = 2.5; // a line and the gap beside a shape, in letters; sizes that are tried; lines of one text; how far a text is from the next, in the drawing's units
  const WIDEST = 2.2; // so many times as wide as its shape may be what stands above or below it, so that one sees whose it is
  const wide = widthIn(svg);
  const written = new Map(), homes = new Map(), seen = svg.getAttribute("viewBox");
  let things = null;

  const number = (one, ...names) => names.map((name) => Number(one.getAttribute(name)));
  const isMeeting = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

  function inDrawing(one, [left, top, right, bottom]) { // a box of what may stand in a node, and is seen from its middle then
    const node = one.closest(".node"), [x, y] = node ? middleOf(node) : [0, 0];
    return [left + x, top + y, right + x, bottom + y];
  }

  function boxOfText(one) {
    const [x, y, size] = number(one, "x", "y", "font-size"), long = wide(one.textContent, size);
    const left = x - (one.classList.contains("start") ? 0 : one.classList.contains("end") ? long : long / 2);
    return inDrawing(one, [left, y - 0.75 * size, left + long, y + 0.2 * size]);
  }

  function boxOfFrame(one) { // of a board, or of one of its pits
    if (one.tagName === "circle") {
      const [x, y, r] = number(one, "cx", "cy", "r");
      return inDrawing(one, [x - r, y - r, x + r, y + r]);
    }
    const [x, y, width, height] = number(one, "x", "y", "width", "height");
    return inDrawing(one, [x, y, x + width, y + height]);
  }

  function shapeOf(node) { // the ring stands a little farther out
    const [x, y, width, height] = number(node.querySelector(".ring"), "x", "y", "width", "height"), aside = 0.3 * letterOf(node);
    return inDrawing(node, [x + aside, y + aside, x + width - aside, y + height - aside]);
  }

  const letterOf = (node) => Number(node.querySelector(".num").dataset.size ?? node.querySelector(".num").getAttribute("font-size"));

  function linesOf(path) {
    return path.getAttribute("d").split("M").slice(1).flatMap((run) => {
      const all = run.match(/-?[\d.]+/g).map(Number), points = all.flatMap((x, at) => (at % 2 ? [] : [[x, all[at + 1]]]));
      return points.slice(1).map((point, at) => [...points[at], ...point]);
    });
  }

  function isCrossed([left, top, right, bottom], [x, y, toX, toY]) { // whether a line comes into a box
    let from = 0, to = 1;
    for (const [step, room] of [[x - toX, x - left], [toX - x, right - x], [y - toY, y - top], [toY - y, bottom - y]]) {
      if (!step && room < 0) return false;
      if (step < 0) from = Math.max(from, room / step);
      else if (step > 0) to = Math.min(to, room / step);
    }
    return from < to;
  }

  function found() { // what stands in the drawing before anything is typed
    const texts = [...svg.querySelectorAll("text:not(.num, .win, .seatletter)")].filter((one) => one.textContent && !one.closest(".ord, .board"));
    const frames = [...svg.querySelectorAll("rect.stateframe, circle.stateframe")];
    const shapes = [...svg.querySelectorAll(".node")].map(shapeOf);
    return { boxes: [...texts.map(boxOfText), ...frames.map(boxOfFrame), ...shapes], edges: [...svg.querySelectorAll(".edge > .line")].flatMap(linesOf) };
  }

  function isFree(box, node, isOverEdges) {
    const [x, y, width, height] = (svg.dataset.home ?? seen).split(/[ ,]+/).map(Number);
    if (box[0] < x || box[1] < y || box[2] > x + width || box[3] > y + height) return false;
    const near = [box[0] - CLEAR, box[1], box[2] + CLEAR, box[3]];
    if (things.boxes.some((one) => isMeeting(near, one)) || (!isOverEdges && things.edges.some((one) => isCrossed(near, one)))) return false;
    return ![...written].some(([other, one]) => other !== node && isMeeting(near, one));
  }

  function wrapped(text) { // a list of numbers as two lines; the comma stays with what stands before it
    const all = text.split(/(?<=,) /), half = Math.ceil(all.length / WRAPS);
    return all.length > 1 ? [all.slice(0, half).join(" "), all.slice(half).join(" ")] : [text];
  }

  function formsOf(items) { // from the longest to the shortest
    const long = items.map(({ name, text }) => [name, text].filter(Boolean).join(" "));
    const short = items.map((item) => [item.short, item.text].filter(Boolean).join(" "));
    return [[long.join(", ")], long, [short.join(", ")], short, short.flatMap(wrapped)];
  }

  function* spotsOf(node, width, height, isOne, isLong) { // where a block may have its upper left corner, the usual place first
    const [left, top, right, bottom] = shapeOf(node), e = letterOf(node), aside = ASIDE * e, home = homes.get(node);
    if (isOne) yield [home.start(width), home.y - 0.75 * home.size];
    const rows = [(top + bottom - height) / 2, bottom - height, top, top - 0.3 * e, bottom - height + 0.3 * e];
    for (const y of rows) yield [right + aside, y];
    if (isLong || width > WIDEST * (right - left)) return;
    const columns = [(left + right - width) / 2, left, right - width];
    const heights = [bottom + 0.2 * e, bottom + 1.15 * e, top - height - 0.2 * e, top - height - 1.05 * e];
    for (const y of heights) for (const x of columns) yield [x, y];
    for (const y of rows) yield [left - width - aside, y];
  }

  function place(node, forms, size, isOverEdges) { // the first form that has room, and where
    for (const lines of forms) {
      const width = Math.max(...lines.map((line) => wide(line, size))), height = (lines.length - 1) * LINE * size + 0.95 * size;
      const isLong = lines === forms[0] && forms[1].length > 1; // several on one line
      for (const [x, y] of spotsOf(node, width, height, lines.length === 1, isLong)) {
        const box = [x, y, x + width, y + height];
        if (isFree(box, node, isOverEdges)) return { lines, size, box };
      }
    }
    return null;
  }

  function best(node, forms) {
    const { size } = homes.get(node), sizes = SIZES.map((share) => share * size);
    for (const one of sizes) {
      const spot = place(node, forms, one, false);
      if (spot) return spot;
    }
    return place(node, forms.slice(-2), sizes.at(-1), true);
  }

  function homeOf(win) {
    const [x, y, size] = number(win, "x", "y", "font-size"), isEnd = win.classList.contains("end"), isStart = win.classList.contains("start");
    const [left, top] = middleOf(win.parentNode);
    return { y: top + y, size, start: (width) => left + x - (isStart ? 0 : isEnd ? width : width / 2) };
  }

  function draw(win, { lines, size, box: [x, y] }) {
    const [left, top] = middleOf(win.parentNode), spans = lines.map((line, at) => {
      const span = document.createElementNS(svg.namespaceURI, "tspan");
      span.setAttribute("x", (x - left).toFixed(1));
      span.setAttribute("y", (y - top + 0.75 * size + at * LINE * size).toFixed(1));
      span.textContent = line;
      return span;
    });
    win.setAttribute("font-size", size.toFixed(1));
    win.replaceChildren(...spans);
  }

  return function write(node, items) {
    const win = node.querySelector(".win"), key = JSON.stringify(items);
    if (!win || win.dataset.key === key) return;
    win.dataset.key = key;
    if (!homes.has(node)) homes.set(node, homeOf(win));
    things ??= found();
    written.delete(node);
    if (!items.length) return win.replaceChildren();
    const home = homes.get(node), spot = best(node, formsOf(items)) ?? { lines: ["▪"], size: home.size, box: [home.start(0.5 * home.size), home.y - 0.75 * home.size] };
    written.set(node, spot.box);
    win.classList.remove("end");
    win.classList.add("start");
    draw(win, spot);
  };
}
