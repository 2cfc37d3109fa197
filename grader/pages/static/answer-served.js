"use strict";
// A sheet that came from a server: saved there as it is filled in, merged with what was answered in other windows, and handed in there.
//
// It stands before answer.js, which then finds a memory also where the browser keeps nothing, and begins once that has made `answerPage`.
{
  const HERE = location.pathname.replace(/\/$/, ""), SOON = 2000, BETWEEN = 5000, MARKING = 10000, MOST = 30000, SELDOM = 120000; // milliseconds
  const data = JSON.parse(document.getElementById("answer-data").textContent);
  const NAME = JSON.stringify([data.quiz, data.student, data.problems.map(({ id }) => id)]); // as in answer.js
  const ANSWERS = `gametree-answers:${NAME}`, EXCHANGED = `gametree-served:${NAME}`;
  const find = (name) => document.querySelector(`[data-${name}]`), text = JSON.stringify;
  const say = (name, words) => { if (find(name).textContent !== words) find(name).textContent = words; };
  let isKept = true, isLoaded = false, isBusy = false, isOver = false, isTaking = false;
  let timer = 0, failures = 0, savedAt = -BETWEEN, askedAt = 0, taken = 0;
  let ahead = 0, closes = null, attempts = 1, left = 1, marks = "", good = "", sort = "", by = null, late = "";
  let savedWhen = 0, arrived = 0, penalty = null; // times by the server's clock; after when handing in takes marks off, and how many
  let exchanged; // with the server: the newest state of which this page knows, its number, the hand-in under way, and the answers handed in

  function holdInPage() {
    const held = new Map(), value = { getItem: (name) => held.get(name) ?? null, setItem: (name, words) => held.set(name, words), removeItem: (name) => held.delete(name) };
    Object.defineProperty(window, "localStorage", { value, configurable: true });
    isKept = false;
  }

  function keep(name, value) {
    try {
      localStorage.setItem(name, text(value));
    } catch {
      holdInPage();
      localStorage.setItem(name, text(value));
    }
  }

  function remember(more) { // of hand-ins what any window with this sheet knows
    const { handing = null, handed = "" } = JSON.parse(localStorage.getItem(EXCHANGED)) ?? {};
    exchanged = { ...exchanged, handing, handed, ...more };
    keep(EXCHANGED, exchanged);
  }

  const state = () => JSON.parse(text({ student: "", parts: answerPage.problems.map(({ parts }) => Object.fromEntries(parts.map((part) => [part.id, part.state]))) }));
  const isChanged = () => text(state()) !== text(exchanged.base);
  const adopt = () => window.dispatchEvent(new StorageEvent("storage", { key: ANSWERS })); // answer.js takes over what is kept

  // what is said

  const now = () => Date.now() + ahead;
  function clock(letters, time = now()) { // with the day, where that is another
    const at = new Date(time), isToday = at.toDateString() === new Date(now()).toDateString();
    return (isToday ? "" : `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short" })} `) + at.toTimeString().slice(0, letters);
  }

  const isBeyond = () => text(answerPage.submission().answers) !== exchanged.handed;
  const handedIn = () => (by === "closing" ? "Handed in at closing" : `Handed in ${clock(8, arrived)}`);
  const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

  function tell(words, which = "") { // aloud only where it is news: that answers are saved again and again is none
    say("words", words);
    find("line").classList.toggle("amiss", which.startsWith("amiss"));
    if (which && which !== sort) say("told", words);
    sort = which || sort;
  }

  function tellSaved() {
    good = clock(5);
    if (taken) tell(`Saved here by another window: ${counted(taken, "answer")} ${taken === 1 ? "was" : "were"} taken in`, `taken ${good}`);
    else if (by && !isBeyond()) tell(handedIn(), "saved");
    else tell(exchanged.saved ? `Saved ${clock(8, savedWhen)}` : "Your answers are saved as you go", "saved");
  }

  function tellFailed(why) {
    const where = isKept ? "in this browser" : "on this page alone: leave it open";
    if (exchanged.handing) tell(`Handing in … ${why}; it is tried again`, "amiss handing in");
    else if (isChanged()) tell(`Not saved since ${good} – ${why}; your answers are kept ${where}`, "amiss");
    else tell(`All is saved – ${why}; what you change is kept ${where}`, "amiss");
  }

  function tick() {
    const seconds = closes === null ? Infinity : Math.floor((closes - now()) / 1000), day = seconds < 86400 ? {} : { day: "numeric", month: "short" };
    const until = new Date(closes).toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
    const [size, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"]].find(([many]) => seconds >= 2 * many) ?? [1, "second"];
    const taken = penalty && !isOver ? `; of what comes later ${penalty.rule}` : "";
    if (closes !== null) say("left", (seconds > 0 ? `${counted(Math.floor(seconds / size), unit)} left, until ${until}` : `closing time was ${until}`) + taken);
    if (seconds <= 3 && seconds >= 0 && isChanged() && !failures) work();
    const isDue = Date.now() - askedAt > (seconds < 0 ? MOST : SELDOM); // the server sees who is here; closing may be later now, or it has handed in
    if (isDue && !isOver && !failures && !document.hidden) { isLoaded = false; work(); }
    if (isOver && Date.now() - askedAt > SELDOM && !document.hidden) askAgain();
  }

  async function askAgain() { // whether somebody has given more time since it was over
    askedAt = Date.now();
    const { status, told } = await ask("GET", "answers").catch(() => ({}));
    if (status === 200 && told.left && !told.over) location.reload();
  }

  function paint() {
    say("attempts", [marks, attempts > 1 ? `${left} of ${counted(attempts, "attempt")} left` : ""].filter(Boolean).join(" · "));
    find("feedback").href = `${HERE}/feedback`;
    find("feedback").hidden = !by;
    find("ask").disabled = isOver || Boolean(exchanged.handing);
    tick();
  }

  function end(words = "") {
    isOver = true;
    const handed = `Handed in${by === "closing" ? " at closing" : ""}`, kept = "kept, and your instructor may accept it";
    if (!words && by !== "student") for (const one of document.querySelectorAll(".problem")) one.inert = true; // no change would be sent
    if (!by) words ||= late ? `Not handed in: ${late}; it is ${kept}` : "Time is over, and nothing was handed in";
    words ||= late ? `${handed}; what came later is ${kept}` : (exchanged.handed ? isBeyond() : isChanged()) ? `${handed}, without what you changed since` : "";
    tell(words || handedIn(), words ? "amiss in the end" : "handed in");
  }

  // what is asked and answered

  async function ask(method, path, content) {
    const body = content && text(content), headers = content ? { "Content-Type": "application/json" } : {};
    const keepalive = body?.length < 20000; // in bytes it may be three times that, and browsers take 64 KiB
    const answer = await fetch(`${HERE}/${path}`, { method, body, headers, keepalive, cache: "no-store", signal: AbortSignal.timeout(MOST) });
    const { status } = answer, told = await answer.json().catch(() => ({}));
    const failed = Object.assign(new Error(told.error || `the server answers ${status}`), { isAnswer: true, after: 1000 * Number(answer.headers.get("Retry-After")) || 0 });
    if (status === 429 || status >= 500) throw failed;
    if (status === 404) end("This link opens no sheet any more: download your answers and ask your instructor");
    return { status, told, failed };
  }

  function learn(told) { // what others changed since is taken in, and what was changed here stays
    [ahead, closes, attempts, left, isLoaded] = [Date.parse(told.now) - Date.now(), told.closes && Date.parse(told.closes), told.attempts, told.left, true];
    adopt(); // of other tabs first
    const isOlder = told.saved < exchanged.saved; // a backup was put back: what stands here counts, and is saved again
    const mine = state(), theirs = Array.isArray(told.keep?.parts) ? told.keep : isOlder ? null : exchanged.base;
    const merged = isOlder ? mine : answerMerged(exchanged.base, mine, theirs ?? mine);
    const count = merged.parts.flatMap((parts, place) => Object.keys(parts).filter((id) => text(parts[id]) !== text(mine.parts[place][id]))).length;
    if (count) {
      if (askedAt || exchanged.saved) taken = count;
      keep(ANSWERS, merged);
      isTaking = true;
      adopt();
      isTaking = false;
    }
    [savedWhen, penalty] = [Date.parse(told.when), told.late];
    remember({ saved: told.saved, base: theirs });
  }

  async function load() {
    const { status, told, failed } = await ask("GET", "answers");
    if (isOver) return;
    if (status !== 200) throw failed;
    learn(told);
    askedAt = Date.now();
    [by, arrived] = [told.by, Date.parse(told.arrived)];
    if (told.handed) remember({ handed: text(told.handed) }); // maybe by another window, or when it closed
    if (left === 0 && !exchanged.handing && (late || !told.over || !isChanged())) end(); // what is changed here is sent first, to be kept
  }

  async function save() {
    savedAt = Date.now();
    if (!taken) tell("Saving …");
    const base = state(), { status, told, failed } = await ask("PUT", "answers", { base: exchanged.saved, keep: base, submission: answerPage.submission() });
    if (status === 410) { // what is handed in too late is kept
      remember({ handing: { once: crypto.randomUUID(), submission: answerPage.submission() } });
      return handIn();
    }
    if (status === 409 && "saved" in told) learn(told);
    else if (status === 200) {
      savedWhen = now();
      remember({ saved: told.saved, base });
    } else if (!isOver) throw failed;
    if (!isOver && (status === 200 || taken)) tellSaved();
  }

  async function handIn() { // the same one until there is an answer, whatever happens to this page
    taken = 0;
    tell("Handing in …", "handing in");
    const { status, told, failed } = await ask("POST", "hand-in", exchanged.handing);
    if (status === 202) {
      tell("Handed in; your marks follow", "waiting");
      timer = setTimeout(work, MARKING);
      return;
    }
    const words = `Not handed in: ${failed.message}`;
    remember({ handing: null, ...(status === 200 ? { handed: text(exchanged.handing.submission.answers) } : {}) });
    if (isOver) return;
    if (status === 410) {
      [late, isLoaded] = [failed.message, false];
      return load();
    }
    if (status === 200) marks = [told.earned, " of ", told.possible, " points", told.pending ? `, ${told.pending} of them wait for a person` : "", told.late ? ", late" : ""].join("");
    tell(status === 200 ? `Handed in ${clock(8, Date.parse(told.arrived))}` : words, status === 200 ? `handed in ${told.attempt}` : `amiss ${words}`);
    await load();
  }

  async function work() { // one request after the other
    if (isBusy || isOver) return;
    isBusy = true;
    clearTimeout(timer);
    timer = 0;
    try {
      if (!isLoaded) {
        await load();
        if (!isOver && !isChanged()) tellSaved();
      }
      if (exchanged.handing && !isOver) await handIn();
      else if (isChanged() && !isOver) await save();
      failures = 0;
    } catch (error) {
      tellFailed(error.isAnswer ? error.message : "no connection");
      timer = setTimeout(work, Math.max(error.after || 0, Math.min(MOST, 1000 * 2 ** failures++)));
    }
    isBusy = false;
    paint();
    if (isChanged() || exchanged.handing) later();
  }

  function later() {
    if (!isOver && !isBusy) timer ||= setTimeout(work, Math.max(SOON, savedAt + BETWEEN - Date.now())); // after a request that is under way work() asks again
  }

  function changed() {
    if (isTaking) return;
    taken = 0;
    if (isOver && exchanged.handed) end();
    else later();
  }

  function openDialog() {
    const gaps = find("overview").cloneNode(true);
    for (const button of gaps.querySelectorAll("button")) button.replaceWith(`${button.textContent}${button.nextElementSibling ? "," : ""}`);
    find("gaps").replaceChildren(...gaps.childNodes);
    const chances = left > 1 ? `You have ${left} attempts left.` : "This is your last attempt.";
    const again = by ? " What was handed in before is late with it: the time of the last attempt counts for all." : "";
    say("chances", penalty && now() > Date.parse(penalty.after) ? `${chances} Handing in now is late: ${find("left").textContent}${again}` : chances);
    find("sure").showModal();
  }

  function begin() {
    const kept = localStorage.getItem(EXCHANGED), isNew = localStorage.getItem(ANSWERS) === null; // of a new page the blank state is what the server is taken to have
    remember(JSON.parse(kept) ?? { saved: 0, base: isNew ? state() : null });
    good = clock(5);
    document.addEventListener("answers", changed);
    find("ask").addEventListener("click", openDialog);
    find("sure").addEventListener("click", ({ target }) => {
      if (target.value) find("sure").close();
      if (target.value !== "send" || exchanged.handing) return;
      remember({ handing: { once: crypto.randomUUID(), submission: answerPage.submission() } });
      work();
    });
    document.addEventListener("visibilitychange", () => { if (document.hidden && isChanged()) work(); }); // on leaving too
    window.addEventListener("pageshow", ({ persisted }) => { if (persisted) { isLoaded = isBusy = false; work(); } });
    window.addEventListener("online", work);
    window.addEventListener("beforeunload", (event) => { if (!isKept && !isOver && isChanged()) event.preventDefault(); });
    setInterval(tick, 1000);
    work();
  }

  if (!browserKeeps()) holdInPage();
  document.addEventListener("DOMContentLoaded", begin);
}
