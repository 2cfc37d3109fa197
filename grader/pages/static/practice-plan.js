"use strict";
// What is practised next: pure functions from a plan and a state to the next state, so that they can be tested and kept.
//
// The plan says of each exercise which rules are practised on it and which variants there are, each with the rules that it serves:
// { exercises: [{ rules: [rule], variants: [{ place, serves: [rule] }] }] }. A wrong answer that is a rule's turns to that rule: its variants come
// until it was kept twice in a row; then the rules that wait, then the others. A right answer counts for every rule that the variant
// serves, for it is none of theirs: one at the first check and without a hint. With help no rule is kept or broken, and what the first check
// named comes next. Of each rule that was kept the state says since which day (`dates`); it is due again after so many days. The state is plain data.
const practicePlan = (() => {
  const IN_A_ROW = 2, DAYS = [1, 3, 7, 21];
  const ANY = ""; // stands for "no mistake at all", so that an exercise without any rule has an end too

  const own = (state) => state.of[state.exercise];
  const streak = (one, rule) => (Object.hasOwn(one.streaks, rule) ? one.streaks[rule] : 0);
  const unknown = (one) => one.unknown ?? 0; // wrong answers in a row that are no rule's
  const isDue = (one, rule) => Object.hasOwn(one.dates, rule) && one.today - one.dates[rule].since >= DAYS[one.dates[rule].times]; // after the last of DAYS never
  const due = (one) => Object.keys(one.dates).filter((rule) => isDue(one, rule));
  const isKept = (one, rule) => streak(one, rule) >= IN_A_ROW && !isDue(one, rule);
  const open = (exercise, one) => [ANY, ...exercise.rules].filter((rule) => !isKept(one, rule));
  const serves = (variant, rule) => rule === ANY || variant.serves.includes(rule);

  function start(plan, today = 0) {
    const first = plan.exercises[0].variants[0].place;
    const of = plan.exercises.map(() => ({ focus: null, waiting: [], met: [], streaks: {}, unknown: 0, dates: {}, today }));
    return { exercise: 0, now: first, isJudged: false, tried: null, hints: 0, shown: [first], of };
  }

  function opened(plan, state, today) { // what was kept, on the day on which the page is opened; an older page kept no dates, and a clock may have gone back
    const of = state.of.map((one) => {
      const known = dated({ ...one, dates: one.dates ?? {}, today }), since = ([rule, date]) => [rule, { ...date, since: Math.min(date.since, today) }];
      const now = { ...known, dates: Object.fromEntries(Object.entries(known.dates).map(since)) };
      return turned({ ...now, focus: null, waiting: [...new Set([...due(now), ...(one.focus === null ? [] : [one.focus]), ...one.waiting])] });
    });
    const here = { tried: null, hints: 0, ...state, of }, isNewDay = state.of.some((one) => one.today !== today);
    const place = [here.exercise, ...of.keys()].find((at) => due(of[at]).length);
    return place === undefined || !isNewDay ? here : show(plan, here, place);
  }

  function dated(one) { // a rule that is kept for the first time is so since today
    const fresh = Object.keys(one.streaks).filter((rule) => rule !== ANY && streak(one, rule) >= IN_A_ROW && !Object.hasOwn(one.dates, rule));
    return { ...one, dates: { ...one.dates, ...Object.fromEntries(fresh.map((rule) => [rule, { since: one.today, times: 0 }])) } };
  }

  const variantOf = (plan, place) => plan.exercises.flatMap((exercise) => exercise.variants).find((variant) => variant.place === place);

  // what an answer changes: one that is wrong at first may be tried again; after that an exercise that is shown is done with

  function answered(plan, state, { isRight, rules, isGivenUp, isLast }) {
    if (state.isJudged) return state;
    const exercise = plan.exercises[state.exercise], variant = variantOf(plan, state.now);
    const found = rules.filter((rule) => exercise.rules.includes(rule)), named = state.tried?.length ? state.tried : found;
    if (!isRight && !isLast && state.tried === null) return { ...state, tried: found };
    const isHelped = state.hints > 0 || (isRight && state.tried !== null);
    const one = isHelped ? helped(own(state), named) : isRight ? kept(variant, own(state)) : broken(variant, own(state), named, isGivenUp);
    return { ...state, isJudged: true, of: state.of.map((other, place) => (place === state.exercise ? turned(dated(one)) : other)) };
  }

  const left = (plan, state) => (state.tried === null ? state : answered(plan, state, { isRight: false, rules: [] })); // who goes on does not try again

  function helped(one, named) { // but what was due again is not right alone
    const waiting = [...new Set([...named, ...(one.focus === null ? [] : [one.focus]), ...one.waiting])];
    return { ...(one.focus !== null && isDue(one, one.focus) ? lose(one, [one.focus]) : one), focus: null, waiting, met: [...new Set([...one.met, ...named])] };
  }

  function kept(variant, one) {
    const counted = [ANY, ...variant.serves].map((rule) => [rule, Math.min(IN_A_ROW, streak(one, rule) + 1)]);
    const again = variant.serves.filter((rule) => isDue(one, rule)).map((rule) => [rule, { since: one.today, times: one.dates[rule].times + 1 }]);
    return { ...one, unknown: 0, streaks: { ...one.streaks, ...Object.fromEntries(counted) }, dates: { ...one.dates, ...Object.fromEntries(again) } };
  }

  const lose = (one, lost) => ({ ...one, streaks: { ...one.streaks, ...Object.fromEntries(lost.map((rule) => [rule, 0])) }, dates: Object.fromEntries(Object.entries(one.dates).filter(([rule]) => !lost.includes(rule))) });

  function broken(variant, one, named, isGivenUp) { // whose mistake it was begins anew; where nobody knows, that which is practised
    const lost = [ANY, ...(named.length ? named : one.focus !== null && serves(variant, one.focus) ? [one.focus] : [])];
    const waiting = [...named, ...(one.focus === null ? [] : [one.focus]), ...one.waiting];
    return { ...lose(one, lost), focus: null, waiting: [...new Set(waiting)], met: [...new Set([...one.met, ...named])], unknown: named.length ? 0 : unknown(one) + (isGivenUp ? 0 : 1) };
  }

  function turned(one) { // to the first that is not kept yet
    const waiting = [...(one.focus === null ? [] : [one.focus]), ...one.waiting].filter((rule) => !isKept(one, rule));
    return { ...one, focus: waiting.length ? waiting[0] : null, waiting: waiting.slice(1) };
  }

  // which exercise comes next

  const isDone = (plan, state, place) => !open(plan.exercises[place], state.of[place]).length;
  const isAllDone = (plan, state) => plan.exercises.every((_, place) => isDone(plan, state, place));

  function next(plan, state) {
    const places = plan.exercises.map((_, place) => (state.exercise + place) % plan.exercises.length);
    const exercise = places.find((place) => !isDone(plan, state, place));
    return show(plan, state, exercise === undefined ? state.exercise : exercise);
  }

  function turnTo(plan, state, { mistake, exercise: id }) { // to an exercise on a mistake by its name, of the exercise of that id if there is one; null where there is none
    const ruleOf = (exercise) => exercise.rules.find((rule) => rule === mistake || rule.startsWith(`${mistake} (`));
    const place = [plan.exercises.findIndex((exercise) => exercise.id === id), ...plan.exercises.keys()].find((at) => at >= 0 && ruleOf(plan.exercises[at]));
    if (place === undefined) return null;
    const rule = ruleOf(plan.exercises[place]), one = state.of[place], focus = one.focus === null || one.focus === rule ? [] : [one.focus];
    const turnedTo = { ...lose(one, [rule]), focus: rule, waiting: [...focus, ...one.waiting.filter((other) => other !== rule)], met: [...new Set([...one.met, rule])] };
    return show(plan, { ...state, of: state.of.map((other, at) => (at === place ? turnedTo : other)) }, place);
  }

  function show(plan, before, exercise) { // of the variants that serve best the one that was shown longest ago, never the same again if there is another
    const state = left(plan, before);
    const one = state.of[exercise], wanted = one.focus === null ? open(plan.exercises[exercise], one) : [one.focus];
    const last = (variant) => state.shown.lastIndexOf(variant.place);
    const use = (variant) => wanted.filter((rule) => serves(variant, rule)).length;
    const others = plan.exercises[exercise].variants.filter((variant) => variant.place !== state.now);
    const all = others.length ? others : plan.exercises[exercise].variants;
    const useful = all.some((variant) => use(variant)) ? all.filter((variant) => use(variant)) : all;
    const best = useful.reduce((chosen, variant) => (last(variant) < last(chosen) || (last(variant) === last(chosen) && use(variant) > use(chosen)) ? variant : chosen));
    return { ...state, exercise, now: best.place, isJudged: false, tried: null, hints: 0, shown: [...state.shown.filter((place) => place !== best.place), best.place] };
  }

  // what a student is told

  function told(plan, state, place = state.exercise) {
    const exercise = plan.exercises[place], one = state.of[place];
    const sum = (of) => state.of.reduce((all, other) => all + of(other), 0);
    const hasSeenAll = exercise.variants.every((variant) => state.shown.includes(variant.place));
    return { focus: one.focus, due: sum((other) => due(other).length), ownDue: sum((other) => due(other).filter((rule) => other.met.includes(rule)).length), isAgain: one.focus !== null && isDue(one, one.focus), unknown: unknown(one), hasSeenAll, streak: one.focus === null ? 0 : streak(one, one.focus), of: IN_A_ROW, kept: exercise.rules.filter((rule) => isKept(one, rule)).length, rules: exercise.rules.length, met: one.met.map((rule) => ({ rule, isKept: isKept(one, rule) })), isDone: isDone(plan, state, place) };
  }

  function isState(plan, state) { // whether what a browser kept is a state of this plan
    const isRules = (of, exercise) => Array.isArray(of) && of.every((rule) => exercise.rules.includes(rule));
    const isOne = (one, exercise) => isRules(one.waiting, exercise) && isRules(one.met, exercise) && (one.focus === null || exercise.rules.includes(one.focus)) && [unknown(one), ...Object.values(one.streaks)].every(Number.isInteger) && isRules(Object.keys(one.dates ?? {}), exercise) && Object.values(one.dates ?? {}).every(({ since, times }) => Number.isInteger(since) && Number.isInteger(times));
    try {
      const exercise = plan.exercises[state.exercise];
      return exercise.variants.some((variant) => variant.place === state.now) && Array.isArray(state.shown) && state.shown.every(Number.isInteger) && typeof state.isJudged === "boolean" && [state.tried ?? [], state.of].every(Array.isArray) && Number.isInteger(state.hints ?? 0) && state.of.length === plan.exercises.length && state.of.every((one, place) => isOne(one, plan.exercises[place]));
    } catch {
      return false;
    }
  }

  return { start, opened, turnTo, answered, next, show, told, isState, isAllDone };
})();
