"use strict";
// Without this script the page shows all steps. With it, one step at a time, and the drawing as it is at that step.
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const controls = document.querySelector(".controls");
  const buttons = Object.fromEntries([...controls.querySelectorAll("button")].map((button) => [button.value, button]));
  const slider = document.getElementById("place");
  const counter = document.getElementById("counter");
  const all = document.getElementById("all");
  const said = document.getElementById("said");
  const drawing = document.querySelector(".drawing");
  const timelines = (name) =>
    [...document.querySelectorAll(`[data-${name}]`)].map((element) => [element, JSON.parse(element.dataset[name])]);
  const states = timelines("states");
  const labels = timelines("labels");
  let place = 0;

  // A timeline is a list of [step from which on it holds, text].
  const at = (timeline, number) => timeline.reduce((found, [from, text]) => (from <= number ? text : found), "");

  function draw(number, node) {
    for (const [element, timeline] of states) {
      element.dataset.state = at(timeline, number);
      element.classList.toggle("current", element.dataset.node === node);
    }
    for (const [element, timeline] of labels) element.textContent = at(timeline, number);
    reveal();
  }

  function reveal() {
    const current = drawing && drawing.querySelector(".node.current");
    if (!current) return;
    const [node, frame, margin] = [current.getBoundingClientRect(), drawing.getBoundingClientRect(), 24];
    drawing.scrollLeft += Math.max(0, node.right + margin - frame.right) - Math.max(0, frame.left + margin - node.left);
    drawing.scrollTop += Math.max(0, node.bottom + margin - frame.bottom) - Math.max(0, frame.top + margin - node.top);
  }

  function show(next, isAsked) {
    place = Math.min(Math.max(next, 0), steps.length - 1);
    const step = steps[place];
    steps.forEach((element) => element.classList.toggle("now", element === step));
    const where = `Step ${place + 1} of ${steps.length}`;
    counter.textContent = `${place + 1} of ${steps.length}`;
    slider.value = place + 1;
    slider.setAttribute("aria-valuetext", where);
    for (const name of ["first", "previous"]) buttons[name].setAttribute("aria-disabled", place === 0);
    for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", place === steps.length - 1);
    draw(place + 1, step.dataset.current || "none");
    if (isAsked) said.textContent = `${where}. ${step.querySelector(".sentence").textContent}`;
  }

  function showAll(isWanted) {
    document.body.classList.toggle("stepping", !isWanted);
    for (const element of [...Object.values(buttons), slider]) element.disabled = isWanted;
    if (isWanted) draw(steps.length, "none");
    else show(place, false);
    said.textContent = isWanted ? `All ${steps.length} steps are shown.` : "One step is shown at a time.";
  }

  const targets = { first: () => 0, previous: () => place - 1, next: () => place + 1, last: () => steps.length - 1 };
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", () => show(targets[name](), true));
  slider.addEventListener("input", () => show(slider.value - 1, true));
  all.addEventListener("change", () => showAll(all.checked));
  window.addEventListener("resize", reveal);
  window.addEventListener("beforeprint", () => draw(steps.length, "none")); // paper shows all steps
  window.addEventListener("afterprint", () => (all.checked ? undefined : show(place, false)));
  document.addEventListener("keydown", (event) => {
    const change = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const isElsewhere = event.target === slider || (event.target === drawing && drawing.scrollWidth > drawing.clientWidth);
    if (!change || all.checked || isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(place + change, true);
  });

  document.querySelectorAll("[data-script]").forEach((element) => (element.hidden = false));
  document.body.classList.add("stepping");
  const linked = steps.findIndex((step) => `#${step.id}` === location.hash);
  show(Math.max(linked, 0), false);
})();
