"use strict";
// One history for a page: everything that is done on it can be undone, and done again.
//
// pageHistory(say) returns { add, undo, redo, forget, buttons, interrupt }. A step is { label, back, again, isThere, field }: what was done, in words, the two ways, and whether what it changed is on
// the page still; steps of one `field`, in which something is typed, are one until it is left. `say(words)` tells what was undone. `interrupt` are
// functions that break something off that is going on, and return whether there was something: Undo does no more then.
function pageHistory(say) {
  const MOST = 500, WAYS = { undo: ["↶", "Undo"], redo: ["↷", "Redo"] };
  const steps = { undo: [], redo: [] }, interrupt = [], shown = [];
  let open = null; // the field in which something is typed

  const next = (way) => steps[way].findLast((step) => step.isThere());

  function paint() {
    for (const { button, way } of shown) {
      const step = next(way);
      button.disabled = !step;
      button.title = step ? `${WAYS[way][1]}: ${step.label}` : `Nothing to ${way}`;
    }
  }

  function add(step) {
    const last = steps.undo.at(-1);
    if (step.field && step.field === open && last?.field === open && last.label === step.label) last.again = step.again;
    else steps.undo.push(step);
    open = step.field;
    steps.redo = [];
    if (steps.undo.length > MOST) steps.undo.shift();
    paint();
  }

  function go(from, to, way, told) {
    open = null;
    if (interrupt.some((stop) => stop())) return;
    const step = next(from);
    if (!step) return;
    steps[from] = steps[from].slice(0, steps[from].lastIndexOf(step));
    steps[to].push(step);
    step[way]();
    paint();
    say(`${told}: ${step.label}`);
  }

  const ways = { undo: () => go("undo", "redo", "back", "Undone"), redo: () => go("redo", "undo", "again", "Done again") };

  function buttons() {
    return Object.entries(WAYS).map(([way, [sign, words]]) => {
      const button = make("button", { type: "button", value: way, disabled: true, click: ways[way] }, make("span", { "aria-hidden": "true" }, sign), make("span", { class: "words" }, ` ${words}`));
      button.setAttribute("aria-label", words);
      shown.push({ button, way });
      paint();
      return button;
    });
  }

  function forget() {
    Object.assign(steps, { undo: [], redo: [] });
    paint();
  }

  document.addEventListener("focusout", () => { open = null; });
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    ways[key === "y" || event.shiftKey ? "redo" : "undo"]();
  }, true);
  return { add, ...ways, forget, buttons, interrupt };
}
