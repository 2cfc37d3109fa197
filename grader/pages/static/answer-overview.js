"use strict";
// What is blank or malformed on an answer page, never what is right or wrong, with ways to the fields.
//
// answerOverview(problems, places) returns { paint, statusOf, malformed, warnings }; `places` are the elements { list, state }.
function answerOverview(problems, { list, state }) {
  const MOST = 12; // buttons in a line
  const HERE = document.querySelector("[id^=program-]") ? " here" : ""; // what programs answer is not filled in on the page
  const KNOWS = "This page does not know what is right.";

  const count = (number, what, many = `${what}s`) => `${number} ${number === 1 ? what : many}`;
  const filled = (parts) => parts.filter((part) => !part.isBlank()).length;
  const faultsOf = (part) => part.faults().filter((fault) => !fault.isEarly); // of a row that is being filled in nothing is said yet
  const malformed = (part) => faultsOf(part).filter((fault) => fault.sort === "malformed");
  const unread = (part) => malformed(part).length;
  const isFilled = (part) => (key) => Boolean(part.shownAt(key.name));
  const left = (part) => (part.sort === "each" && !part.isBlank() && !part.state.none ? part.keys.filter((key) => !isFilled(part)(key) && isMissed(part, key)).length : 0);

  function filledIn(part) {
    const done = part.keys.filter(isFilled(part)).length;
    return `${done} of ${done + left(part)} filled in`;
  }

  function isMissed(part, key) { // where it is for the student to find which entries there are, the student's own prunes and paths say it
    if (!part.open) return true;
    if (part.free) return false;
    const { parts, trees } = problems.find((problem) => problem.parts.includes(part));
    const paths = parts.filter((other) => other.entry && other.entry.sort !== "one");
    if (paths.length) return paths.some((other) => (other.value() ?? []).flat().includes(key.name));
    return parts.some((other) => other.tool) && !trees.isGone(key);
  }

  const isWhole = ({ faults }) => faults[0].sort === "blank" && !faults[0].key;

  function statusOf(part) { // what stands below the fields of a part
    const bad = malformed(part), { items, none } = part.state;
    if (bad.length) return bad[0].text + (bad.length > 1 ? `; ${bad.length - 1} more` : "");
    if (part.isBlank()) return "blank";
    if (part.told) return part.told();
    if (part.sort === "each" && part.keys.length && !part.state.none) return filledIn(part);
    if (part.entry && items.length) return `${items.length - part.faults().length} of ${count(items.length, part.about)} filled in`;
    return Array.isArray(items) && !none ? count(items.length, part.isRows ? "row" : "node") : "";
  }

  function paint() {
    const parts = problems.flatMap((problem) => problem.parts);
    const bad = parts.reduce((sum, part) => sum + unread(part), 0);
    const lines = problems.flatMap(linesOf);
    const more = bad ? `; ${count(bad, "entry", "entries")} cannot be read. ` : lines.length ? ". " : ". Everything is filled in. ";
    const head = make("b", {}, `${filled(parts)} of ${count(parts.length, "part")} answered${HERE}`);
    list.replaceChildren(make("p", {}, head, more, KNOWS), make("ul", { class: "todo" }, ...lines));
    paintState(parts);
  }

  const unreadable = (part) => `${count(unread(part), "entry", "entries")} cannot be read${part.whole ? ": the whole part would not be judged" : " and would count as wrong"}`;
  const whereOf = (place) => (problems.length > 1 ? `${place + 1}. ` : "");

  function warnings() { // of each part in which something cannot be read, for those who take their answers along
    const said = (problem, place) => problem.parts.filter(unread).map((part) => `${whereOf(place)}${part.name}: ${unreadable(part)}.`);
    return problems.flatMap(said).join(" ");
  }

  function paintState(parts) { // in the head of the page: how much is answered, and ways to the exercises
    const ways = problems.map((problem, place) => {
      const label = `Exercise ${place + 1}: ${filled(problem.parts)} of ${count(problem.parts.length, "part")} answered`;
      return make("a", { href: `#q${place + 1}`, "aria-label": label }, `${place + 1}`);
    });
    const between = problems.length > 1 ? [...ways.flatMap((way) => [way, " "]), make("span", { class: "aside" }, "· ")] : [];
    const said = make("span", { class: "aside" }, `${filled(parts)} of ${parts.length} parts answered${HERE} · `), last = make("a", { class: "aside", href: "#hand-in" }, "Hand in");
    state.replaceChildren(said, ...between, last);
    for (const one of [state, document.querySelector("[data-how]")]) if (one) one.hidden = false;
  }

  function linesOf(problem, place) { // of each part what is malformed or blank in it, and at last the parts that are blank as a whole
    const where = whereOf(place);
    const rows = problem.parts.map((part) => ({ part, faults: faultsOf(part) })).filter(({ part, faults }) => faults.length || left(part));
    const lines = rows.filter((row) => !row.faults.length || !isWhole(row)).map(({ part, faults }) => {
      const [bad, blank] = ["malformed", "blank"].map((sort) => faults.filter((fault) => fault.sort === sort));
      const warning = bad.length ? [make("span", { class: "unreadable" }, unreadable(part)), " ", ...ways(problem, part, bad)] : [];
      const gaps = left(part) ? `${filledIn(part)}, ${left(part)} left blank${blank.length ? ": " : ""}` : blank.length ? "blank: " : "";
      return make("li", {}, make("b", {}, `${where}${part.name}:`), " ", ...warning, gaps, ...ways(problem, part, blank));
    });
    const whole = rows.filter((row) => row.faults.length && isWhole(row)).flatMap(({ part, faults }) => way(problem, part, faults[0], part.name));
    return whole.length ? [...lines, make("li", {}, make("b", {}, `${where}Blank: `), ...whole)] : lines;
  }

  function ways(problem, part, faults) {
    const shown = faults.slice(0, MOST).flatMap((fault) => way(problem, part, fault, fault.text));
    return faults.length > MOST ? [...shown, `and ${faults.length - MOST} more `] : shown;
  }

  function way(problem, part, fault, words) {
    return [make("button", { type: "button", class: "mini", click: () => jump(problem, part, fault) }, words), " "];
  }

  function jump(problem, part, fault) { // to the node on the tree, or else to the field beside it
    if (part.show) return part.show(fault.at);
    const key = fault.name ? part.named.get(fault.name) : part.sort === "each" ? part.keys[0] : null;
    if (key && problem.trees.isDrawn(key)) {
      const [box, place] = key.spot;
      problem.trees.write();
      problem.trees.boxes[box].select(place, true);
      problem.trees.open({ box, place }, true);
      return;
    }
    const row = part.element.querySelectorAll(".rows li")[fault.row];
    const inputs = row ? row.querySelectorAll("select, input, button.pick") : part.element.querySelectorAll("input, select, textarea, button:not(:disabled)");
    const one = key?.made?.get(part)?.[fault.place ?? 0]?.input ?? inputs[row ? fault.place + 1 : 0];
    one?.closest("details")?.setAttribute("open", "");
    one?.focus();
    one?.scrollIntoView({ block: "center" });
  }

  return { paint, statusOf, malformed, warnings };
}
