import type { Problem } from './error.ts';
import { leafBelow, leavesReached, lineOf, type Machine, transitionsFrom } from './machine.ts';
import type { AutomatonModel } from './model.ts';
import { prepareMachine } from './prepare.ts';
import { resolveLocation } from './resolve.ts';
import { evaluateOver, type Interval } from './trees/intervals.ts';

/**
 * Finds useless parts of a sound model: guards that can never hold, by the ranges of variables and noise, and modes that
 * are therefore never entered. For an unsound model it throws an AutomatonError.
 */
export function findDoubts(model: AutomatonModel): Problem[] {
  const machine = prepareMachine(model);
  const ranges = rangesOf(machine);
  const rangeOf = (name: string): Interval => ranges.get(name) ?? everything;
  const doubts: Problem[] = [];
  machine.parts.forEach((part, number) => {
    const possible = new Set<number>();
    for (const leaf of leavesReached(machine, number)) {
      // Other parts may be in any mode: their algebraic variables are taken as unknown.
      const leaves = machine.parts.map((other, k) =>
        k === number ? leaf : leafBelow(machine, k, other.start),
      );
      const { expand } = resolveLocation(machine, leaves);
      for (const transition of transitionsFrom(machine, number, leaf)) {
        const tree = machine.parts.length === 1 ? expand(transition.guard.tree) : transition.guard.tree;
        if (evaluateOver(tree, rangeOf)[1] > 0) possible.add(transition.number);
      }
    }
    const never = machine.transitions.filter((one) => one.part === number && !possible.has(one.number));
    for (const { guard } of never) {
      doubts.push({ path: guard.path, message: `the guard ${JSON.stringify(guard.text)} can never hold` });
    }
    const leaves = leavesReached(machine, number, (transition) => possible.has(transition.number));
    const entered = new Set([...leaves].flatMap((leaf) => lineOf(part, leaf)));
    part.modes.forEach(({ name, path }, mode) => {
      if (!entered.has(mode)) doubts.push({ path, message: `the mode ${name} can never be entered` });
    });
  });
  return doubts;
}

const everything: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const positive: Interval = [0, Number.POSITIVE_INFINITY];

/** Inputs that are never negative. */
const sizes: ReadonlySet<unknown> = new Set([
  'time',
  'speed',
  'radius',
  'desiredSpeed',
  'viewRadius',
  'goalDistance',
  'neighbours',
  'gap',
  'contacts',
]);

function rangesOf({ inputs, noise, parameters, variables }: Machine): Map<string, Interval> {
  const ranges = new Map<string, Interval>();
  for (const { name, range } of variables) ranges.set(name, range);
  for (const { name, value } of parameters) ranges.set(name, [value, value]);
  for (const { high, low, name } of noise) ranges.set(name, [low, high]);
  for (const { name, source, type } of inputs) {
    const isSize = typeof source === 'object' || sizes.has(source);
    ranges.set(name, type === 'boolean' ? [0, 1] : isSize ? positive : everything);
  }
  return ranges;
}
