"use strict";
// A number line for the unknown of a problem, with a slider: at each x the program has said which piece of the line it lies in,
// and what every node is worth there as a + b·x. Nothing is searched here.
//
// stepSweep(element, { stops, turns, pieces }, onMove) returns { looks(stop), draw(stop, isAll) }; onMove(stop, sentence) is called when
// somebody moves the slider.
function stepSweep(element, { stops, turns, pieces }, onMove) {
  const [svg, slider, output] = ["svg", "input", "output"].map((name) => element.querySelector(name));
  const PLACES = 2, OF_SHARES = 4, INSIDE = 3, WIDE = 100; // decimals, those of probabilities, letters that fit a shape, of a line
  const first = stops[0][0], far = stops.at(-1)[0] - first || 1;
  Object.assign(slider, { min: 0, max: stops.length - 1, step: 1 });

  const text = (number, places = PLACES) => String(Number(number.toFixed(places)) || 0).replace("-", "−");
  const at = (line, x) => (typeof line === "string" ? line : text(line[0] + line[1] * x));

  function looks(stop) { // of every node at this x
    const [x, , piece] = stops[stop];
    return pieces[piece].nodes.map(({ place, number, window, edge, skip, cut }) => {
      const [value, bounds] = [number ? at(number, x) : "", window ? `[${window.map((end) => at(end, x)).join(", ")}]` : ""];
      const said = [skip && "skipped", value && `value ${value}`, bounds && `window ${bounds}`].filter(Boolean).join(", ");
      return { place, state: skip ? "skip" : "done", number: value, window: bounds, cut: Boolean(cut), share: edge ? { letters: edge[1], text: text(edge[0][0] + edge[0][1] * x, OF_SHARES) } : null, beside: value.length > INSIDE, said, filled: false };
    });
  }

  function make(name, attributes, content = "") {
    const one = document.createElementNS(svg.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.textContent = content;
    svg.append(one);
  }

  function draw(stop, isAll) { // the piece in which x lies; at the end all that hold
    const { width } = svg.getBoundingClientRect(), wide = Math.max(width, WIDE), along = (place) => 14 + ((stops[place][0] - first) / far) * (wide - 28);
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${wide} 44`);
    const isHeld = (place) => pieces[stops[place][2]].holds;
    const edge = (place) => { // before a stop: what holds reaches from its first stop to its last
      if (place === 0 || place === stops.length) return place && wide;
      const [before, after] = isHeld(place - 1) === isHeld(place) ? [place - 1, place] : isHeld(place) ? [place, place] : [place - 1, place - 1];
      return (along(before) + along(after)) / 2;
    };
    const now = stops[stop][2], isOther = ({ sentence }) => sentence !== pieces[now].sentence; // neighbours of which the same is said are one to the reader
    const [from, to] = [pieces.slice(0, now).findLastIndex(isOther), pieces.findIndex((one, number) => number > now && isOther(one))];
    for (const [number, { holds }] of pieces.entries()) {
      const [start, last] = [stops.findIndex((one) => one[2] === number), stops.findLastIndex((one) => one[2] === number)];
      if (start < 0) continue;
      const lit = number > from && (to < 0 || number < to);
      make("path", { class: ["piece", lit && "lit", (lit || isAll) && holds && "holds"].filter(Boolean).join(" "), d: `M${edge(start)} 14H${edge(last + 1)}` });
    }
    let written = -Infinity;
    for (const place of [...new Set([...turns, 0, stops.length - 1])].sort((one, other) => turns.includes(other) - turns.includes(one) || one - other)) {
      make("path", { class: "axis", d: `M${along(place)} 20v6` });
      if (Math.abs(along(place) - written) > 30) make("text", { x: along(place), y: 40, "font-size": 13 }, stops[place][1]);
      written = along(place);
    }
    make("circle", { class: "knob", cx: along(stop), cy: 14, r: 7 });
    const { holds } = pieces[now];
    svg.setAttribute("aria-label", `x = ${stops[stop][1]}: it ${holds ? "holds" : "does not hold"}`);
    slider.value = stop;
    slider.setAttribute("aria-valuetext", `x = ${stops[stop][1]}`);
    output.textContent = `x = ${stops[stop][1]}`;
  }

  slider.addEventListener("input", () => {
    const [, said, piece] = stops[slider.value];
    onMove(Number(slider.value), `At x = ${said}: ${pieces[piece].sentence}`);
  });
  return { looks, draw };
}
