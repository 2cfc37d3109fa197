"use strict";
// The practice page: one variant is shown, checked when that is asked for, and the next one chosen by what was wrong (practice-plan.js).
// Whether an answer is right says equality.js; what is said of it, practice-words.js. Progress is kept in this browser alone.
(() => {
  const data = JSON.parse(document.getElementById("practice-data").textContent), { plan } = data;
  const { shapes } = JSON.parse(document.getElementById("answer-data").textContent);
  const KEY = `gametree-practice:${JSON.stringify([data.quiz, answerPage.problems.map((problem) => problem.id)])}`;
  const find = (name) => document.querySelector(`[data-${name}]`);
  const { say, words } = practiceWords, SAID = words.marks;
  const nameOf = (rule) => (rule.detail ? `${rule.name} (${rule.detail})` : rule.name);
  const midnight = new Date(), today = Date.UTC(midnight.getFullYear(), midnight.getMonth(), midnight.getDate()) / 864e5; // the day by the browser's clock, as a number
  const before = restored();
  let state = practicePlan.opened(plan, before, today);

  // kept in this browser

  function restored() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(KEY));
    } catch {
      kept = null;
    }
    return practicePlan.isState(plan, kept) ? kept : practicePlan.start(plan, today);
  }

  function tellKept(is) {
    find("kept").textContent = say(is ? "kept" : "lost");
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
    const [judged, verdict, check, still, bystep] = ["judged", "verdict", "check", "unjudged", "bystep"].map((name) => problem.element.querySelector(`[data-${name}]`));
    const hints = check.querySelector("[data-hints]"), more = check.querySelector("[value=hint]");
    let hinted = null, shown = 0; // what the hints are on, and how many of them are told
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
    check.addEventListener("click", (event) => ({ check: () => judge(false), "give-up": () => judge(true), hint, next: go })[event.target.closest("button")?.value]?.());
    judged.addEventListener("click", (event) => ({ next: go, steps: () => walk(1) })[event.target.closest("button")?.value]?.());
    bystep.addEventListener("toggle", () => { if (bystep.open) stepperOf(); dispatchEvent(new Event("resize")); });

    function offer(isJudged) { // to check, or to go on
      judged.hidden = !isJudged;
      for (const button of check.querySelectorAll("button")) button.hidden = isJudged !== (button.value === "next");
    }

    function hint() { // one more on the first in the order of the solution that is blank or wrong
      const said = equality.judge(judging, shapes, problem.answers()), { lines: all, of } = judging.hints;
      const open = new Map(said.parts.filter((part) => part.state !== "right").map((part) => [part.name, part]));
      const isOf = (part, key, isExpected) => part && (part.state === "wrong" ? [...part.wrong, ...part.missing, ...part.extra, ...part.blank].includes(key) : isExpected);
      const at = (of.find(([name, key, isExpected]) => isOf(open.get(name), key, isExpected)) ?? of.find(([name, key]) => key === null && open.has(name)))?.[3];
      if (at === undefined) return (still.textContent = say("right"));
      shown = at === hinted ? Math.min(shown + 1, all[at].length) : 1;
      hinted = at;
      state = { ...state, hints: state.isJudged ? state.hints : state.hints + 1 };
      save();
      hints.replaceChildren(...all[at].slice(0, shown).map((line) => make("p", {}, line)));
      more.textContent = say("hint", { at: Math.min(shown + 1, all[at].length), of: all[at].length });
      more.disabled = shown === all[at].length;
      hints.scrollIntoView({ block: "nearest" });
    }

    function unhint() { // once anything has changed, the next hint may be on something else
      [more.disabled, more.textContent] = [false, say("anyHint")];
    }

    function wipe() { // what was said holds for the answers that were checked
      unhint();
      if (judged.hidden) return;
      offer(false);
      still.textContent = say("changed");
      for (const list of lines) list.hidden = true;
      mark(null);
    }

    function judge(isGivenUp) {
      const said = equality.judge(judging, shapes, problem.answers()), was = state, isAlone = was.tried === null && !was.hints;
      const isFirst = was.tried === null && !was.isJudged && !isGivenUp && !said.isRight, told = practiceWords.verdict(said, isFirst);
      if (told.sort === "left" && !isGivenUp) {
        still.textContent = told.head;
        return;
      }
      still.textContent = "";
      state = practicePlan.answered(plan, state, { isRight: said.isRight, rules: said.fits.map(nameOf), isGivenUp: told.sort === "left", isLast: isGivenUp });
      save();
      const lead = isGivenUp && told.sort === "left" ? { head: say("howItGoes"), lines: [] } : told;
      const how = was.isJudged ? "firstCounts" : said.isRight && !isAlone ? "helped" : "";
      verdict.className = `verdict ${lead.head === told.head ? told.sort : "left"}`;
      verdict.replaceChildren(make("h3", {}, lead.head), ...lead.lines.map((line) => make("p", {}, line)), ...(how ? [make("p", { class: "small" }, say(how))] : []));
      said.parts.forEach((part, place) => tell(lines[place], part, judging.parts[place], isFirst));
      judged.querySelector(".row").hidden = isFirst;
      if (isFirst) judged.hidden = false;
      else show(said);
      paint();
      verdict.focus({ preventScroll: true });
      judged.scrollIntoView({ block: "start" }); // and below it the tree
      if (isGivenUp) walk(1);
    }

    function show(said) { // all that was right, and the way on
      offer(true);
      mark(said);
      const next = judged.querySelector("[value=next]"), focus = practicePlan.told(plan, state).focus;
      next.textContent = say(focus !== null && said.fits.some((rule) => nameOf(rule) === focus) ? "practiseThis" : "next");
      const first = said.fits.length ? said.fits[0] : null;
      bystep.hidden = false;
      bystep.dataset.step = first ? first.step : 1;
      if (first && spots.has(first.node)) problem.trees.boxes[spots.get(first.node)[0]].select(spots.get(first.node)[1], false);
    }

    function tell(list, part, given, isFirst) {
      const MOST = 5, said = practiceWords.ofPart(judging, given, part, isFirst);
      const items = said.map((line) => make("li", {}, line));
      const more = items.slice(MOST);
      list.className = `verdict-of ${part.state}`;
      list.replaceChildren(...items.slice(0, MOST), ...(more.length ? [make("li", {}, make("details", {}, make("summary", {}, say("more", { number: more.length })), make("ul", {}, ...more)))] : []));
      list.hidden = false;
    }

    function name(node, words) { // for those who do not see it; the answer page names its nodes anew when anything changes
      const told = words.filter(Boolean);
      if (told.length) node.setAttribute("aria-label", [node.getAttribute("aria-label"), ...told].join("; "));
    }

    function mark(said) { // in the tree: what is wrong, and what is missing
      const marks = { node: new Map(), win: new Map(), edge: new Map() };
      for (const part of said ? said.parts : []) {
        const { form, shapes, numbered } = judging.parts.find((one) => one.name === part.name).rule;
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
      still.textContent = "";
      hints.replaceChildren();
      [hinted, shown] = [null, 0];
      unhint();
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
      const told = practicePlan.told(plan, state, place);
      return make("button", { type: "button", class: "mini", "aria-pressed": String(place === state.exercise), click: () => choose(place) },
        `${exercise.number} `, make("bdi", {}, exercise.title), told.isDone ? make("span", {}, " ✓") : "", make("span", { class: "sr" }, told.isDone ? say("exerciseDone") : told.rules ? say("exerciseKept", told) : ""));
    }));
    const unknown = practiceWords.unknown(practicePlan.told(plan, state));
    find("stuck").hidden = !unknown?.isStuck;
    find("stuck-said").textContent = unknown?.isStuck ? say("stuck", { said: unknown.said, others: plan.exercises.length > 1 ? say("others") : "" }) : "";
    const met = plan.exercises.flatMap((exercise, place) => practicePlan.told(plan, state, place).met.map((one) => ({ ...one, title: exercise.title })));
    find("met").replaceChildren(...(met.length ? met : [null]).map((one) => make("li", {}, ...(one
      ? [make("b", {}, say(one.isKept ? "mended" : "practise")), `${data.rules[one.rule]}${say("ofExercise", one)}`, make("bdi", {}, one.title), ")"]
      : [unknown ? unknown.said : say("noneMet")]))));
  }

  function choose(place) {
    state = practicePlan.show(plan, state, place);
    arrive();
  }

  function forget() {
    state = practicePlan.start(plan, today);
    for (const panel of panels) panel.clear();
    try {
      localStorage.removeItem(KEY);
    } catch {
      find("kept").textContent = "";
    }
    arrive();
  }

  function linked() { // to an exercise on the mistake that the address names, once; a page that has none says so
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("mistake")) return;
    history.replaceState(null, "", "#");
    const turned = practicePlan.turnTo(plan, state, Object.fromEntries(asked));
    find("linked").hidden = turned !== null;
    find("linked").textContent = turned === null ? say("notLinked") : "";
    if (turned === null) return;
    state = turned;
    arrive();
  }

  const dialog = find("forget");
  find("practising").addEventListener("click", (event) => ({ how: () => panels[state.now].how(), other: () => choose((state.exercise + 1) % plan.exercises.length), forget: () => dialog.showModal(), no: () => dialog.close(), yes: () => { dialog.close(); forget(); } })[event.target.closest("button")?.value]?.());
  find("practising").hidden = false;
  find("exercises").hidden = plan.exercises.length === 1;
  find("stuck").querySelector("[value=other]").hidden = plan.exercises.length === 1;
  for (const panel of panels) panel.close();
  tellKept(browserKeeps());
  if (state.now !== before.now) panels[state.now].clear(); // what is due again is answered anew
  paint();
  addEventListener("hashchange", linked);
  linked();
})();
