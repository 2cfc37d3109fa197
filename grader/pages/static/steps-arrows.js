"use strict";
// What is drawn over a picture at one step alone: arrows up the path, the way out of the tree, and arrows between nodes that stand
// in cells. Pages without such steps do not carry it.

function drawnAs(svg, name, attributes) {
  const one = document.createElementNS(svg.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function upward(line) { // in the middle of an edge, towards its parent
  const half = line.getTotalLength() / 2, [from, to] = [half + 5, half - 5].map((along) => line.getPointAtLength(along));
  const [x, y] = [to.x - from.x, to.y - from.y];
  return drawnAs(line, "path", { class: "upward", d: `M${from.x - y / 2} ${from.y + x / 2}L${to.x} ${to.y}L${from.x + y / 2} ${from.y - x / 2}` });
}

function playout(svg, shape, [left, top, wide, high], text) { // out of the tree, to what is found there
  const x = shape.x + shape.width / 2, y = shape.y + shape.height + 2;
  const low = top + high - 22, end = Math.max(left + 36, Math.min(left + wide - 36, x)), third = (low - y) / 3;
  const line = drawnAs(svg, "path", { class: "playout", d: `M${x} ${y}C${x - 30} ${y + third} ${end + 30} ${low - third} ${end} ${low}` });
  const found = drawnAs(svg, "text", { class: "playout", x: end, y: low + 16, "font-size": 15, "text-anchor": "middle" });
  found.textContent = text;
  return [line, found];
}

function wayOfStrip(svg, from, to) { // from one line of a strip to another: through the room between them, to the side of the box where its name stands or to the other; and where the name of the move stands
  const { below, left } = svg.dataset, [x, toX] = [from, to].map((box) => box.x + box.width / 2), [y, toY] = [from, to].map((box) => box.y + box.height / 2);
  const curve = (start, end, across) => { // leaves and arrives straight
    const middle = across ? 0.7 * start[0] + 0.3 * end[0] : (start[1] + end[1]) / 2, [first, last] = across ? [[middle, start[1]], [middle, end[1]]] : [[start[0], middle], [end[0], middle]];
    return `M${start.join(" ")}C${first.join(" ")} ${last.join(" ")} ${end.join(" ")}`;
  };
  if (below && y !== toY) {
    const end = to.y + to.height + Number(below);
    return { d: curve([x, from.y - 4], [toX, end], false), name: [toX + 7, end + 13] };
  }
  if (left && x !== toX) {
    const end = to.x + to.width + 5;
    return { d: curve([from.x - Number(left), y], [end, toY], true), name: [end + 8, toY + (y < toY ? 17 : -7)] };
  }
  return null;
}

function moveArrow(svg, from, to, decides, name) { // between two boxes of the drawing: above those of a row, right of those of a column, between the lines of a strip, else straight
  const [x, y, toX, toY] = [from, to].flatMap((box) => [box.x + box.width / 2, box.y + box.height / 2]), most = Number(svg.dataset.bend);
  const bend = (far) => Math.min(most, 26 + 0.32 * Math.abs(far)), [right, top] = [from.x + from.width + 4, from.y - 4];
  const near = Math.min((from.width / 2 + 4) / (Math.abs(toX - x) || 1), (from.height / 2 + 4) / (Math.abs(toY - y) || 1));
  const [dx, dy] = [near * (toX - x), near * (toY - y)];
  const beside = right + bend(toY - y), above = top - bend(toX - x);
  const straight = `M${x + dx} ${y + dy}L${toX - dx} ${toY - dy}`, way = wayOfStrip(svg, from, to);
  const d = way ? way.d : y === toY ? `M${x} ${top}C${x} ${above} ${toX} ${above} ${toX} ${top}` : x === toX ? `M${right} ${y}C${beside} ${y} ${beside} ${toY} ${right} ${toY}` : straight;
  const group = drawnAs(svg, "g", { class: decides ? "move decides" : "move" }), line = drawnAs(svg, "path", { d });
  const far = line.getTotalLength(), [tip, back, half] = [far, far - 8, far / 2].map((along) => line.getPointAtLength(along));
  const [across, down] = [(tip.x - back.x) / 2, (tip.y - back.y) / 2];
  group.append(line, drawnAs(svg, "path", { d: `M${back.x - down} ${back.y + across}L${tip.x} ${tip.y}L${back.x + down} ${back.y - across}` }));
  if (!name) return group;
  const [left, low] = way ? way.name : y === toY ? [half.x, half.y - 5] : [half.x + 4, half.y + 5];
  const text = drawnAs(svg, "text", { class: y === toY ? "label" : "label start", x: left, y: low, "font-size": 13 });
  text.textContent = decides ? `✓ ${name}` : name;
  group.append(text);
  return group;
}
