"use strict";
// The live page: every 5 seconds it asks what is told; where that is new, it takes over what the server writes of it. What is the same stays the same element.
{
  const EVERY = 5000, HERE = location.pathname.replace(/\/$/, "");
  const seen = document.querySelector("[data-seen]"), fresh = (page) => page.querySelector("[data-fresh]");
  let known = "", good = seen.textContent, focus = null;

  async function asked(address) {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(4 * EVERY) });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }

  const keyOf = (one, place) => one.id || one.cells?.[0]?.textContent || `${place}`;

  function shell(one) { // an element and its own texts, without what is in it and whether that is open
    const copy = one.cloneNode(false);
    copy.removeAttribute("open");
    copy.append([...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join(" ").trim());
    return copy;
  }

  function takeOver(old, now) {
    if (old.isEqualNode(now)) return;
    if (!now.children.length || !shell(old).isEqualNode(shell(now))) {
      if (!old.contains(focus)) old.replaceWith(now); // who is at something there keeps it
      return;
    }
    const left = new Map([...old.children].map((one, place) => [keyOf(one, place), one]));
    for (const [place, one] of [...now.children].entries()) {
      const key = keyOf(one, place), mine = left.get(key), there = old.children[place] ?? null;
      left.delete(key);
      if ((mine ?? one) !== there) old.insertBefore(mine ?? one, there);
      if (mine) takeOver(mine, one);
    }
    for (const gone of left.values()) gone.remove();
  }

  async function look() {
    try {
      const { now, ...told } = JSON.parse(await asked(`${HERE}/live`)), news = JSON.stringify(told);
      if (news !== known) {
        const page = new DOMParser().parseFromString(await asked(HERE), "text/html");
        focus = document.activeElement;
        takeOver(fresh(document), fresh(page));
        if (focus !== document.activeElement) focus.focus({ preventScroll: true }); // its row has moved
      }
      known = news;
      good = `As of ${now.slice(11, 19)}`;
      seen.textContent = good;
    } catch {
      seen.textContent = `${good} – no connection since`;
    }
    setTimeout(look, EVERY);
  }

  async function act(event) {
    event.preventDefault();
    const form = event.target, done = document.querySelector("[data-done]"), stated = Object.fromEntries(new FormData(form));
    if (!/^[+-]/.test(stated.until ?? "+") && /^[0-9]+$/.test(stated.until)) stated.until = `+${stated.until}`;
    try {
      const answer = await fetch(`${HERE}/${form.dataset.act}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(stated) });
      const told = await answer.json();
      done.textContent = told.error ?? (told.again ? `The score of ${told.again} is on its way again` : told.closes ? `The sheet of ${stated.student} closes at ${told.closes.slice(0, 16).replace("T", " ")} (${told.closes.slice(-6)})` : "closes" in told ? `The sheet of ${stated.student} closes so much later than it would, since it is not opened yet` : `What came late of ${stated.student} is being marked`);
    } catch {
      done.textContent = "No connection: nothing was done";
    }
  }

  document.addEventListener("submit", act);
  setTimeout(look, EVERY);
}
