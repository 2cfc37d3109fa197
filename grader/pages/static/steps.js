"use strict";
// The steps of a solution, one at a time: the tree as it is then, the sentence, the windows, and a guess before the step.
// Without this script the page lists the sentences. Everything is found inside its own element, so several stand on a page.
//
// The markup is that of templates/stepper.html, the data are frames (grader/pages/frames.py): a picture at a step is what
// the frames up to it have said, one upon the other. `#step=7&mine=1` in the address opens step 7 with the student's
// answers laid over; `&of=NAME` says of which stepper.
const steppers = new Map();

function makeStepper(element) {
  const data = JSON.parse([...element.children].findLast((one) => one.tagName === "SCRIPT").textContent), { start, frames } = data;
  const find = (name) => element.querySelector(`.${name}`);
  const [count, say, still, verdict, yours, ask] = ["count", "sentence", "still", "verdict", "yours", "ask"].map(find);
  const [slider, guess, mine, speed, ladder] = ["slider", "guess", "mine", "speed", "ladder"].map(find);
  const buttons = Object.fromEntries([...element.querySelectorAll(".row button")].map((button) => [button.value, button]));
  const sentences = [...find("sentences").children];
  fillIn();
  fillSeconds();
  const box = find("treebox") && treeBox(find("treebox")); // the first
  const tree = stepTree(box, start, frames, data.orders), climb = ladder ? stepLadder(ladder, data) : () => {};
  const sweep = data.sweep && box ? stepSweep(find("sweep"), data.sweep, (stop, said) => { moved = stop; draw(); say.textContent = said; }) : null;
  const seconds = [...element.querySelectorAll("[data-other]")]; // the caption of the first picture, then the second ones
  let moved = null; // where the slider for x was moved to since the step was shown
  let at = 1, furthest = 1, timer = null, isAsking = false, score = { right: 0, of: 0 };

  const isLast = () => at === frames.length;
  const isMine = () => Boolean(mine && mine.checked);
  const draw = () => {
    const other = at ? frames[at - 1].other : null;
    seconds.forEach((one, place) => { one.hidden = other === null || (place > 0 && place - 1 !== other); });
    const stop = moved ?? (at ? frames[at - 1].x : null);
    tree.draw(at, isMine(), sweep && stop !== null ? sweep.looks(stop) : []);
    sweep?.draw(stop ?? frames[0].x ?? 0, isLast());
    climb(at);
  };

  function fillSeconds() { // second pictures, which are written as what each has in place of pieces of the one before
    const [first, ...others] = JSON.parse(element.querySelector(".pair > script")?.textContent ?? "[]");
    const put = (all, [from, to, markup]) => [...all.slice(0, from), markup, ...all.slice(to)], split = (text) => text.match(/[^>,]*[>,]|[^>,]+$/g);
    const written = first ? [first] : [];
    for (const one of others) written.push(one.reduceRight(put, split(written.at(-1))).join(""));
    for (const [place, panel] of element.querySelectorAll("section[data-other]").entries()) {
      panel.append(...new DOMParser().parseFromString(written[place], "text/html").body.children);
      treeBox(panel.querySelector(".treebox"));
    }
  }

  function fillIn() { // what the page does not say, because it is as ever
    const FRAME = { news: [], windows: [], line: [], beside: [], arrows: [], changed: [], order: 0, table: [], up: false, out: false, part: "", still: "", place: null, at: null, taken: null, x: null, other: null, ask: null };
    const as = (usual, one) => Object.assign(one, { ...usual, ...one });
    const path = (place) => (place < 0 ? [] : [...path(data.up[place]), place]);
    const saying = (look) => Object.assign(look, { said: look.said ?? [look.number && `value ${look.number}`, look.window && `window ${look.window}`].filter(Boolean).join(", ") });
    const filled = (look) => saying(as({ state: "done", number: "", window: "", cut: false, beside: false, filled: false }, look));
    start.forEach((look, place) => { start[place] = filled({ place, ...(look || { state: "todo", said: data.unmet }) }); });
    for (const one of frames) {
      as(FRAME, one).news.forEach(filled);
      if (one.ask) as({ number: null, options: [], right: [] }, one.ask);
      one.path = path(one.place ?? -1);
      for (const rung of one.windows) as({ cut: false }, rung);
      for (const answer of one.yours ?? []) as({ place: null, mark: "", edge: null, tag: "", name: "" }, answer);
    }
  }

  // words

  function tell() {
    const now = frames[Math.max(at, 1) - 1];
    const of = score.of ? `; guessed right: ${score.right} of ${score.of}` : "";
    count.textContent = (at ? `Step ${at} of ${frames.length}${now.part && " · " + now.part}` : `Before step 1 of ${frames.length}`) + of;
    if (at) say.replaceChildren(...sentences[at - 1].cloneNode(true).childNodes);
    else say.textContent = "Nothing is known yet but the problem itself.";
    still.textContent = at ? now.still : "";
    still.hidden = !still.textContent;
    const laid = at && isMine() ? (now.yours || []).filter((one) => one.mark !== "right") : [];
    const agrees = at && isMine() && !laid.length && (now.yours || []).length > 0;
    yours.hidden = !laid.length && !agrees;
    yours.classList.toggle("right", Boolean(agrees));
    yours.textContent = agrees ? yours.dataset.agrees : laid.slice(0, 3).map((one) => one.said).join(" ");
    if (laid.length > 3) yours.append(others(laid.slice(3).map((one) => one.said)));
    find("sofar")?.tBodies[0].replaceChildren(...(at ? now.table : []).map(rowOf));
    slider.value = Math.max(at, 1);
    slider.setAttribute("aria-valuetext", `step ${at} of ${frames.length}`);
    for (const name of ["first", "previous"]) buttons[name].disabled = at <= 1;
    for (const name of ["next", "last"]) buttons[name].disabled = isLast();
  }

  function rowOf([heading, ...cells]) { // of the table of what was found by now
    const row = document.createElement("tr"), cell = (name, text) => Object.assign(document.createElement(name), { textContent: text });
    row.append(Object.assign(cell("th", heading), { scope: "row" }), ...cells.map((text) => cell("td", text)));
    return row;
  }

  function others(sentences) { // what there is no room for, folded
    const fold = document.createElement("details"), summary = document.createElement("summary");
    summary.textContent = `${sentences.length} more`;
    fold.append(summary, sentences.join(" "));
    return fold;
  }

  function show(step, said = "") {
    const focused = document.activeElement;
    at = Math.max(0, Math.min(frames.length, step));
    moved = null;
    furthest = Math.max(at, furthest);
    isAsking = false;
    ask.hidden = true;
    element.classList.remove("asking");
    verdict.hidden = !said;
    verdict.textContent = said;
    verdict.classList.remove("wrong");
    tell();
    draw();
    if (focused?.disabled) buttons[at <= 1 ? "next" : "previous"].focus(); // a button that is disabled loses the focus
  }

  // guess first

  function put(asked) {
    stop();
    isAsking = true;
    verdict.hidden = true;
    verdict.textContent = "";
    element.classList.add("asking");
    stepQuestion(ask, asked, (isRight, guessed) => judge(asked, isRight, guessed));
    climb(at);
  }

  function judge(asked, isRightGuess, guessed) {
    const right = asked.number ? asked.number.text : asked.right.map((place) => asked.options[place]).join(" or ");
    score = { right: score.right + isRightGuess, of: score.of + 1 };
    show(at + 1, isRightGuess ? `✓ Yes: ${right}.` : `✗ Not ${guessed.slice(0, 40)}. Right: ${right}.`);
    verdict.classList.toggle("wrong", !isRightGuess);
    (isLast() ? buttons.previous : buttons.next).focus();
  }

  // moving

  function next() {
    if (isLast()) return stop();
    const asked = guess.checked && !isAsking && frames[at].ask;
    if (asked) put(asked);
    else show(at + 1);
  }

  function first() { // the first step can be guessed too
    const asked = guess.checked && frames[0].ask;
    show(asked ? 0 : 1);
    if (asked) put(asked);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    buttons.play.setAttribute("aria-pressed", "false");
    buttons.play.setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer) return stop();
    if (isLast()) show(1);
    timer = setInterval(next, 4500 - 750 * Number(speed.value));
    buttons.play.setAttribute("aria-pressed", "true");
    buttons.play.setAttribute("aria-label", "Pause");
  }

  function go(key) { // whether the key means anything here
    const moves = { ArrowRight: next, ArrowLeft: () => show(at - 1 || 1), Home: first, End: () => show(frames.length) };
    if (!Object.hasOwn(moves, key)) return false;
    stop();
    moves[key]();
    return true;
  }

  function look(place) { // back to the last step so far that spoke of a node; nothing is told of the steps to come
    const known = frames.slice(0, Math.max(at, furthest)).findLast((one) => one.place === place || one.news.some((look) => look.place === place));
    stop();
    if (known) show(frames.indexOf(known) + 1);
    else show(at, `${tree.called(place)}: ${start[place].said || "it is given"}.`);
  }

  const pressed = { first: "Home", previous: "ArrowLeft", next: "ArrowRight", last: "End" };
  for (const [name, key] of Object.entries(pressed)) buttons[name].addEventListener("click", () => go(key));
  buttons.play.addEventListener("click", play);
  box?.element.addEventListener("pick", (event) => look(Number(event.detail)));
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  speed.addEventListener("input", () => { if (timer) { stop(); play(); } });
  mine?.addEventListener("change", () => { tell(); draw(); });
  guess.addEventListener("change", () => {
    score = { right: 0, of: 0 };
    if (guess.checked && at <= 1 && frames[0].ask) first();
    else show(Math.max(at, 1));
  });
  new ResizeObserver(() => { settle(); draw(); }).observe(element); // also when what it is folded into is opened
  addEventListener("beforeprint", () => tree.draw(frames.length, isMine())); // paper has all steps
  addEventListener("afterprint", draw);

  function settle() { // room for the longest sentence, so that nothing jumps from step to step
    const held = [...say.childNodes], region = find("say");
    region.style.minHeight = "";
    say.textContent = sentences.reduce((most, { textContent }) => (textContent.length > most.length ? textContent : most), "");
    region.style.minHeight = `${Math.min(region.scrollHeight, innerHeight * (seconds.length ? 0.18 : 0.34))}px`; // two pictures need the room more
    say.replaceChildren(...held);
  }

  function open({ step, isMine: wanted, isGuess }) {
    if (mine && wanted) mine.checked = true;
    if (isGuess) guess.checked = true;
    stop();
    if (isGuess && step <= 1) first();
    else show(Math.max(1, step || 1));
  }

  for (const one of element.querySelectorAll("[data-script]")) one.hidden = false;
  element.classList.add("stepping");
  settle();
  show(1);
  return { element, go, open };
}

function openLinked() { // what the address asks for
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has("step")) return;
  const stepper = asked.has("of") ? steppers.get(asked.get("of")) : [...steppers.values()][0];
  if (!stepper) return;
  for (let up = stepper.element.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  stepper.open({ step: Number(asked.get("step")), isMine: asked.get("mine") === "1", isGuess: asked.get("guess") === "1" });
  if (steppers.size > 1) stepper.element.scrollIntoView({ block: "start" });
}

for (const element of document.querySelectorAll(".stepper")) steppers.set(element.dataset.name, makeStepper(element));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("input:not([type=checkbox]), select, .node")) return;
  const inside = event.target.closest(".stepper"); // one stepper alone listens wherever the focus is
  const stepper = inside ? steppers.get(inside.dataset.name) : steppers.size === 1 && document.querySelector(".steps-page") ? [...steppers.values()][0] : null;
  if (stepper && stepper.go(event.key)) event.preventDefault();
});
addEventListener("hashchange", openLinked);
openLinked();
