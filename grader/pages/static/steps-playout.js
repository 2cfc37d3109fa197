"use strict";
// What only steps of playouts draw: arrows up the path, and the way out of the tree. Other pages do not carry it.

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
