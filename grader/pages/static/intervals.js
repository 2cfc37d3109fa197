"use strict";
// Sets of numbers as students type them, read and compared as marking does (grader/core/intervals.py): exactly.
//
// A set is a list of intervals { low, high, hasLow, hasHigh } from left to right that neither overlap nor touch; an end is Infinity,
// -Infinity or a ratio [above, below] of whole numbers (see `numerals.js`).
//
// intervals.read(raw, numeral) returns the set that a text or a list of texts names, or undefined; `numeral` is the pattern of a bound.
// intervals.settled(set, domain, whole) are those of the numbers that can be meant, intervals.isNeverOrAlways(set, domain, whole) tells
// whether these are none or all, intervals.same(expected, set) compares, and intervals.words(set) says what was understood.
const intervals = (() => {
  const MOST = 1000, LONGEST = 20000;
  const { isInfinite, order } = numerals;

  // ends

  function floor([above, below]) {
    const cut = above / below;
    return above < 0n && cut * below !== above ? cut - 1n : cut;
  }

  function shownEnd(end) {
    if (isInfinite(end)) return end < 0 ? "−∞" : "∞";
    const [above, below] = lowest(end), sign = above < 0n ? "−" : "", size = above < 0n ? -above : above;
    return sign + (below === 1n ? String(size) : `${size}/${below}`);
  }

  function lowest([above, below]) {
    let [a, b] = [above < 0n ? -above : above, below];
    while (b) [a, b] = [b, a % b];
    return a ? [above / a, below / a] : [0n, 1n];
  }

  // sets

  const isEmpty = ({ low, high, hasLow, hasHigh }) => order(low, high) > 0 || (order(low, high) === 0 && !(hasLow && hasHigh));
  const byLow = (one, other) => order(one.low, other.low) || other.hasLow - one.hasLow || order(one.high, other.high);
  const byHigh = (one, other) => order(one.high, other.high) || one.hasHigh - other.hasHigh;

  function union(all) {
    const found = [];
    for (const one of all.filter((interval) => !isEmpty(interval)).sort(byLow)) {
      const last = found.at(-1), gap = last ? order(one.low, last.high) : 1;
      if (gap > 0 || (gap === 0 && !one.hasLow && !last.hasHigh)) found.push({ ...one });
      else if (byHigh(one, last) > 0) Object.assign(last, { high: one.high, hasHigh: one.hasHigh });
    }
    return found;
  }

  function within(set, domain) {
    return union(set.map((one) => {
      const low = byLow({ ...one, high: 0 }, { ...domain, high: 0 }) > 0 ? one : domain, high = byHigh(one, domain) < 0 ? one : domain;
      return { low: low.low, hasLow: low.hasLow, high: high.high, hasHigh: high.hasHigh };
    }));
  }

  function wholeNumbers(set) { // with closed ends; neighbours stand in one
    const found = [];
    for (const { low, high, hasLow, hasHigh } of set) {
      const first = isInfinite(low) ? low : [up(low, hasLow), 1n], last = isInfinite(high) ? high : [-up([-high[0], high[1]], hasHigh), 1n];
      if (order(first, last) > 0) continue;
      const before = found.at(-1), next = { low: first, high: last, hasLow: !isInfinite(first), hasHigh: !isInfinite(last) };
      if (before && order(first, [before.high[0] + 1n, 1n]) <= 0) Object.assign(before, { high: next.high, hasHigh: next.hasHigh });
      else found.push(next);
    }
    return found;
  }

  function up(end, isIn) { // the first whole number from an end upwards
    const at = floor(end), isWhole = at * end[1] === end[0];
    return isWhole && isIn ? at : at + 1n;
  }

  function settled(set, [low, high], whole) {
    const ends = [low, high].map(numerals.read);
    const kept = within(set, { low: ends[0], high: ends[1], hasLow: !isInfinite(ends[0]), hasHigh: !isInfinite(ends[1]) });
    return whole ? wholeNumbers(kept) : kept;
  }

  function isNeverOrAlways(set, domain, whole) { // of sets that are settled
    const [all] = settled([{ low: -Infinity, high: Infinity, hasLow: false, hasHigh: false }], domain, whole);
    return set.length === 0 || (set.length === 1 && byLow(set[0], all) === 0 && byHigh(set[0], all) === 0);
  }

  function same(expected, set) { // `expected` as the data of a page state it: of each interval both ends with their rooms, and whether they are in
    const isEnd = ([end, room], given) => numerals.isAround(numerals.read(end), numerals.read(room), given);
    const isSame = ([low, high, hasLow, hasHigh], one) => one.hasLow === hasLow && one.hasHigh === hasHigh && isEnd(low, one.low) && isEnd(high, one.high);
    return expected.length === set.length && set.every((one, place) => isSame(expected[place], one));
  }

  // reading

  const SIGNS = { "≤": "<=", "⩽": "<=", "≦": "<=", "≥": ">=", "⩾": ">=", "≧": ">=", "−": "-", "–": "-", "—": "-", "∪": " or ", "∨": " or ", "∞": "inf", "∈": " in ", "∅": "{}", "＜": "<", "＞": ">", "＝": "=" };
  const written = (source) => new RegExp(`^(?:${source})`); // at the beginning of what is left to read
  const end = (name) => `(?<${name}>[^\\s,;:()\\[\\]{}<>=x]+)`;
  const PAIR = written(`(?:x\\s+in\\s+)?(?<opens>[(\\[\\]])\\s*${end("low")}\\s*[,;]\\s*${end("high")}\\s*(?<closes>[)\\]\\[])`);
  const SET = written("(?:x\\s+in\\s+)?\\{(?<members>[^{}]*)\\}");
  const BETWEEN = written(`${end("left")}\\s*(?<before>[<>]=?)\\s*x\\s*(?<after>[<>]=?)\\s*${end("right")}`);
  const X_FIRST = written(`x\\s*(?<sign>[<>]=?|==?)\\s*${end("end")}`);
  const X_LAST = written(`${end("end")}\\s*(?<sign>[<>]=?|==?)\\s*x`);
  const NOTHING = written("(?:none|never|empty|no\\s+x)(?!\\w)|\\[\\s*\\]"), EVERYTHING = written("(?:all|always|any|every)(?:\\s+x)?(?!\\w)");
  const LINK = written("\\s*(?:or(?!\\w)|u(?!\\w)|[,;])\\s*");
  const TURNED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "==": "=" };

  function bound(text, numeral) { // undefined where it is none
    const plain = text.replace(/^\+inf$/, "inf");
    return new RegExp(numeral).test(plain) && !numerals.isLong(plain) ? numerals.read(plain) : undefined;
  }

  function pair(low, high, hasLow, hasHigh) {
    const one = { low, high, hasLow: hasLow && !isInfinite(low), hasHigh: hasHigh && !isInfinite(high) };
    return low === undefined || high === undefined || isEmpty(one) ? undefined : [one];
  }

  function oneSided(sign, end) {
    if (end === undefined) return undefined;
    if (sign[0] === "=") return isInfinite(end) ? undefined : pair(end, end, true, true);
    return sign[0] === "<" ? pair(-Infinity, end, false, sign.length > 1) : pair(end, Infinity, sign.length > 1, false);
  }

  function between(low, below, above, high) {
    if (below[0] !== above[0]) return undefined;
    return below[0] === "<" ? pair(low, high, below.length > 1, above.length > 1) : pair(high, low, above.length > 1, below.length > 1);
  }

  // Each way of writing an interval, in the order in which they are tried, and what it means: undefined where it is none. What is
  // written is in the named groups; `number` reads an end.
  const WAYS = [
    [PAIR, ({ opens, low, high, closes }, number) => pair(number(low), number(high), opens === "[", closes === "]")],
    [BETWEEN, ({ left, before, after, right }, number) => between(number(left), before, after, number(right))],
    [X_FIRST, ({ sign, end }, number) => oneSided(sign, number(end))],
    [X_LAST, ({ sign, end }, number) => oneSided(TURNED[sign], number(end))],
    [SET, ({ members }, number) => ofMembers(members, number)],
    [NOTHING, () => []],
    [EVERYTHING, () => pair(-Infinity, Infinity, false, false)],
  ];

  function ofMembers(members, number) {
    const all = members.split(/[,;]/).map((one) => one.trim()).filter(Boolean).map((one) => oneSided("=", number(one)));
    return all.includes(undefined) ? undefined : all.flat();
  }

  function next(left, numeral) { // what is written first in what is left to read, and how long that is
    for (const [pattern, meaning] of WAYS) {
      const found = left.match(pattern);
      if (found) return { set: meaning(found.groups ?? {}, (one) => bound(one, numeral)), length: found[0].length };
    }
    return { set: undefined };
  }

  function readText(raw, numeral) {
    if (raw.length > LONGEST) return undefined;
    const signs = [...raw.replace(/["“”„'`]/g, "")].map((sign) => SIGNS[sign] ?? sign).join("");
    const text = signs.toLowerCase().trim().replace(/\.$/, "").trimEnd().replaceAll("=<", "<=").replaceAll("=>", ">=").replace(/infinity|infty/g, "inf");
    const found = [];
    for (let left = text; ;) {
      const { set, length } = next(left, numeral);
      if (set === undefined) return undefined;
      found.push(...set);
      left = left.slice(length);
      if (!left) return found;
      const link = left.match(LINK);
      if (!link || found.length > MOST) return undefined;
      left = left.slice(link[0].length);
    }
  }

  function read(raw, numeral) {
    const isText = (one) => typeof one === "string" || typeof one === "number";
    const texts = Array.isArray(raw) ? raw : [raw];
    if (texts.length > MOST || !texts.every(isText) || texts.some((one) => String(one) === "")) return undefined;
    const found = texts.map((one) => readText(String(one), numeral));
    return found.includes(undefined) || found.flat().length > MOST ? undefined : union(found.flat());
  }

  // words

  function words(set) { // as inequalities
    return set.map(({ low, high, hasLow, hasHigh }) => {
      const [first, last, below, above] = [shownEnd(low), shownEnd(high), hasLow ? "≤" : "<", hasHigh ? "≤" : "<"];
      if (order(low, high) === 0) return `x = ${first}`;
      if (isInfinite(low)) return isInfinite(high) ? "every x" : `x ${above} ${last}`;
      return isInfinite(high) ? `x ${hasLow ? "≥" : ">"} ${first}` : `${first} ${below} x ${above} ${last}`;
    }).join(" or ") || "no x";
  }

  return { read, settled, isNeverOrAlways, same, words };
})();
