"use strict";
// The practice page: one variant is shown, checked when that is asked for, and the next one chosen by what was wrong (practice-plan.js).
// Whether an answer is right says equality.js; what is said of it, practice-words.js. Progress is kept in this browser alone.
(() => {
  const data = JSON.parse(document.getElementById("practice-data").textContent), { plan } = data;
  const { shapes } = JSON.parse(document.getElementById("answer-data").textContent);
  const KEY = `gametree-practice:${JSON.stringify([data.quiz, answerPage.problems.map((problem) => problem.id)])}`;
  const find = (name) => document.querySelector(`[data-${name}]`);
  const SAID = { wrong: "wrong", missing: "missing", bad: "window wrong", wrongcut: "wrongly cut above", missed: "not cut above, though skipped" };
  const nameOf = (rule) => (rule.detail ? `${rule.name} (${rule.detail})` : rule.name);
  let state = restored();

  // kept in this browser

  function restored() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(KEY));
    } catch {
      kept = null;
    }
    return practicePlan.isState(plan, kept) ? kept : practicePlan.start(plan);
  }

  function tellKept(is) {
    find("kept").textContent = is ? "Your progress is kept in this browser alone." : "This browser keeps nothing: your progress ends with this visit.";
    find("lost").hidden = is;
  }

  function save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
      tellKept(true);
    } catch {
      tellKept(false);
    }
  }

  // the variant that is shown

  const panels = answerPage.problems.map((problem, place) => panelOf(problem, data.problems[place]));

  function panelOf(problem, judging) {
    const [judged, verdict, check, hint, bystep] = ["judged", "verdict", "check", "still", "bystep"].map((name) => problem.element.querySelector(`[data-${name}]`));
    const lines = problem.parts.map((part) => {
      const list = make("ul", { class: "verdict-of", hidden: true });
      part.item.querySelector("[data-widget]").append(list);
      return list;
    });
    const spots = new Map(judging.spots);
    problem.element.querySelector(".cols").before(problem.element.querySelector("[data-held]"), judged);
    problem.element.querySelector(".parts .asked").after(check);
    check.hidden = false;
    problem.element.addEventListener("answers", wipe);
    check.addEventListener("click", (event) => ({ check: () => judge(false), "give-up": () => judge(true), next: go })[event.target.closest("button")?.value]?.());
    judged.addEventListener("click", (event) => ({ next: go, steps: () => walk(1) })[event.target.closest("button")?.value]?.());
    bystep.addEventListener("toggle", () => { if (bystep.open) stepperOf(); dispatchEvent(new Event("resize")); });

    function offer(isJudged) { // to check, or to go on
      judged.hidden = !isJudged;
      for (const button of check.querySelectorAll("button")) button.hidden = isJudged !== (button.value === "next");
    }

    function wipe() { // what was said holds for the answers that were checked
      if (judged.hidden) return;
      offer(false);
      hint.textContent = "Changed since it was checked.";
      for (const list of lines) list.hidden = true;
      mark(null);
    }

    function judge(isGivenUp) {
      const said = equality.judge(judging, shapes, problem.answers()), told = practiceWords.verdict(said);
      if (told.sort === "left" && !isGivenUp) {
        hint.textContent = told.head;
        return;
      }
      hint.textContent = "";
      const isFirst = !state.isJudged;
      state = practicePlan.answered(plan, state, { isRight: said.isRight, rules: said.fits.map(nameOf), isGivenUp: told.sort === "left" });
      save();
      const lead = isGivenUp && told.sort === "left" ? { head: "This is how it goes.", lines: [] } : told;
      verdict.className = `verdict ${lead.head === told.head ? told.sort : "left"}`;
      verdict.replaceChildren(make("h3", {}, lead.head), ...lead.lines.map((line) => make("p", {}, line)), ...(isFirst ? [] : [make("p", { class: "small" }, "Only the first check of an exercise counts.")]));
      offer(true);
      said.parts.forEach((part, place) => tell(lines[place], part, judging.parts[place]));
      mark(said);
      const next = judged.querySelector("[value=next]"), focus = practicePlan.told(plan, state).focus;
      next.textContent = focus !== null && said.fits.some((rule) => nameOf(rule) === focus) ? "Practise this: next exercise" : "Next exercise";
      const first = said.fits.length ? said.fits[0] : null;
      bystep.hidden = false;
      bystep.dataset.step = first ? first.step : 1;
      if (first && spots.has(first.node)) problem.trees.boxes[spots.get(first.node)[0]].select(spots.get(first.node)[1], false);
      paint();
      verdict.focus({ preventScroll: true });
      judged.scrollIntoView({ block: "start" }); // and below it the tree
      if (isGivenUp) walk(1);
    }

    function tell(list, part, given) {
      const MOST = 5, said = practiceWords.ofPart(judging, given, part);
      const items = said.map((line) => make("li", {}, line));
      const more = items.slice(MOST);
      list.className = `verdict-of ${part.state}`;
      list.replaceChildren(...items.slice(0, MOST), ...(more.length ? [make("li", {}, make("details", {}, make("summary", {}, `${more.length} more`), make("ul", {}, ...more)))] : []));
      list.hidden = false;
    }

    function name(node, words) { // for those who do not see it; the answer page names its nodes anew when anything changes
      const told = words.filter(Boolean);
      if (told.length) node.setAttribute("aria-label", [node.getAttribute("aria-label"), ...told].join("; "));
    }

    function mark(said) { // in the tree: what is wrong, and what is missing
      const marks = { node: new Map(), win: new Map(), edge: new Map() };
      for (const part of said ? said.parts : []) {
        const { form, shapes, numbered } = judging.parts.find((one) => one.name === part.id).rule;
        if (part.state !== "wrong" || numbered) continue; // an iteration is no node
        const at = marks[form === "leaves" ? "edge" : form === "each" && shapes.length > 1 ? "win" : "node"];
        for (const key of [...part.missing, ...part.blank]) at.set(key, at === marks.edge ? "missed" : "missing");
        for (const key of [...part.wrong, ...part.extra]) at.set(key, at === marks.edge ? "wrongcut" : at === marks.win ? "bad" : "wrong");
      }
      const put = (one, names, is) => { for (const name of names) one.classList.toggle(name, is === name); };
      for (const [key, [box, place]] of spots) {
        for (const node of problem.trees.boxes[box].all(place)) {
          put(node, ["wrong", "missing"], marks.node.get(key));
          if (node.querySelector(".win")) put(node.querySelector(".win"), ["bad"], marks.win.get(key));
          if (said) name(node, [SAID[marks.node.get(key)], SAID[marks.win.get(key)], SAID[marks.edge.get(key)]]);
        }
        for (const edge of problem.trees.boxes[box].edges(place)) put(edge, ["wrongcut", "missed"], marks.edge.get(key));
      }
    }

    // the steps, made when they are first asked for

    function stepperOf() {
      const template = bystep.querySelector("template");
      if (template) {
        template.replaceWith(template.content.cloneNode(true));
        const element = bystep.querySelector(".stepper");
        steppers.set(element.dataset.name, makeStepper(element));
      }
      return steppers.get(bystep.querySelector(".stepper").dataset.name);
    }

    function walk() {
      bystep.hidden = false;
      bystep.open = true;
      stepperOf().open({ step: Number(bystep.dataset.step || 1) });
      bystep.scrollIntoView({ block: "start" });
      bystep.querySelector("button[value=next]").focus({ preventScroll: true });
    }

    function clear() {
      for (const part of problem.parts) part.clear();
      problem.parts[0].changed();
      close();
    }

    function close() {
      offer(false);
      bystep.hidden = true;
      bystep.open = false;
      hint.textContent = "";
      for (const list of lines) list.hidden = true;
      mark(null);
    }

    return { clear, close, how: () => (judged.hidden ? judge(true) : walk()) };
  }

  // from one to the next

  function go() {
    state = practicePlan.next(plan, state);
    arrive();
  }

  function arrive() {
    panels[state.now].clear();
    save();
    paint();
    const heading = answerPage.problems[state.now].element.querySelector("h2");
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  function paint() {
    answerPage.problems.forEach((problem, place) => problem.element.classList.toggle("current", place === state.now));
    find("now").textContent = practiceWords.now(practicePlan.told(plan, state), practicePlan.isAllDone(plan, state));
    find("exercises").replaceChildren(...plan.exercises.map((exercise, place) => {
      const told = practicePlan.told(plan, state, place), mistakes = told.rules ? `${told.kept} of ${told.rules}` : "";
      return make("button", { type: "button", class: "mini", "aria-pressed": String(place === state.exercise), click: () => choose(place) },
        `${place + 1} `, make("bdi", {}, exercise.title), told.isDone ? make("span", {}, " ✓") : "", make("span", { class: "sr" }, told.isDone ? ", done" : mistakes && `, ${mistakes} mistakes ruled out`));
    }));
    const unknown = practiceWords.unknown(practicePlan.told(plan, state));
    find("stuck").hidden = !unknown?.isStuck;
    find("stuck-said").textContent = unknown?.isStuck ? `${unknown.said} Show me how tells the steps${plan.exercises.length > 1 ? ", or go on to another exercise" : ""}.` : "";
    const met = plan.exercises.flatMap((exercise, place) => practicePlan.told(plan, state, place).met.map((one) => ({ ...one, title: exercise.title })));
    find("met").replaceChildren(...(met.length ? met : [null]).map((one) => make("li", {}, ...(one
      ? [make("b", {}, one.isKept ? "✓ mended: " : "still to practise: "), `${data.rules[one.rule]} (${one.rule}; `, make("bdi", {}, one.title), ")"]
      : [unknown ? unknown.said : "No mistake was met so far."]))));
  }

  function choose(place) {
    state = practicePlan.show(plan, state, place);
    arrive();
  }

  function forget() {
    state = practicePlan.start(plan);
    for (const panel of panels) panel.clear();
    try {
      localStorage.removeItem(KEY);
    } catch {
      find("kept").textContent = "";
    }
    arrive();
  }

  const dialog = find("forget");
  find("practising").addEventListener("click", (event) => ({ how: () => panels[state.now].how(), other: () => choose((state.exercise + 1) % plan.exercises.length), forget: () => dialog.showModal(), no: () => dialog.close(), yes: () => { dialog.close(); forget(); } })[event.target.closest("button")?.value]?.());
  find("practising").hidden = false;
  find("exercises").hidden = plan.exercises.length === 1;
  find("stuck").querySelector("[value=other]").hidden = plan.exercises.length === 1;
  for (const panel of panels) panel.close();
  tellKept(browserKeeps());
  paint();
})();
