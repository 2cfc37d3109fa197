"use strict";
// What a practice page says of answers: of a whole exercise, and of each part. The sentences are the program's own, found when the
// page was made; here they are put together.
//
// practiceWords.verdict(problem, said) returns the lines for the whole, practiceWords.ofPart(problem, part, judged) those for a part.
const practiceWords = (() => {
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const full = (text) => (text && !/[.!?]$/.test(text) ? `${text}.` : text);

  // the whole: { head, lines, isRight }

  function verdict(said) {
    const of = (state) => said.parts.filter((part) => part.state === state).length;
    const right = of("right"), blank = of("blank"), malformed = of("malformed");
    const left = [blank && `${count(blank, "part")} ${blank === 1 ? "is" : "are"} blank`, malformed && `${count(malformed, "part")} cannot be read`].filter(Boolean).join(", ");
    if (said.isRight) return { sort: "right", head: "✓ All of it is right.", lines: [] };
    if (!of("wrong")) return { sort: "left", head: right ? `So far right, but ${left}.` : `Nothing to check yet: ${left}.`, lines: [] };
    const head = `✗ ${right} of ${count(said.parts.length, "part")} ${right === 1 || said.parts.length === 1 ? "is" : "are"} right${left ? `; ${left}` : ""}.`;
    return { sort: "wrong", head, lines: behind(said.fits) };
  }

  function behind(fits) { // the rules that these answers follow, in the words of a report
    if (!fits.length) return ["No wrong rule that is known explains all of it. See below what was expected, or go through it step by step."];
    const [first, ...others] = fits;
    return [...(others.length ? ["One of these:"] : []), first.message, ...others.map((one) => `Or: ${one.advice}`)];
  }

  // a part: a list of lines

  function ofPart(problem, part, judged) {
    const why = new Map(problem.why);
    if (judged.state === "right") return ["✓ right"];
    if (judged.state === "blank") return ["blank"];
    if (judged.state === "malformed") return ["cannot be read"];
    if (part.entries.length) return ofEntries(problem, part, judged);
    const whose = part.rule.about ? undefined : [...judged.wrong, ...judged.extra, ...judged.missing].find((key) => why.has(key));
    const upto = judged.first ? `The first ${judged.first} ${judged.first === 1 ? "is" : "are"} right. ` : "";
    return [`✗ ${upto}Expected ${full(part.expected)}`, part.explain, whose === undefined ? "" : why.get(whose)].filter(Boolean);
  }

  function ofEntries(problem, part, judged) {
    const told = new Map(part.entries.map(([key, shown, said]) => [key, `✗ Expected ${full(shown)} ${said}`]));
    const { numbered, first } = part.rule, names = new Map(problem.names), why = new Map(numbered ? [] : problem.why);
    const nameOf = (key) => (numbered ? `${numbered} ${key + first}` : names.get(key) ?? part.rule.known?.find(([, other]) => other === key)?.[0]);
    const extra = judged.extra.map((key) => `✗ Nothing is expected at ${nameOf(key)}. ${why.get(key) || ""}`);
    return [...[...judged.wrong, ...judged.missing, ...judged.blank].map((key) => told.get(key)), ...extra].map((line) => line.trim());
  }

  // where somebody is: `told` is what practicePlan.told returns

  function now(told, isAllDone) {
    if (isAllDone) return "You have kept every rule that this page knows a mistake for, twice in a row. Go on for as long as you like.";
    if (told.focus !== null) return `Practising one mistake of yours: ${told.streak} of ${told.of} right in a row.`;
    if (told.isDone) return "Done with this exercise. Choose another above, or go on.";
    if (!told.rules) return `Get it right ${told.of} times in a row.`;
    return `${told.kept} of ${count(told.rules, "common mistake")} ruled out in this exercise. A mistake of yours chooses what comes next.`;
  }

  function unknown(told) { // that no rule fits what was answered several times in a row; null where that is not so
    const MANY = 3, { unknown: number } = told;
    if (!number) return null;
    const said = number === 1 ? "The last answer was wrong in a way that is no known mistake." : `${number} answers in a row were wrong in a way that is no known mistake.`;
    return { said: `${said}${told.hasSeenAll ? " You have seen all variants of this exercise." : ""}`, isStuck: number >= MANY };
  }

  return { verdict, ofPart, now, unknown };
})();
