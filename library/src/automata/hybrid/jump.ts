import type { EffectBlock, Location } from './location.ts';
import { type Assignment, leafBelow, lineOf, type MachineTransition } from './machine.ts';
import { compileTrees } from './program.ts';
import type { Resolved } from './resolve.ts';
import { locationOf } from './runner.ts';
import { failure, runProgramFor, type Walk } from './walk.ts';

/**
 * Takes a transition: assignments of the modes that are left, from the inside, then its own, then those of the modes
 * that are entered, from the outside. Returns the new location.
 */
export function jump(walk: Walk, transition: MachineTransition): Location {
  const { row, runner, sheet } = walk;
  const { part, to } = transition;
  const left = sheet.modes[part][row];
  if (runner.histories.length > 0) storeHistories(walk, part, left);
  const leaf = leafEntered(walk, part, to);
  const { location } = walk;
  sheet.modes[part][row] = leaf;
  const next = locationOf(runner, sheet, row);
  const key = transition.number * 256 + leaf;
  let blocks = location.effects.get(key);
  if (!blocks) {
    blocks = compileEffects(walk, transition, left, leaf, next);
    location.effects.set(key, blocks);
  }
  for (const block of blocks) applyBlock(walk, block);
  return next;
}

/** Assignments of the modes left, of the transition and of the modes entered, as far as there are any. */
function compileEffects(
  walk: Walk,
  { effect, part, scope }: MachineTransition,
  left: number,
  entered: number,
  next: Location,
): EffectBlock[] {
  const { resolved } = walk.location;
  const place = walk.runner.machine.parts[part];
  const modesOf = (mode: number) => {
    const modes = lineOf(place, mode);
    return modes.slice(modes.indexOf(scope) + 1).map((at) => place.modes[at]);
  };
  return [
    ...modesOf(left)
      .reverse()
      .map(({ exit }) => compileBlock(walk, resolved, exit)),
    compileBlock(walk, resolved, effect),
    ...modesOf(entered).map(({ entry }) => compileBlock(walk, next.resolved, entry)),
  ].filter(({ places }) => places.length > 0);
}

/** Modes that are left remember in which of their leaves the agent was. */
function storeHistories({ row, runner, sheet }: Walk, part: number, left: number): void {
  const line = lineOf(runner.machine.parts[part], left);
  runner.histories.forEach((history, place) => {
    if (history.part === part && line.includes(history.mode)) sheet.histories[place][row] = left + 1;
  });
}

/** The leaf that entering a mode leads to: where it was left, if it has a history, else its first. */
function leafEntered({ row, runner, sheet }: Walk, part: number, mode: number): number {
  const { histories, machine } = runner;
  let at = mode;
  while (machine.parts[part].modes[at].start >= 0) {
    const place = histories.findIndex((history) => history.part === part && history.mode === at);
    const leaf = place < 0 ? -1 : sheet.histories[place][row] - 1;
    if (leaf >= 0) return leaf;
    at = machine.parts[part].modes[at].start;
  }
  return leafBelow(machine, part, at);
}

function compileBlock({ runner }: Walk, resolved: Resolved, assignments: readonly Assignment[]): EffectBlock {
  const sources = assignments.map(({ value }) => ({ tree: resolved.expand(value.tree), written: value }));
  return {
    program: compileTrees(
      sources.map(({ tree }) => tree),
      runner.registers,
    ),
    places: assignments.map(({ name }) => runner.machine.variables.findIndex((one) => one.name === name)),
    values: new Float64Array(assignments.length),
    sources,
  };
}

function applyBlock(walk: Walk, { places, program, sources, values }: EffectBlock): void {
  const { machine, variables } = walk.runner;
  runProgramFor(walk, program);
  for (let k = 0; k < places.length; k++) values[k] = program.results[k][0];
  for (let k = 0; k < places.length; k++) {
    const { kind } = machine.variables[places[k]];
    if (kind === 'integer' && values[k] !== (values[k] | 0)) {
      const { path, text } = sources[k].written;
      throw failure(
        walk,
        `expected a whole number of 32 bits from ${JSON.stringify(text)}, got ${values[k]}`,
        path,
      );
    }
    variables[places[k]].state[0] = values[k];
  }
}
