import type { EffectBlock, Location } from './location.ts';
import { type Assignment, lineOf, type MachineTransition } from './machine.ts';
import { compileTrees } from './program.ts';
import type { Resolved } from './resolve.ts';
import { locationOf } from './runner.ts';
import { failure, runProgramFor, type Walk } from './walk.ts';

/**
 * Takes a transition: assignments of the modes that are left, from the inside, then its own, then those of the modes
 * that are entered, from the outside. Returns the new location.
 */
export function jump(walk: Walk, transition: MachineTransition): Location {
  const { location, row, runner, sheet } = walk;
  const { part, to } = transition;
  const left = sheet.modes[part][row];
  storeHistories(walk, part, left);
  const leaf = leafEntered(walk, part, to);
  sheet.modes[part][row] = leaf;
  const next = locationOf(runner, sheet.modes, row);
  const key = transition.number * 256 + leaf;
  let blocks = location.effects.get(key);
  if (!blocks) {
    blocks = compileEffects(walk, transition, left, leaf, next);
    location.effects.set(key, blocks);
  }
  for (let k = 0; k < blocks.length; k++) applyBlock(walk, blocks[k]);
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
function storeHistories({ row, runner: { histories }, sheet }: Walk, part: number, left: number): void {
  for (let place = 0; place < histories.length; place++) {
    const history = histories[place];
    if (history.part === part && history.inside[left] === 1) sheet.histories[place][row] = left + 1;
  }
}

/** The leaf that entering a mode leads to: where it was left, if it has a history, else its first. */
function leafEntered({ row, runner, sheet }: Walk, part: number, mode: number): number {
  const { histories, machine } = runner;
  const { modes } = machine.parts[part];
  let at = mode;
  for (; modes[at].start >= 0; at = modes[at].start) {
    for (let place = 0; place < histories.length; place++) {
      const history = histories[place];
      if (history.part !== part || history.mode !== at) continue;
      const leaf = sheet.histories[place][row] - 1;
      if (leaf >= 0) return leaf;
    }
  }
  return at;
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
