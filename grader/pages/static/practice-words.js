"use strict";
// What a practice page says: of a whole exercise, of each part, of where somebody is. What explains an answer is the program's own, found
// when the page was made; all other words stand in the table `words`, in which {gaps} are filled.
//
// practiceWords.verdict(said, isFirst) returns the lines for the whole, practiceWords.ofPart(problem, part, judged) those for a part.
const practiceWords = (() => {
  const words = {
    right: "✓ All of it is right.",
    left: "So far right, but {left}.",
    nothing: "Nothing to check yet: {left}.",
    wrong: "✗ {right} of {parts} right{left}.",
    again: "Look at what is not right and try again: the second check tells what was expected. A hint says where to begin.",
    helped: "With help an exercise counts neither for you nor against you.",
    unexplained: "No wrong rule that is known explains all of it. See below what was expected, or go through it step by step.",
    oneOf: "One of these:",
    or: "Or: {advice}",
    partRight: "✓ right",
    partWrong: "✗ not right yet",
    partBlank: "blank",
    partMalformed: "cannot be read",
    expected: "✗ {upto}Expected {expected}",
    upto: "The first {first} right. ",
    extra: "✗ Nothing is expected at {name}. {why}",
    howItGoes: "This is how it goes.",
    firstCounts: "Only the first check of an exercise counts.",
    changed: "Changed since it was checked.",
    hint: "Hint ({at} of {of})",
    anyHint: "Hint",
    next: "Next exercise",
    practiseThis: "Practise this: next exercise",
    more: "{number} more",
    allDone: "You have kept every rule that this page knows a mistake for, twice in a row. Go on for as long as you like.",
    due: "{mistakes} due for a check.",
    focus: "Practising one mistake of yours: {streak} of {of} right in a row.",
    done: "Done with this exercise. Choose another above, or go on.",
    noRules: "Get it right {of} times in a row.",
    ruledOut: "{kept} of {mistakes} ruled out in this exercise. A mistake of yours chooses what comes next.",
    lastUnknown: "The last answer was wrong in a way that is no known mistake.",
    unknown: "{number} answers in a row were wrong in a way that is no known mistake.",
    seenAll: " You have seen all variants of this exercise.",
    stuck: "{said} Show me how tells the steps{others}.",
    others: ", or go on to another exercise",
    notLinked: "This page has no exercise for that mistake.",
    kept: "Your progress is kept in this browser alone.",
    lost: "This browser keeps nothing: your progress ends with this visit.",
    mended: "✓ mended: ",
    practise: "still to practise: ",
    ofExercise: " ({rule}; ",
    noneMet: "No mistake was met so far.",
    exerciseDone: ", done",
    exerciseKept: ", {kept} of {rules} mistakes ruled out",
    marks: { wrong: "wrong", missing: "missing", bad: "window wrong", wrongcut: "wrongly cut above", missed: "not cut above, though skipped" },
  };
  const say = (name, gaps = {}) => words[name].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const full = (text) => (text && !/[.!?]$/.test(text) ? `${text}.` : text);

  // the whole: { sort, head, lines }; at the first check of what is not right nothing is told but that

  function verdict(said, isFirst) {
    const of = (state) => said.parts.filter((part) => part.state === state).length;
    const right = of("right"), blank = of("blank"), malformed = of("malformed");
    const left = [blank && `${count(blank, "part")} ${blank === 1 ? "is" : "are"} blank`, malformed && `${count(malformed, "part")} cannot be read`].filter(Boolean).join(", ");
    if (said.isRight) return { sort: "right", head: say("right"), lines: [] };
    if (!of("wrong")) return { sort: "left", head: say(right ? "left" : "nothing", { left }), lines: [] };
    const parts = `${count(said.parts.length, "part")} ${right === 1 || said.parts.length === 1 ? "is" : "are"}`;
    return { sort: "wrong", head: say("wrong", { right, parts, left: left && `; ${left}` }), lines: isFirst ? [say("again")] : behind(said.fits) };
  }

  function behind(fits) { // the rules that these answers follow, in the words of a report
    if (!fits.length) return [say("unexplained")];
    const [first, ...others] = fits;
    return [...(others.length ? [say("oneOf")] : []), first.message, ...others.map((one) => say("or", { advice: one.advice }))];
  }

  // a part: a list of lines

  function ofPart(problem, part, judged, isFirst) {
    const why = new Map(problem.why);
    if (judged.state === "right") return [say("partRight")];
    if (judged.state === "blank") return [say("partBlank")];
    if (judged.state === "malformed") return [say("partMalformed")];
    if (isFirst) return [say("partWrong")];
    if (part.entries.length) return ofEntries(problem, part, judged);
    const whose = part.rule.about ? undefined : [...judged.wrong, ...judged.extra, ...judged.missing].find((key) => why.has(key));
    const upto = judged.first ? say("upto", { first: `${judged.first} ${judged.first === 1 ? "is" : "are"}` }) : "";
    return [say("expected", { upto, expected: full(part.expected) }), part.explain, whose === undefined ? "" : why.get(whose)].filter(Boolean);
  }

  function ofEntries(problem, part, judged) {
    const told = new Map(part.entries.map(([key, shown, why]) => [key, say("expected", { upto: "", expected: `${full(shown)} ${why}` })]));
    const { numbered, first } = part.rule, names = new Map(problem.names), why = new Map(numbered ? [] : problem.why);
    const nameOf = (key) => (numbered ? `${numbered} ${key + first}` : names.get(key) ?? part.rule.known?.find(([, other]) => other === key)?.[0]);
    const extra = judged.extra.map((key) => say("extra", { name: nameOf(key), why: why.get(key) || "" }));
    return [...[...judged.wrong, ...judged.missing, ...judged.blank].map((key) => told.get(key)), ...extra].map((line) => line.trim());
  }

  // where somebody is: `told` is what practicePlan.told returns

  function dueOf({ due, ownDue: own }) { // those that were made, and those that were only ruled out
    const others = due - own, ruledOut = own ? count(others, "other") : `${count(others, "mistake")} that you ruled out`;
    const all = [own && `${count(own, "mistake")} of yours`, others && ruledOut].filter(Boolean);
    return `${all.join(" and ")} ${due === 1 ? "is" : "are"}`;
  }

  function now(told, isAllDone) {
    if (told.due && (told.focus === null || told.isAgain)) return say("due", { mistakes: dueOf(told) });
    if (isAllDone) return say("allDone");
    if (told.focus !== null) return say("focus", told);
    if (told.isDone) return say("done");
    return told.rules ? say("ruledOut", { kept: told.kept, mistakes: count(told.rules, "common mistake") }) : say("noRules", told);
  }

  function unknown(told) { // that no rule fits what was answered several times in a row; null where that is not so
    const MANY = 3, { unknown: number } = told;
    if (!number) return null;
    return { said: `${say(number === 1 ? "lastUnknown" : "unknown", { number })}${told.hasSeenAll ? say("seenAll") : ""}`, isStuck: number >= MANY };
  }

  return { say, words, verdict, ofPart, now, unknown };
})();
