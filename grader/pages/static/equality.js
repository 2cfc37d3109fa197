"use strict";
// Whether answers are right, and whether they are those of a wrong rule: the rules of marking, for a page that has nothing but
// answers to compare with. No value of a game is computed here; numbers are compared exactly, as marks do.
//
// What it gets is data that each form of answer says of itself (`equality` and `compared` in grader/core/answers):
// of a part { name, rule, right }, where `rule` says how an answer is read and `right` is the reference. The answers are those of
// a submission, part -> what a document holds. `problem.enough` is how many single answers tell a rule; of fewer, with a range that is
// never or always, at most `problem.most` rules are named.
//
// equality.judge(problem, shapes, answers) returns { parts: [{ name, state, wrong, missing, extra, blank }], isRight, fits }: `state`
// is right, wrong, blank or malformed, the others are keys of entries; `fits` are the wrong rules (of `problem.rules`) whose
// answers these are. `shapes` are patterns of what may be typed, from the schemas.
const equality = (() => {

  // numbers

  const isNone = (text) => text.toLowerCase() === "none"; // an end that there is not

  function isAround([expected, room], given) { // both ends of the room count
    if (isNone(expected) || isNone(given)) return isNone(expected) && isNone(given);
    return numerals.isAround(numerals.read(expected), numerals.read(room), numerals.read(given));
  }

  const areAround = (expected, given) => expected.length === given.length && expected.every((one, place) => isAround(one, given[place]));

  // reading: null is blank, undefined cannot be judged

  function readNumber(shapes, shape, raw) {
    if (shape in YES) return readWord(shapes, shape, raw);
    const text = typeof raw === "number" || typeof raw === "string" ? String(raw) : "";
    return new RegExp(shapes[shape].pattern).test(text) && !numerals.isLong(text) ? text : undefined;
  }

  const YES = { truth: /^(true|yes)$/i, outcome: /^(win|won)$/i }; // of shapes that are one of two words, those that are 1

  function readWord(shapes, shape, raw) { // true and win are 1, false and loss are 0
    const text = typeof raw === "boolean" ? String(raw) : typeof raw === "string" ? raw.trim() : "";
    return new RegExp(shapes[shape].pattern).test(text) ? String(Number(YES[shape].test(text))) : undefined;
  }

  function readCell(shapes, wanted, raw) {
    const texts = wanted.length === 1 ? [raw] : Array.isArray(raw) && raw.length === wanted.length ? raw : [];
    const read = texts.map((one, place) => readNumber(shapes, wanted[place], one));
    return read.length && read.every((one) => one !== undefined) ? read : undefined;
  }

  function readName(rule, raw) {
    const found = rule.known.find(([text]) => text === String(raw).trim());
    return found && found[1];
  }

  function readList(raw, read) {
    const items = Array.isArray(raw) ? raw.map(read) : [undefined];
    return items.includes(undefined) ? undefined : items;
  }

  function readItem(shapes, rule, raw) {
    if (!rule.about) return (readName(rule, raw) === undefined ? undefined : { key: readName(rule, raw), numbers: [] });
    if (raw === null || typeof raw !== "object") return undefined;
    const numbers = rule.fields.map(([label, shape]) => readNumber(shapes, shape, raw[label]));
    const key = readName(rule, raw[rule.about]);
    return key === undefined || numbers.includes(undefined) ? undefined : { key, numbers };
  }

  function readMap(shapes, rule, raw) {
    if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return undefined;
    const entries = new Map();
    for (const [name, written] of Object.entries(raw)) {
      const key = readName(rule, name), cell = written === null ? null : readCell(shapes, rule.shapes, written);
      if (key === undefined || cell === undefined || entries.has(key)) return undefined;
      entries.set(key, cell);
    }
    return entries;
  }

  function readChoices(rule, raw) {
    if (raw === null || typeof raw !== "object" || Array.isArray(raw)) return undefined;
    const entries = new Map(), options = new Map(rule.options);
    for (const [name, written] of Object.entries(raw)) {
      const key = readName(rule, name), chosen = key === undefined || written === null ? null : readName({ known: options.get(key) }, written);
      if (key === undefined || chosen === undefined || entries.has(key)) return undefined;
      entries.set(key, written === null ? null : [chosen]);
    }
    return entries;
  }

  const isNone0 = (rule, cell) => Boolean(rule.zeroIsNone && cell && areAround([["0", "0"]], cell)); // a 0 that says no more than no entry
  const isBlankWithout = (rule, key) => rule.missingIsBlank || rule.unasked.includes(key); // a key of a map that is not there

  // each form: `read` an answer; `entries` of it that are wrong for marks; whether it `is` another for a diagnosis; how many single answers it has

  const all = (is) => ({ wrong: is ? [] : [null], missing: [], extra: [], blank: [] });

  const FORMS = {
    one: {
      read: (shapes, rule, raw) => readCell(shapes, rule.shapes, raw),
      entries: (rule, right, given) => all(areAround(right, given)),
    },
    choice: {
      read: (shapes, rule, raw) => readName(rule, raw),
      entries: (rule, right, given) => all(right.includes(given)),
    },
    each: {
      read: readMap,
      entries(rule, right, given) {
        const expected = new Map(right), counted = [...given].filter(([key]) => !rule.ignored.includes(key));
        return {
          wrong: right.filter(([key, cell]) => given.get(key) && !areAround(cell, given.get(key))).map(([key]) => key),
          missing: right.filter(([key]) => !given.has(key)).map(([key]) => key),
          blank: right.filter(([key]) => given.get(key) === null).map(([key]) => key),
          extra: counted.filter(([key, cell]) => !expected.has(key) && cell && !isNone0(rule, cell)).map(([key]) => key),
        };
      },
      is(rule, other, given) {
        const meant = new Map([...given].filter(([key]) => !rule.untelling.includes(key))), expected = new Map(other);
        const isHere = ([key, cell]) => (meant.has(key) ? meant.get(key) === null || areAround(cell, meant.get(key)) : isBlankWithout(rule, key) || isNone0(rule, cell.map(([number]) => number)));
        return other.every(isHere) && [...meant].every(([key, cell]) => expected.has(key) || cell === null || isNone0(rule, cell));
      },
      count(rule, right, given) {
        const meant = new Map([...given].filter(([key]) => !rule.untelling.includes(key)));
        const isBlank = (key) => (meant.has(key) ? meant.get(key) === null : isBlankWithout(rule, key));
        return [...new Set([...right.map(([key]) => key), ...meant.keys()])].filter((key) => !isBlank(key)).length;
      },
    },
    choices: { // a map from keys to one of those that can be chosen at each
      read: (shapes, rule, raw) => readChoices(rule, raw),
      entries(rule, right, given) {
        const expected = new Map(right);
        return {
          wrong: right.filter(([key, accepted]) => given.get(key) && !accepted.includes(given.get(key)[0])).map(([key]) => key),
          missing: right.filter(([key]) => !given.has(key)).map(([key]) => key),
          blank: right.filter(([key]) => given.get(key) === null).map(([key]) => key),
          extra: [...given].filter(([key, chosen]) => !expected.has(key) && chosen).map(([key]) => key),
        };
      },
      is(rule, other, given) {
        const expected = new Map(other);
        const isHere = ([key, accepted]) => given.has(key) && (given.get(key) === null || accepted.includes(given.get(key)[0]));
        return other.every(isHere) && [...given].every(([key, chosen]) => expected.has(key) || chosen === null);
      },
      count: (rule, right, given) => [...new Set([...right.map(([key]) => key), ...given.keys()])].filter((key) => given.get(key) !== null).length,
    },
    order: { // keys, each once, in any order that keeps the pairs
      isList: true,
      read: (shapes, rule, raw) => readList(raw, (one) => readName(rule, one)),
      entries(rule, right, given) {
        const place = new Map(given.map((key, at) => [key, at]));
        const isWhole = given.length === right.keys.length && right.keys.every((key) => place.has(key));
        return all(isWhole && right.pairs.every(([one, other]) => place.get(one) < place.get(other)));
      },
    },
    list: {
      isList: true,
      read: (shapes, rule, raw) => readList(raw, (one) => readItem(shapes, rule, one)),
      entries(rule, right, given) {
        const isAt = (place) => place < right.length && place < given.length && right[place][0] === given[place].key && areAround(right[place][1], given[place].numbers);
        const first = [...Array(Math.max(right.length, given.length)).keys()].find((place) => !isAt(place));
        return first === undefined ? all(true) : { ...all(true), wrong: [first < given.length ? given[first].key : right[first][0]], first };
      },
    },
    path: {
      read: (shapes, rule, raw) => readList(raw, (one) => readName(rule, one)),
      entries(rule, right, given) {
        const next = new Map(right.next);
        const goesOn = given.every((key, place) => place === 0 || (next.get(given[place - 1]) || []).includes(key));
        return all(given.length > 0 && given[0] === right.start && goesOn && !next.has(given.at(-1)));
      },
    },
    iterations: { // a list of answers of another form: each at its place
      read: (shapes, rule, raw) => readList(raw, (one) => (one === null ? null : FORMS[rule.entry.form].read(shapes, rule.entry, one))),
      entries(rule, right, given) {
        const places = [...Array(Math.max(right.length, given.length)).keys()];
        return {
          wrong: places.filter((place) => place < right.length && place < given.length && given[place] !== null && !isEntry(rule, right[place], given[place])),
          missing: places.filter((place) => place >= given.length),
          blank: places.filter((place) => place < right.length && given[place] === null),
          extra: places.filter((place) => place >= right.length && given[place] !== null),
        };
      },
      is(rule, other, given) {
        const isHere = (one, place) => (place < given.length ? given[place] === null || isEntry(rule, one, given[place]) : rule.missingIsBlank);
        return other.every(isHere) && given.slice(other.length).every((one) => one === null);
      },
      count: (rule, right, given) => given.filter((one) => one !== null).length + (rule.missingIsBlank ? 0 : Math.max(0, right.length - given.length)),
    },
    range: { // a set of numbers, which intervals.js reads
      isList: true,
      read(shapes, rule, raw) {
        const set = intervals.read(raw, shapes.bound.pattern);
        return set && intervals.settled(set, rule.domain, rule.whole);
      },
      entries: (rule, right, given) => all(intervals.same(right, given)),
      tells: (rule, given) => !intervals.isNeverOrAlways(given, rule.domain, rule.whole),
    },
    some: { // of several choices those that are right, in any order
      isList: true,
      read: (shapes, rule, raw) => readList(raw, (one) => readName(rule, one)),
      entries: (rule, right, given) => all(right.every((key) => given.includes(key)) && given.every((key) => right.includes(key))),
    },
    leaves: {
      isList: true,
      read(shapes, rule, raw) {
        const nodes = readList(raw, (one) => readName(rule, one)), below = new Map(rule.below);
        return nodes && [...new Set(nodes.flatMap((node) => below.get(node)))];
      },
      entries: (rule, right, given) => ({ ...all(true), missing: right.filter((leaf) => !given.includes(leaf)), extra: given.filter((leaf) => !right.includes(leaf)) }),
    },
  };

  const isEntry = (rule, expected, given) => isClean(FORMS[rule.entry.form].entries(rule.entry, expected, given));
  const isClean = (entries) => ["wrong", "missing", "extra", "blank"].every((sort) => !entries[sort].length);

  function is(part, other, given) { // whether an answer is another reference answer, right or wrong
    const form = FORMS[part.rule.form];
    return form.is ? form.is(part.rule, other, given) : isClean(form.entries(part.rule, other, given));
  }

  function read(shapes, part, raw) {
    return raw === null || raw === undefined ? null : FORMS[part.rule.form].read(shapes, part.rule, raw);
  }

  function judgePart(part, given) {
    if (given === null || given === undefined) return { name: part.name, state: given === null ? "blank" : "malformed", ...all(true) };
    const entries = FORMS[part.rule.form].entries(part.rule, part.right, given);
    return { name: part.name, state: isClean(entries) ? "right" : "wrong", ...entries };
  }

  function fitting(problem, given) { // the wrong rules whose answers these are, where enough is answered to tell
    const count = (part) => { const form = FORMS[part.rule.form]; return form.count ? form.count(part.rule, part.right, given.get(part.name)) : 1; };
    const judged = problem.parts.filter((part) => given.get(part.name) !== null && given.get(part.name) !== undefined && count(part) > 0);
    const areEnough = judged.reduce((sum, part) => sum + count(part), 0) >= problem.enough, lists = judged.filter((part) => part.rule.isList ?? FORMS[part.rule.form].isList);
    const wrong = judged.filter((part) => !is(part, part.right, given.get(part.name)));
    if (!(areEnough || lists.length) || !wrong.length || isToss(wrong, given)) return [];
    const fits = problem.rules.filter((rule) => judged.every((part) => isAsRuled(rule, part, given.get(part.name))));
    const named = fits.filter((rule) => !fits.some((other) => other.name === rule.twin)); // one rule by two names has the first
    const isLittle = !areEnough && lists.some((part) => FORMS[part.rule.form].tells?.(part.rule, given.get(part.name)) === false);
    return isLittle && named.length > problem.most ? [] : named;
  }

  function isToss(wrong, given) { // one choice of two tells no rule, nor does that of one iteration
    const [{ name, right, rule }] = wrong, entry = rule.entry ?? rule;
    if (wrong.length > 1 || entry.form !== "choice" || new Set(entry.known.map(([, key]) => key)).size !== 2) return false;
    const { wrong: others, extra } = FORMS[rule.form].entries(rule, right, given.get(name));
    return others.length + extra.length === 1;
  }

  function isAsRuled(rule, part, given) { // an answer that the rule does not change is the right one; one that it has not (null) nobody gives
    if (!Object.hasOwn(rule.answers, part.name)) return is(part, part.right, given);
    return rule.answers[part.name] !== null && is(part, rule.answers[part.name], given);
  }

  function resting(problem, parts, given) { // an entry earns nothing where what it rests on is not right
    for (const [place, part] of problem.parts.entries()) {
      const other = parts.find((one) => one.name === part.restsOn), own = given.get(part.name);
      if (!other || !own) continue;
      const isWhole = other.state === "blank" || other.state === "malformed", bad = new Set([...other.wrong, ...other.missing, ...other.blank]);
      const right = part.right.map(([key]) => key).filter((key) => own.get(key) && (isWhole || bad.has(key)));
      const more = right.filter((key) => !parts[place].wrong.includes(key));
      parts[place] = { ...parts[place], wrong: [...parts[place].wrong, ...more], state: more.length ? "wrong" : parts[place].state };
    }
    return parts;
  }

  function judge(problem, shapes, answers) {
    const given = new Map(problem.parts.map((part) => [part.name, read(shapes, part, answers[part.name])]));
    const parts = resting(problem, problem.parts.map((part) => judgePart(part, given.get(part.name))), given);
    return { parts, isRight: parts.every((part) => part.state === "right"), fits: fitting(problem, given) };
  }

  return { judge };
})();
