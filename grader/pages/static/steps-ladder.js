"use strict";
// The ladder of windows of a step page: one bar for each node from the root down, all on one number line; as many as fit.
//
// stepLadder(svg, { frames, rows, ticks }) returns what draws it as it is at a step.
function stepLadder(ladder, { frames, rows, ticks }) {
  function piece(name, attributes, text) {
    const made = document.createElementNS(ladder.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const longest = Math.max(1, ...frames.flatMap((one) => one.windows.flatMap((rung) => [rung.alpha.length, rung.beta.length])));
  const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

  function climb(at) {
    const frame = frames[Math.max(at, 1) - 1], rungs = new Map(frames.slice(0, at).flatMap((one) => one.windows.map((rung) => [rung.place, rung])));
    const HIGH = 31, LETTER = 7, WIDE = Math.max(340, ladder.clientWidth), named = Math.max(...Object.values(rows).map((row) => Math.min(row.name.length, 5)));
    const side = 8 + (Math.min(longest, 9) + 2) * LETTER, left = 36 + named * 9 + side, right = WIDE - side;
    const known = at ? frame.path.map((place) => rungs.get(place)).filter(Boolean) : [];
    const isSmall = getComputedStyle(ladder.closest(".stepper")).display === "flex"; // one column
    const free = ladder.parentElement.getBoundingClientRect().bottom - ladder.getBoundingClientRect().top;
    const most = isSmall ? 2 : Math.min(9, Math.max(2, Math.floor((free - 36) / HIGH)));
    const shown = known.slice(-most), line = piece("g", {});
    let y = 17;
    for (const rung of shown) {
      rungOf(line, rung, y, left, right, frame);
      y += HIGH;
    }
    const bottom = isSmall ? 2 * HIGH : y - 5;
    if (!isSmall && ticks.length) axis(line, bottom, left, right);
    if (!isSmall && known.length > shown.length) line.append(piece("text", { class: "tiny start", x: 4, y: bottom + 15 }, `+ ${known.length - shown.length} above`));
    ladder.setAttribute("viewBox", `0 0 ${WIDE} ${bottom + (isSmall ? 0 : 20)}`);
    ladder.setAttribute("aria-label", known.map((rung) => `${rows[rung.place].name}: α ${rung.alpha}, β ${rung.beta}${rung.cut ? ", cut" : ""}`).join("; ") || "no window yet");
    ladder.parentElement.classList.toggle("unused", at > 0 && !known.length); // a step that is at no node has no windows
    ladder.replaceChildren(line);
  }

  function rungOf(line, rung, y, left, right, frame) {
    const x = (share) => Number((left + share * (right - left)).toFixed(1));
    const [low, high] = [x(rung.low), x(rung.high)], isShut = rung.low >= rung.high, isNow = frame.at === rung.place;
    const { name, shape } = rows[rung.place], css = isNow ? "strong" : "plain";
    const marks = { MAX: `M8 ${y + 7}h18l-9 -15z`, MIN: `M8 ${y - 8}h18l-9 15z`, chance: `M9 ${y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z` };
    line.append(
      piece("path", { class: "shape", d: marks[shape] }),
      piece("text", { class: `${css} start`, x: 32, y: y + 5 }, short(name, 5)),
      piece("path", { class: "axis", d: `M${left} ${y}H${right}` }),
      piece("rect", { class: !isShut ? "room" : rung.cut ? "gone" : "shut", x: Math.min(low, high), y: y - 6, width: Math.max(1.5, Math.abs(high - low)), height: 12 }),
      piece("path", { class: "end", d: `M${low} ${y - 9}v18M${high} ${y - 9}v18` }),
    );
    const bounds = [{ text: `α ${short(rung.alpha, 9)}`, x: low }, { text: `β ${short(rung.beta, 9)}`, x: high }];
    const [before, after] = rung.low > rung.high ? bounds.reverse() : bounds;
    line.append(
      piece("text", { class: `${css} end`, x: before.x - 5, y: y + 5 }, before.text),
      piece("text", { class: `${css} start`, x: after.x + 5, y: y + 5 }, after.text),
    );
    if (rung.cut) {
      const past = after.x + 10 + after.text.length * 7.6, isIn = past < ladder.clientWidth - 28;
      line.append(piece("text", { class: `cutword ${isIn ? "start" : "end"}`, x: isIn ? past : before.x - 10 - before.text.length * 7.6, y: y + 5 }, "cut"));
    }
    if (isNow && frame.taken !== null) line.append(piece("path", { class: "dot", d: `M${x(frame.taken) - 5} ${y - 17}h10l-5 8z` }));
  }

  function axis(line, y, left, right) {
    const x = (share) => Number((left + share * (right - left)).toFixed(1));
    line.append(piece("path", { class: "axis", d: `M${x(ticks[0][0])} ${y}H${x(ticks.at(-1)[0])}` }));
    for (const [share, text] of ticks) {
      line.append(piece("path", { class: "axis", d: `M${x(share)} ${y}v4` }), piece("text", { class: "tiny", x: x(share), y: y + 15 }, text));
    }
  }

  return climb;
}
