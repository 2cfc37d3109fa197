"use strict";
// An answer page: what is answered is kept in this browser, looked through for what is blank or malformed, and taken along as a submission.
//
// answerPage is for scripts that come after this one: { problems, student, submission }. A problem is { id, element, parts, answers };
// `answers()` is what a submission holds of it (part -> answer, blank parts left out). After each change its element fires "answers", which
// bubbles; the event's detail is { id, answers }.
const answerPage = (() => {
  const data = JSON.parse(document.getElementById("answer-data").textContent);
  const find = (name) => document.querySelector(`[data-${name}]`);
  const fields = answerFields(data.shapes, data.hints), bar = answerBar(find("entry"), fields), history = pageHistory(say);
  const handIn = find("hand-in"), typed = find("student"), state = find("state");
  const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
  const KEY = `gametree-answers:${JSON.stringify([data.quiz, data.student, data.problems.map((problem) => problem.id)])}`;
  const TAKEN = "What was answered in another tab with this page is taken over.";
  let spoken = null, isReady = false, isKept = true, wasWarned = false, known = null, wasTaken = false, along = null;

  const problems = data.problems.map((given, place) => {
    const nodes = given.nodes.map((node) => ({ ...node }));
    const problem = { id: given.id, element: document.querySelector(`[data-problem="${place}"]`), nodes };
    problem.parts = given.parts.map((one, at) => {
      const part = answerPart(one, nodes, fields, (...told) => changed(problem, ...told));
      part.changed = () => changed(problem, "");
      part.picked = () => { problem.trees.use(part); paint(problem); };
      const item = problem.element.querySelector(`[data-part="${at}"]`);
      part.status = make("p", { class: "status small", id: `status-${place}-${at}` });
      item.querySelector("[data-widget]").append(part.element, part.status);
      part.item = item;
      return part;
    });
    // Where each entry shows the sentence that it stands for, the list of them is for paper alone.
    const isSaid = given.parts.some((part) => part.texts && part.keys.length === problem.element.querySelectorAll(".posed").length);
    for (const line of isSaid ? problem.element.querySelectorAll(".posed") : []) line.classList.add("paper-only");
    const filled = () => problem.parts.filter((part) => !part.isBlank());
    problem.answers = () => Object.fromEntries(filled().map((part) => [part.id, part.value()]));
    problem.trees = answerTrees(problem, bar, history);
    return problem;
  });

  const overview = answerOverview(problems, { list: find("overview"), state });

  function say(words) { // once, to those who do not see it
    if (words) find("live").textContent = words;
  }

  const detailOf = (problem) => ({ id: problem.id, answers: problem.answers() });
  const isAnything = () => problems.some((problem) => problem.parts.some((part) => !part.isBlank()));

  function changed(problem, words, deed = words, key = null) {
    if (!isReady) return;
    note(problem ? (one) => one.problem === problem : () => true, deed, key);
    refresh(problem, words);
  }

  function refresh(problem, words) {
    spoken = problem;
    paint(problem);
    if (problem) problem.element.dispatchEvent(new CustomEvent("answers", { bubbles: true, detail: detailOf(problem) }));
    say(words);
    save();
    wasWarned = false;
  }

  function paint(one) {
    fields.paint();
    for (const problem of one ? [one] : problems) {
      for (const part of problem.parts) {
        part.paint();
        part.status.textContent = overview.statusOf(part);
        part.status.classList.toggle("unreadable", overview.malformed(part).length > 0);
        for (const input of part.element.querySelectorAll("input[type=text], textarea")) describe(input, part.status.id);
        const said = part.item.querySelector("[data-said]");
        said.textContent = part.said();
        part.item.classList.toggle("answered", Boolean(part.said()));
      }
      problem.trees.paint();
    }
    bar.paint();
    overview.paint();
    if (!isKept) state.append(make("span", { class: "since" }, " · Nothing is kept in this browser: download before you leave."));
    paintStudent();
    compare();
  }

  // what can be undone: of each part that changed its state before and after, as text

  const parts = problems.flatMap((problem) => problem.parts.map((part) => ({ problem, part, read: () => JSON.stringify(part.state), write: (text) => part.restore(JSON.parse(text)) })));
  const held = [...parts, ...(typed ? [{ problem: null, part: null, read: () => typed.value, write: (text) => { typed.value = text; } }] : [])];
  const isShown = ({ problem }) => !problem || problem.element.checkVisibility();
  const rebase = () => held.forEach((one) => { one.known = one.read(); });

  function note(isMeant, deed, key) {
    const others = held.filter((one) => isMeant(one) && one.known !== one.read()).map((one) => ({ one, before: one.known, after: one.read() }));
    for (const { one, after } of others) one.known = after;
    const [first] = others;
    if (!first || !isShown(first.one)) return; // of a practice page the next exercise is cleared before it is shown
    const field = document.activeElement?.matches("input:not([type=checkbox])") ? document.activeElement : null;
    const node = key ?? nodeOf(first), label = deed || labelOf(first.one.part, node);
    const put = (side) => () => {
      isReady = false; // a field that is left as it goes says that something changed
      for (const { one, ...texts } of others) { one.write(texts[side]); one.known = one.read(); }
      isReady = true;
      for (const problem of new Set(others.map(({ one }) => one.problem))) refresh(problem, "");
      if (others.length === 1) reveal(first.one, node);
    };
    history.add({ label, back: put("before"), again: put("after"), isThere: () => isShown(first.one), field });
  }

  function nodeOf({ one: { part }, before, after }) { // the node whose entry is another one now
    const [old, now] = [before, after].map((text) => (part ? JSON.parse(text)?.items ?? {} : {}));
    const at = (items, { name }) => JSON.stringify(Array.isArray(items) ? items.filter((item) => (item.name ?? item) === name) : items[name]);
    return part?.keys.find((key) => at(old, key) !== at(now, key)) ?? null;
  }

  const labelOf = (part, node) => (part ? `${part.name}${node ? " of " + node.shown : ""}` : "student id");

  function reveal({ problem, part }, node) { // what was changed comes into view
    if (part?.show) part.show(node);
    else if (node && problem.trees.isDrawn(node)) problem.trees.choose(node);
    else if (part) part.item.scrollIntoView({ block: "nearest" });
  }

  // kept in this browser

  const now = () => JSON.stringify({ student: typed?.value ?? "", parts: problems.map((problem) => Object.fromEntries(problem.parts.map((part) => [part.id, part.state]))) });

  function read() { // what is kept, as a text and as it is meant; null where there is nothing, or nothing of this page
    try {
      const text = localStorage.getItem(KEY), kept = JSON.parse(text);
      return kept && Array.isArray(kept.parts) ? { text, kept } : null;
    } catch {
      return null;
    }
  }

  function tellKept(is) {
    isKept = is;
    find("saved").textContent = is ? `Your answers are kept in this browser as you go.${wasTaken ? " " + TAKEN : ""}` : "This browser does not keep your answers: download them before you leave this page.";
  }

  const asKept = (text) => ({ text, kept: JSON.parse(text) });

  function save() { // only once something has changed: a browser may show a page of a file an empty storage for one visit, and blank answers would stand over those kept
    adopt();
    try {
      const text = now();
      localStorage.setItem(KEY, text);
      known = asKept(text);
      tellKept(true);
    } catch {
      tellKept(false);
    }
  }

  function restore() {
    const kept = read();
    known = kept ?? asKept(now());
    if (!kept) return "";
    take(kept.kept, true);
    return isAnything() ? "Your answers were restored from this browser." : "";
  }

  function take({ student: id, parts }, isNew) { // returns the exercises whose answers are others now
    const taken = problems.filter((problem, place) => problem.parts.filter((part) => {
      const raw = parts[place]?.[part.id];
      if (raw === undefined || raw === null || (!isNew && JSON.stringify(raw) === JSON.stringify(part.state))) return false;
      part.restore(raw);
      return true;
    }).length);
    const isOther = typed && typed.value !== String(id ?? "");
    if (isOther) typed.value = String(id ?? "").slice(0, data.id.longest);
    return { taken, isOther };
  }

  function adopt() { // what another tab with this page wrote since
    const theirs = read();
    if (!theirs || theirs.text === known?.text) return;
    const { taken, isOther } = take(answerMerged(known?.kept, JSON.parse(now()), theirs.kept), false);
    known = theirs;
    if (!taken.length && !isOther) return;
    rebase();
    history.forget(); // its steps would write over what was done in the other tab
    paint();
    for (const problem of taken) problem.element.dispatchEvent(new CustomEvent("answers", { bubbles: true, detail: detailOf(problem) }));
    if (!wasTaken) say(TAKEN);
    wasTaken = true;
    find("saved").textContent = TAKEN;
  }

  function clear() {
    along = null;
    find("done").classList.remove("unreadable");
    bar.close(false);
    for (const problem of problems) for (const part of problem.parts) part.clear();
    if (typed) typed.value = "";
    try {
      localStorage.removeItem(KEY);
    } catch {
      isKept = false;
    }
    isReady = true;
    note(() => true, "clear all answers", null);
    for (const problem of problems) changed(problem, "");
    tell("All answers are cleared.");
  }

  // the submission

  const student = () => (data.student || (typed?.value ?? "").trim());

  function studentFault() { // an id that no submission may hold would make all of it unreadable
    const id = student();
    if (!id) return "missing";
    const isId = id.length <= data.id.longest && new RegExp(data.id.pattern, "u").test(id) && !CONTROLS.test(id);
    return isId ? "" : `expected at most ${data.id.longest} letters, none of them hidden`;
  }

  function paintStudent() {
    if (!typed) return;
    const fault = studentFault();
    find("student-said").textContent = fault;
    if (fault && typed.value) typed.setAttribute("aria-invalid", "true");
    else typed.removeAttribute("aria-invalid");
  }

  function submission() {
    const id = student();
    const answers = Object.fromEntries(problems.map((problem) => [problem.id, problem.answers()]));
    return { format: "gametree-submission/1", ...(id ? { student: id } : {}), answers };
  }

  function asText() { // JSON, with a line for each part
    const { answers, ...head } = submission();
    const parts = (of) => Object.entries(of).map(([name, value]) => `   ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n");
    const all = Object.entries(answers).map(([id, of]) => `  ${JSON.stringify(id)}: {${Object.keys(of).length ? "\n" + parts(of) + "\n  " : ""}}`).join(",\n");
    return `{${Object.entries(head).map(([name, value]) => JSON.stringify(name) + ": " + JSON.stringify(value) + ",\n ").join("")}"answers": {\n${all}\n }}\n`;
  }

  function fileName() { // harmless on every system
    const stem = student().replace(new RegExp(data.file.harmful, "g"), "_").replace(/^[._]+|[._]+$/g, "").slice(0, data.file.longest);
    return `${new RegExp(data.file.reserved, "i").test(stem) ? "_" : ""}${stem || "submission"}.json`;
  }

  function tell(words) {
    if (find("done").textContent !== words) find("done").textContent = words;
  }

  function takenAlong(words, changedSince) {
    along = { text: asText(), words: `${words} ${overview.warnings()}`.trim(), changedSince };
    compare();
  }

  function compare() { // with what was taken along
    if (!along) return;
    const isOld = asText() !== along.text;
    tell(isOld ? along.changedSince : along.words);
    find("done").classList.toggle("unreadable", isOld || Boolean(overview.warnings()));
    state.querySelector(".since")?.remove();
    if (isOld) state.append(make("span", { class: "since" }, ` · ${along.changedSince}`));
  }

  function canTake() { // an unreadable id is refused; a missing one is said once
    const fault = studentFault();
    if (!typed || !fault || (fault === "missing" && wasWarned)) return true;
    typed.focus();
    wasWarned = fault === "missing";
    tell(fault === "missing" ? "Write your student id first. To go on without it, press the button again." : `Your student id cannot be read: ${fault}.`);
    return false;
  }

  function download() {
    if (!canTake()) return;
    const link = make("a", { href: URL.createObjectURL(new Blob([asText()], { type: "application/json" })), download: fileName() });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    takenAlong(`${fileName()} is in your downloads. It is not handed in yet.`, "Changed since your download: download again.");
  }

  async function copy() {
    if (!canTake()) return;
    const text = find("text"), box = find("copied");
    text.value = asText();
    try {
      await navigator.clipboard.writeText(text.value);
      box.hidden = true;
      takenAlong("Copied: paste it where you hand it in.", "Changed since you copied it: copy it again.");
    } catch {
      box.hidden = false;
      text.focus();
      text.select();
      takenAlong("This browser does not let the page copy: the text below is selected, copy it.", "Changed since you copied it: copy it again.");
    }
  }

  function handOn() { // a button that goes or is disabled as it is pressed loses the focus: to the one in its place now, else to the first that stands beside it
    let pressed = null;
    document.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      pressed = button && { button, part: button.closest("[data-part]"), row: button.parentElement, words: button.textContent };
    }, true);
    document.addEventListener("click", () => {
      if (!pressed || ![document.body, pressed.button].includes(document.activeElement)) return;
      const isOffered = (one) => one.isConnected && !one.disabled && one.checkVisibility(), { button, part, row, words } = pressed;
      if (isOffered(button)) return;
      const again = [...(part?.querySelectorAll("button") ?? [])].find((one) => one.textContent === words && isOffered(one));
      (again ?? [...row.querySelectorAll("button, select")].find(isOffered))?.focus({ preventScroll: true });
    });
  }

  function listen() {
    const dialog = handIn.querySelector("dialog");
    answerEnter(document.querySelector("main"), say);
    handOn();
    document.addEventListener("focusin", ({ target }) => { // what was said of another exercise is over
      const here = target.closest("[data-problem]");
      if (here && spoken && here !== spoken.element) find("live").textContent = "";
    });
    const actions = { download, copy, clear: () => dialog.showModal(), no: () => dialog.close(), yes: () => { dialog.close(); clear(); } };
    handIn.addEventListener("click", (event) => actions[event.target.closest("button")?.value]?.());
    typed?.setAttribute("maxlength", data.id.longest);
    typed?.addEventListener("input", () => { changed(null, ""); });
    document.querySelector("main").addEventListener("change", ({ target }) => { // not at each letter
      if (target.title && target.matches("[aria-invalid]")) say(`${target.getAttribute("aria-label")} cannot be read: ${target.title}`);
    });
    window.addEventListener("storage", (event) => { if (event.key === KEY) adopt(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) adopt(); });
    window.addEventListener("beforeunload", (event) => { if (!isKept && isAnything()) event.preventDefault(); });
  }

  const restored = restore();
  rebase();
  isReady = true;
  handIn.hidden = false;
  listen();
  tellKept(browserKeeps());
  paint();
  if (restored) { tell(restored); state.prepend(make("span", {}, `${restored} `)); }
  return { problems, student, submission };
})();
