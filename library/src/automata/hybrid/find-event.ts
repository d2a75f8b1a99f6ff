import { Fact } from './compiled/facts.ts';
import { flowOn } from './integrate.ts';
import { runProgramFor, type Walk } from './walk.ts';

/** Samples of a flow in which something may happen. */
const SAMPLES = 8;
/** Evaluations of a search for a maximum. */
const SEARCHES = 60;
/** How near to a guess a search for an event probes, as a share of the time left. */
const CLOSE = 1 / 1024;

/**
 * Flows from the base until an event, at most for the length of the flow; returns whether there was one. An event is an
 * invariant that fails, when its margin falls below the least, or a transition that becomes enabled, if the walk heeds
 * guards. The state is then that of the event, at the first representable instant found at which it has happened; `early`
 * and `late` have the times.
 */
export function findEvent(walk: Walk): boolean {
  const { facts, location } = walk;
  const h = facts[Fact.length];
  const samples = location.samples === 1 ? 1 : SAMPLES;
  let early = 0;
  let middle = 0;
  let alarmEarly = Number.NaN;
  let alarmMiddle = Number.NaN;
  if (samples > 1) {
    facts[Fact.length] = 0;
    probe(walk);
    alarmMiddle = facts[Fact.alarm];
  }
  for (let sample = 1; sample <= samples; sample++) {
    const late = sample === samples ? h : (h * sample) / samples;
    facts[Fact.length] = late;
    probe(walk);
    const alarmLate = facts[Fact.alarm];
    if (hasHappened(walk)) {
      facts[Fact.early] = middle;
      facts[Fact.late] = late;
      bisect(walk);
      return true;
    }
    if (sample > 1 && mayPeak(alarmEarly, alarmMiddle, alarmLate)) {
      facts[Fact.early] = early;
      facts[Fact.late] = late;
      if (findPeak(walk)) {
        facts[Fact.early] = early;
        bisect(walk);
        return true;
      }
    }
    early = middle;
    middle = late;
    alarmEarly = alarmMiddle;
    alarmMiddle = alarmLate;
  }
  if (facts[Fact.length] !== h) {
    facts[Fact.length] = h;
    probe(walk);
  }
  return false;
}

/** Whether a parabola through three samples, the middle one the largest, comes near 0: twice its rise would reach it. */
export function mayPeak(before: number, middle: number, after: number): boolean {
  if (middle < before || middle < after || (middle === before && middle === after)) return false;
  const curvature = 2 * middle - before - after;
  const difference = after - before;
  return middle + (difference * difference) / (4 * curvature) + curvature >= 0;
}

/** Flows from the base for the length of the flow and finds the alarm there. */
export function probe(walk: Walk): void {
  const { facts, flow, location } = walk;
  walk.isKnown = !!location.kernel && location.kernel.probe() === 0;
  if (walk.isKnown) return;
  flowOn(flow, location, 1);
  runProgramFor(walk, location.alarm);
  facts[Fact.alarm] = location.alarm.results[0][0];
}

/** Finds the smallest margin of the invariants at the present state; it is infinite without invariants. */
export function findMargin(walk: Walk): void {
  if (walk.isKnown) return;
  const { invariants } = walk.location;
  runProgramFor(walk, invariants);
  let worst = Number.POSITIVE_INFINITY;
  for (let k = 0; k < invariants.results.length; k++) {
    const margin = invariants.results[k][0];
    if (!(margin >= worst)) worst = margin;
  }
  walk.facts[Fact.margin] = worst;
}

/** Whether each transition is enabled at the present state. */
export function findGuards(walk: Walk): readonly Float64Array[] {
  const { guards, kernel } = walk.location;
  if (walk.isKnown) return kernel!.guards;
  runProgramFor(walk, guards);
  return guards.results;
}

/** Whether a guard holds or an invariant has failed at the present state. */
function hasHappened(walk: Walk): boolean {
  const { facts } = walk;
  findMargin(walk);
  if (facts[Fact.margin] < facts[Fact.least]) return true;
  if (!walk.heedsGuards) return false;
  if (walk.isKnown) return facts[Fact.isEnabled] !== 0;
  const guards = findGuards(walk);
  for (let k = 0; k < guards.length; k++) if (guards[k][0] !== 0) return true;
  return false;
}

/**
 * Narrows the time between an instant before the event and one after it until no number is between them. The alarm tells
 * where to look: on both sides of where a straight line crosses 0. Where that does not help, the time is halved.
 */
function bisect(walk: Walk): void {
  const { facts } = walk;
  let low = facts[Fact.early];
  let high = facts[Fact.late];
  facts[Fact.length] = low;
  probe(walk);
  let alarmLow = facts[Fact.alarm];
  facts[Fact.length] = high;
  probe(walk);
  let alarmHigh = facts[Fact.alarm];
  for (;;) {
    const width = high - low;
    const middle = low + width / 2;
    if (middle <= low || middle >= high) break;
    const guess = low + width * (alarmLow / (alarmLow - alarmHigh));
    const reach = width * CLOSE + high * Number.EPSILON;
    for (let attempt = 0; attempt < 3; attempt++) {
      // The third attempt is the middle of what is left, unless the others were of use.
      if (attempt === 2 && high - low < width / 4) break;
      const at = attempt === 0 ? guess - reach : attempt === 1 ? guess + reach : low + (high - low) / 2;
      if (!(at > low && at < high)) continue;
      facts[Fact.length] = at;
      probe(walk);
      if (hasHappened(walk)) {
        high = at;
        alarmHigh = facts[Fact.alarm];
      } else {
        low = at;
        alarmLow = facts[Fact.alarm];
      }
    }
  }
  facts[Fact.early] = low;
  facts[Fact.late] = high;
  facts[Fact.length] = high;
  probe(walk);
}

/** Looks by thirds for the largest alarm between `early` and `late`; returns whether the event has happened there, at `late`. */
function findPeak(walk: Walk): boolean {
  const { facts } = walk;
  let low = facts[Fact.early];
  let high = facts[Fact.late];
  for (let search = 0; search < SEARCHES && high > low; search++) {
    const third = (high - low) / 3;
    const lower = low + third;
    const upper = high - third;
    if (isEventAt(walk, lower)) return true;
    const alarmLower = facts[Fact.alarm];
    if (isEventAt(walk, upper)) return true;
    if (facts[Fact.alarm] > alarmLower) low = lower;
    else high = upper;
  }
  return false;
}

/** Whether the event has happened some seconds after the base; `late` then is this instant. */
function isEventAt(walk: Walk, after: number): boolean {
  const { facts } = walk;
  facts[Fact.length] = after;
  probe(walk);
  if (!hasHappened(walk)) return false;
  facts[Fact.late] = after;
  return true;
}
